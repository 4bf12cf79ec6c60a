"""Computes the lab's lessons beside the server, and caches frequent ones."""

from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from queue import Full
from typing import Any

from survey.core.intervals.counts import ReportCount
from survey.errors import LabBusy
from survey.lab.catalog import REPLAY, worked_out
from survey.lab.lesson import Lesson, Outcome
from survey.lab.replay import Wall
from survey.web.http.side_process import SideProcess, side_process

MOST_KEPT = 1000  # outcomes, of 10 to 40 kB each
SECONDS = 60  # seconds for one outcome; the slowest takes 2 on an idle processor


class LessonWorker:
    """Computes outcomes of lessons, and caches those that a class requests repeatedly."""

    def __init__(self, process: SideProcess) -> None:
        self._kept: OrderedDict[tuple[str, tuple[tuple[str, Any], ...]], Any] = OrderedDict()
        self._process = process

    def outcome(self, lesson: Lesson, settings: Mapping[str, Any]) -> Outcome:
        """The lesson's outcome; raises LabBusy if too many wait, or it takes too long."""
        outcome: Outcome = self._once(lesson.name, settings)
        return outcome

    def wall(self, count: ReportCount, confidence: float, seed: int) -> Wall:
        """survey.lab.replay.wall; raises LabBusy as `outcome` does."""
        wall: Wall = self._once(REPLAY, {"count": count, "confidence": confidence, "seed": seed})
        return wall

    def _once(self, name: str, settings: Mapping[str, Any]) -> Any:
        """The result under this name, computed once for all who request it."""
        key = name, tuple(settings.items())
        if (kept := self._kept.get(key)) is not None:
            return kept
        try:
            with self._process.turn():
                # Another request may have computed the same result meanwhile.
                if (kept := self._kept.get(key)) is None:
                    kept = self._process.call(SECONDS, worked_out, name, dict(settings))
                    self._kept[key] = kept
                    if len(self._kept) > MOST_KEPT:
                        self._kept.popitem(last=False)
                return kept
        except (Full, TimeoutError):
            raise LabBusy from None


@cache
def lesson_worker() -> LessonWorker:
    """The worker of this process, which all its apps share."""
    return LessonWorker(side_process())
