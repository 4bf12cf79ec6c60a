"""How often the likelihood interval of a share within a group holds it: simulated."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

from survey.core.estimates.difference_likelihood import difference_likelihood
from survey.core.estimates.difference_likelihood import profile as profile_of_difference
from survey.core.estimates.group_bounds import Array, Table, conditional_bound, laws_of_pairs
from survey.core.estimates.group_likelihood import (
    largest_likelihood,
    likelihood_interval,
    profile,
)
from survey.core.mechanism.privacy import keep_and_other

# Shares of all in the group, of the group with the option, and outside it with the option.
TRUTHS = ((0.5, 0.5, 0.5), (0.3, 0.6, 0.2), (0.1, 0.5, 0.1), (0.5, 0.1, 0.0), (0.8, 0.9, 0.5))


@dataclass(frozen=True)
class LikelihoodCoverage:
    """Of one class size: the least coverage over TRUTHS, in and outside the group, and the mean
    widths of both intervals, each at the counts to expect, of the shares in the group."""

    coverage: float
    width: float
    guaranteed_width: float


def likelihood_coverage(
    first: Fraction,
    second: Fraction,
    n: int,
    confidence: float,
    generator: np.random.Generator,
    runs: int,
) -> LikelihoodCoverage:
    """Simulates `runs` classes of n for each of TRUTHS, by the γ of group and option."""
    one, two = (tuple(map(float, keep_and_other(gamma))) for gamma in (first, second))
    chances = (one[0], one[1]), (two[0], two[1])
    laws = laws_of_pairs(*chances)
    limit = scipy.special.chdtri(1, 1 - confidence) / 2
    coverages, widths, guaranteed = [], [], []
    for group, inside, outside in TRUTHS:
        sorts = class_of(n, group, inside, outside)
        reported = np.zeros((runs, 4))
        for size, law in zip(sorts, laws, strict=True):
            reported += generator.multinomial(size, law, runs)
        coverages.append(held(reported, laws, sorts, limit))
        # The other group is the first one with its reports and answers exchanged.
        other = [2, 3, 0, 1]
        coverages.append(held(reported[:, other], laws, sorts[other], limit))
        counts = np.round(sorts @ laws).astype(int).tolist()
        table: Table = ((counts[0], counts[1]), (counts[2], counts[3]))
        low, high = likelihood_interval(table, *chances, confidence)
        widths.append(high - low)
        low, high = conditional_bound(table, *chances, confidence) or (0.0, 0.0)
        guaranteed.append(high - low)
    return LikelihoodCoverage(min(coverages), float(np.mean(widths)), float(np.mean(guaranteed)))


def class_of(n: int, group: float, inside: float, outside: float) -> NDArray[np.int64]:
    """n₀₀, n₀₁, n₁₀, n₁₁ of a class of n with these shares, rounded."""
    size = round(n * group)
    with_option, others = round(size * inside), round((n - size) * outside)
    return np.array([n - size - others, others, size - with_option, with_option])


def held(reported: Array, laws: Array, sorts: NDArray[np.int64], limit: float) -> float:
    """The share of rows of `reported` whose interval holds the class's share within the group."""
    share = np.array([sorts[3] / (sorts[2] + sorts[3])])
    highest = largest_likelihood(reported, laws[np.newaxis])
    return float((highest - profile(reported, laws, share) <= limit).mean())


@dataclass(frozen=True)
class DifferenceCoverage:
    """Of one class size: the least coverage over TRUTHS, and the mean widths of the likelihood
    interval of the difference and of the guaranteed one, each at the counts to expect."""

    coverage: float
    width: float
    guaranteed_width: float


def difference_coverage(
    first: Fraction,
    second: Fraction,
    n: int,
    confidence: float,
    generator: np.random.Generator,
    runs: int,
) -> DifferenceCoverage:
    """Simulates `runs` classes of n for each of TRUTHS, by the γ of group and option."""
    one, two = (tuple(map(float, keep_and_other(gamma))) for gamma in (first, second))
    chances = (one[0], one[1]), (two[0], two[1])
    coverages, widths, guaranteed = [], [], []
    for truth in TRUTHS:
        coverages.append(difference_held(first, second, n, truth, generator, runs))
        counts = np.round(class_of(n, *truth) @ laws_of_pairs(*chances)).astype(int).tolist()
        table: Table = ((counts[0], counts[1]), (counts[2], counts[3]))
        low, high = difference_likelihood(table, *chances, confidence).ends
        widths.append(high - low)
        half = 1 - (1 - confidence) / 2
        inside = conditional_bound(table, *chances, half) or (0.0, 0.0)
        outside = conditional_bound((table[1], table[0]), *chances, half) or (0.0, 0.0)
        guaranteed.append(inside[1] - inside[0] + outside[1] - outside[0])
    return DifferenceCoverage(min(coverages), float(np.mean(widths)), float(np.mean(guaranteed)))


def difference_held(
    first: Fraction,
    second: Fraction,
    n: int,
    truth: tuple[float, float, float],
    generator: np.random.Generator,
    runs: int,
    limit: float = scipy.special.chdtri(1, 0.05) / 2,
) -> float:
    """How often 2 (max ℓ − profile(d)) <= χ²₁ at the difference d of a class of n that is fixed."""
    one, two = (tuple(map(float, keep_and_other(gamma))) for gamma in (first, second))
    chances = (one[0], one[1]), (two[0], two[1])
    laws, sorts = laws_of_pairs(*chances), class_of(n, *truth)
    reported = np.zeros((runs, 4))
    for size, law in zip(sorts, laws, strict=True):
        reported += generator.multinomial(size, law, runs)
    inside, outside = sorts[3] / (sorts[2] + sorts[3]), sorts[1] / (sorts[0] + sorts[1])
    highest = largest_likelihood(reported, laws[np.newaxis])
    at_truth = profile_of_difference(reported, *chances, np.full(runs, inside - outside))
    return float((highest - at_truth <= limit).mean())
