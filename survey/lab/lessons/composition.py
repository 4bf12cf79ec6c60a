"""Composition and budget: losses add up, and a budget refuses what would exceed it."""

from fractions import Fraction

from survey.core.mechanism.privacy import epsilon
from survey.lab.experiments.composed_losses import ASKED, DELTA, asked, ledger, paths, steps, sums
from survey.lab.experiments.privacy_loss import (
    accepted,
    advanced,
    basic,
    fewest_for_advanced,
    least,
)
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

DRAWN = sorted({round(10 ** (step / 10)) for step in range(31)})  # 1 to 1,000 questions


def run(gamma: Fraction, questions: int, budget: int) -> Outcome:
    loss = epsilon(gamma)
    let_through = accepted([epsilon(each) for each in asked(gamma)], budget)
    says = said(
        N_(
            "%(questions)s questions at γ = %(gamma)s lose ε = %(basic)s by basic composition and "
            "%(advanced)s by advanced composition, %(where)s. Of %(asked)s questions, at this γ "
            "and at half of it in turns, a budget of %(budget)s accepts %(accepted)s."
        ),
        questions=questions,
        gamma=FIGURES.setting(gamma),
        basic=FIGURES.decimal(basic(loss, questions), 2),
        advanced=FIGURES.decimal(advanced(loss, questions, DELTA), 2),
        where=_from_where(loss),
        asked=ASKED,
        budget=budget,
        accepted=sum(let_through),
    )
    chart = Chart(
        in_a_row(
            N_(
                "From 1 to 1,000 questions the basic ε rises in proportion to their number, the "
                "advanced one at first like its root."
            ),
            says,
        ),
        Axis(N_("questions"), 1, 1000, logarithmic=True),
        Axis(N_("ε of all together"), 0.03, 3000, logarithmic=True),
        (
            Series(N_("basic"), tuple((k, basic(loss, k)) for k in DRAWN)),
            Series(N_("advanced"), tuple((k, advanced(loss, k, DELTA)) for k in DRAWN)),
            Series(N_("the least possible"), tuple((k, least(k, gamma, DELTA)) for k in DRAWN)),
        ),
        mark=questions,
    )
    tables = (
        sums(gamma, questions),
        ledger(gamma, budget, let_through),
        paths(gamma),
        steps(gamma, questions),
    )
    return Outcome(says, chart, tables)


def _from_where(loss: float) -> str:
    first = fewest_for_advanced(loss, DELTA)
    if first is None:
        return N_("which is never the smaller one here, as e^ε is 2 or more")
    return said(
        N_("which is the smaller one from %(first)s questions on"), first=FIGURES.whole(first)
    )


LESSON = Lesson(
    name="composition",
    title=N_("Composition and a budget"),
    point=N_("Privacy losses add up, and a budget is what stops them."),
    guess=Guess(
        N_(
            "100 questions, each with a privacy loss ε of 0.28, are answered by one person. What "
            "is the most that all of them lose, simply added?"
        ),
        (FIGURES.plain(0.28), FIGURES.plain(2.8), FIGURES.plain(28)),
        right=2,
        why=N_("28. Whoever sees all the reports multiplies the odds a hundred times."),
    ),
    sentences=(
        N_(
            "Whoever sees several reports of one respondent learns from all of them: k questions "
            "of ε each lose kε at most."
        ),
        N_(
            "For many questions of small ε the sum is smaller, at first in proportion to √k and "
            "not to k, if a failure is allowed with a tiny probability δ."
        ),
        N_(
            "A budget is a sum that must not be exceeded: a question that does not fit is not "
            "asked."
        ),
    ),
    formula=(
        N_(r"basic: $P(o_1, …, o_k)$ $= \prod_i P(o_i | o_1, …, o_{i-1})$"),
        r"$\le \prod_i e^{ε_i} P'(o_i | o_1, …, o_{i-1})$",
        N_(r"so $ε = ε_1 + … + ε_k$, also where a question depends on earlier reports (adaptive)"),
        N_(r"advanced: $ε\sqrt{2k\ln(1/δ)} + kε(e^ε - 1)$, but for probability $δ = 10^{-6}$"),
        N_(r"the least possible: the smallest ε with $P(S) \le e^ε Q(S) + 10^{-6}$ for all $S$"),
        N_(r"advanced is below basic if $2 > e^ε$ and $k > \frac{2\ln(1/δ)}{(2 - e^ε)^2}$"),
        N_(r"$k$ people together: $kε$; anything computed from the reports alone: nothing more"),
    ),
    source="C. Dwork, G. N. Rothblum, S. Vadhan, Boosting and differential privacy, FOCS 2010; "
    "C. Dwork, A. Roth, The algorithmic foundations of differential privacy, Foundations and "
    "Trends in Theoretical Computer Science 9 (2014) 211–407; the least possible: P. Kairouz, "
    "S. Oh, P. Viswanath, The composition theorem for differential privacy, ICML 2015",
    failure=N_(
        "Each question looks harmless, and all together tell the answers: without a budget the "
        "sum has no bound. The advanced bound may fail, and fails to help where e^ε is 2 or more "
        "(γ of 1/6 or more), however many the questions."
    ),
    here=N_(
        "This app uses basic composition: ε adds up over the questions, without a δ, and the sum "
        "is shown to the respondent and to the instructor. An instructor may set a limit on it, "
        "and a survey above the limit is not published. Estimates, intervals and exports are "
        "computed from the reports and cost nothing more."
    ),
    settings=(
        Slider("gamma", "γ", 1, 25, default=7, step=3, per=100),
        Slider("questions", N_("Questions"), 10, 200, default=100, step=10),
        Slider("budget", N_("Budget for ε"), 1, 5, default=1),
    ),
    run=run,
    slips=N_(
        "Some lecture notes print the advanced bound as ε√(k ln(1/δ)), without the 2 under the "
        "root and without the second term; the right is ε√(2k ln(1/δ)) + kε(e^ε − 1). At γ = "
        "0.07, with 100 questions and δ = 0.000001, the loss exceeds the first with probability "
        "0.0093, and the root with its 2 alone still with 0.000024. kε² is the second term's "
        "approximation for small ε, and smaller than it. δ is a probability: that this bound "
        "fails, or what (ε, δ) allows beside every chance. What an interval may miss is alpha, "
        "never δ."
    ),
)
