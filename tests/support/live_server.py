"""The real app on a real socket, in a thread of the test process."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from socketserver import BaseServer
from ssl import SSLContext, SSLSocket

from flask import Flask
from werkzeug.serving import make_server
from werkzeug.wsgi import ClosingIterator


@contextmanager
def serving(app: Flask, encrypted: bool | SSLContext = False) -> Iterator[str]:
    """Serves the app on a free port and yields its address, without a slash at the end.

    If `encrypted`, it uses TLS with the certificate in that context, otherwise with an unknown one.
    """
    certificate = "adhoc" if encrypted is True else encrypted or None
    prompt = partial(answered_promptly, app)
    server = make_server("127.0.0.1", 0, prompt, threaded=True, ssl_context=certificate)
    # Keep-alive threads end with their clients and not with the test.
    server.daemon_threads = True
    with running(server) as port:
        yield f"http{'s' if encrypted else ''}://127.0.0.1:{port}"


@contextmanager
def running(server: BaseServer) -> Iterator[int]:
    """Runs the server in a thread until the block ends, and yields its port."""
    # The server checks every 20 ms whether to end: a longer pause would delay tests.
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def answered_promptly(app: Flask, environ: dict, start_response: Callable) -> ClosingIterator:
    """What the app answers, which ends with its last byte.

    Werkzeug's server listens for another 10 ms, and each client that reads to the end waits as
    long. This tells the client that no more comes; what it still sends is read as before.
    """
    length_is_known = False

    def start(status: str, headers: list, *error) -> Callable:
        nonlocal length_is_known
        names = {name.lower() for name, _ in headers}
        length_is_known = "content-length" in names or status[:3] in {"204", "304"}
        return start_response(status, headers, *error)

    answer = app(environ, start)

    def parts() -> Iterator[bytes]:
        yield from answer
        yield b""  # sends the head, where nothing follows it
        connection = environ["werkzeug.socket"]
        if length_is_known and not isinstance(connection, SSLSocket):
            with suppress(OSError):  # the client has gone
                connection.shutdown(socket.SHUT_WR)

    return ClosingIterator(parts(), getattr(answer, "close", None))
