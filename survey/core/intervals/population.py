"""The population interval: for a class that is itself a random sample of a larger population."""

from fractions import Fraction

import scipy  # which loads `special` when it is first used: not at each start

from survey.core.intervals.interval import (
    Counted,
    Interval,
    Method,
    check_confidence,
    check_respondents,
)
from survey.core.mechanism.privacy import keep_and_other


def population(
    ones: int, respondents: int, gamma: Fraction, confidence: float, options: int = 2
) -> Interval:
    """Clopper–Pearson's interval of the share of yes reports, debiased.

    For a class that is itself a random sample: each report is then yes with
    the same probability, so their number is binomial. Not clipped; n >= 1.

    Source: Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404.
    """
    tail = (1 - check_confidence(confidence)) / 2
    n = check_respondents(respondents)
    low = scipy.special.betaincinv(ones, n - ones + 1, tail) if ones > 0 else 0.0
    # By symmetry from the small tail: 1 − tail would lose digits.
    high = 1 - scipy.special.betaincinv(n - ones, ones + 1, tail) if ones < n else 1.0
    keep, other = keep_and_other(gamma, options)
    shift, scale = float(other), float(keep - other)
    return (float(low) - shift) / scale, (float(high) - shift) / scale


def population_of(counted: Counted) -> Interval:
    """`population` from the counts and settings of `counted`."""
    return population(
        counted.reported_yes,
        counted.respondents,
        counted.gamma,
        counted.confidence,
        counted.options,
    )


POPULATION = Method("population", of_share=population_of, of_bits=population_of, of_sample=True)
