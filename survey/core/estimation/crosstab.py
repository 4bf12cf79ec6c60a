"""Two items beside each other: joint shares, conditional shares, differences between groups.

Everything here is linear in the reports or inverts statements that are, so
Hoeffding's inequality with the range of the terms holds for any class and any
n. Nothing is clipped, except that the interval of a conditional share is sought
in [0, 1].
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

from survey.core.estimation.joint_shares import JointShares, coefficients, joint_shares
from survey.core.intervals.hoeffding import mean_half_width
from survey.core.intervals.interval import Interval, around, check_confidence
from survey.core.kinds.item import Item

Counts = tuple[tuple[int, ...], ...]


def cross_tally(
    responses: Iterable[Sequence[int]], items: Sequence[Item], first: int, second: int
) -> Counts:
    """`counts[u][v]`: how many responses report u for item `first` and v for item `second`."""
    counts = [[0] * items[second].options for _ in range(items[first].options)]
    for reports in responses:
        counts[reports[first]][reports[second]] += 1
    return tuple(tuple(row) for row in counts)


@dataclass(frozen=True)
class CrossTable:
    """The estimated joint distribution of the answers to two items.

        joint = M₁⁻¹ (counts/n) M₂⁻ᵀ,   (M⁻¹)[x][y] = ([x = y] − other) / (keep − other)

    `counts[u][v]` responses report u for the first item and v for the second.
    With no respondents every estimate is None.

    Source: Warner (1965) for one question; the inversion of the product
    channel: van den Hout, van der Heijden (2002), doi:10.1111/j.1751-5823.2002.tb00363.x.
    """

    first: Item
    second: Item
    counts: Counts
    confidence: float

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

    def joint_half_width(self) -> float | None:
        """Hoeffding's half-width of a cell of `joint`, the same for every cell.

        One respondent's term of a cell is
        ([u=a] − other₁)([v=b] − other₂) / ((keep₁ − other₁)(keep₂ − other₂));
        its largest less its smallest value is the range. None without respondents.
        """
        if not self.respondents:
            return None
        terms = [x * y for x in coefficients(self.first) for y in coefficients(self.second)]
        return mean_half_width(max(terms) - min(terms), self.respondents, self.confidence)

    def joint_interval(self, group: int, option: int) -> Interval | None:
        """A cell of `joint` ± `joint_half_width`."""
        half_width = self.joint_half_width()
        if self.shares is None or half_width is None:
            return None
        return around(self.shares.joint[group][option], half_width)

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
        """The least and the most r in [0, 1] that the reports do not contradict; None if none.

        If r is the share, the true mean of the terms (coefficients of the joint
        cell) − r · (coefficients of the marginal) is 0, and Hoeffding bounds how
        far its estimate may be off, for each r (Fieller's way of inverting a ratio).
        None without respondents, too.
        """
        if self.shares is None:
            return None
        confidence = confidence or self.confidence
        cell, margin = self.shares.joint[group][option], self.shares.marginal[group]
        kappa = mean_half_width(1.0, self.respondents, confidence)
        corners = [(x * y, x) for x in coefficients(self.first) for y in coefficients(self.second)]
        pieces = []
        # |cell − r margin| <= κ (max − min of (xy − r x)): one of the pairs is max and min.
        for (high, high_slope), (low, low_slope) in permutations(corners, 2):
            reach, slope = kappa * (high - low), kappa * (high_slope - low_slope)
            piece = _between([(reach - cell, margin - slope), (reach + cell, -margin - slope)])
            if piece is not None:
                pieces.append(piece)
        if not pieces:
            return None
        return min(low for low, _ in pieces), max(high for _, high in pieces)

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


def _between(conditions: list[tuple[float, float]]) -> Interval | None:
    """The ends of the r in [0, 1] with a + b·r >= 0 for every (a, b); None if there is none."""
    low, high = 0.0, 1.0
    for a, b in conditions:
        if b > 0:
            low = max(low, -a / b)
        elif b < 0:
            high = min(high, -a / b)
        elif a < 0:
            return None
    return (low, high) if low <= high else None
