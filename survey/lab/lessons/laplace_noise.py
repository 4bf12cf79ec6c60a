"""Laplace noise: two curves a sensitivity apart, the tail of one answer, and of many."""

import math
from fractions import Fraction
from functools import cache
from statistics import median

from survey.lab.experiments.laplace_law import (
    Database,
    Query,
    any_beyond,
    beyond,
    density,
    scale_for,
    sensitivity,
    union_bound,
)
from survey.lab.figures import percentage, short
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

PEOPLE = 3
DRAWN = [step / 5 for step in range(-50, 66)]
SEEN = (-2.0, 0.0, 0.25, 0.5, 0.75, 1.0, 3.0)  # where the proof is followed, as multiples of Δ
RATINGS = (0, 1, 2, 3)


def bars(x: Database) -> tuple[int, ...]:
    """The histogram: how many chose each rating."""
    return tuple(x.count(each) for each in RATINGS)


QUERIES: tuple[tuple[str, Query, tuple[int, ...]], ...] = (
    ("how many say yes", lambda x: (sum(x),), (0, 1)),
    ("share who say yes", lambda x: (sum(x) / len(x),), (0, 1)),
    ("sum of ratings 0 to 3", lambda x: (sum(x),), RATINGS),
    ("median rating", lambda x: (median(x),), RATINGS),
    ("histogram of ratings", bars, RATINGS),
    ("yes, and no", lambda x: (x.count(1), x.count(0)), (0, 1)),
)


def run(epsilon: Fraction, change: int, answers: int, distance: int) -> Outcome:
    scale = scale_for(float(epsilon), change, answers)
    one, some = beyond(distance, scale), any_beyond(distance, scale, answers)
    bound = union_bound(distance, scale, answers)
    each = "the answer" if answers == 1 else f"each of {answers} answers"
    any_of = f"; any of the {answers} is with {percentage(some)}" if answers > 1 else ""
    says = (
        f"ε = {typed(epsilon)}, Δ = {change}: noise of scale {scale:.2f} on {each}. It is beyond "
        f"±{distance} with probability {percentage(one)}{any_of} "
        f"(bound: {percentage(min(1, bound))})."
    )
    factor = math.exp(float(epsilon) / answers)
    here = tuple((x, density(x, scale)) for x in DRAWN)
    there = tuple((x, density(x - change, scale)) for x in DRAWN)
    chart = Chart(
        "Two tents, the densities of an answer for two neighbours, a sensitivity apart. Neither "
        f"is anywhere more than e^ε times the other. {says}",
        Axis("answer, beside the true one", DRAWN[0], DRAWN[-1]),
        Axis("density", 0, 1.05 * factor * density(0, scale)),
        (
            Series("f: this class", here),
            Series("g: its neighbour", there),
            Series("e^(ε/k) · g", tuple((x, factor * y) for x, y in there)),
        ),
        mark=float(distance),
    )
    return Outcome(says, chart, (_proof(change, scale, factor), _sensitivities()))


def _proof(change: int, scale: float, factor: float) -> Table:
    """f/g at some answers, and the triangle inequality that bounds it."""
    rows = []
    for part in SEEN:
        x = part * change
        gap = abs(x - change) - abs(x)
        ratio = density(x, scale) / density(x - change, scale)
        rows.append((typed(Fraction(x)), short(gap), f"{ratio:.3f}"))
    return Table(
        f"f/g = e^((|x − Δ| − |x|)/b), and |x − Δ| − |x| is at most Δ: never above {factor:.3f}",
        ("x", "|x − Δ| − |x|", "f/g"),
        tuple(rows),
    )


@cache
def _sensitivities() -> Table:
    rows = []
    for name, query, values in QUERIES:
        found = sensitivity(query, PEOPLE, values)
        rows.append((name, short(found.value), f"{_listed(found.first)} → {_listed(found.second)}"))
    return Table(
        f"Sensitivity is a maximum over all neighbours: found by trying all, of {PEOPLE} people",
        ("Query", "Δ, by ℓ₁", "Reached by"),
        tuple(rows),
    )


def _listed(x: Database) -> str:
    return ", ".join(map(str, x))


LESSON = Lesson(
    name="laplace",
    title="Laplace noise",
    point="Noise as wide as one person's influence, divided by ε, hides that person.",
    guess=Guess(
        "A count gets Laplace noise for ε = 0.5. In how many of 100 cases is it off by more "
        "than 5 people?",
        ("8", "37", "61"),
        right=0,
        why="8: e^(−5 · 0.5). Each further person is rarer by the same factor.",
    ),
    sentences=(
        "The sensitivity Δ of a query is the most that one person can change it: a maximum over "
        "all neighbours; of several numbers, the changes are added (ℓ₁).",
        "Laplace noise of scale Δ/ε has the density of a tent; moved by Δ, it is nowhere more "
        "than e^ε times what it was.",
        "k answers share ε, so that each needs k times the scale: the chance that one of them is "
        "far off grows quickly.",
    ),
    formula=(
        "Δ = max ‖q(x) − q(y)‖₁ over all neighbours x, y",
        "f(x) = e^(−|x|/b) / (2b), b = Δ/ε",
        "f(x) / f(x − Δ) = e^((|x − Δ| − |x|)/b) ≤ e^(Δ/b) = e^ε",
        "P(|z| > α) = e^(−αε/Δ)",
        "any of k answers with ε/k each: P ≤ k · e^(−αε/(kΔ))",
    ),
    source="C. Dwork, F. McSherry, K. Nissim, A. Smith, Calibrating noise to sensitivity in "
    "private data analysis, TCC 2006",
    failure="A median has the sensitivity of its whole range: three people can be such that one "
    "moves it from end to end. A sum without bounds on its terms has no finite sensitivity, and no "
    "noise is enough.",
    here="No curator adds noise here: a report is randomized where it is made. Numbers are asked "
    "between two ends, so that one person's part in a mean is bounded.",
    settings=(
        Slider("epsilon", "ε", 1, 6, default=2, per=4),
        Slider("change", "Sensitivity Δ", 1, 3, default=1),
        Slider("answers", "Answers k", 1, 10, default=1),
        Slider("distance", "Distance α", 1, 8, default=5),
    ),
    run=run,
    slips="Some notes print the density with a stray “1 −”, or without the minus sign in the "
    "exponent. A histogram has Δ = 2 where one person's entry changes, since two bars move, and 1 "
    "where a person is added or leaves: say which neighbours are meant.",
)
