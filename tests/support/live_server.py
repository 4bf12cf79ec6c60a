"""The real app on a real socket, in a thread of the test process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ssl import SSLContext

from flask import Flask
from werkzeug.serving import make_server


@contextmanager
def serving(app: Flask, encrypted: bool | SSLContext = False) -> Iterator[str]:
    """Serves the app on a free port and yields its address, without a slash at the end.

    `encrypted`, by TLS, with the certificate in that context, or else one that nobody knows.
    """
    certificate = "adhoc" if encrypted is True else encrypted or None
    server = make_server("127.0.0.1", 0, app, threaded=True, ssl_context=certificate)
    # Keep-alive threads end with their clients and not with the test.
    server.daemon_threads = True
    # It looks every 20 ms whether it is to end: a test should not wait for that.
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http{'s' if encrypted else ''}://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
