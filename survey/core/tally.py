"""Counts of reports: all that estimates are computed from."""

from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass

from survey.core.instrument import Instrument


@dataclass(frozen=True)
class Tally:
    """`counts[i][v]` responses report value v for item i; each row sums to `responses`."""

    responses: int
    counts: tuple[tuple[int, ...], ...]


def tally(instrument: Instrument, responses: Iterable[Sequence[int]]) -> Tally:
    """The tally of these lists of reports."""
    counts = [[0] * item.options for item in instrument.items]
    total = 0
    for reports in responses:
        total += 1
        for row, report in zip(counts, reports, strict=True):
            row[report] += 1
    return Tally(total, tuple(tuple(row) for row in counts))
