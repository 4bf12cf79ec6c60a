"""Group privacy: the chain of neighbours from one database to another, k entries away."""

import math
from fractions import Fraction

from survey.lab.experiments.together import chain, delta_together, factor
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
    typed,
)

MOST = 8
DELTAS = (0.0, 1e-9, 1e-6, 1e-3)
NAMES = ("0", "10⁻⁹", "10⁻⁶", "10⁻³")


def run(people: int, epsilon: Fraction, delta: int) -> Outcome:
    loss = float(epsilon)
    excess = delta_together(loss, DELTAS[delta], people)
    whom = "one person" if people == 1 else f"{people} people together"
    with_delta = f", and δ = {NAMES[delta]} becomes {short(excess)}" if delta else ""
    says = (
        f"ε = {typed(epsilon)} for one person is {typed(people * epsilon)} for {whom}: a factor "
        f"of {short(factor(loss, people))} on the odds{with_delta}."
    )
    counted = range(1, MOST + 1)
    chart = Chart(
        "The factor on the odds grows with each person by e^ε, far above k times e^ε, which some "
        f"notes print. {says}",
        Axis("people k", 0, MOST + 1),
        Axis("factor on the odds", 1, 1e7, logarithmic=True),
        (
            Series("e^(kε)", tuple((k, factor(loss, k)) for k in counted), "dots"),
            Series("k · e^ε, wrong", tuple((k, k * factor(loss, 1)) for k in counted)),
        ),
        mark=people,
    )
    return Outcome(says, chart, (_chain(loss, people),))


def _chain(epsilon: float, people: int) -> Table:
    """The hybrid argument: one entry after another changes, and each step costs e^ε."""
    chances = chain(epsilon, people)
    rows = tuple(
        (
            f"x{place}",
            place,
            short(chance),
            "–" if not place else short(chance / chances[place - 1]),
        )
        for place, chance in enumerate(chances)
    )
    return Table(
        "From x0 to its neighbour x1, and on: how likely a count with Laplace noise reaches the "
        f"last one's true count. Each step is at most e^ε = {math.exp(epsilon):.3f}",
        ("Database", "Hamming distance", "P(S)", "Step"),
        rows,
    )


LESSON = Lesson(
    name="groups",
    title="People together",
    point="A promise for one is a weaker one for a family, and none for a class.",
    guess=Guess(
        "Each person loses ε = 1. Three friends surely have the same answer. By what factor can "
        "the odds on it change?",
        ("3", "8", "20"),
        right=2,
        why="20: e^(3ε), since each of the three multiplies by e. Three times e is only 8.",
    ),
    sentences=(
        "Two databases that differ in k entries are joined by a chain of k neighbours, which "
        "change one entry each.",
        "Each step multiplies a probability by e^ε at most, and so all steps together by e^(kε).",
        "A δ is multiplied on the way as well: it becomes δ(1 + e^ε + … + e^((k−1)ε)).",
    ),
    formula=(
        "x₀, x₁, …, x_k with d(x_j, x_{j+1}) = 1",
        "P₀(S) ≤ e^ε P₁(S) ≤ … ≤ e^(kε) P_k(S)",
        "with δ: P₀(S) ≤ e^(kε) P_k(S) + δ (e^(kε) − 1)/(e^ε − 1), and that is at most ke^(kε)δ",
    ),
    source="C. Dwork, A. Roth, The algorithmic foundations of differential privacy (2014), "
    "theorem 2.2",
    failure="What all share is not hidden: that most of a class cheats is what the survey is for, "
    "and it is learned of those, too, who took no part. A tall average tells the height of a man "
    "who is known to be two inches below it, whether he was measured or not.",
    here="The promise is for one person's answer. Where several people are known to answer alike, "
    "or one person answers several questions with one secret, ε adds up: pages show the sum.",
    settings=(
        Slider("people", "People k", 1, MOST, default=3),
        Slider("epsilon", "ε for one", 1, 4, default=2, per=2),
        Slider("delta", "δ for one", 0, len(DELTAS) - 1, default=0, words=NAMES),
    ),
    run=run,
    slips="The factor for k people is e^(kε), and not k·e^ε. Some notes give δ as ke^(kε)δ: that "
    "holds, and is more than needed; kδ alone is too little.",
)
