"""The number of respondents that a margin needs, locally and under a trusted curator."""

import math
from fractions import Fraction

from survey.core.intervals.counts import check_confidence
from survey.core.mechanism.privacy import epsilon, keep_and_other
from survey.errors import ParameterError


def check_margin(margin: float | Fraction) -> float | Fraction:
    """The margin itself, if 0 < margin <= 1; else ParameterError."""
    if not 0 < margin <= 1:
        raise ParameterError(
            "The margin must be above 0 and at most 1, such as 0.1 for ±10 points.", "margin"
        )
    return margin


def respondents_for_margin(
    gamma: Fraction, margin: float | Fraction, confidence: float, options: int = 2
) -> int:
    """The smallest n whose Hoeffding half-width is at most `margin`.

        n = ceil(ln(2/alpha) / (8 γ² margin²))

    `margin` in (0, 1] as a share (0.1 is ±10 points); with k options
    keep − other stands in place of 2γ.
    """
    alpha = 1 - check_confidence(confidence)
    keep, other = keep_and_other(gamma, options)
    slope = float((keep - other) / 2)  # γ itself for two options
    return math.ceil(math.log(2 / alpha) / (8 * slope**2 * check_margin(margin) ** 2))


def central_laplace_respondents(
    gamma: Fraction, margin: float | Fraction, confidence: float
) -> int:
    """The n that a trusted curator, who is handed the raw answers, needs at the same ε.

        n = ceil(ln(1/alpha) / (ε · margin))

    One Laplace(1/(nε)) draw on the true mean is within `margin` with
    probability 1 − exp(−nε·margin).

    Source: Dwork, McSherry, Nissim, Smith (2006), doi:10.1007/11681878_14.
    """
    alpha = 1 - check_confidence(confidence)
    return math.ceil(math.log(1 / alpha) / (epsilon(gamma) * check_margin(margin)))


def central_laplace_half_width(respondents: int, gamma: Fraction, confidence: float) -> float:
    """The margin that this Laplace draw keeps with this confidence: ln(1/alpha) / (nε)."""
    alpha = 1 - check_confidence(confidence)
    return math.log(1 / alpha) / (epsilon(gamma) * respondents)


def central_laplace_epsilon(respondents: int, margin: float, confidence: float) -> float:
    """The ε at which this Laplace draw stays within `margin`: ln(1/alpha) / (n · margin)."""
    alpha = 1 - check_confidence(confidence)
    return math.log(1 / alpha) / (respondents * check_margin(margin))
