"""Class size, margin and γ: any two give the third, for each interval and a trusted curator."""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from survey.core.intervals.interval import Counted, check_confidence
from survey.core.intervals.registry import ANNOUNCED, INTERVALS, method_named
from survey.core.mechanism.privacy import check_gamma, epsilon, keep_and_other
from survey.core.planning.sample_size import (
    central_laplace_epsilon,
    central_laplace_half_width,
    central_laplace_respondents,
    check_margin,
    respondents_for_margin,
)
from survey.errors import ParameterError

# No interval of ours: what a curator could state who sees the answers and adds Laplace noise.
CENTRAL_LAPLACE = "central_laplace"
METHODS = (*INTERVALS, CENTRAL_LAPLACE)

# The exact intervals are worked out, not looked up: a second at this size.
LARGEST_RESPONDENTS = 1_000_000

Value = TypeVar("Value")

GIVE_TWO = "Give two of respondents, margin and γ: the third is worked out."

GAMMAS = tuple(Fraction(thousandths, 1000) for thousandths in range(1, 500))


@dataclass(frozen=True)
class Need:
    """What one method takes or gives: the third number beside the two that were given.

    None where nothing does: no γ below 1/2 in three decimals, or more than
    1,000,000 respondents. A curator has an ε, but no γ unless one was given.
    """

    method: str
    respondents: int | None
    margin: float
    gamma: Fraction | None
    epsilon: float | None


@dataclass(frozen=True)
class Plan:
    """Two of `respondents`, `margin` (a share in (0, 1]) and `gamma`; one of them is None.

    The margin is half of an interval's width for one yes/no question. Raises
    ParameterError unless exactly two are given, each in its range.
    """

    respondents: int | None
    margin: float | None
    gamma: Fraction | None
    confidence: float = 0.95

    def __post_init__(self) -> None:
        if (self.respondents, self.margin, self.gamma).count(None) != 1:
            raise ParameterError(GIVE_TWO)
        check_confidence(self.confidence)
        if self.respondents is not None and not 1 <= self.respondents <= LARGEST_RESPONDENTS:
            raise ParameterError(
                f"Respondents must be a whole number from 1 to {LARGEST_RESPONDENTS:,}.",
                "respondents",
            )
        if self.margin is not None:
            check_margin(self.margin)
        if self.gamma is not None:
            check_gamma(self.gamma)

    def need(self, method: str) -> Need:
        """The two that were given with the third for this method, one of METHODS."""
        n, margin, gamma, confidence = self.respondents, self.margin, self.gamma, self.confidence
        if margin is not None and gamma is not None:
            fewest = fewest_respondents(method, gamma, margin, confidence)
            return Need(method, fewest, margin, gamma, epsilon(gamma))
        if n is not None and gamma is not None:
            width = half_width(method, n, gamma, confidence)
            return Need(method, n, width, gamma, epsilon(gamma))
        if n is not None and margin is not None:
            return _need_of_privacy(method, n, margin, confidence)
        raise ParameterError(GIVE_TWO)

    @property
    def needs(self) -> list[Need]:
        """One for each of METHODS."""
        return [self.need(method) for method in METHODS]


def _need_of_privacy(method: str, n: int, margin: float, confidence: float) -> Need:
    """The γ for n and margin; of a curator, who has no γ, the ε."""
    if method == CENTRAL_LAPLACE:
        needed = central_laplace_epsilon(n, margin, confidence)
        return Need(method, n, margin, None, needed)
    gamma = smallest_gamma(method, n, margin, confidence)
    return Need(method, n, margin, gamma, None if gamma is None else epsilon(gamma))


def half_width(
    method: str, respondents: int, gamma: Fraction, confidence: float, options: int = 2
) -> float:
    """Half the width of the interval to expect from a class of n, half of whom say yes.

    With k options it is that of one option's share, which half of the class choose.

    No case is wider, but that the class interval's steps make another a little
    wider now and then. The n expected is n itself. For CENTRAL_LAPLACE it is the
    distance that the noise stays within. Raises ParameterError for what is none of METHODS.
    """
    if method == CENTRAL_LAPLACE:
        return central_laplace_half_width(respondents, gamma, confidence)
    yes = math.floor(respondents * sum(keep_and_other(gamma, options)) / 2)
    counted = Counted(respondents, yes, gamma, confidence, respondents, options)
    return method_named(method).expected_half_width(counted)


def fewest_respondents(
    method: str, gamma: Fraction, margin: float, confidence: float
) -> int | None:
    """The n that brings the half-width to `margin`; None above 1,000,000 for a searched one.

    The exact intervals move in steps: the margin is held by this n and not by
    n − 1, but now and then by a smaller one too.
    """
    if method == ANNOUNCED:
        return respondents_for_margin(gamma, margin, confidence)
    if method == CENTRAL_LAPLACE:
        return central_laplace_respondents(gamma, margin, confidence)
    # No interval takes twice as many as Hoeffding's.
    most = min(LARGEST_RESPONDENTS, 2 * respondents_for_margin(gamma, margin, confidence))
    return _first(range(1, most + 1), lambda n: half_width(method, n, gamma, confidence) <= margin)


def smallest_gamma(
    method: str, respondents: int, margin: float, confidence: float
) -> Fraction | None:
    """The smallest γ in three decimals that brings the half-width to `margin`; None if none."""
    return _first(
        GAMMAS, lambda gamma: half_width(method, respondents, gamma, confidence) <= margin
    )


def _first(values: Sequence[Value], holds: Callable[[Value], bool]) -> Value | None:
    """The first value for which a condition holds that holds for all after it; None if none."""
    place = bisect_left(values, True, key=holds)
    return values[place] if place < len(values) else None
