"""Laplace noise: two curves one sensitivity apart, and the tails of one answer and of many."""

import math
from fractions import Fraction

from survey.lab.experiments.laplace_law import (
    any_beyond,
    beyond,
    density,
    scale_for,
    sensitivity_table,
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
)
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

DRAWN = [step / 5 for step in range(-50, 66)]
SEEN = (-2.0, 0.0, 0.25, 0.5, 0.75, 1.0, 3.0)  # the answers in the proof, in units of Δ


def run(epsilon: Fraction, change: int, answers: int, distance: int) -> Outcome:
    scale = scale_for(float(epsilon), change, answers)
    one, some = beyond(distance, scale), any_beyond(distance, scale, answers)
    bound = union_bound(distance, scale, answers)
    says = said(
        N_(
            "ε = %(epsilon)s, Δ = %(change)s: noise of scale %(scale)s on the answer. It is "
            "beyond ±%(distance)s with probability %(one)s (bound: %(bound)s)."
        )
        if answers == 1
        else N_(
            "ε = %(epsilon)s, Δ = %(change)s: noise of scale %(scale)s on each of %(answers)s "
            "answers. It is beyond ±%(distance)s with probability %(one)s; any of the %(answers)s "
            "is with %(some)s (bound: %(bound)s)."
        ),
        epsilon=FIGURES.setting(epsilon),
        change=change,
        scale=FIGURES.decimal(scale, 2),
        answers=answers,
        distance=distance,
        one=percentage(one),
        some=percentage(some),
        bound=percentage(min(1, bound)),
    )
    factor = math.exp(float(epsilon) / answers)
    here = tuple((x, density(x, scale)) for x in DRAWN)
    there = tuple((x, density(x - change, scale)) for x in DRAWN)
    chart = Chart(
        in_a_row(
            N_(
                "Two tents, the densities of an answer for two neighbours, a sensitivity apart. "
                "Neither is anywhere more than e^ε times the other."
            ),
            says,
        ),
        Axis(N_("answer, beside the true one"), DRAWN[0], DRAWN[-1]),
        Axis(N_("density"), 0, 1.05 * factor * density(0, scale)),
        (
            Series(N_("f: this class"), here),
            Series(N_("g: its neighbour"), there),
            Series("e^(ε/k) · g", tuple((x, factor * y) for x, y in there)),
        ),
        mark=float(distance),
    )
    return Outcome(says, chart, (_proof(change, scale, factor), sensitivity_table()))


def _proof(change: int, scale: float, factor: float) -> Table:
    """f/g at some answers, and the triangle inequality that bounds it."""
    rows = []
    for part in SEEN:
        x = part * change
        gap = abs(x - change) - abs(x)
        ratio = density(x, scale) / density(x - change, scale)
        rows.append((FIGURES.setting(Fraction(x)), short(gap), FIGURES.decimal(ratio, 3)))
    return Table(
        said(
            N_(
                "f/g = e^((|x − Δ| − |x|)/b), and |x − Δ| − |x| is at most Δ: never above "
                "%(factor)s"
            ),
            factor=FIGURES.decimal(factor, 3),
        ),
        ("x", "|x − Δ| − |x|", "f/g"),
        tuple(rows),
    )


LESSON = Lesson(
    name="laplace",
    title=N_("Laplace noise"),
    point=N_("Noise as wide as one person's influence, divided by ε, hides that person."),
    guess=Guess(
        N_(
            "A count gets Laplace noise for ε = 0.5. In how many of 100 cases is it off by more "
            "than 5 people?"
        ),
        ("8", "37", "61"),
        right=0,
        why=N_("8: e^(−5 · 0.5). Each further person is rarer by the same factor."),
    ),
    sentences=(
        N_(
            "The sensitivity Δ of a query is the most that one person can change it: a maximum "
            "over all neighbours; of several numbers, the changes are added (ℓ₁)."
        ),
        N_(
            "Laplace noise of scale Δ/ε has the density of a tent; moved by Δ, it is nowhere more "
            "than e^ε times what it was."
        ),
        N_(
            "k answers share ε, so that each needs k times the scale: the chance that one of them "
            "is far off grows quickly."
        ),
    ),
    formula=(
        N_(r"$Δ = \max_{x, y} ‖q(x) - q(y)‖_1$ over all neighbours $x, y$"),
        r"$f(x) = \frac{1}{2b} e^{-|x|/b}, \quad b = \frac{Δ}{ε}$",
        r"$\frac{f(x)}{f(x - Δ)} = e^{(|x - Δ| - |x|)/b}$ $\le e^{Δ/b} = e^ε$",
        r"$P(|z| > α) = e^{-αε/Δ}$",
        N_(r"any of $k$ answers with $ε/k$ each: $P \le k\,e^{-αε/(kΔ)}$"),
    ),
    source="C. Dwork, F. McSherry, K. Nissim, A. Smith, Calibrating noise to sensitivity in "
    "private data analysis, TCC 2006; C. Dwork, J. Lei, Differential privacy and robust "
    "statistics, STOC 2009",
    failure=N_(
        "A median has the sensitivity of its whole range: three people can be such that one moves "
        "it from end to end. A sum without bounds on its terms has no finite sensitivity, and no "
        "noise is enough."
    ),
    here=N_(
        "No curator adds noise here: a report is randomized where it is made. Numbers are asked "
        "between two ends, so that one person's part in a mean is bounded. The same makes results "
        "robust: one false entry moves them no further than one true one."
    ),
    settings=(
        Slider("epsilon", "ε", 1, 6, default=2, per=4),
        Slider("change", N_("Sensitivity Δ"), 1, 3, default=1),
        Slider("answers", N_("Answers k"), 1, 10, default=1),
        Slider("distance", N_("Distance α"), 1, 8, default=5),
    ),
    run=run,
    slips=N_(
        "Some notes print the density with a stray “1 −”, or without the minus sign in the "
        "exponent. A histogram has Δ = 2 where one person's entry changes, since two bars move, "
        "and 1 where a person is added or leaves: say which neighbours are meant."
    ),
)
