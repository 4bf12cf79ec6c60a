"""Bounds on a class of N from n respondents, which hold whatever the others' answers are.

Proof: if t of the n respondents have the answer, then of the N at least t and at most t + N − n do.
"""

from fractions import Fraction

from survey.core.intervals.counts import Interval
from survey.errors import ParameterError


def check_class_size(respondents: int, class_size: int) -> None:
    """Raises ParameterError unless 1 <= n <= N."""
    if not 1 <= respondents <= class_size:
        raise ParameterError(
            f"{respondents} responses cannot come from a class of {class_size}.", "class_size"
        )


def share_of_class(
    ends: Interval, respondents: int, class_size: int, difference: float | Fraction = 1
) -> Interval:
    """The interval of the whole class's share, from the interval [L, U] of the n respondents.

        [f L + (1−f) max(0, L−d), f U + (1−f) min(1, U+d)],   f = n/N

    It holds if the share among those who did not respond is at most d = `difference` above or
    below that among those who did; d = 1 assumes nothing. L and U are the ends clipped to 0..1.
    Raises ParameterError unless 1 <= n <= N and 0 <= d <= 1.
    """
    check_class_size(respondents, class_size)
    if not 0 <= difference <= 1:
        raise ParameterError("A difference of shares lies between 0 and 1.", "difference")
    low, high = (min(max(end, 0.0), 1.0) for end in ends)
    others = class_size - respondents
    least = respondents * low + others * max(0.0, low - difference)
    most = respondents * high + others * min(1.0, high + difference)
    return float(least / class_size), float(most / class_size)
