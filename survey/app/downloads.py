"""Keeps large downloads in temporary files while they are sent, one for all readers of one state.

A slow reader then takes neither a thread nor memory. Readers of the same state of the same survey
share a file; the size of all files together is bounded.
"""

import os
import threading
from collections import Counter
from tempfile import TemporaryFile
from typing import IO
from weakref import WeakValueDictionary

from survey.app.wsgi import Answer
from survey.errors import StoreUnavailable

LARGEST_IN_MEMORY = 256 * 1024  # bytes of a download; a larger one is sent from a file
MOST_HELD = 256 * 1024 * 1024  # bytes of all open files; above this no other file is begun


class Downloads:
    """The files of downloads; call `release` once for each time that `of` returned a file.

    Two threads may make files while the event loop releases one: the lock guards only these
    records and is never held while a file is made. A request for a state that is being
    made waits until it is.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turns: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._by_state: dict[str, IO[bytes]] = {}
        self._given: Counter[IO[bytes]] = Counter()
        self._made: dict[tuple[int, int], int] = {}

    def of(self, answer: Answer, shared: bool) -> bytes | IO[bytes]:
        """The whole content of an answer that is made piece by piece.

        A `shared` file is for all readers whose answer has the same ETag. Raises StoreUnavailable
        if there is no room for another file.
        """
        state = next((value for name, value in answer.headers if name == "etag"), "")
        if not (shared and state):
            return self._make(answer, "")
        with self._lock:
            turn = self._turns.setdefault(state, threading.Lock())
        with turn:
            with self._lock:
                file = self._by_state.get(state)
                if file is not None:
                    self._given[file] += 1
            if file is None:
                return self._make(answer, state)
            answer.close()
            return file

    def release(self, file: IO[bytes]) -> None:
        """Closes the file once every reader has released it; an open copy can still be read."""
        with self._lock:
            self._given[file] -= 1
            if not self._given[file]:
                del self._given[file]
                for state in [each for each, kept in self._by_state.items() if kept is file]:
                    del self._by_state[state]
                file.close()

    def _make(self, answer: Answer, state: str) -> bytes | IO[bytes]:
        """Makes the content, and records it with one reader, under its state if it has one."""
        try:
            if self._held() > MOST_HELD:
                raise StoreUnavailable(
                    "Too many downloads are on their way. Please try again in a few minutes."
                )
            content = _complete(answer)
        finally:
            answer.close()
        if not isinstance(content, bytes):
            status = os.fstat(content.fileno())
            with self._lock:
                self._made[status.st_dev, status.st_ino] = status.st_size
                self._given[content] = 1
                if state:
                    self._by_state[state] = content
        return content

    def _held(self) -> int:
        """The bytes of all files that are still open here or in a reader's connection."""
        with self._lock:
            made = dict(self._made)
        if not made:
            return 0
        opened = set()
        for number in os.listdir("/dev/fd"):
            try:
                status = os.fstat(int(number))
            except OSError:  # somebody closed it meanwhile
                continue
            opened.add((status.st_dev, status.st_ino))
        with self._lock:
            for file in made.keys() - opened:
                self._made.pop(file, None)
        return sum(size for file, size in made.items() if file in opened)


def _complete(answer: Answer) -> bytes | IO[bytes]:
    """The answer as a temporary file, or as bytes if they are few."""
    try:
        file = TemporaryFile()  # noqa: SIM115 - `release` closes it
        try:
            file.writelines(answer.pieces)
            size = file.tell()
            file.seek(0)
            if size > LARGEST_IN_MEMORY:
                file.flush()
                return file
            with file:
                return file.read()
        except BaseException:
            file.close()
            raise
    except OSError as error:
        raise StoreUnavailable(
            f"The download could not be prepared: {error.strerror}. Free some space and try again."
        ) from error
