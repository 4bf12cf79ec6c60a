"""Local or central: each browser randomizes, or one curator adds noise to the sum."""

from fractions import Fraction

from survey.core.intervals.registry import ANNOUNCED
from survey.core.mechanism.privacy import epsilon, odds
from survey.core.planning.sample_size import central_laplace_respondents, respondents_for_margin
from survey.lab.experiments.laplace import (
    DRAWS,
    betrayed,
    betrayed_by_whole_numbers,
    exact_noise,
    probability,
    probability_beyond,
)
from survey.lab.experiments.two_margins import (
    CONFIDENCE,
    central_distance,
    local_distance,
    margin_of,
    whole_noise_margin,
    whole_noise_respondents,
)
from survey.lab.figures import percentage
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table, typed
from survey.text.number_format import SAYS_NOTHING, odds_in_words, points

DRAWN = [round(10 ** (1 + step / 5)) for step in range(21)]  # 10 to 100,000 respondents
SIMULATED = [10, 100, 1000, 10_000, 100_000]
LARGEST_SHOWN = 5  # noise of this size and more is one row


def run(gamma: Fraction, margin: Fraction, respondents: int, seed: int = 1) -> Outcome:
    local = respondents_for_margin(gamma, margin, CONFIDENCE)
    central = central_laplace_respondents(gamma, margin, CONFIDENCE)
    local_margin = margin_of(ANNOUNCED, respondents, gamma)
    useless = "; one of 50 or more says nothing" if local_margin >= SAYS_NOTHING else ""
    says = (
        f"At ε = {epsilon(gamma):.2f} a margin of {points(margin)} points takes {local:,} "
        "respondents by randomized response and Hoeffding's bound (the exact interval of a class "
        f"takes fewer), and {central:,} under a curator's Laplace noise. "
        f"With {respondents} respondents the margins are "
        f"{points(local_margin)} and "
        f"{points(margin_of('central_laplace', respondents, gamma))} points{useless}."
    )
    return Outcome(
        says,
        _chart(gamma, respondents, says, seed),
        (
            _needs(gamma, margin, respondents, local, central),
            _noise(gamma, seed),
            _impossible(gamma, seed),
        ),
    )


def _chart(gamma: Fraction, respondents: int, says: str, seed: int) -> Chart:
    return Chart(
        "Both margins fall as the class grows, that of randomized response with the root of its "
        f"size, that of a curator with its size. {says}",
        Axis("respondents", 10, 100_000, logarithmic=True),
        Axis("margin, as a share of the class", 1e-5, 10, logarithmic=True),
        (
            Series("local", tuple((n, margin_of(ANNOUNCED, n, gamma)) for n in DRAWN)),
            Series(
                "local, 1,000 classes",
                tuple((n, local_distance(n, gamma, seed)) for n in SIMULATED),
                "dots",
            ),
            Series("central", tuple((n, margin_of("central_laplace", n, gamma)) for n in DRAWN)),
            Series(
                "central, 1,000 draws",
                tuple((n, central_distance(n, gamma, seed)) for n in SIMULATED),
                "dots",
            ),
        ),
        mark=respondents,
    )


def _needs(gamma: Fraction, margin: Fraction, respondents: int, local: int, central: int) -> Table:
    whole = whole_noise_margin(respondents, gamma)
    return Table(
        f"The same ε = {epsilon(gamma):.2f} in two places (γ = {typed(gamma)} in the browser), at "
        "95% confidence",
        (
            "Who randomizes",
            f"Respondents for ±{points(margin)} points",
            f"Margin with {respondents}",
            "Who sees answers",
        ),
        (
            (
                "each browser, by Hoeffding",
                f"{local:,}",
                f"±{points(margin_of(ANNOUNCED, respondents, gamma))} points",
                "the respondent",
            ),
            (
                "curator, Laplace noise",
                f"{central:,}",
                f"±{points(margin_of('central_laplace', respondents, gamma))} points",
                "the curator",
            ),
            (
                "curator, whole numbers",
                f"{whole_noise_respondents(gamma, margin):,}",
                f"±{points(whole)} points",
                "the curator",
            ),
        ),
    )


def _noise(gamma: Fraction, seed: int) -> Table:
    """How often each size of noise occurs: its probability, and its number among the draws."""
    sizes = [abs(noise) for noise in exact_noise(gamma, seed)]
    ratio = odds(gamma)
    rows = []
    for size in range(LARGEST_SHOWN):
        exact = probability(size, ratio) * (2 if size else 1)
        rows.append((f"±{size}" if size else "0", percentage(exact), sizes.count(size)))
    beyond = probability_beyond(LARGEST_SHOWN - 1, ratio)
    larger = sum(size >= LARGEST_SHOWN for size in sizes)
    rows.append((f"±{LARGEST_SHOWN} or more", percentage(beyond), larger))
    return Table(
        f"Whole-number noise on a count, e^ε = {odds_in_words(gamma)}",
        ("Noise", "Probability", f"Of {DRAWS:,} draws"),
        tuple(rows),
    )


def _impossible(gamma: Fraction, seed: int) -> Table:
    return Table(
        f"A count of 0 published {DRAWS:,} times: how often the value cannot have come from 1",
        ("Noise drawn in", "Rules a count of 1 out"),
        (
            ("floating point", percentage(betrayed(gamma, seed))),
            ("whole numbers", percentage(betrayed_by_whole_numbers(gamma, seed))),
        ),
    )


LESSON = Lesson(
    name="local-and-central",
    title="Local or central",
    point="Not having to trust anyone costs respondents, and here is how many.",
    guess=Guess(
        "For ±10 points 738 randomized responses are needed. How many answers does a trusted "
        "curator need, who adds noise once, at the same ε?",
        ("28", "370", "738"),
        right=0,
        why="28. What the others cost is the price of trusting nobody.",
    ),
    sentences=(
        "Either each respondent randomizes, or a curator, someone trusted who sees all answers, "
        "adds noise to their sum once.",
        "One draw of noise for all beats one for each: the curator's error shrinks like 1/n, that "
        "of randomized response like 1/√n.",
        "The price is trust: the curator, and whoever gets at the curator's data, sees every "
        "answer.",
    ),
    formula=(
        "local, by Hoeffding: n = ⌈ln(2/α) / (8γ²w²)⌉ for the margin w, with α = 1 − confidence",
        "central: mean + Laplace(1/(nε)), n = ⌈ln(1/α) / (εw)⌉",
        "Laplace(b): density e^(−|x|/b) / (2b)",
        "sensitivity: one respondent moves a count by at most 1, a mean by at most 1/n",
        "whole-number noise: P(z) = (A−B)/(A+B) · (B/A)^|z|, where e^ε = A/B",
    ),
    source="C. Dwork, F. McSherry, K. Nissim, A. Smith, Calibrating noise to sensitivity in "
    "private data analysis, TCC 2006; A. Ghosh, T. Roughgarden, M. Sundararajan, Universally "
    "utility-maximizing privacy mechanisms, STOC 2009; C. Canonne, G. Kamath, T. Steinke, The "
    "discrete Gaussian for differential privacy, NeurIPS 2020; I. Mironov, On significance of the "
    "least significant bits for differential privacy, CCS 2012",
    failure="The curator's noise protects what is published, not what is stored: a theft, a "
    "subpoena or a curious colleague finds the answers. And Laplace noise computed in floating "
    "point is not Laplace noise: the last bits of a published value can rule counts out, which no "
    "ε allows.",
    here="There is no curator: every answer is randomized in the respondent's browser, by integers "
    "alone, so that ε is what it says. The planner shows beside each margin what a trusted curator "
    "would need.",
    settings=(
        Slider("gamma", "γ", 5, 45, default=25, step=5, per=100),
        Slider(
            "margin",
            "Margin",
            2,
            20,
            default=10,
            step=2,
            per=100,
            words=tuple(f"±{each} points" for each in range(2, 21, 2)),
        ),
        Slider("respondents", "Respondents", 50, 500, default=100, step=50),
    ),
    run=run,
    seeded=True,
    slips="Some lecture notes print the number of respondents for an error α as Ω(1/(α²ε)); the "
    "right is Ω(1/(α²ε²)): half of ε takes four times as many. Some print the density of Laplace "
    "noise with “1 −” before it, or its exponent without the minus sign; the right is e^(−|x|/b) / "
    "(2b). Noise of scale 1/ε belongs to the count and 1/(nε) to the mean: on a mean, 1/ε is n "
    "times too much, and 1/(nε) on a count is n times too little. The count has sensitivity 1 "
    "where one respondent's answer changes, as here.",
)
