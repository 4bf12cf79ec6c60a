"""The mean share of classes like these, of which each counts once: a random-effects interval.

It answers another question than the persons of these classes do: the mean of more such classes. It
is an approximation, shown from three groups on. A binomial interval over sections that differ is
no answer to it: that one covers 76 % where shares deviate by .2 between sections.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

from survey.core.intervals.counts import Interval, ReportCount, check_confidence
from survey.errors import ParameterError

Array = NDArray[np.float64]

FEWEST_GROUPS = 3
HALVINGS = 200


@dataclass(frozen=True)
class Heterogeneity:
    """Cochran's Q and its p-value by the chi-square law of H − 1 degrees of freedom."""

    q: float
    p: float


@dataclass(frozen=True)
class RandomEffects:
    """The estimates from H groups for classes like these.

    `mean` and its `interval` are not clipped; `deviation` is τ, by Paule and Mandel: the standard
    deviation of the classes' shares, which includes the chance of who is in a class.
    `shares_differ` asks whether the classes' own shares differ, `more_than_sampling` whether by
    more than drawing and coins explain. `standard_error` is that of the mean.
    """

    mean: float
    interval: Interval
    standard_error: float
    deviation: float
    common_mean: float
    shares_differ: Heterogeneity
    more_than_sampling: Heterogeneity


def random_effects(counts: Sequence[ReportCount], confidence: float) -> RandomEffects:
    """Hartung–Knapp–Sidik–Jonkman with Paule–Mandel on the debiased shares y of the groups.

        τ² is the root of Q(τ²) = Σ (y − μ)²/(v + τ²) = H − 1, 0 if Q(0) <= H − 1
        interval μ ± t_{H−1} sqrt(max(1, q) / Σ w),  w = 1/(v + τ²),  q = Q(τ²)/(H − 1)

    v is the variance of y by the coins alone: (p·a(1−a) + (1−p)·b(1−b)) / (n (a−b)²), which for
    two options is (1/4 − γ²)/(4γ²n) whatever the share p is; else p is y within 0..1. Groups
    without responses are left out. Raises ParameterError for fewer than two others.

    Source: Paule, Mandel (1982); Hartung, Knapp (2001); Sidik, Jonkman (2002).
    """
    alpha = 1 - check_confidence(confidence)
    groups = [each for each in counts if each.respondents]
    if len(groups) < 2:
        raise ParameterError("Classes are compared from two groups with responses on.", "groups")
    shares = np.array([each.estimate for each in groups])
    variances = np.array([_by_coins(each) for each in groups])
    common = _mean(shares, variances)
    between = _between(shares, variances)
    spread = variances + between
    mean = _mean(shares, spread)
    freedom = len(groups) - 1
    ratio = max(1.0, _cochran(shares, spread) / freedom)
    error = math.sqrt(ratio / (1 / spread).sum())
    half = float(scipy.special.stdtrit(freedom, 1 - alpha / 2)) * error
    drawn = np.array([_by_drawing(each, min(max(common, 0.0), 1.0)) for each in groups])
    return RandomEffects(
        mean=mean,
        interval=(mean - half, mean + half),
        standard_error=error,
        deviation=math.sqrt(between),
        common_mean=common,
        shares_differ=_tested(shares, variances),
        more_than_sampling=_tested(shares, drawn),
    )


def _by_coins(each: ReportCount) -> float:
    """The variance of a class's debiased share, its answers being fixed."""
    a, b, p = float(each.keep), float(each.other), min(max(each.estimate or 0.0, 0.0), 1.0)
    return (p * a * (1 - a) + (1 - p) * b * (1 - b)) / (each.respondents * (a - b) ** 2)


def _by_drawing(each: ReportCount, share: float) -> float:
    """The variance of the debiased share of a class drawn from a population with this share."""
    a, b = float(each.keep), float(each.other)
    reported = b + (a - b) * share
    return reported * (1 - reported) / (each.respondents * (a - b) ** 2)


def _mean(shares: Array, variances: Array) -> float:
    return float((shares / variances).sum() / (1 / variances).sum())


def _cochran(shares: Array, variances: Array) -> float:
    return float(((shares - _mean(shares, variances)) ** 2 / variances).sum())


def _tested(shares: Array, variances: Array) -> Heterogeneity:
    q = _cochran(shares, variances)
    return Heterogeneity(q, float(scipy.special.chdtrc(len(shares) - 1, q)))


def _between(shares: Array, variances: Array) -> float:
    """τ² of Paule and Mandel: Q falls as it grows, so it is bisected."""
    freedom = len(shares) - 1
    if _cochran(shares, variances) <= freedom:
        return 0.0
    low, high = 0.0, 1.0
    while _cochran(shares, variances + high) > freedom:
        high *= 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if _cochran(shares, variances + middle) > freedom else (low, middle)
        )
    return high
