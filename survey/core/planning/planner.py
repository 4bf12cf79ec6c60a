"""Class size, margin and γ: any two give the third, for each interval and a trusted curator."""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from survey.core.intervals.counts import ReportCount, check_cap, check_confidence
from survey.core.intervals.registry import ANNOUNCED, EVERYWHERE, HORIZON, method_named
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import check_gamma, epsilon, keep_and_other, largest_gamma
from survey.core.planning.sample_size import (
    central_laplace_epsilon,
    central_laplace_half_width,
    central_laplace_respondents,
    check_margin,
    respondents_for_margin,
)
from survey.errors import ParameterError

# Not an interval: what a trusted curator could state, who sees the answers and adds Laplace noise.
CENTRAL_LAPLACE = "central_laplace"
METHODS = (*EVERYWHERE, CENTRAL_LAPLACE)
WITH_CAP = (*EVERYWHERE, HORIZON.name, CENTRAL_LAPLACE)

# Finding a plan for the exact intervals takes up to half a second at this size.
LARGEST_RESPONDENTS = 1_000_000

Value = TypeVar("Value")

GIVE_TWO = "Give two of respondents, margin and γ: the third is worked out."

# Every γ in three decimals, up to the largest that may be asked.
GAMMAS = tuple(
    Fraction(thousandths, 1000) for thousandths in range(1, math.floor(1000 * largest_gamma()) + 1)
)


@dataclass(frozen=True)
class Need:
    """The three numbers for one method: two given ones, and the third that follows.

    The third is None if no γ up to 49/100 in three decimals suffices, or if more respondents than
    the cap are needed, or more than 1,000,000 by an interval other than Hoeffding's. A curator has
    an ε, and a γ only if one was given.
    """

    method: str
    respondents: int | None
    margin: float
    gamma: Fraction | None
    epsilon: float | None


@dataclass(frozen=True)
class Plan:
    """Two of `respondents`, `margin` (a share in (0, 1]) and `gamma`; one of them is None.

    The margin is half of an interval's width for one yes/no question. At most `cap` people can
    respond, if there is one. Raises ParameterError unless exactly two are given, each in its range.
    """

    respondents: int | None
    margin: float | None
    gamma: Fraction | None
    confidence: float = 0.95
    cap: int | None = None

    def __post_init__(self) -> None:
        if (self.respondents, self.margin, self.gamma).count(None) != 1:
            raise ParameterError(GIVE_TWO)
        check_confidence(self.confidence)
        if self.respondents is not None and not 1 <= self.respondents <= LARGEST_RESPONDENTS:
            raise ParameterError(
                f"Respondents must be a whole number from 1 to {LARGEST_RESPONDENTS:,}.",
                "respondents",
            )
        check_cap(self.respondents or 0, self.cap)
        if self.margin is not None:
            check_margin(self.margin)
        if self.gamma is not None:
            check_gamma(self.gamma)

    def need(self, method: str) -> Need:
        """The two numbers that were given, and the third for this method, one of `methods`."""
        n, margin, gamma, confidence = self.respondents, self.margin, self.gamma, self.confidence
        cap = self.cap
        if margin is not None and gamma is not None:
            fewest = fewest_respondents(method, gamma, margin, confidence, cap)
            return Need(method, fewest, margin, gamma, epsilon(gamma))
        if n is not None and gamma is not None:
            width = half_width(method, n, gamma, confidence, cap=cap)
            return Need(method, n, width, gamma, epsilon(gamma))
        if n is not None and margin is not None:
            return _need_of_privacy(method, n, margin, confidence, cap)
        raise ParameterError(GIVE_TWO)

    @property
    def stated_by(self) -> str:
        """The interval that the plan is stated by: with a cap the one that its survey is told.

        That is the horizon interval, unless figures wait until the survey has closed.
        """
        return ANNOUNCED if self.cap is None else HORIZON.name

    @property
    def needs(self) -> list[Need]:
        """One for each method."""
        return [self.need(method) for method in (METHODS if self.cap is None else WITH_CAP)]


def _need_of_privacy(
    method: str, n: int, margin: float, confidence: float, cap: int | None
) -> Need:
    """The γ for n and margin; for a curator, who has no γ, the ε."""
    if method == CENTRAL_LAPLACE:
        needed = central_laplace_epsilon(n, margin, confidence)
        return Need(method, n, margin, None, needed)
    gamma = smallest_gamma(method, n, margin, confidence, cap)
    return Need(method, n, margin, gamma, None if gamma is None else epsilon(gamma))


def half_width(
    method: str,
    respondents: int,
    gamma: Fraction,
    confidence: float,
    options: int = 2,
    parts: int = 1,
    cap: int | None = None,
) -> float:
    """Half the width to expect of the interval for an option that half of a class of n choose.

    With two options no other share has a wider interval, except that the class interval moves in
    steps and may be a little wider for another. With more options the class and population
    intervals of a larger share are often wider. The n expected beforehand is n. With `parts` the
    respondents are those who were asked, a random sample of `parts` times as many; with a `cap` at
    most this many can respond. For CENTRAL_LAPLACE, the distance that the noise stays within.
    Raises ParameterError if `method` is none of these.
    """
    if method == CENTRAL_LAPLACE:
        return central_laplace_half_width(respondents, gamma, confidence)
    count = replace(_half_of(respondents, gamma, options, parts), cap=cap)
    return method_named(method).expected_half_width(count, confidence)


def item_half_width(
    item: Item,
    method: str,
    respondents: int,
    confidence: float,
    parts: int = 1,
    cap: int | None = None,
) -> float:
    """`half_width` of an item: of a share, or of a number's mean as a part of its range."""
    count = replace(_half_of(respondents, item.gamma, item.options, parts), cap=cap)
    return item.half_width(method_named(method), count, confidence)


def _half_of(respondents: int, gamma: Fraction, options: int, parts: int) -> ReportCount:
    yes = math.floor(respondents * sum(keep_and_other(gamma, options)) / 2)
    drawn_from = respondents * parts if parts > 1 else 0
    return ReportCount.of(respondents, yes, gamma, options, respondents, drawn_from)


def fewest_respondents(
    method: str, gamma: Fraction, margin: float, confidence: float, cap: int | None = None
) -> int | None:
    """The n that brings the half-width down to `margin`.

    None if more than the cap are needed, or without one more than 1,000,000 by an interval other
    than Hoeffding's. The exact intervals move in steps: n keeps the margin and n − 1 does not, but
    sometimes a smaller n does, too.
    """
    if method in (ANNOUNCED, CENTRAL_LAPLACE):
        announced = method == ANNOUNCED
        exactly = respondents_for_margin if announced else central_laplace_respondents
        needed = exactly(gamma, margin, confidence)
        return needed if cap is None or needed <= cap else None
    # No interval needs twice as many as Hoeffding's.
    most = min(LARGEST_RESPONDENTS, 2 * respondents_for_margin(gamma, margin, confidence))
    needs_cap = method_named(method).needs_cap
    return _first(
        range(1, min(most, cap or most) + 1),
        lambda n: (
            half_width(method, n, gamma, confidence, cap=cap if needs_cap else None) <= margin
        ),
    )


def smallest_gamma(
    method: str, respondents: int, margin: float, confidence: float, cap: int | None = None
) -> Fraction | None:
    """The smallest γ in three decimals that brings the half-width down to `margin`, or None."""
    return _first(
        GAMMAS, lambda gamma: half_width(method, respondents, gamma, confidence, cap=cap) <= margin
    )


def _first(values: Sequence[Value], holds: Callable[[Value], bool]) -> Value | None:
    """The first value that `holds`, if all values after it do, too; None if none does."""
    place = bisect_left(values, True, key=holds)
    return values[place] if place < len(values) else None
