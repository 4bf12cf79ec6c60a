"""How often each interval holds the truth, and how wide it is: computed, not simulated.

Only the chance of ever being wrong while watching is simulated, since a path
of sums has no closed law.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from survey.core.intervals.class_tails import binomial_law, class_law
from survey.core.intervals.counts import Interval, ReportCount
from survey.core.intervals.registry import method_named
from survey.core.mechanism.privacy import keep_and_other, odds
from survey.core.mechanism.vectorized import randomize_array
from survey.errors import ParameterError

FIRST_LOOK = 10  # respondents; nobody looks before


@dataclass(frozen=True)
class Coverage:
    """One interval for one class: how often it holds the truth, and its mean width.

    An interval that is None counts as a miss of width 0.
    """

    interval: str
    gamma: Fraction
    respondents: int
    truth: float
    coverage: float
    mean_width: float


def population_law(n: int, share: float, gamma: Fraction) -> np.ndarray:
    """P(k yes reports) for k = 0..n from a class drawn of a large population, `share` of it yes."""
    keep, other = map(float, keep_and_other(gamma))
    return binomial_law(n, other + (keep - other) * share)


def coverage(interval: str, gamma: Fraction, n: int, share: float, confidence: float) -> Coverage:
    """The exact coverage of an interval of shares for a class of n >= 1, of which `share` says yes.

    The truth is round(n·share)/n, or `share` itself if the interval is for a population
    that the class is a sample of. The n expected beforehand and the cap are n.
    """
    method = method_named(interval)
    sampled = method.of_sample
    t = round(n * share)
    truth = share if sampled else t / n
    law = population_law(n, share, gamma) if sampled else class_law(n, t, gamma)
    ends = [
        method.of_share(ReportCount.of(n, ones, gamma, expected=n, cap=n), confidence)
        for ones in range(n + 1)
    ]
    held = sum(p for p, each in zip(law, ends, strict=True) if each and _holds(each, truth))
    width = sum(p * (each[1] - each[0]) for p, each in zip(law, ends, strict=True) if each)
    return Coverage(interval, gamma, n, truth, float(held), float(width))


def ever_wrong(
    interval: str,
    gamma: Fraction,
    n: int,
    share: float,
    confidence: float,
    classes: int,
    generator: np.random.Generator,
) -> float:
    """The share of simulated classes whose interval misses at some look from 10 to n reports.

    The truth at a look is the share of yes among those who have responded by
    then. Raises ParameterError for an interval that is not made to be watched by counts.
    """
    keeps = method_named(interval).keeps
    if keeps is None:
        raise ParameterError(f"Watching the {interval} interval is not simulated.", "interval")
    answers = np.zeros((classes, n), dtype=np.int64)
    answers[:, : round(n * share)] = 1
    answers = generator.permuted(answers, axis=1)
    reports = randomize_array(answers, odds(gamma), generator=generator)
    ones, truths = np.cumsum(reports, axis=1), np.cumsum(answers, axis=1)
    kept = np.ones(classes, dtype=bool)
    for look in range(FIRST_LOOK, n + 1):
        count = ReportCount.of(look, 0, gamma, expected=n, cap=n)
        kept &= keeps(count, confidence, ones[:, look - 1], truths[:, look - 1])
    return float(1 - kept.mean())


def _holds(ends: Interval, truth: float) -> bool:
    # A truth on the very edge counts as held, whatever the last bits of the floats are.
    return ends[0] - math.ulp(4) <= truth <= ends[1] + math.ulp(4)
