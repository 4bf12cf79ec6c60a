"""Pools attacked through their shares: scores of members and outsiders, simulated and expected."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from survey.lab.attacks import membership_attack as attack
from survey.lab.figures import percentage

POPULATION = 1  # the seed of the population: data, and the same for every seed of the page
RAREST, COMMONEST = 0.05, 0.5  # of the alleles' shares in the population
SIMULATED = 200  # members, in as many pools as that makes
FALSE_ALARMS = 0.05  # in the table
DRAWN = [step / 50 for step in range(51)]
ALMOST_CERTAIN = 1 - 1e-9


def population(positions: int) -> attack.Shares:
    """The made-up population: shares between 1/20 and 1/2, the same ones every time."""
    return np.random.default_rng(POPULATION).uniform(RAREST, COMMONEST, positions)


@dataclass(frozen=True)
class Attacked:
    """Inner products of members and of outsiders with a pool's shares, and their moments."""

    members: attack.Scores
    outsiders: attack.Scores
    moments: attack.Moments

    @property
    def pairs(self) -> str:
        """The share of pairs in which the member scores higher."""
        return percentage(attack.auc(self.members, self.outsiders))

    @property
    def pairs_by_formula(self) -> str:
        return _formula(attack.expected_auc(self.moments))

    @property
    def found(self) -> str:
        """The share of members found at the table's share of false alarms."""
        return percentage(attack.share_found(self.members, self.outsiders, FALSE_ALARMS))

    @property
    def found_by_formula(self) -> str:
        return _formula(attack.expected_share_found(self.moments, FALSE_ALARMS))

    @property
    def curve(self) -> tuple[tuple[float, float], ...]:
        """(outsiders wrongly found, members found) for all shares that are drawn."""
        return tuple(
            (alarms, attack.share_found(self.members, self.outsiders, alarms)) for alarms in DRAWN
        )


def attacked(
    shares: attack.Shares, members: int, gamma: Fraction, generator: np.random.Generator
) -> tuple[Attacked, Attacked]:
    """The attack with the pools' true shares, and the attack with shares from their reports.

    Simulates as many pools as have up to 200 members together, and as many outsiders.
    """
    scores: list[list[attack.Scores]] = [[], [], [], []]
    for _ in range(SIMULATED // members):
        inside = attack.draw_people(shares, members, generator)
        outside = attack.draw_people(shares, members, generator)
        pools = (inside.mean(axis=0), attack.reported_shares(inside, float(gamma), generator))
        for place, pool in zip((0, 2), pools, strict=True):
            scores[place].append(attack.inner_product(inside, shares, pool))
            scores[place + 1].append(attack.inner_product(outside, shares, pool))
    true_in, true_out, reported_in, reported_out = map(np.concatenate, scores)
    return (
        Attacked(true_in, true_out, attack.moments(shares, members)),
        Attacked(reported_in, reported_out, attack.moments(shares, members, float(gamma))),
    )


def _formula(share: float) -> str:
    """A share by the formula, kept below 1: no normal score is certain, even if its float is 1."""
    return percentage(min(share, ALMOST_CERTAIN))
