"""Closings in so many minutes, by a clock that nobody can set.

A planned closing is stored as a time of the wall clock, by which pages count down. This process
also notes how many seconds are left, on a stopwatch. If the wall clock is stepped, the stored time
is moved by as much, before anything that is due is closed: so a step by an hour closes nothing
early or late, for whichever process closes it. A closing on a date stays at that date.

While no process runs, only the wall clock goes on: after a start a closing is due by it. So a step
between a stop and the next start is the one that changes the minutes that are left.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from survey.errors import SurveyNotFound
from survey.store import Store

TOLERANCE = 2  # seconds: clocks are also slewed, and times are stored in whole seconds


@dataclass(frozen=True)
class Deadline:
    """A closing as it is stored, and its second on the stopwatch."""

    closes_at: int
    ends: float


class Deadlines:
    """What is left of each closing in so many minutes, since this process has seen it first."""

    def __init__(self, store: Store, clock: Callable[[], float], stopwatch: Callable[[], float]):
        self._store, self._clock, self._stopwatch = store, clock, stopwatch
        self._noted: dict[str, Deadline] = {}

    def follow(self) -> int:
        """Moves stored closings by a step of the wall clock; the second that it shows now.

        Raises StoreUnavailable.
        """
        planned = self._store.surveys.planned_in_minutes()
        now, tick = self._clock(), self._stopwatch()
        noted = {code: self._noted.get(code) for code in planned}
        for code, closes_at in planned.items():
            known = noted[code]
            if known is None or known.closes_at != closes_at:  # new, or planned anew
                noted[code] = Deadline(closes_at, tick + closes_at - now)
                continue
            moved = now + known.ends - tick
            if abs(moved - closes_at) > TOLERANCE:
                with suppress(SurveyNotFound):  # deleted meanwhile
                    self._store.surveys.move_closing(code, closes_at, round(moved))
                noted[code] = Deadline(round(moved), known.ends)
        self._noted = {code: each for code, each in noted.items() if each}
        return int(now)
