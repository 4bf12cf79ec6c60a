"""A bound on the tails of a sum over surveys, for any number of surveys and persons."""

import math
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from survey.core.intervals.counts import ReportCount
from survey.core.pooling.groups import mirrored

# Exponents λ per person. Each gives a valid bound; the more, the nearer to the best.
TILTS = np.geomspace(1e-4, 20, 400)


def bound_persons(channels: Sequence[ReportCount], confidence: float) -> tuple[int, int] | None:
    """The totals T that no λ > 0 refuses, on either side, as (least, most); None if there is none.

        −λw + max over splits of T of Σ t ln(1 + a(e^{λc} − 1)) + (n−t) ln(1 + b(e^{λc} − 1))
            <= ln(alpha/2)     refuses T as too small,     c = 1/(a − b), w = Σ c·S

    a = keep, b = other of each survey. By Markov's inequality for e^{λW} the left side is at least
    ln P(W >= w). The sum is linear in t, so the best split fills the surveys by falling gain.
    """
    log_tail = math.log((1 - confidence) / 2)
    n = sum(each.respondents for each in channels)
    least = _least_kept(channels, log_tail)
    most = n - _least_kept(mirrored(channels), log_tail)
    return (least, most) if least <= most else None


def _least_kept(channels: Sequence[ReportCount], log_tail: float) -> int:
    """The least total that is kept; the bound grows with it."""
    with_answer, without = _exponents(channels)
    gains = np.argsort(with_answer - without, axis=0)[::-1]
    sizes = np.array([each.respondents for each in channels])[gains]  # [place, tilt]
    before = np.cumsum(sizes, axis=0) - sizes
    gained = np.take_along_axis(with_answer - without, gains, axis=0)
    base = sum(each.respondents * row for each, row in zip(channels, without, strict=True))
    base = base - TILTS * sum(each.reported / float(each.keep - each.other) for each in channels)

    def kept(total: int) -> bool:
        filled = np.clip(total - before, 0, sizes)
        return bool((base + (filled * gained).sum(axis=0)).min() > log_tail)

    return bisect_left(range(sum(each.respondents for each in channels) + 1), True, key=kept)


def _exponents(
    channels: Sequence[ReportCount],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """ln E e^{λc·report} of those with the answer and of the others, [channel, tilt]."""
    tilts = [TILTS / float(each.keep - each.other) for each in channels]

    def logs(chances: list[float]) -> NDArray[np.float64]:
        pairs = zip(chances, tilts, strict=True)
        return np.array([np.logaddexp(math.log1p(-p), math.log(p) + tilt) for p, tilt in pairs])

    return logs([float(each.keep) for each in channels]), logs(
        [float(each.other) for each in channels]
    )
