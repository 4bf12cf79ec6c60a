"""Membership: from many shares of a pool one can tell who is in it."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from survey.core.mechanism import privacy
from survey.lab.experiments import membership_attack as attack
from survey.lab.figures import percentage
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table, typed

POPULATION = 1  # the seed of the population: data, and the same for every seed of the page
POSITIONS = (10, 30, 100, 300, 1000, 3000, 10_000)
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


def run(positions: int, members: int, gamma: Fraction, seed: int = 1) -> Outcome:
    count = POSITIONS[positions]
    true, reported = attacked(population(count), members, gamma, np.random.default_rng(seed))
    says = (
        f"{count:,} positions, a pool of {members}: a member scores higher than an outsider in "
        f"{true.pairs} of the pairs (formula: {true.pairs_by_formula}). From reports with "
        f"γ = {typed(gamma)} it is {reported.pairs} (formula: {reported.pairs_by_formula})."
    )
    return Outcome(says, _chart(true, reported, says), (_table(count, gamma, true, reported),))


def _chart(true: Attacked, reported: Attacked, says: str) -> Chart:
    by_formula = tuple(
        (alarms, attack.expected_share_found(true.moments, alarms)) for alarms in DRAWN[1:-1]
    )
    return Chart(
        "The share of members found rises with the share of outsiders wrongly found; the further "
        f"above the diagonal of guessing, the better the attack. {says}",
        Axis("outsiders wrongly found", 0, 1),
        Axis("members found", 0, 1),
        (
            Series("true shares", true.curve),
            Series("shares from reports", reported.curve),
            Series("formula, true shares", by_formula),
            Series("guessing", ((0.0, 0.0), (1.0, 1.0))),
        ),
    )


def _table(count: int, gamma: Fraction, true: Attacked, reported: Attacked) -> Table:
    rows = (
        ("the true alleles", "∞", true),
        (f"reports, γ = {typed(gamma)}", _loss(count, gamma), reported),
    )
    return Table(
        "Pairs in which the member scores higher, and members found if "
        f"{percentage(FALSE_ALARMS)} of outsiders are wrongly found",
        ("Shares of", "ε in all", "Pairs", "Pairs, formula", "Found", "Found, formula"),
        tuple(
            (name, loss, of.pairs, of.pairs_by_formula, of.found, of.found_by_formula)
            for name, loss, of in rows
        ),
    )


def _loss(positions: int, gamma: Fraction) -> str:
    each = privacy.epsilon(gamma)
    return "∞" if math.isinf(each) else f"{positions * each:,.1f}"


def _formula(share: float) -> str:
    """A share by the formula, kept below 1: no normal score is certain, even if its float is 1."""
    return percentage(min(share, ALMOST_CERTAIN))


LESSON = Lesson(
    name="membership",
    title="Membership",
    point="Averages over many positions show who is among the averaged.",
    guess=Guess(
        "A study publishes 1,000 averages over the genomes of 100 members. You know a member's "
        "genome and an outsider's. How often can you tell who is who?",
        ("half of the time", "3 times in 4", "98 times in 100"),
        right=2,
        why="98 times in 100. Each average tells next to nothing, and a thousand tell nearly all.",
    ),
    sentences=(
        "A study publishes, for many positions of the genome, what share of its members (the "
        "pool) has a certain variant there (an allele).",
        "Each member has pulled every share a little towards their own allele, by one part in n.",
        "Over enough positions these small pulls add up: whoever knows someone's alleles can tell "
        "whether that person is in the study.",
    ),
    formula=(
        "Homer: T(y) = Σ |yⱼ − pⱼ| − |yⱼ − poolⱼ|",
        "inner product: T(y) = Σ (yⱼ − pⱼ)(poolⱼ − pⱼ), which orders one pool's people alike",
        "vⱼ = pⱼ(1 − pⱼ); mean of a member Σ vⱼ / n, of an outsider 0",
        "P(member > outsider) ≈ Φ(Σ vⱼ / √(2n Σ vⱼ²)), or Φ(√(m / (2n))) if positions are alike",
        "from reports, 2n Σ vⱼ² becomes 2n Σ vⱼ (vⱼ + (1/4 − γ²) / (4γ²))",
    ),
    source="N. Homer et al., Resolving individuals contributing trace amounts of DNA to highly "
    "complex mixtures using high-density SNP genotyping microarrays, PLoS Genetics 4 (2008) "
    "e1000167; inner product: C. Dwork, A. Smith, T. Steinke, J. Ullman and S. Vadhan, Robust "
    "traceability from trace amounts, FOCS 2015",
    failure="Shares over a large group look harmless, and one alone is. As many shares as the "
    "group has members already begin to tell members from outsiders, and to be in the group may "
    "itself be the secret.",
    here="Shares here come from reports, which takes more questions to attack but is no wall: with "
    "enough positions the picture shows it fall. A test on the reports raises its alarm for a "
    "respondent at most e^ε times as often as it would with anyone else's answers in that place, "
    "where ε adds up over the questions and is shown. For 1,000 positions at γ = 1/4 that is ε = "
    "1,099, which bounds nothing; and that someone has responded at all is not hidden by ε. "
    "Results stay hidden below a minimum number of responses.",
    settings=(
        Slider(
            "positions",
            "Positions m",
            0,
            len(POSITIONS) - 1,
            default=4,
            words=tuple(f"{each:,}" for each in POSITIONS),
        ),
        Slider("members", "Pool's members n", 20, 200, default=100, step=20),
        Slider("gamma", "γ of the reports", 10, 50, default=25, step=5, per=100),
    ),
    run=run,
    seeded=True,
    slips="Two scores are compared, each with noise of its own: the probability is Φ(√(m/(2n))), "
    "and notes with Φ(√(m/n)) have left out one of the two.",
)
