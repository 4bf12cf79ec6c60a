"""A server whose reply does not end: each byte comes within any timeout of a socket."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from patience import PATIENCE

PAUSE_SECONDS = 0.1
BYTES = round(2 * PATIENCE / PAUSE_SECONDS)  # more than any test waits for
REPLY = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {BYTES}\r\n\r\n".encode()


@contextmanager
def dripping() -> Iterator[str]:
    """The server's origin."""
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_serve, args=[listener, ended], daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        ended.set()


def _serve(listener: socket.socket, ended: threading.Event) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=_drip, args=[connection, ended], daemon=True).start()


def _drip(connection: socket.socket, ended: threading.Event) -> None:
    with suppress(OSError), connection:
        connection.recv(65_536)
        connection.sendall(REPLY)
        for _ in range(BYTES):
            connection.sendall(b"x")
            if ended.wait(PAUSE_SECONDS):
                return
