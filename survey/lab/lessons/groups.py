"""Group privacy: the chain of neighbours from one database to another, k entries away."""

import math
from fractions import Fraction

from survey.lab.experiments.privacy_loss import (
    AVERAGE,
    BELOW,
    chain,
    delta_together,
    factor,
    height_learned,
)
from survey.lab.figures import short
from survey.lab.lesson import (
    Axis,
    Chart,
    Guess,
    Lesson,
    Outcome,
    Series,
    Slider,
    Table,
)
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

MOST = 8
DELTAS = (0.0, 1e-9, 1e-6, 1e-3)
NAMES = ("0", "10⁻⁹", "10⁻⁶", "10⁻³")


def run(people: int, epsilon: Fraction, delta: int) -> Outcome:
    loss = float(epsilon)
    excess = delta_together(loss, DELTAS[delta], people)
    whom = (
        N_("one person") if people == 1 else said(N_("%(people)s people together"), people=people)
    )
    says = said(
        N_(
            "ε = %(epsilon)s for one person is %(together)s for %(whom)s: a factor of %(factor)s "
            "on the odds."
        ),
        epsilon=FIGURES.setting(epsilon),
        together=FIGURES.setting(people * epsilon),
        whom=whom,
        factor=short(factor(loss, people)),
    )
    if delta:
        says = in_a_row(
            says,
            said(
                N_("And δ = %(delta)s becomes %(excess)s."),
                delta=NAMES[delta],
                excess=short(excess),
            ),
        )
    counted = range(1, MOST + 1)
    chart = Chart(
        in_a_row(
            N_(
                "The factor on the odds grows with each person by e^ε, far above k times e^ε, "
                "which some notes print."
            ),
            says,
        ),
        Axis(N_("people k"), 0, MOST + 1),
        Axis(N_("factor on the odds"), 1, 1e7, logarithmic=True),
        (
            Series(N_("e^(kε)"), tuple((k, factor(loss, k)) for k in counted), "dots"),
            Series(N_("k · e^ε, wrong"), tuple((k, k * factor(loss, 1)) for k in counted)),
        ),
        mark=people,
    )
    return Outcome(says, chart, (_chain(loss, DELTAS[delta], people), _average()))


def _chain(epsilon: float, delta: float, people: int) -> Table:
    """The hybrid argument: one entry after another changes, and each step costs e^ε and δ."""
    chances = chain(epsilon, people)
    rows = tuple(
        (
            f"x{place}",
            place,
            short(chance),
            "–" if not place else short(chance / chances[place - 1]),
            short(factor(epsilon, place)),
            short(delta_together(epsilon, delta, place)),
        )
        for place, chance in enumerate(chances)
    )
    return Table(
        said(
            N_(
                "From x0 to its neighbour x1, and on: how likely a count with Laplace noise "
                "reaches the last one's true count. Each step is at most e^ε = %(factor)s, and "
                "Pj ≤ factor · P0 + δ"
            ),
            factor=FIGURES.decimal(math.exp(epsilon), 3),
        ),
        (
            N_("Database"),
            N_("Hamming distance"),
            "P(S)",
            N_("Step"),
            N_("Factor so far"),
            N_("δ so far"),
        ),
        rows,
    )


def _average() -> Table:
    """Harm without taking part: what an average reveals about a man known to be shorter."""
    rows = tuple(
        (
            FIGURES.whole(men),
            FIGURES.decimal(height_learned(men, True), 3),
            FIGURES.decimal(height_learned(men, False), 3),
        )
        for men in (10, 100, 1000)
    )
    return Table(
        said(
            N_(
                "The average man of New Jersey: someone knows that one man, %(height)s inches "
                "tall, is %(below)s inches below the average, and reads the average. The height "
                "that follows, in inches"
            ),
            height=f"{AVERAGE - BELOW}",
            below=BELOW,
        ),
        (N_("Other men measured"), N_("He took part"), N_("He did not")),
        rows,
    )


LESSON = Lesson(
    name="groups",
    title=N_("People together"),
    point=N_("A promise for one is a weaker one for a family, and none for a class."),
    guess=Guess(
        N_(
            "Each person loses ε = 1. Three friends surely have the same answer. By what factor "
            "can the odds on it change?"
        ),
        ("3", "8", "20"),
        right=2,
        why=N_("20: e^(3ε), since each of the three multiplies by e. Three times e is only 8."),
    ),
    sentences=(
        N_(
            "Two databases that differ in k entries are joined by a chain of k neighbours, which "
            "change one entry each."
        ),
        N_(
            "Each step multiplies a probability by e^ε at most, and so all steps together by "
            "e^(kε)."
        ),
        N_("A δ is multiplied on the way as well: it becomes δ(1 + e^ε + … + e^((k−1)ε))."),
    ),
    formula=(
        r"$d(x_j, x_{j+1}) = 1$",
        r"$P_0(S) \le e^ε P_1(S) \le … \le e^{kε} P_k(S)$",
        r"$P_0 \le e^ε P_1 + δ$ $\le e^ε (e^ε P_2 + δ) + δ \le …$",
        r"$P_0(S) \le e^{kε} P_k(S) + δ\,\frac{e^{kε} - 1}{e^ε - 1}$",
        N_(r"and that is at most $e^{kε} P_k(S) + k e^{kε} δ$"),
    ),
    source="C. Dwork, A. Roth, The algorithmic foundations of differential privacy (2014), "
    "theorem 2.2",
    failure=N_(
        "What all share is not hidden: that most of a class cheats is what the survey is for, and "
        "it is learned of those, too, who took no part. The average man of New Jersey tells the "
        "height of one who is known to be two inches shorter, whether he was measured or not: no "
        "privacy forbids that."
    ),
    here=N_(
        "The promise is for one person's answer. Where several people are known to answer alike, "
        "or one person answers several questions with one secret, ε adds up: pages show the sum."
    ),
    settings=(
        Slider("people", N_("People k"), 1, MOST, default=3),
        Slider("epsilon", N_("ε for one"), 1, 4, default=2, per=2),
        Slider("delta", N_("δ for one"), 0, len(DELTAS) - 1, default=0, words=NAMES),
    ),
    run=run,
    slips=N_(
        "The factor for k people is e^(kε), and not k·e^ε. Some notes give δ as ke^(kε)δ: that "
        "holds, and is more than needed; kδ alone is too little."
    ),
)
