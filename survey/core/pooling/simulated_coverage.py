"""The coverage, in simulated studies, of the interval of classes like these.

That interval is an approximation, so beside it stands what simulation finds for this very design:
as many groups, of these sizes and odds, around the mean and the deviation that were estimated.
"""

from collections.abc import Sequence

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

from survey.core.intervals.counts import ReportCount
from survey.core.pooling.classes_like_these import RandomEffects

Array = NDArray[np.float64]

STUDIES = 4000
SEED = 20261126
HALVINGS = 40
LARGEST_VARIANCE = 0.99  # of a law of shares, in parts of the largest that its mean allows


def simulated_coverage(
    counts: Sequence[ReportCount],
    found: RandomEffects,
    confidence: float,
    studies: int = STUDIES,
    seed: int = SEED,
) -> float:
    """The part of `studies` whose interval holds the mean share, in 0..1.

    Each draws a share for each group, from the beta law with this mean and deviation, whole persons
    from it, and their reports; and computes the interval of `random_effects` from these. The mean
    is moved into 0..1, and a deviation that no shares can have to the largest. The seed is fixed,
    so that the same study gives the same figure. The simulation's own error is below .01.
    """
    groups = [each for each in counts if each.respondents]
    mean = min(max(found.mean, 0.0), 1.0)
    chance = np.random.default_rng(seed)
    sizes = np.array([each.respondents for each in groups])
    keep = np.array([float(each.keep) for each in groups])
    other = np.array([float(each.other) for each in groups])
    drawn = _class_shares(chance, mean, found.deviation, (studies, len(groups)))
    persons = np.floor(drawn * sizes + chance.random(drawn.shape)).astype(np.int64)
    reported = chance.binomial(persons, keep) + chance.binomial(sizes - persons, other)
    shares = (reported / sizes - other) / (keep - other)
    low, high = random_effects_of_all(shares, sizes, keep, other, confidence)
    return float(((low <= mean) & (mean <= high)).mean())


def _class_shares(
    chance: np.random.Generator, mean: float, deviation: float, shape: tuple[int, int]
) -> Array:
    variance = min(deviation**2, LARGEST_VARIANCE * mean * (1 - mean))
    if not variance:
        return np.full(shape, mean)
    weight = mean * (1 - mean) / variance - 1
    return chance.beta(mean * weight, (1 - mean) * weight, shape)


def random_effects_of_all(
    shares: Array, sizes: NDArray[np.int64], keep: Array, other: Array, confidence: float
) -> tuple[Array, Array]:
    """The ends of `random_effects` of many studies at once, [study, group]."""
    a, b, p = keep, other, np.clip(shares, 0, 1)
    variances = (p * a * (1 - a) + (1 - p) * b * (1 - b)) / (sizes * (a - b) ** 2)
    freedom = shares.shape[1] - 1
    low = np.zeros(len(shares))
    high = ((shares.max(axis=1) - shares.min(axis=1)) ** 2).clip(1e-12) * shares.shape[1]
    alike = _cochran(shares, variances, low)[1] <= freedom
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        above = _cochran(shares, variances, middle)[1] > freedom
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    between = np.where(alike, 0.0, high)
    mean, q = _cochran(shares, variances, between)
    spread = variances + between[:, None]
    ratio = np.maximum(1.0, q / freedom)
    quantile = float(scipy.special.stdtrit(freedom, (1 + confidence) / 2))
    half = quantile * np.sqrt(ratio / (1 / spread).sum(axis=1))
    return mean - half, mean + half


def _cochran(shares: Array, variances: Array, between: Array) -> tuple[Array, Array]:
    """The weighted mean and Cochran's Q of each study."""
    weights = 1 / (variances + between[:, None])
    mean = (weights * shares).sum(axis=1) / weights.sum(axis=1)
    return mean, (weights * (shares - mean[:, None]) ** 2).sum(axis=1)
