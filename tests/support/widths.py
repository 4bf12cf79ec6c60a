"""The greatest width of an interval over all reports."""

from fractions import Fraction

from quantities import class_set


def widest_class(n: int, gamma: Fraction) -> Fraction:
    """Half of the widest class interval of any count of yes reports, at 95 % confidence."""
    found = (class_set(ones, n, gamma, 0.95) for ones in range(n + 1))
    return max(Fraction(counts[1] - counts[0], 2 * n) for counts in found if counts)
