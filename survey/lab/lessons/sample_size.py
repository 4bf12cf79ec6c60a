"""How many respondents: Chebyshev beside Hoeffding, and a hundred classes that obey both."""

import math
from fractions import Fraction

from survey.core.planning.sample_size import respondents_for_margin
from survey.lab.experiments.two_bounds import (
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
    typed,
)
from survey.text.number_format import points

ALPHAS = (Fraction(1, 5), Fraction(1, 10), Fraction(1, 20), Fraction(1, 100), Fraction(1, 1000))
NAMES = ("80%", "90%", "95%", "99%", "99.9%")
MARGIN = Fraction(1, 10)


def run(gamma: Fraction, respondents: int, confidence: int, seed: int = 1) -> Outcome:
    alpha = ALPHAS[confidence]
    hoeffding = hoeffding_margin(respondents, gamma, alpha)
    chebyshev = chebyshev_margin(respondents, gamma, alpha)
    error = math.sqrt(variance(respondents, gamma))
    found = distances(respondents, gamma, seed)
    beyond = [sum(each > margin for each in found) for margin in (hoeffding, chebyshev)]
    says = (
        f"{respondents} respondents, γ = {typed(gamma)}, {NAMES[confidence]}: Hoeffding promises "
        f"±{points(hoeffding)} points, Chebyshev ±{points(chebyshev)}. Of {SHOWN} classes "
        f"{beyond[0]} and {beyond[1]} miss by more; the standard error is {points(error)} points."
    )
    ends = (1.0, float(SHOWN))
    chart = Chart(
        f"How far the estimates of {SHOWN} simulated classes are from their share, and the margins "
        f"that the two bounds promise. {says}",
        Axis("simulated classes", 0, SHOWN + 1),
        Axis("distance, as a share of the class", 0, 1.15 * max(*found, hoeffding, chebyshev)),
        (
            Series("Hoeffding", tuple((end, hoeffding) for end in ends)),
            Series("Chebyshev", tuple((end, chebyshev) for end in ends)),
            Series("standard error", tuple((end, error) for end in ends)),
            Series("simulated classes", tuple((n, d) for n, d in enumerate(found, 1)), "dots"),
        ),
    )
    return Outcome(says, chart, (_needed(gamma, confidence),))


def _needed(gamma: Fraction, confidence: int) -> Table:
    rows = tuple(
        (
            name,
            f"{respondents_for_margin(gamma, MARGIN, float(1 - alpha)):,}",
            f"{chebyshev_respondents(MARGIN, gamma, alpha):,}",
        )
        for name, alpha in zip(NAMES, ALPHAS, strict=True)
    )
    return Table(
        f"Respondents for ±{points(MARGIN)} points at γ = {typed(gamma)}; the confidence that is "
        "set is marked",
        ("Confidence", "Hoeffding", "Chebyshev"),
        rows,
        frozenset({confidence}),
    )


LESSON = Lesson(
    name="sample-size",
    title="How many respondents",
    point="To be sure costs little by Hoeffding's bound, and much by Chebyshev's.",
    guess=Guess(
        "At γ = 1/4, 1,500 respondents give ±10 points with 95% by Chebyshev's bound. How many "
        "does Hoeffding's need?",
        ("738", "1,500", "2,200"),
        right=0,
        why="738. And with 99.9% it is 1,521 against 75,000: an exponential against a power.",
    ),
    sentences=(
        "The estimate is a mean of independent terms, so that it is seldom far from what it "
        "estimates.",
        "Chebyshev uses the variance alone, and the number of respondents grows with 1/α.",
        "Hoeffding uses that each term has a range: the number grows with ln(2/α), next to "
        "nothing.",
    ),
    formula=(
        "Var p̂ = (1/4 − γ²) / (4γ²n)",
        "Chebyshev: P(|p̂ − p| ≥ w) ≤ Var p̂ / w², so n = ⌈(1/4 − γ²) / (4γ²w²α)⌉",
        "Hoeffding: P(|p̂ − p| ≥ w) ≤ 2 exp(−8nγ²w²), so n = ⌈ln(2/α) / (8γ²w²)⌉",
    ),
    source="P. L. Chebyshev, Des valeurs moyennes, Journal de mathématiques pures et appliquées "
    "12 (1867) 177–184; W. Hoeffding, Probability inequalities for sums of bounded random "
    "variables, Journal of the American Statistical Association 58 (1963) 13–30",
    failure="Both hold for a number of respondents that is fixed beforehand. Whoever watches the "
    "figures and stops when they please has neither.",
    here="Hoeffding's interval is announced before the survey, and stays beside every figure. What "
    "is read aloud is narrower, and exact: for this class, or for whoever looks at any time.",
    settings=(
        Slider("gamma", "γ", 5, 45, default=25, step=5, per=100),
        Slider("respondents", "Respondents", 50, 1000, default=200, step=50),
        Slider("confidence", "Confidence", 0, len(NAMES) - 1, default=2, words=NAMES),
    ),
    run=run,
    seeded=True,
    slips="Chebyshev with α, not with α/2: it bounds both sides at once. Nor is it always the "
    "worse: at γ = 0.45 it needs fewer at 95%, since it knows the variance.",
)
