"""A load client that costs little, so that it measures the server and not itself.

It has one thread, one epoll and keep-alive connections, and reads of a reply only the head with
its length.
"""

import re
import select
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

PATIENCE_SECONDS = 30
PIECE_BYTES = 65_536  # beyond 128 kB the kernel would allocate memory for each piece

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


@dataclass
class Load:
    """The replies' statuses, and the seconds that each took; status 0 is a lost connection."""

    seconds: float = 0.0
    statuses: Counter = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Replies per second."""
        return sum(self.statuses.values()) / self.seconds

    def quantile(self, share: float) -> float:
        """The latency that this share of the replies did not exceed."""
        return sorted(self.latencies)[int(share * (len(self.latencies) - 1))]


class Conversation:
    """One connection, which sends the next request after the reply to the one before."""

    def __init__(self, port: int, requests: Iterator[bytes]):
        self._requests, self._got = requests, b""
        self.begun = time.perf_counter()
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(None)  # a timeout would cost a system call before each read

    def ask(self) -> bool:
        """Sends the next request; False if there is none."""
        request = next(self._requests, None)
        if request is not None:
            self.socket.sendall(request)
        return request is not None

    def hear(self) -> int | None:
        """The reply's status once it is complete, None before; 0 if the server hung up."""
        try:
            piece = self.socket.recv(PIECE_BYTES)
        except ConnectionError:
            piece = b""
        self._got += piece
        status = status_of_whole(self._got) if piece else 0
        if status is not None:
            self._got = b""
        return status


def converse(port: int, conversations: Iterable[tuple[float, Iterator[bytes]]]) -> Load:
    """Runs conversations, sorted by the seconds from now after which each begins."""
    load, open_ones, poll = Load(), {}, select.epoll()
    started = time.perf_counter()
    coming = list(conversations)[::-1]
    while coming or open_ones:
        while coming and time.perf_counter() - started >= coming[-1][0]:
            new = Conversation(port, coming.pop()[1])
            open_ones[new.socket.fileno()] = new
            poll.register(new.socket, select.EPOLLIN)
            new.ask()
        wait = coming[-1][0] - (time.perf_counter() - started) if coming else PATIENCE_SECONDS
        for number, _ in poll.poll(max(wait, 0)):
            each = open_ones[number]
            status = each.hear()
            if status is None:
                continue
            now = time.perf_counter()
            load.statuses[status] += 1
            load.latencies.append(now - each.begun)
            each.begun = now
            if not status or not each.ask():
                poll.unregister(number)
                open_ones.pop(number).socket.close()
    poll.close()
    load.seconds = time.perf_counter() - started
    return load


def keep_asking(
    port: int, next_request: Callable[[], bytes], connections: int, seconds: float
) -> Load:
    """Sends a request on each connection after each reply, for so many seconds."""
    deadline = time.perf_counter() + seconds

    def requests() -> Iterator[bytes]:
        while time.perf_counter() < deadline:
            yield next_request()

    return converse(port, [(0, requests()) for _ in range(connections)])


def status_of_whole(answer: bytes) -> int | None:
    """The status once the whole reply is there, None before; its head must state its length."""
    head, end, body = answer.partition(b"\r\n\r\n")
    if not end or len(body) < int(_LENGTH.search(head)[1]):
        return None
    return int(head[9:12])


def http_request(method: str, path: str, body: bytes = b"") -> bytes:
    """The bytes of one request, as a browser makes it; a body is JSON."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body
