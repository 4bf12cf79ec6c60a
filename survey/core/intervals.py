"""Confidence intervals for debiased shares.

confidence is 1 − alpha, in (0, 1).
"""

import math
from fractions import Fraction

from survey.errors import ParameterError

Interval = tuple[float, float]


def check_confidence(confidence: float) -> float:
    """The confidence itself, if 0 < confidence < 1; else ParameterError."""
    if not 0 < confidence < 1:
        raise ParameterError(
            "The confidence must lie strictly between 0 and 1, such as 0.95.", "confidence"
        )
    return confidence


def hoeffding_half_width(respondents: int, gamma: Fraction, confidence: float) -> float:
    """Half-width w of Hoeffding's interval around p̂, n >= 1.

        w = sqrt(ln(2/alpha) / (2n)) / (2γ)

    Each term of p̂ lies in a range of width 1/(2γ), hence
    P(|p̂ − p| >= w) <= 2 exp(−8 n γ² w²). Valid for every p and every fixed n;
    wider than it need be, since it uses nothing but the range. Not valid for a
    page that is watched until it looks right.

    Source: Hoeffding (1963), doi:10.1080/01621459.1963.10500830, theorem 2.
    """
    if respondents < 1:
        raise ParameterError("An interval needs at least one respondent.", "respondents")
    alpha = 1 - check_confidence(confidence)
    return math.sqrt(math.log(2 / alpha) / (2 * respondents)) / float(2 * gamma)


def hoeffding(estimate: float, respondents: int, gamma: Fraction, confidence: float) -> Interval:
    """(p̂ − w, p̂ + w) with Hoeffding's half-width; not clipped to [0, 1]."""
    half_width = hoeffding_half_width(respondents, gamma, confidence)
    return estimate - half_width, estimate + half_width
