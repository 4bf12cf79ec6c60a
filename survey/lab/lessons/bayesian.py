"""The Bayesian reading of ε: beliefs before and after a report."""

from fractions import Fraction

from survey.core.mechanism.privacy import GUESS, epsilon, posterior
from survey.lab.experiments.beliefs import (
    heights,
    most_confidence,
    others,
    reports,
    sureness,
)
from survey.lab.figures import percentage
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider
from survey.lab.words import FIGURES, in_a_row, said
from survey.text.figures import odds_factor
from survey.translations.marked import N_

DRAWN = [step / 50 for step in range(51)]


def run(gamma: Fraction, prior: Fraction) -> Outcome:
    before = float(prior)
    value, exact = odds_factor(gamma)  # the odds are 99 at most here
    factor = FIGURES.exact(value)
    says = said(
        N_(
            "γ = %(gamma)s: whoever believed yes with %(prior)s believes it with %(yes)s after a "
            "yes report and with %(no)s after a no report; the odds are multiplied or divided by "
            "%(factor)s. Where two heights are equally likely, a noisy height makes nobody surer "
            "than %(most)s."
        ),
        gamma=FIGURES.setting(gamma),
        prior=FIGURES.percent(prior),
        yes=percentage(posterior(before, 1, gamma)),
        no=percentage(posterior(before, 0, gamma)),
        factor=factor if exact else said(N_("about %(factor)s"), factor=factor),
        most=percentage(most_confidence(epsilon(gamma))),
    )
    chart = Chart(
        in_a_row(
            N_(
                "What is believed after a report over what was believed before: one curve above "
                "the diagonal for a yes report, one below it for a no report."
            ),
            says,
        ),
        Axis(N_("believed before"), 0, 1),
        Axis(N_("believed after"), 0, 1),
        (
            Series(N_("after a yes report"), tuple((p, posterior(p, 1, gamma)) for p in DRAWN)),
            Series(N_("after a no report"), tuple((p, posterior(p, 0, gamma)) for p in DRAWN)),
            Series(N_("without a report"), ((0, 0), (1, 1))),
        ),
        mark=before,
    )
    tables = reports(gamma, before), heights(gamma, before), sureness(gamma), others(gamma)
    return Outcome(says, chart, tables)


LESSON = Lesson(
    name="posterior",
    title=N_("Before and after a report"),
    point=N_(
        "A report moves anyone's belief by a fixed factor at most, whatever they believed before."
    ),
    guess=Guess(
        N_(
            "You believe with 30% that a student cheated. Their report, which is the answer three "
            "times in four, says yes. What should you believe now?"
        ),
        (FIGURES.percent(GUESS), FIGURES.percent(9 / 16), FIGURES.percent(0.75)),
        right=1,
        why=N_("56%: the odds were 3 to 7, and the report makes them 9 to 7."),
    ),
    sentences=(
        N_(
            "Whoever sees a report changes what they believe: the odds before, times a factor, are "
            "the odds after."
        ),
        N_(
            "The factor lies between e^−ε and e^ε for every report, whatever was believed before: "
            "that is what ε promises."
        ),
        N_(
            "The same holds for a height with Laplace noise: between two heights an inch apart, no "
            "noisy value says more than one report does."
        ),
    ),
    formula=(
        N_(r"after a yes report: $\frac{p(1/2+γ)}{p(1/2+γ) + (1-p)(1/2-γ)}$, $p$ believed before"),
        N_(r"odds after = factor · odds before, the factor from $e^{-ε}$ to $e^ε$"),
        N_(r"a height $y$ seen: factor on 69 against 68 is $e^{ε(|y-68| - |y-69|)}$"),
        N_(r"second form, for who knows everybody else: $x$ and $x'$ differ in one entry alone"),
        N_(r"from it the first, with weights $w$ of what others may have answered:"),
        r"$\frac{\sum_j w_j a_j}{\sum_j w_j b_j} \le \max_j \frac{a_j}{b_j} \le e^ε$",
        N_(r"and from both the promise: at $p = 1/2$ the factor is $P(o | x) / P(o | x')$"),
        N_(r"even odds before: at most $\frac{e^ε}{1 + e^ε} = 1/2 + γ$ after"),
    ),
    source="C. Dwork, F. McSherry, K. Nissim, A. Smith, Calibrating noise to sensitivity in "
    "private data analysis, TCC 2006; S. P. Kasiviswanathan, A. Smith, On the 'semantics' of "
    "differential privacy: a Bayesian formulation, Journal of Privacy and Confidentiality 6 (2014)",
    failure=N_(
        "Noise that has an end proves things: with noise of at most 1 inch, a height seen as "
        "70 was 69 for certain. And ε bounds the change, not the belief: at e^ε = 3, who was 99% "
        "sure before is at least 97% sure after."
    ),
    here=N_(
        "A respondent can read for each question by what factor at most a report changes anyone's "
        "odds on the answer, whatever they believed before. The factors of several questions "
        "multiply, and so ε adds up."
    ),
    settings=(
        Slider("gamma", "γ", 1, 49, default=25, step=2, per=100),
        Slider(
            "prior",
            N_("Believed before"),
            5,
            95,
            default=int(100 * GUESS),
            step=5,
            per=100,
            words=tuple(f"{each}%" for each in range(5, 96, 5)),
        ),
    ),
    run=run,
    slips=N_(
        "Some lecture notes give e^0.1 as 1.01; the right is 1.105, about 1 + ε. Some print the "
        "ratio of two Laplace densities without its minus signs; the right is e^(−ε|y−69|) / "
        "e^(−ε|y−68|), at most e^ε. The factor e^ε bounds the odds, p/(1−p). Said of the "
        "probability itself it is weaker: three times 50% would be 150%, and three times the odds "
        "of 50% are 75%."
    ),
)
