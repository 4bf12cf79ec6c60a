"""`survey serve` in a process of its own, and clients that send to it."""

import http.client
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from patience import PATIENCE

from survey.core.responses.response import Response


class Served:
    """A server on a PostgreSQL database, or the folder's own, in a process group of its own."""

    def __init__(self, data: Path, port: int, database: str | None, *arguments: object):
        # A file and not a pipe: nobody reads while the server runs, and a full pipe would stop it.
        self._printed = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by end()
        self._port = port
        self._process = subprocess.Popen(
            [sys.executable, "-m", "survey", "serve", "--data", str(data), "--port", str(port),
             *map(str, arguments)],
            env={**os.environ, "SURVEY_DATABASE": database or ""},
            stdout=self._printed, stderr=self._printed, start_new_session=True,
        )  # fmt: skip

    def wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
            try:
                connection.request("GET", "/")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                assert self._process.poll() is None, self.printed()
                assert time.monotonic() < deadline
                time.sleep(0.05)
            finally:
                connection.close()

    def printed(self) -> str:
        """All that it has printed so far."""
        self._printed.seek(0)
        return self._printed.read()

    def stop(self) -> int:
        """Asks it to end, and returns its exit code."""
        self._process.terminate()
        return self._process.wait(timeout=PATIENCE)

    def end(self) -> None:
        """Kills its whole process group: a worker that outlives its server would hold the port."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._printed.close()


@contextmanager
def served(data: Path, port: int, database: str | None, *arguments: object) -> Iterator[Served]:
    """Runs a server that is ready for requests, until the end of the block."""
    server = Served(data, port, database, *arguments)
    try:
        server.wait_until_it_answers()
        yield server
    finally:
        server.end()


class Client:
    """A keep-alive connection to a server."""

    def __init__(self, port: int, code: str):
        self._path = f"/s/{code}/responses"
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def send(self, response: Response) -> int:
        """Sends the response; returns the reply's status."""
        self._connection.request(
            "POST", self._path, response.body(), {"Content-Type": "application/json"}
        )
        answer = self._connection.getresponse()
        answer.read()
        return answer.status

    def close(self) -> None:
        self._connection.close()
