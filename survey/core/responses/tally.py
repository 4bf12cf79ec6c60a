"""Counts of reports; shares and means are estimated from them alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from survey.core.instrument.instrument import Instrument
from survey.core.responses.reports import Report


@dataclass(frozen=True)
class Tally:
    """`counts[i][v]` responses report value v for item i; each row sums to `responses`.

    Of one question each, it sums to the number of those who were asked its question.
    """

    responses: int
    counts: tuple[tuple[int, ...], ...]

    @property
    def count_alone(self) -> "Tally":
        """As many responses, and nothing of what they report."""
        return Tally(self.responses, tuple((0,) * len(row) for row in self.counts))


class TallyCounter:
    """Counts reports to a tally, one response at a time.

    The reports must have passed check_response; others may be counted wrong or
    raise IndexError or ValueError.
    """

    def __init__(self, instrument: Instrument):
        self._counts = [[0] * item.options for item in instrument.items]
        self._responses = 0

    def add(self, reports: Sequence[Report]) -> None:
        self._responses += 1
        for row, report in zip(self._counts, reports, strict=True):
            if report is not None:
                row[report] += 1

    def tally(self) -> Tally:
        return Tally(self._responses, tuple(tuple(row) for row in self._counts))


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
