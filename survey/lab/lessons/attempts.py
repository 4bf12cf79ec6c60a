"""Attempts one, two, three: the truth, a fair coin, and γ between them."""

import math
from fractions import Fraction

import numpy as np

from survey.core.mechanism.privacy import HALF, epsilon
from survey.lab.drawings import Crowd
from survey.lab.experiments.simulated_classes import reports_of_class, simulated_errors
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

CLASSES = 1000
TRUTH, COIN = HALF, Fraction(0)
DRAWN = [Fraction(step, 100) for step in range(1, 50)]
SIMULATED = [Fraction(step, 20) for step in range(1, 10)]
LOWEST, HIGHEST = 0.003, 10  # the limits of the drawn error


def standard_error(respondents: int, gamma: Fraction) -> float:
    """sqrt(1/4 − γ²) / (2γ√n): the standard error of p̂ for a fixed class; ∞ for the fair coin."""
    if gamma == COIN:
        return math.inf
    return math.sqrt(Fraction(1, 4) - gamma**2) / float(2 * gamma) / math.sqrt(respondents)


def typical_error(respondents: int, gamma: Fraction, seed: int = 1) -> float:
    """The root of the mean square of 1,000 simulated errors."""
    errors = simulated_errors(respondents, gamma, CLASSES, np.random.default_rng(seed))
    return math.sqrt(np.mean(errors**2))


def run(gamma: Fraction, respondents: int, seed: int = 1) -> Outcome:
    says = _says(gamma, respondents, seed)
    lines = (
        Series(N_("privacy loss ε"), tuple((float(g), epsilon(g)) for g in DRAWN)),
        Series(N_("2γ, ε of some lectures"), tuple((float(g), float(2 * g)) for g in DRAWN)),
        Series(
            N_("typical error, formula"),
            tuple((float(g), standard_error(respondents, g)) for g in DRAWN),
        ),
        Series(
            N_("error of 1,000 classes"),
            tuple((float(g), typical_error(respondents, g, seed)) for g in SIMULATED),
            "dots",
        ),
    )
    chart = Chart(
        in_a_row(N_("ε rises and the error falls as γ goes from 0 to 1/2."), says),
        Axis("γ", 0, 0.5),
        Axis(N_("ε; error as a share of the class"), LOWEST, HIGHEST, logarithmic=True),
        lines,
        mark=float(gamma),
    )
    attempts = (
        (N_("1: the truth"), TRUTH),
        (N_("2: a fair coin"), COIN),
        (N_("3: γ as set"), gamma),
    )
    rows = tuple(
        (name, FIGURES.setting(g), _number(epsilon(g)), _points(standard_error(respondents, g)))
        for name, g in attempts
    )
    table = Table(
        N_("The three attempts; the third, as set above, is marked"),
        (N_("Attempt"), "γ", "ε", N_("Standard error")),
        rows,
        frozenset({2}),
    )
    return Outcome(says, chart, (table,), (_one_class(gamma, respondents, seed),))


def _one_class(gamma: Fraction, respondents: int, seed: int) -> Crowd:
    """One class, one dot per person: those who would truly say yes come first."""
    drawn = reports_of_class(respondents, gamma, np.random.default_rng(seed))
    yes = int(drawn.answers.sum())
    caption = said(
        N_(
            "One class, a dot a person. The first %(yes)s of %(respondents)s would truthfully say "
            "yes. Filled: the report says yes (%(reports)s). Hatched: the coin changed the answer "
            "(%(turned)s)."
        ),
        yes=yes,
        respondents=respondents,
        reports=int(drawn.reports.sum()),
        turned=int(drawn.turned.sum()),
    )
    return Crowd(caption, tuple(drawn.reports.tolist()), tuple(drawn.turned.tolist()))


def _says(gamma: Fraction, respondents: int, seed: int) -> str:
    if gamma == COIN:
        return N_(
            "γ = 0: each report is a coin's, so that nothing leaks and nothing can be learned."
        )
    if gamma == TRUTH:
        return N_(
            "γ = 0.5: each report is the answer itself. No error, and no privacy: ε is infinite."
        )
    return said(
        N_(
            "γ = %(gamma)s with %(respondents)s respondents: ε = %(epsilon)s, and the estimates of "
            "%(classes)s simulated classes typically miss by %(error)s points (root mean square; "
            "the formula says %(formula)s)."
        ),
        gamma=FIGURES.setting(gamma),
        respondents=respondents,
        epsilon=FIGURES.decimal(epsilon(gamma), 2),
        classes=FIGURES.whole(CLASSES),
        error=FIGURES.points(typical_error(respondents, gamma, seed)),
        formula=FIGURES.points(standard_error(respondents, gamma)),
    )


def _number(value: float) -> str:
    return "∞" if math.isinf(value) else FIGURES.decimal(value, 2)


def _points(share: float) -> str:
    return "∞" if math.isinf(share) else said(N_("%(number)s points"), number=FIGURES.points(share))


LESSON = Lesson(
    name="attempts",
    title=N_("Attempts one, two, three"),
    point=N_("Between the whole truth and a fair coin there is a dial, γ."),
    guess=Guess(
        N_(
            "100 students answer, and each phone turns one answer in four by chance. By how many "
            "points does the class's share miss, typically?"
        ),
        (N_("about 1"), N_("about 9"), N_("about 25")),
        right=1,
        why=N_("About 9. The coins of a whole class mostly cancel."),
    ),
    sentences=(
        N_(
            "Ask for the truth and you learn the class's share exactly, and everyone's answer with "
            "it."
        ),
        N_(
            "Let each person send a fair coin's toss instead: nobody is exposed, nothing is "
            "learned."
        ),
        N_(
            "Between the two lies a dial: the truth with probability 1/2+γ, the opposite with "
            "1/2−γ."
        ),
    ),
    formula=(
        r"$ε = \ln\frac{1/2 + γ}{1/2 - γ}$",
        N_(r"$\hat p = \frac{\bar y - 1/2 + γ}{2γ}$, where $\bar y$ is the mean of the reports"),
        N_(r"standard error $= \frac{\sqrt{1/4 - γ^2}}{2γ\sqrt n}$"),
    ),
    source="S. L. Warner, Randomized response, Journal of the American Statistical Association "
    "60 (1965) 63–69",
    failure=N_(
        "Both ends fail. At γ = 1/2 a report is the answer. At γ = 0 all classes look the "
        "same, however many respond."
    ),
    here=N_(
        "Each question has its own γ between the two. The respondent's page says with what chance "
        "the truth is sent and by what factor at most a report changes the odds; the planner says "
        "what it costs in respondents."
    ),
    settings=(
        Slider("gamma", N_("γ, how much truth"), 0, 50, default=25, per=100),
        Slider("respondents", N_("Respondents"), 20, 500, default=100, step=20),
    ),
    run=run,
    seeded=True,
    slips=N_(
        "Some lecture notes print the estimator with + 1/2; the right is p̂ = (ȳ − 1/2 + γ) / "
        "(2γ), where ȳ is the mean of the reports: if nobody would say yes, ȳ is 1/2 − γ on "
        "average, and p̂ is 0. Some print the order of its error as 1/√(γn); the right is 1/(γ√n): "
        "half of γ doubles it. And some write ε for what is 2γ here, the truth with probability "
        "(1+ε)/2: that is about half of the privacy loss ε for small γ, and far from it near 1/2, "
        "where the loss has no bound."
    ),
)
