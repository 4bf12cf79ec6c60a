"""One respondent after another, while something else goes on: how long each waits."""

import http.client
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

BETWEEN = 0.02  # seconds from an answer to the next response
PATIENCE = 300


@contextmanager
def responding(port: int, code: str, digest: str) -> Iterator[list[float]]:
    """Sends responses to two questions meanwhile; gives the seconds that each took."""
    seconds: list[float] = []
    over = threading.Event()

    def send() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        with closing(connection):
            while not over.wait(BETWEEN):
                response = {"instrument": digest, "response_id": secrets.token_hex(16)}
                body = json.dumps(response | {"reports": [0, 1]})
                begun = time.perf_counter()
                headers = {"Content-Type": "application/json"}
                connection.request("POST", f"/s/{code}/responses", body, headers)
                answer = connection.getresponse()
                answer.read()
                assert answer.status == 201
                seconds.append(time.perf_counter() - begun)

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield seconds
    finally:
        over.set()
        thread.join()
