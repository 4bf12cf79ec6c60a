"""What all intervals have in common: their ends, and what they refuse."""

from survey.errors import ParameterError

Interval = tuple[float, float]

# Beyond these, 1 − confidence keeps too few digits in floating point, or an interval is a point.
LEAST_CONFIDENCE = 1e-6
LARGEST_CONFIDENCE = 1 - 1e-12


def covers(ends: Interval, scale: Interval) -> bool:
    """Whether an interval holds all of the scale least..most, so that it says nothing."""
    return ends[0] <= scale[0] and ends[1] >= scale[1]


def misses(ends: Interval, scale: Interval) -> bool:
    """Whether an interval holds nothing of the scale least..most, so that no class fits it."""
    return ends[1] < scale[0] or ends[0] > scale[1]


def check_confidence(confidence: float) -> float:
    """The confidence itself, if it is in [10⁻⁶, 1 − 10⁻¹²]; else ParameterError."""
    if not LEAST_CONFIDENCE <= confidence <= LARGEST_CONFIDENCE:
        raise ParameterError(
            "The confidence must lie between 0 and 1, such as 0.95: at least 0.000001 and at most "
            "0.999999999999.",
            "confidence",
        )
    return confidence


def check_respondents(respondents: int) -> int:
    if respondents < 1:
        raise ParameterError("An interval needs at least one respondent.", "respondents")
    return respondents


def around(estimate: float, half_width: float) -> Interval:
    """estimate ± half_width."""
    return estimate - half_width, estimate + half_width
