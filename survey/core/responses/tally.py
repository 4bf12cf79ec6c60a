"""Counts of reports; shares and means are estimated from them alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import sub

from survey.core.instrument.instrument import Instrument
from survey.core.responses.reports import Report


@dataclass(frozen=True)
class Tally:
    """`counts[i][v]` responses report value v for item i; each row sums to `responses`.

    With one question each, a row sums to the number of people who were asked its question.
    """

    responses: int
    counts: tuple[tuple[int, ...], ...]

    @property
    def count_alone(self) -> "Tally":
        """The number of responses, without any counts of their reports."""
        return Tally(self.responses, tuple((0,) * len(row) for row in self.counts))

    def without(self, other: "Tally") -> "Tally":
        """The tally of these responses without those of `other`."""
        pairs = zip(self.counts, other.counts, strict=True)
        left = tuple(tuple(map(sub, mine, its)) for mine, its in pairs)
        return Tally(self.responses - other.responses, left)


class TallyCounter:
    """Counts reports to a tally, one response at a time.

    The reports must have passed check_response; others may be counted wrong or
    raise IndexError or ValueError. It begins with what is `counted` already.
    """

    def __init__(self, instrument: Instrument, counted: Tally | None = None):
        zero = ((0,) * item.options for item in instrument.items)
        self._counts = list(map(list, counted.counts if counted else zero))
        self.responses = counted.responses if counted else 0

    def add(self, reports: Sequence[Report]) -> None:
        self.responses += 1
        for row, report in zip(self._counts, reports, strict=True):
            if report is not None:
                row[report] += 1

    def tally(self) -> Tally:
        return Tally(self.responses, tuple(tuple(row) for row in self._counts))


def tally_from(instrument: Instrument, counts: Sequence[Sequence[int]]) -> Tally:
    """The tally with these counts: every response answers the first question, or one of all."""
    firsts = instrument.first_items if instrument.one_question_each else (0,)
    return Tally(sum(sum(counts[item]) for item in firsts), tuple(map(tuple, counts)))


def tally(instrument: Instrument, responses: Iterable[Sequence[Report]]) -> Tally:
    """The tally of these lists of reports."""
    counting = TallyCounter(instrument)
    for reports in responses:
        counting.add(reports)
    return counting.tally()


def asked_each(instrument: Instrument, counted: Tally) -> tuple[int, ...] | None:
    """How many people were asked each question, with one question each; otherwise None."""
    if not instrument.one_question_each:
        return None
    return tuple(sum(counted.counts[item]) for item in instrument.first_items)


def tally_of(instrument: Instrument, rows: Iterable[tuple[int, int, int]]) -> Tally:
    """The tally of stored rows (item, value, reports); a count without a row is 0."""
    counts = [[0] * item.options for item in instrument.items]
    for item, value, reports in rows:
        counts[item][value] = reports
    return tally_from(instrument, counts)
