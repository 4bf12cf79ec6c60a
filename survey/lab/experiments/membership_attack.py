"""The attack that tells from a pool's shares alone whether somebody is in the pool.

A person has an allele, 0 or 1, at each position: `people` has shape (people, positions). Position
j has a one in a share p_j of the population: `population`, shape (positions,), strictly between 0
and 1. `pool` holds the shares among the n members, as they are or debiased from reports.

Sources: Homer et al., Resolving individuals contributing trace amounts of DNA to highly complex
mixtures using high-density SNP genotyping microarrays, PLoS Genetics 4 (2008) e1000167; Dwork,
Smith, Steinke, Ullman, Vadhan, Robust traceability from trace amounts, FOCS 2015 (inner product).
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

from survey.errors import ParameterError
from survey.lab.figures import percentage

Shares = NDArray[np.float64]
Scores = NDArray[np.float64]
People = NDArray[np.bool_]
POPULATION = 1  # the seed of the population: data, and the same for every seed of the page
RAREST, COMMONEST = 0.05, 0.5  # of the alleles' shares in the population
SIMULATED = 200  # members, in as many pools as that makes
FALSE_ALARMS = 0.05  # in the table
DRAWN = [step / 50 for step in range(51)]
ALMOST_CERTAIN = 1 - 1e-9


def draw_people(population: Shares, people: int, generator: np.random.Generator) -> People:
    """Alleles drawn independently from the population; shape (people, positions)."""
    thresholds = population.astype(np.float32)
    return generator.random((people, len(population)), dtype=np.float32) < thresholds


def reported_shares(members: People, gamma: float, generator: np.random.Generator) -> Shares:
    """The pool's shares, unbiased, if each allele is reported with γ-randomized response.

    (sum/n − 1/2 + γ) / (2γ), 0 < γ ≤ 1/2; at 1/2 these are the true shares. Draws only the sums of
    the reports, whose law is the same.
    """
    ones: NDArray[np.int64] = members.sum(axis=0)
    reports = generator.binomial(ones, 0.5 + gamma) + generator.binomial(
        len(members) - ones, 0.5 - gamma
    )
    return (reports / len(members) - 0.5 + gamma) / (2 * gamma)


def inner_product(people: People, population: Shares, pool: Shares) -> Scores:
    """Σ_j (y_j − p_j) (pool_j − p_j) of each person y; shape (people,)."""
    apart = pool - population
    return people @ apart - population @ apart


@dataclass(frozen=True)
class Moments:
    """The inner product's mean for members (it is 0 for outsiders), and its two variances."""

    mean: float
    member_variance: float
    outsider_variance: float


def moments(population: Shares, members: int, gamma: float = 0.5) -> Moments:
    """The moments of the inner product over pools, people and reports; exact.

    With v_j = p_j (1 − p_j), and s² = (1/4 − γ²) / (4γ²n) the variance of one share through its
    reports, whatever the alleles are:

        member's mean        Σ v_j / n
        outsider's variance  Σ v_j (v_j/n + s²)
        member's variance    Σ v_j ((1 − 4v_j)/n² + v_j (n−1)/n² + s²)

    since (y_j − p_j)² has the mean v_j and the variance v_j (1 − 4v_j), and a member's own part of
    the pool's share is (y_j − p_j)/n. Raises ParameterError unless n ≥ 1 and 0 < γ ≤ 1/2.
    """
    if members < 1 or not 0 < gamma <= 0.5:
        raise ParameterError("A pool has at least one member, and γ lies above 0, up to 1/2.")
    each = population * (1 - population)
    through_reports = (0.25 - gamma**2) / (4 * gamma**2 * members)
    own = (1 - 4 * each + each * (members - 1)) / members**2
    return Moments(
        float(each.sum() / members),
        float(np.sum(each * (own + through_reports))),
        float(np.sum(each * (each / members + through_reports))),
    )


def chi_squared(found: Moments) -> float:
    """mean² / variance of an outsider's score: how far members' scores lie from it, in χ².

    Each position adds about 1/n, so that m of them have m/n. Far below 1 the laws can hardly be
    told apart, whatever the test; far above 1 they can.
    """
    return found.mean**2 / found.outsider_variance


def expected_auc(found: Moments) -> float:
    """P(a member scores higher than an outsider), if both scores are normal.

    Φ(mean / √(sum of the variances)), which for m alike positions and a large pool is Φ(√(m/(2n))).
    """
    spread = math.sqrt(found.member_variance + found.outsider_variance)
    return float(scipy.special.ndtr(found.mean / spread))


def expected_share_found(found: Moments, false_alarms: float) -> float:
    """The `share_found` to expect if all scores are normal."""
    threshold = -scipy.special.ndtri(false_alarms) * math.sqrt(found.outsider_variance)
    return float(scipy.special.ndtr((found.mean - threshold) / math.sqrt(found.member_variance)))


def auc(members: Scores, outsiders: Scores) -> float:
    """The share of pairs in which the member scores higher; ties count half."""
    outsiders = np.sort(outsiders)
    below = np.searchsorted(outsiders, members, "left")
    up_to = np.searchsorted(outsiders, members, "right")
    return float(np.mean(below + up_to) / 2 / len(outsiders))


def share_found(members: Scores, outsiders: Scores, false_alarms: float) -> float:
    """The share of members at or above the score that this share of outsiders exceeds."""
    return float(np.mean(members >= np.quantile(outsiders, 1 - false_alarms)))


def simulated_population(positions: int) -> Shares:
    """The simulated population: shares between 1/20 and 1/2, the same ones every time."""
    return np.random.default_rng(POPULATION).uniform(RAREST, COMMONEST, positions)


@dataclass(frozen=True)
class PoolAttack:
    """An attack on pools: scores of members and outsiders by inner products, and their moments."""

    members: Scores
    outsiders: Scores
    moments: Moments

    @property
    def pairs(self) -> str:
        """The share of pairs in which the member scores higher."""
        return percentage(auc(self.members, self.outsiders))

    @property
    def pairs_by_formula(self) -> str:
        return _formula(expected_auc(self.moments))

    @property
    def found(self) -> str:
        """The share of members found at the table's share of false alarms."""
        return percentage(share_found(self.members, self.outsiders, FALSE_ALARMS))

    @property
    def found_by_formula(self) -> str:
        return _formula(expected_share_found(self.moments, FALSE_ALARMS))

    @property
    def curve(self) -> tuple[tuple[float, float], ...]:
        """The points (outsiders wrongly found, members found) of the curve that is drawn."""
        return tuple(
            (alarms, share_found(self.members, self.outsiders, alarms)) for alarms in DRAWN
        )


def attacked(
    shares: Shares, members: int, gamma: Fraction, generator: np.random.Generator
) -> tuple[PoolAttack, PoolAttack]:
    """The attack with the pools' true shares, and the attack with shares from their reports.

    Simulates as many pools as have up to 200 members together, and as many outsiders.
    """
    scores: list[list[Scores]] = [[], [], [], []]
    for _ in range(SIMULATED // members):
        inside = draw_people(shares, members, generator)
        outside = draw_people(shares, members, generator)
        pools = (inside.mean(axis=0), reported_shares(inside, float(gamma), generator))
        for place, pool in zip((0, 2), pools, strict=True):
            scores[place].append(inner_product(inside, shares, pool))
            scores[place + 1].append(inner_product(outside, shares, pool))
    true_in, true_out, reported_in, reported_out = map(np.concatenate, scores)
    return (
        PoolAttack(true_in, true_out, moments(shares, members)),
        PoolAttack(reported_in, reported_out, moments(shares, members, float(gamma))),
    )


def _formula(share: float) -> str:
    """A share by the formula, held below 1: no normal score is certain, even if its float is 1."""
    return percentage(min(share, ALMOST_CERTAIN))
