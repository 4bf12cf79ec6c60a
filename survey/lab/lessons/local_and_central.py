"""Local or central: each browser randomizes, or one curator adds noise to the sum."""

from fractions import Fraction

from survey.core.intervals.registry import ANNOUNCED
from survey.core.mechanism.privacy import epsilon
from survey.core.planning.sample_size import central_laplace_respondents, respondents_for_margin
from survey.lab.experiments.laplace import ruled_out, sizes_of_noise
from survey.lab.experiments.simulated_classes import (
    CONFIDENCE,
    central_distance,
    local_distance,
    margin_of,
    respondents_needed,
)
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider
from survey.lab.words import FIGURES, in_a_row, said
from survey.text.question_meanings import SAYS_NOTHING
from survey.translations.marked import N_

DRAWN = [round(10 ** (1 + step / 5)) for step in range(21)]  # 10 to 100,000 respondents
SIMULATED = [10, 100, 1000, 10_000, 100_000]


def run(gamma: Fraction, margin: Fraction, respondents: int, seed: int = 1) -> Outcome:
    local = respondents_for_margin(gamma, margin, CONFIDENCE)
    central = central_laplace_respondents(gamma, margin, CONFIDENCE)
    local_margin = margin_of(ANNOUNCED, respondents, gamma)
    says = said(
        N_(
            "At ε = %(epsilon)s a margin of %(margin)s points takes %(local)s respondents by "
            "randomized response and Hoeffding's bound (the exact interval of a class takes "
            "fewer), and %(central)s under a curator's Laplace noise. With %(respondents)s "
            "respondents the margins are %(local_margin)s and %(central_margin)s "
            "points%(useless)s."
        ),
        epsilon=FIGURES.decimal(epsilon(gamma), 2),
        margin=FIGURES.points(margin),
        local=FIGURES.whole(local),
        central=FIGURES.whole(central),
        respondents=respondents,
        local_margin=FIGURES.points(local_margin),
        central_margin=FIGURES.points(margin_of("central_laplace", respondents, gamma)),
        useless=N_("; one of 50 or more says nothing") if local_margin >= SAYS_NOTHING else "",
    )
    return Outcome(
        says,
        _chart(gamma, respondents, says, seed),
        (
            respondents_needed(gamma, margin, respondents, local, central),
            sizes_of_noise(gamma, seed),
            ruled_out(gamma, seed),
        ),
    )


def _chart(gamma: Fraction, respondents: int, says: str, seed: int) -> Chart:
    return Chart(
        in_a_row(
            N_(
                "Both margins fall as the class grows, that of randomized response with the root "
                "of its size, that of a curator with its size."
            ),
            says,
        ),
        Axis(N_("respondents"), 10, 100_000, logarithmic=True),
        Axis(N_("margin, as a share of the class"), 1e-5, 10, logarithmic=True),
        (
            Series(N_("local"), tuple((n, margin_of(ANNOUNCED, n, gamma)) for n in DRAWN)),
            Series(
                N_("local, 1,000 classes"),
                tuple((n, local_distance(n, gamma, seed)) for n in SIMULATED),
                "dots",
            ),
            Series(
                N_("central"), tuple((n, margin_of("central_laplace", n, gamma)) for n in DRAWN)
            ),
            Series(
                N_("central, 1,000 draws"),
                tuple((n, central_distance(n, gamma, seed)) for n in SIMULATED),
                "dots",
            ),
        ),
        mark=respondents,
    )


LESSON = Lesson(
    name="local-and-central",
    title=N_("Local or central"),
    point=N_("Not having to trust anyone costs respondents, and here is how many."),
    guess=Guess(
        N_(
            "For ±10 points 738 randomized responses are needed. How many answers does a trusted "
            "curator need, who adds noise once, at the same ε?"
        ),
        ("28", "370", "738"),
        right=0,
        why=N_("28. What the others cost is the price of trusting nobody."),
    ),
    sentences=(
        N_(
            "Either each respondent randomizes, or a curator, someone trusted who sees all "
            "answers, adds noise to their sum once."
        ),
        N_(
            "One draw of noise for all beats one for each: the curator's error shrinks like 1/n, "
            "that of randomized response like 1/√n."
        ),
        N_(
            "The price is trust: the curator, and whoever gets at the curator's data, sees every "
            "answer."
        ),
    ),
    formula=(
        N_(
            r"local, by Hoeffding: $n = ⌈\frac{\ln(2/α)}{8γ^2w^2}⌉$ for the margin $w$, "
            r"with $1 - α$ the confidence"
        ),
        N_(r"central: the mean and $\mathrm{Laplace}(\frac{1}{nε})$, $n = ⌈\frac{\ln(1/α)}{εw}⌉$"),
        N_(r"so the error is about $\frac{1}{ε\sqrt n}$ locally, and $\frac{1}{εn}$ centrally"),
        N_(
            r"$\mathrm{Laplace}(b)$ has the density $\frac{1}{2b} e^{-|x|/b}$; one respondent "
            r"moves a count by at most $1$, a mean by $\frac1n$"
        ),
        N_(r"whole-number noise: $P(z) = \frac{A-B}{A+B}\,(\frac BA)^{|z|}$ with $e^ε = \frac AB$"),
    ),
    source="C. Dwork, F. McSherry, K. Nissim, A. Smith, Calibrating noise to sensitivity in "
    "private data analysis, TCC 2006; A. Ghosh, T. Roughgarden, M. Sundararajan, "
    "Universally utility-maximizing privacy mechanisms, STOC 2009; C. Canonne, G. Kamath, "
    "T. Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020; I. Mironov, "
    "On significance of the least significant bits for differential privacy, CCS 2012",
    failure=N_(
        "The curator's noise protects what is published, not what is stored: a theft, a subpoena "
        "or a curious colleague finds the answers. And Laplace noise computed in floating point "
        "is not Laplace noise: the last bits of a published value can rule counts out, which no ε "
        "allows."
    ),
    here=N_(
        "There is no curator: every answer is randomized in the respondent's browser, by integers "
        "alone, so that ε is what it says. The planner shows beside each margin what a trusted "
        "curator would need."
    ),
    settings=(
        Slider("gamma", "γ", 5, 45, default=25, step=5, per=100),
        Slider(
            "margin",
            N_("Margin"),
            2,
            20,
            default=10,
            step=2,
            per=100,
            words=tuple(said(N_("±%(margin)s points"), margin=each) for each in range(2, 21, 2)),
        ),
        Slider("respondents", N_("Respondents"), 50, 500, default=100, step=50),
    ),
    run=run,
    seeded=True,
    slips=N_(
        "Some lecture notes print the number of respondents for an error α as Ω(1/(α²ε)); the "
        "right is Ω(1/(α²ε²)): half of ε takes four times as many. Some print the density of "
        "Laplace noise with “1 −” before it, or its exponent without the minus sign; the right is "
        "e^(−|x|/b) / (2b). Noise of scale 1/ε belongs to the count and 1/(nε) to the mean: on a "
        "mean, 1/ε is n times too much, and 1/(nε) on a count is n times too little. The count "
        "has sensitivity 1 where one respondent's answer changes, as here."
    ),
)
