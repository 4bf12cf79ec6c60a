"""The cross-table of two items: joint shares, conditional shares, differences between groups.

Estimates are linear in the reports, or ratios of such, and not clipped. Intervals lie in
[0, 1] and hold for any class and any n, but for the likelihood interval, which is approximate. A
relation is a cross-table with the two questions that it comes from.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from survey.core.estimates.difference_likelihood import difference_likelihood
from survey.core.estimates.group_bounds import (
    Chances,
    Table,
    conditional_bound,
    conditional_bound_at_cap,
    joint_bound,
)
from survey.core.estimates.group_likelihood import likelihood_interval, was_tried
from survey.core.instrument.instrument import Question
from survey.core.intervals.counts import Interval, check_confidence, debias
from survey.core.kinds.item import Item
from survey.core.responses.reports import Report

Counts = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class JointShares:
    """The unbiased shares of a class that has respondents.

    `joint[a][b]` is the share whose answers are a and b. `marginal[a]` is the share
    whose first answer is a, computed from fractions: a share of 0 is then exactly 0,
    and nothing is divided by a rounding error.
    """

    joint: tuple[tuple[float, ...], ...]
    marginal: tuple[float, ...]


def joint_shares(first: Item, second: Item, counts: Sequence[Sequence[int]]) -> JointShares | None:
    """The shares from `counts[u][v]`; None without respondents.

    joint = M₁⁻¹ (counts/n) M₂⁻ᵀ,   (M⁻¹)[x][y] = ([x = y] − other) / (keep − other)
    """
    respondents = sum(map(sum, counts))
    if not respondents:
        return None
    table = _inverse(first) @ (np.array(counts) / respondents) @ _inverse(second).T
    reported = [Fraction(sum(row), respondents) for row in counts]
    return JointShares(
        tuple(tuple(float(cell) for cell in row) for row in table),
        tuple(float(debias(share, *first.chances(a))) for a, share in enumerate(reported)),
    )


def _inverse(item: Item) -> NDArray[np.float64]:
    """M⁻¹ of the item's channel, k by k: a row holds what each report counts for an option."""
    rows = []
    for option in range(item.options):
        keep, other = item.chances(option)
        row = [float(-other / (keep - other))] * item.options
        row[option] = float((1 - other) / (keep - other))
        rows.append(row)
    return np.array(rows)


def cross_tally(
    responses: Iterable[Sequence[Report]], items: Sequence[Item], first: int, second: int
) -> Counts:
    """`counts[u][v]`: how many responses report u for item `first` and v for item `second`."""
    counts = [[0] * items[second].options for _ in range(items[first].options)]
    for reports in responses:
        u, v = reports[first], reports[second]
        if u is not None and v is not None:
            counts[u][v] += 1
    return tuple(tuple(row) for row in counts)


@dataclass(frozen=True)
class CrossTable:
    """The estimated joint distribution of the answers to two items.

        joint = M₁⁻¹ (counts/n) M₂⁻ᵀ,   (M⁻¹)[x][y] = ([x = y] − other) / (keep − other)

    `counts[u][v]` responses report u for the first item and v for the second.
    With no respondents every estimate is None. With a `cap`, which was fixed before the first
    response, the guaranteed intervals hold at every look at once.

    Source: Warner (1965) for one question; the inversion of the product
    channel: van den Hout, van der Heijden (2002), doi:10.1111/j.1751-5823.2002.tb00363.x.
    """

    first: Item
    second: Item
    counts: Counts
    confidence: float
    cap: int | None = None

    def __post_init__(self) -> None:
        check_confidence(self.confidence)

    @cached_property
    def respondents(self) -> int:
        return sum(map(sum, self.counts))

    @cached_property
    def shares(self) -> JointShares | None:
        """`joint` and `marginal` together; None without respondents."""
        return joint_shares(self.first, self.second, self.counts)

    @property
    def joint(self) -> tuple[tuple[float, ...], ...] | None:
        """`joint[a][b]`: the unbiased share of those whose answers are a and b."""
        return None if self.shares is None else self.shares.joint

    @property
    def marginal(self) -> tuple[float, ...] | None:
        """The unbiased shares of the first item's options: the sums of `joint`'s rows."""
        return None if self.shares is None else self.shares.marginal

    def joint_interval(self, group: int, option: int) -> Interval | None:
        """The interval of a cell of `joint`, within 0..1, right for any class: `joint_bound`.

        None without respondents, or if no class could plausibly have sent these reports.
        """
        if not self.respondents:
            return None
        reduced = self._reduced(group, option)
        return joint_bound(reduced, *self._chances(group, option), self.confidence, self.cap)

    def conditional(self, group: int, option: int) -> float | None:
        """The share of `option` of the second item among those whose first answer is `group`.

        A ratio of two unbiased estimates, which is itself biased. None if the
        denominator is not above 0. Not clipped.
        """
        if self.shares is None or self.shares.marginal[group] <= 0:
            return None
        return self.shares.joint[group][option] / self.shares.marginal[group]

    def conditional_interval(
        self, group: int, option: int, confidence: float | None = None
    ) -> Interval | None:
        """The interval of a conditional share, within 0..1, for any class: `conditional_bound`.

        None without respondents, or if no class could plausibly have sent these reports.
        """
        if not self.respondents:
            return None
        reduced, confidence = self._reduced(group, option), confidence or self.confidence
        chances = self._chances(group, option)
        if self.cap is None:
            return conditional_bound(reduced, *chances, confidence)
        return conditional_bound_at_cap(reduced, *chances, confidence, self.cap)

    def likelihood_interval(self, group: int, option: int) -> Interval | None:
        """The narrower, approximate interval of a conditional share; None where not simulated."""
        chances = self._chances(group, option)
        if not was_tried(self.respondents, *chances):
            return None
        return likelihood_interval(self._reduced(group, option), *chances, self.confidence)

    def difference(self, group: int, reference: int, option: int) -> float | None:
        """The conditional share in `group` less that in `reference`; None if either is None."""
        share, other = self.conditional(group, option), self.conditional(reference, option)
        return None if share is None or other is None else share - other

    def difference_interval(self, group: int, reference: int, option: int) -> Interval | None:
        """An interval of `difference`, from both conditional intervals at alpha/2 each.

        Lies in [−1, 1]. None if either conditional interval is None.
        """
        each = 1 - (1 - self.confidence) / 2
        ends = self.conditional_interval(group, option, each)
        others = self.conditional_interval(reference, option, each)
        if ends is None or others is None:
            return None
        return ends[0] - others[1], ends[1] - others[0]

    def likely_difference(self, group: int, reference: int, option: int) -> Interval | None:
        """The narrower, approximate interval of `difference`; None where no simulation covers it.

        It is known for two groups and two options: `difference_likelihood`.
        """
        chances = self._chances(1, 1)
        if not was_tried(self.respondents, *chances) or group == reference:
            return None
        # The difference in yes between first answers of yes and no; all others mirror it.
        found = difference_likelihood(self._reduced(1, 1), *chances, self.confidence).ends
        mirrored = (group == 1) != (option == 1)
        return (-found[1], -found[0]) if mirrored else found

    def _chances(self, group: int, option: int) -> tuple[Chances, Chances]:
        """The chances of the reports that name this group, and of those that name this option."""
        (a, b), (c, d) = self.first.chances(group), self.second.chances(option)
        return (float(a), float(b)), (float(c), float(d))

    def _reduced(self, group: int, option: int) -> Table:
        """The counts of reports that name the group or not, by whether they name the option."""
        both = self.counts[group][option]
        in_group = sum(self.counts[group])
        with_option = sum(row[option] for row in self.counts)
        neither = self.respondents - in_group - with_option + both
        return (neither, with_option - both), (in_group - both, both)


@dataclass(frozen=True)
class Relation:
    """A cross-table with the two questions it comes from."""

    table: CrossTable
    first_question: Question
    second_question: Question

    @property
    def groups(self) -> list[str]:
        """The meaning of each answer to the first question."""
        return list(self.first_question.item.meanings)

    @property
    def options(self) -> list[str]:
        """The meaning of each answer to the second question."""
        return list(self.second_question.item.meanings)
