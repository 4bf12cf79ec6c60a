"""Shares of options as quantities, from the counts of reports; and the option in the lead."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from survey.core.estimates.quantity import SHARES, Quantities, Quantity, Setting
from survey.core.intervals.class_sets import plausibility
from survey.core.intervals.counts import Interval, ReportCount
from survey.core.intervals.largest_option import chance_of_lead, picked_class_set
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
class LeadingQuantity(Quantity):
    """An option that was picked from `options` of them, since none has a larger estimate.

    If the told interval is the class interval, its range is that of `picked_class_set`. Otherwise
    it is the told interval at confidence 1 − alpha/k, which holds for all k options at once.
    """

    options: int = 1

    leads = True

    @cached_property
    def range(self) -> Interval | None:
        count = self.count
        if count is not None and self.told == ONCE_CLOSED and not self.drawn_from:
            least, most = picked_class_set(count, self.options, self.confidence)
            return least / count.respondents, most / count.respondents
        each = 1 - (1 - self.confidence) / self.options
        return self.statistic.interval(self.told, each)


def with_lead(found: Quantities) -> Quantities:
    """The quantities; without a headline, each option in the lead is a `LeadingQuantity`."""
    rows = found.rows
    if found.headline is not None or len(rows) < 2 or not rows[0].respondents:
        return found
    most = max(row.estimate or 0.0 for row in rows)
    return replace(
        found, rows=tuple(_leading(row, len(rows)) if row.estimate == most else row for row in rows)
    )


def no_other_is_more_frequent(rows: Sequence[Quantity]) -> bool:
    """Whether the option in the lead has the most answers of this class, which is said once closed.

    Options are compared if each respondent has exactly one: where one may choose several, each has
    coins of its own. It is said if `chance_of_lead` is alpha/(k − 1) at most.
    """
    first = rows[0]
    counts = sorted((row.count for row in rows if row.count), key=lambda each: each.reported)
    if len(counts) < 2 or first.projected is None or first.told != ONCE_CLOSED or first.drawn_from:
        return False
    if not 0 < first.respondents <= LARGEST_ORDERED:
        return False
    lead = counts[-1].reported - counts[-2].reported
    alpha = 1 - first.confidence
    return lead > 0 and chance_of_lead(lead, counts[-1]) <= alpha / (len(rows) - 1)


def _leading(row: Quantity, options: int) -> LeadingQuantity:
    given = {field.name: getattr(row, field.name) for field in fields(Quantity)}
    return LeadingQuantity(**given, options=options)
