"""Membership: many shares of a pool reveal who is in it."""

import math
from fractions import Fraction

import numpy as np

from survey.core.mechanism import privacy
from survey.lab.experiments import membership_attack as attack
from survey.lab.experiments.membership_attack import (
    DRAWN,
    FALSE_ALARMS,
    PoolAttack,
    attacked,
    simulated_population,
)
from survey.lab.figures import percentage, short
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

POSITIONS = (10, 30, 100, 300, 1000, 3000, 10_000)


def run(positions: int, members: int, gamma: Fraction, seed: int = 1) -> Outcome:
    count = POSITIONS[positions]
    true, reported = attacked(
        simulated_population(count), members, gamma, np.random.default_rng(seed)
    )
    says = said(
        N_(
            "%(positions)s positions, a pool of %(members)s: a member scores higher than an "
            "outsider in %(pairs)s of the pairs (formula: %(expected)s). From reports with γ = "
            "%(gamma)s it is %(reported)s (formula: %(reported_expected)s)."
        ),
        positions=FIGURES.whole(count),
        members=members,
        pairs=true.pairs,
        expected=true.pairs_by_formula,
        gamma=FIGURES.setting(gamma),
        reported=reported.pairs,
        reported_expected=reported.pairs_by_formula,
    )
    return Outcome(says, _chart(true, reported, says), (_table(count, gamma, true, reported),))


def _chart(true: PoolAttack, reported: PoolAttack, says: str) -> Chart:
    by_formula = tuple(
        (alarms, attack.expected_share_found(true.moments, alarms)) for alarms in DRAWN[1:-1]
    )
    return Chart(
        in_a_row(
            N_(
                "The share of members found rises with the share of outsiders wrongly found; the "
                "further above the diagonal of guessing, the better the attack."
            ),
            says,
        ),
        Axis(N_("outsiders wrongly found"), 0, 1),
        Axis(N_("members found"), 0, 1),
        (
            Series(N_("true shares"), true.curve),
            Series(N_("shares from reports"), reported.curve),
            Series(N_("formula, true shares"), by_formula),
            Series(N_("guessing"), ((0.0, 0.0), (1.0, 1.0))),
        ),
    )


def _table(count: int, gamma: Fraction, true: PoolAttack, reported: PoolAttack) -> Table:
    rows: tuple[tuple[str, str, PoolAttack], ...] = (
        (N_("the true alleles"), "∞", true),
        (
            said(N_("reports, γ = %(gamma)s"), gamma=FIGURES.setting(gamma)),
            _loss(count, gamma),
            reported,
        ),
    )
    return Table(
        said(
            N_(
                "Pairs in which the member scores higher, and members found if %(alarms)s of "
                "outsiders are wrongly found; χ² is how far apart the two laws of scores are"
            ),
            alarms=percentage(FALSE_ALARMS),
        ),
        (
            N_("Shares of"),
            N_("ε in all"),
            N_("Pairs"),
            N_("Pairs, formula"),
            N_("Found"),
            N_("Found, formula"),
            "χ²",
        ),
        tuple(
            (
                name,
                loss,
                *(of.pairs, of.pairs_by_formula, of.found, of.found_by_formula),
                short(attack.chi_squared(of.moments)),
            )
            for name, loss, of in rows
        ),
    )


def _loss(positions: int, gamma: Fraction) -> str:
    each = privacy.epsilon(gamma)
    return "∞" if math.isinf(each) else FIGURES.decimal(positions * each, 1)


LESSON = Lesson(
    name="membership",
    title=N_("Membership"),
    point=N_("Averages over many positions show who is among the averaged."),
    guess=Guess(
        N_(
            "A study publishes 1,000 averages over the genomes of 100 members. You know a "
            "member's genome and an outsider's. How often can you tell who is who?"
        ),
        (N_("half of the time"), N_("3 times in 4"), N_("98 times in 100")),
        right=2,
        why=N_(
            "98 times in 100. Each average tells next to nothing, and a thousand tell nearly all."
        ),
    ),
    sentences=(
        N_(
            "A study publishes, for many positions of the genome, what share of its members (the "
            "pool) has a certain variant there (an allele)."
        ),
        N_(
            "Each member has pulled every share a little towards their own allele, by one part in "
            "n."
        ),
        N_(
            "Over enough positions these small pulls add up: whoever knows someone's alleles can "
            "tell whether that person is in the study."
        ),
    ),
    formula=(
        N_(r"Homer: $T(y)$ $= \sum_j |y_j - p_j| - |y_j - q_j|$, with $q_j$ the pool's share"),
        N_(r"inner product: $T(y) = \sum_j (y_j - p_j)(q_j - p_j)$ orders one pool's people alike"),
        N_(r"with $v_j = p_j(1 - p_j)$, a member has the mean $\frac1n \sum_j v_j$, others $0$"),
        N_(
            r"member above outsider: $P \approx Φ(\sum_j v_j / \sqrt{2n \sum_j v_j^2})$, or "
            r"$Φ(\sqrt{m/(2n)})$ if positions are alike"
        ),
        N_(
            r"from reports, $2n \sum_j v_j^2$ becomes $2n \sum_j v_j(v_j + \frac{1/4 - γ^2}{4γ^2})$"
        ),
        N_(r"$χ^2$ between the two laws: about $1/n$ a position, $m/n$ in all"),
    ),
    source="N. Homer et al., Resolving individuals contributing trace amounts of DNA to highly "
    "complex mixtures using high-density SNP genotyping microarrays, PLoS Genetics 4 "
    "(2008) e1000167; inner product: C. Dwork, A. Smith, T. Steinke, J. Ullman and S. "
    "Vadhan, Robust traceability from trace amounts, FOCS 2015; N. Carlini et al., "
    "Extracting training data from large language models, USENIX Security 2021",
    failure=N_(
        "Shares over a large group look harmless, and one alone is. As many shares as the group "
        "has members already begin to tell members from outsiders, and to be in the group may "
        "itself be the secret. In the week of Homer's paper, in August 2008, the National "
        "Institutes of Health and the Wellcome Trust took such shares off their public pages. A "
        "language model's training texts are a pool, too: rare ones have been got back from it "
        "word for word."
    ),
    here=N_(
        "Shares here come from reports, which takes more questions to attack but is no wall: with "
        "enough positions the picture shows it fall. A test on the reports raises its alarm for a "
        "respondent at most e^ε times as often as it would with anyone else's answers in that "
        "place, where ε adds up over the questions and is shown. For 1,000 positions at γ = 1/4 "
        "that is ε = 1,099, which bounds nothing; and that someone has responded at all is not "
        "hidden by ε. Results stay hidden below a minimum number of responses."
    ),
    settings=(
        Slider(
            "positions",
            N_("Positions m"),
            0,
            len(POSITIONS) - 1,
            default=4,
            words=tuple(FIGURES.whole(each) for each in POSITIONS),
        ),
        Slider("members", N_("Pool's members n"), 20, 200, default=100, step=20),
        Slider("gamma", N_("γ of the reports"), 10, 50, default=25, step=5, per=100),
    ),
    run=run,
    seeded=True,
    slips=N_(
        "Two scores are compared, each with noise of its own: the probability is Φ(√(m/(2n))), "
        "and notes with Φ(√(m/n)) have left out one of the two."
    ),
)
