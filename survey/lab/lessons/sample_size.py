"""How many respondents: Chebyshev beside Hoeffding, and a hundred classes that obey both."""

import math
from fractions import Fraction

from survey.core.planning.sample_size import respondents_for_margin
from survey.lab.experiments.simulated_classes import (
    SHOWN,
    chebyshev_margin,
    chebyshev_respondents,
    distances,
    hoeffding_margin,
    variance,
)
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

ALPHAS = (Fraction(1, 5), Fraction(1, 10), Fraction(1, 20), Fraction(1, 100), Fraction(1, 1000))
NAMES = tuple(FIGURES.exact_percent(1 - alpha) for alpha in ALPHAS)
MARGIN = Fraction(1, 10)


def run(gamma: Fraction, respondents: int, confidence: int, seed: int = 1) -> Outcome:
    alpha = ALPHAS[confidence]
    hoeffding = hoeffding_margin(respondents, gamma, alpha)
    chebyshev = chebyshev_margin(respondents, gamma, alpha)
    error = math.sqrt(variance(respondents, gamma))
    found = distances(respondents, gamma, seed)
    beyond = [sum(each > margin for each in found) for margin in (hoeffding, chebyshev)]
    says = said(
        N_(
            "%(respondents)s respondents, γ = %(gamma)s, %(confidence)s: Hoeffding promises "
            "±%(hoeffding)s points, Chebyshev ±%(chebyshev)s. Of %(shown)s classes %(first)s and "
            "%(second)s miss by more; the standard error is %(error)s points."
        ),
        respondents=respondents,
        gamma=FIGURES.setting(gamma),
        confidence=NAMES[confidence],
        hoeffding=FIGURES.points(hoeffding),
        chebyshev=FIGURES.points(chebyshev),
        shown=SHOWN,
        first=beyond[0],
        second=beyond[1],
        error=FIGURES.points(error),
    )
    ends = (1.0, float(SHOWN))
    chart = Chart(
        in_a_row(
            said(
                N_(
                    "How far the estimates of %(shown)s simulated classes are from their share, "
                    "and the margins that the two bounds promise."
                ),
                shown=SHOWN,
            ),
            says,
        ),
        Axis(N_("simulated classes"), 0, SHOWN + 1),
        Axis(N_("distance, as a share of the class"), 0, 1.15 * max(*found, hoeffding, chebyshev)),
        (
            Series("Hoeffding", tuple((end, hoeffding) for end in ends)),
            Series("Chebyshev", tuple((end, chebyshev) for end in ends)),
            Series(N_("standard error"), tuple((end, error) for end in ends)),
            Series(N_("simulated classes"), tuple((n, d) for n, d in enumerate(found, 1)), "dots"),
        ),
    )
    return Outcome(says, chart, (_needed(gamma, confidence),))


def _needed(gamma: Fraction, confidence: int) -> Table:
    rows = tuple(
        (
            name,
            FIGURES.whole(respondents_for_margin(gamma, MARGIN, float(1 - alpha))),
            FIGURES.whole(chebyshev_respondents(MARGIN, gamma, alpha)),
        )
        for name, alpha in zip(NAMES, ALPHAS, strict=True)
    )
    return Table(
        said(
            N_(
                "Respondents for ±%(margin)s points at γ = %(gamma)s; the confidence that is set "
                "is marked"
            ),
            margin=FIGURES.points(MARGIN),
            gamma=FIGURES.setting(gamma),
        ),
        (N_("Confidence"), "Hoeffding", "Chebyshev"),
        rows,
        frozenset({confidence}),
    )


LESSON = Lesson(
    name="sample-size",
    title=N_("How many respondents"),
    point=N_("To be sure costs little by Hoeffding's bound, and much by Chebyshev's."),
    guess=Guess(
        N_(
            "At γ = 1/4, 1,500 respondents give ±10 points with 95% by Chebyshev's bound. How many "
            "does Hoeffding's need?"
        ),
        (FIGURES.whole(738), FIGURES.whole(1500), FIGURES.whole(2200)),
        right=0,
        why=N_("738. And with 99.9% it is 1,521 against 75,000: an exponential against a power."),
    ),
    sentences=(
        N_(
            "The estimate is a mean of independent terms, so that it is seldom far from what it "
            "estimates."
        ),
        N_("Chebyshev uses the variance alone, and the number of respondents grows with 1/α."),
        N_(
            "Hoeffding uses that each term has a range: the number grows with ln(2/α), next to "
            "nothing."
        ),
    ),
    formula=(
        r"$\mathrm{Var}\,\hat p = \frac{1/4 - γ^2}{4γ^2n}$",
        N_(r"Chebyshev: $P(|\hat p - p| \ge w) \le \frac{\mathrm{Var}\,\hat p}{w^2}$, so"),
        r"$n = ⌈\frac{1/4 - γ^2}{4γ^2w^2α}⌉$",
        N_(r"Hoeffding: $P(|\hat p - p| \ge w) \le 2 e^{-8nγ^2w^2}$, so"),
        r"$n = ⌈\frac{\ln(2/α)}{8γ^2w^2}⌉$",
    ),
    source="P. L. Chebyshev, Des valeurs moyennes, Journal de mathématiques pures et appliquées "
    "12 (1867) 177–184; W. Hoeffding, Probability inequalities for sums of bounded random "
    "variables, Journal of the American Statistical Association 58 (1963) 13–30",
    failure=N_(
        "Both hold for a number of respondents that is fixed beforehand. Someone who watches the "
        "figures and stops when they please has neither, as the next lesson shows."
    ),
    here=N_(
        "Hoeffding's interval is announced before the survey, and stays beside every figure. What "
        "is read aloud is narrower, and exact: for this class, or for whoever looks at any time."
    ),
    settings=(
        Slider("gamma", "γ", 5, 45, default=25, step=5, per=100),
        Slider("respondents", N_("Respondents"), 50, 1000, default=200, step=50),
        Slider("confidence", N_("Confidence"), 0, len(NAMES) - 1, default=2, words=NAMES),
    ),
    run=run,
    seeded=True,
    slips=N_(
        "Some lecture notes print Hoeffding's exponent with γ where it has γ²; the right is "
        "e^(−8nγ²w²): half of γ takes four times as many respondents, not twice as many. "
        "Chebyshev with α, not with α/2: it bounds both sides at once. Nor is it always the "
        "worse: at γ = 0.45 it needs fewer at 95%, since it knows the variance."
    ),
)
