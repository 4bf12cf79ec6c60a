"""Computes the lab's lessons in a process of low priority, one at a time, with a short queue."""

import atexit
import os
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from survey.core.intervals.interval import Counted
from survey.errors import LabBusy
from survey.lab.catalog import REPLAY
from survey.lab.experiments.replay import Wall
from survey.lab.lesson import Lesson, Outcome

MOST_KEPT = 1000  # outcomes, of 10 to 40 kB each
# Threads that may wait here, of the 16 that a server may have. Where app/rsgi.py serves,
# fewer come at once and the others wait without a thread.
MOST_WAITING = 4
SECONDS = 60  # the limit for one outcome; the dearest takes 2 on an idle processor


class LessonWorker:
    """Computes outcomes of lessons, and keeps those that a class asks for again and again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, tuple[tuple[str, Any], ...]], Any] = OrderedDict()
        self._places = threading.BoundedSemaphore(MOST_WAITING)
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None

    def outcome(self, lesson: Lesson, settings: Mapping[str, Any]) -> Outcome:
        """The lesson's outcome; raises LabBusy if too many wait, or it takes too long."""
        outcome: Outcome = self._once(lesson.name, settings)
        return outcome

    def wall(self, counted: Counted, seed: int) -> Wall:
        """survey.lab.experiments.replay.wall; raises LabBusy as `outcome` does."""
        wall: Wall = self._once(REPLAY, {"counted": counted, "seed": seed})
        return wall

    def _once(self, name: str, settings: Mapping[str, Any]) -> Any:
        """What the worker computes under this name, kept for all who ask for the same."""
        key = name, tuple(settings.items())
        if (kept := self._kept.get(key)) is not None:
            return kept
        with self._in_turn():
            # Somebody else may have asked for the same meanwhile.
            if (kept := self._kept.get(key)) is None:
                kept = self._kept[key] = self._worked_out(name, dict(settings))
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            return kept

    def close(self) -> None:
        """Ends the process; the next lesson starts another."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = self._connection = None

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            raise LabBusy
        try:
            with self._turn:
                yield
        finally:
            self._places.release()

    def _worked_out(self, name: str, settings: dict[str, Any]) -> Any:
        connection = self._connection
        if connection is None or self._process is None or self._process.poll() is not None:
            connection = self._start()
        try:
            connection.send((name, settings))
            if connection.poll(SECONDS):
                return connection.recv()
        except (EOFError, OSError):
            pass  # something else ended the process
        self.close()
        raise LabBusy

    def _start(self) -> Connection:
        self.close()
        ours, theirs = Pipe()
        self._connection = ours
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - a module of ours
                [sys.executable, "-m", "survey.lab.worker", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                # One thread, so that it uses one processor at most.
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            )
        return ours


@cache
def lesson_worker() -> LessonWorker:
    """The worker of this process, which all its apps share."""
    worker = LessonWorker()
    atexit.register(worker.close)
    return worker
