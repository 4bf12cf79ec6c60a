"""A process of low priority beside the server, for work that may take seconds: lessons and uploads.

`python -m survey.web.http.side_process` is that process. It calls one function after another,
so that no respondent waits for one, and a deadline can end it. It reads calls from its standard
input, which only the server can write to, and writes results to its standard output. It ends with
its input, even during a call, since a server that is killed cannot end it.
"""

import atexit
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from queue import Full, SimpleQueue
from typing import IO, Any, ParamSpec, TypeVar

from survey.systems import start_in_background

# Threads that may wait here, of the 16 that a server may have. Where app/rsgi.py serves,
# fewer come at once and the others wait without a thread.
MOST_WAITING = 4

P = ParamSpec("P")
T = TypeVar("T")


class SideProcess:
    """Calls functions in a process of its own, one at a time, with a short queue."""

    def __init__(self) -> None:
        self._places = threading.BoundedSemaphore(MOST_WAITING)
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits until nobody else uses the process; raises queue.Full if too many wait."""
        if not self._places.acquire(blocking=False):
            raise Full
        try:
            with self._turn:
                yield
        finally:
            self._places.release()

    def call(self, seconds: float, function: Callable[P, T], *args: P.args, **kw: P.kwargs) -> T:
        """Calls a function at the top of a module within a `turn`, and returns its result.

        Raises TimeoutError if that takes more seconds or ends the process; the next call starts
        another one.
        """
        process = self._process
        if process is None or process.poll() is not None:
            process = self._start()
        assert process.stdin and process.stdout
        deadline = threading.Timer(seconds, _end, [process])
        deadline.start()
        try:
            _write(process.stdin, (function, args, kw))
            returned: T = _read(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            # It failed, or something else ended the process.
            self.close()
            raise TimeoutError from None
        finally:
            deadline.cancel()
            deadline.join()
        return returned

    def close(self) -> None:
        """Ends the process; the next call starts another."""
        if self._process is not None:
            _end(self._process)
            for pipe in filter(None, (self._process.stdin, self._process.stdout)):
                with suppress(OSError):  # ignores the rest of a call that it did not read
                    pipe.close()
        self._process = None

    def _start(self) -> subprocess.Popen[bytes]:
        self.close()
        # One thread per library, so that the process uses at most one processor.
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self._process = start_in_background([sys.executable, "-m", __name__], environment)
        return self._process


@cache
def side_process() -> SideProcess:
    """The process beside this one, which all its apps share."""
    process = SideProcess()
    atexit.register(process.close)
    return process


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def _write(pipe: IO[bytes], value: object) -> None:
    pickle.dump(value, pipe)
    pipe.flush()


def _read(pipe: IO[bytes]) -> Any:
    """The next value that the process at the other end, one of this app's, has written."""
    return pickle.load(pipe)  # noqa: S301


def _serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Calls the requested functions until the input ends; loads their modules here."""
    calls: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_take, args=[asked, calls], name="asked", daemon=True).start()
    with suppress(ConnectionError):
        while True:
            function, args, kw = calls.get()
            _write(answers, function(*args, **kw))


def _take(asked: IO[bytes], calls: SimpleQueue[Any]) -> None:
    """Queues the requested calls; ends the process when its input ends."""
    try:
        while True:
            calls.put(_read(asked))
    finally:
        os._exit(0)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then hangs up
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # printed lines must not mix with results
    _serve(sys.stdin.buffer, answers)
