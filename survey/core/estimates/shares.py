"""Shares of options as quantities, from the counts of reports; and the option that comes first.

The plain interval of the option that came out first is wrong too often, since it was picked: in 17
to 39 % of classes whose options are equal. That of `largest` holds for any option that comes first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from survey.core.estimates.quantity import SHARES, Quantity, Setting
from survey.core.intervals.class_sets import plausibility
from survey.core.intervals.class_tails import least_with_tail
from survey.core.intervals.counts import Interval, ReportCount, check_confidence
from survey.core.intervals.population import LARGEST_ORDERED
from survey.core.intervals.registry import ONCE_CLOSED, method_named


@dataclass(frozen=True)
class OptionShare:
    """The share of the respondents whose answer is one option: p̂ of ReportCount."""

    count: ReportCount

    scale = SHARES

    @property
    def respondents(self) -> int:
        return self.count.respondents

    @property
    def drawn_from(self) -> int:
        return self.count.drawn_from

    @property
    def received(self) -> float | None:
        return self.count.received

    @property
    def estimate(self) -> float | None:
        return self.count.estimate

    @property
    def leverage(self) -> float:
        return self.count.leverage

    @property
    def p_value(self) -> float:
        return plausibility(self.count)

    def has(self, interval: str) -> bool:
        return method_named(interval).is_of_share(self.count)

    def interval(self, name: str, confidence: float) -> Interval | None:
        of_share = method_named(name).of_share
        return of_share(self.count, confidence) if of_share else None

    def halfway(self, respondents: int) -> "OptionShare":
        return OptionShare(self.count.halfway(respondents))


def share(name: str, of: str, count: ReportCount, setting: Setting) -> Quantity:
    """The share of the option `of`, which the column `name` counts."""
    return Quantity(name, of, OptionShare(count), setting)


def share_of_yes(
    respondents: int,
    reported: int,
    gamma: Fraction,
    confidence: float = 0.95,
    options: int = 2,
    expected: int = 100,
    cap: int | None = None,
) -> Quantity:
    """The share of yes, or of one of k `options`, where `reported` of n respondents report it."""
    count = ReportCount.of(respondents, reported, gamma, options, expected, cap=cap)
    return share("", "Yes", count, Setting(confidence, expected, cap=cap))


def exclusive_shares(
    name: str, options: Sequence[str], counts: Sequence[ReportCount], setting: Setting
) -> tuple[Quantity, ...]:
    """The shares of options of which each respondent has exactly one, with their projection."""
    shares = map(OptionShare, counts)
    found = [count.estimate for count in counts if count.estimate is not None]
    projected = project_on_simplex(found) if found else [None] * len(counts)
    return tuple(
        Quantity(name, option, each, setting, part)
        for option, each, part in zip(options, shares, projected, strict=True)
    )


def project_on_simplex(estimates: Sequence[float]) -> tuple[float, ...]:
    """The shares >= 0 with sum 1 that are nearest in Euclidean distance.

        x_j = max(e_j + λ, 0), with λ such that Σ x_j = 1

    Unbiased estimates of a distribution may be negative or above 1. Their
    projection is neither, and is biased in return: average the estimates, never
    their projections.

    Source: Duchi, Shalev-Shwartz, Singer, Chandra (2008), ICML,
    doi:10.1145/1390156.1390191, algorithm of figure 1.
    """
    values = np.asarray(estimates, dtype=float)
    descending = np.sort(values)[::-1]
    ranks = np.arange(1, len(values) + 1)
    shifts = (1 - np.cumsum(descending)) / ranks
    # λ belongs to the largest rank whose value it leaves above zero.
    last = np.nonzero(descending + shifts > 0)[0][-1]
    return tuple(float(share) for share in np.maximum(values + shifts[last], 0))


@dataclass(frozen=True)
class LargestOptions:
    """The option with the most reports, or all options that share the lead.

    `ends` hold the share of each of them with the confidence of the quantities; None if no class
    is plausible, or without respondents. `leads` says that no other option is more frequent in this
    class.
    """

    options: tuple[Quantity, ...]
    ends: Interval | None
    leads: bool


def largest(rows: Sequence[Quantity]) -> LargestOptions:
    """The option with the largest of these shares: one row per option.

    If the told interval is the class interval, the ends are those of `picked_class_set`. Otherwise
    they are those of the told interval at confidence 1 − alpha/k, which hold for all k options at
    once.
    """
    most = max(row.estimate or 0.0 for row in rows)
    options = tuple(row for row in rows if (row.estimate or 0.0) == most)
    first, count = options[0], options[0].count
    alpha = 1 - first.confidence
    whole_class = first.told == ONCE_CLOSED and not first.drawn_from
    if count is None or not count.respondents or not whole_class:
        at = replace(first.setting, confidence=1 - alpha / len(rows))
        return LargestOptions(options, replace(first, setting=at).ends, False)
    kept = picked_class_set(count, len(rows), first.confidence)
    ends = kept[0] / count.respondents, kept[1] / count.respondents
    counts = sorted((row.count.reported for row in rows if row.count), reverse=True)
    # If one may choose several options, each has coins of its own, and no lead is computed.
    exclusive = first.projected is not None and count.respondents <= LARGEST_ORDERED
    lead = counts[0] - counts[1] if exclusive else 0
    said = lead > 0 and chance_of_lead(lead, count) <= alpha / (len(rows) - 1)
    return LargestOptions(options, ends, said)


def picked_class_set(count: ReportCount, options: int, confidence: float) -> tuple[int, int]:
    """How many of this class have the largest of k `options` as their answer, as (least, most).

        least t with P_t(S >= s) > alpha/(2k) … greatest t with P_t(S <= s) > alpha/2

    S ~ Bin(t, keep) + Bin(n−t, other), s the count of the picked option. The chance that any of the
    k options has its true t below its interval is k·alpha/(2k) at most. The picked option has its t
    above only if a truly largest option, which has no more reports, does, too: that is a single
    option, fixed before the coins. Likelihood-ratio sets will not do, since their ends are not
    valid one at a time. n >= 1.
    """
    alpha = 1 - check_confidence(confidence)
    n, s = count.respondents, count.reported
    keep, other = float(count.keep), float(count.other)
    least = least_with_tail(s, n, keep, other, alpha / (2 * options))
    # With yes and no swapped, few reports of the option are many of the others.
    fewest_others = least_with_tail(n - s, n, 1 - other, 1 - keep, alpha / 2)
    low = n if least is None else least
    high = 0 if fewest_others is None else n - fewest_others
    return min(low, high), max(low, high)


def chance_of_lead(lead: int, count: ReportCount) -> float:
    """The largest chance with which an option that is not ahead leads another by `lead` >= 1.

        max over c <= n/2 of P(S_j − S_i >= lead),  c answer j, c answer i, n − 2c neither

    Turning an answer for i into another, or another into one for j, makes S_j − S_i stochastically
    larger, so the worst class in which j is not ahead has as many for both. If an option is said to
    lead and another is truly larger, it leads that one by at least as much: k − 1 pairs, each with
    this chance at most. The laws are inverse Fourier transforms. n <= 1,000.
    """
    return _chance_of_lead(lead, count.respondents, float(count.keep), float(count.other))


@lru_cache(maxsize=1024)
def _chance_of_lead(lead: int, n: int, keep: float, other: float) -> float:
    places = 2 * n + 1
    z = np.exp(-2j * np.pi * np.arange(n + 1) / places)
    for_j = keep * z + other / z + (1 - keep - other)
    for_i = other * z + keep / z + (1 - keep - other)
    for_others = other * z + other / z + (1 - 2 * other)
    each = np.arange(n // 2 + 1)[:, np.newaxis]
    laws = np.fft.irfft((for_j * for_i) ** each * for_others ** (n - 2 * each), places, axis=1)
    # A difference d has the index d; a negative one has 2n + 1 + d.
    return float(laws[:, lead : n + 1].sum(axis=1).max())
