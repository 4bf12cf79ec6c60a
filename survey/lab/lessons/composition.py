"""Composition and budget: losses add up, and a budget refuses what would exceed it."""

from fractions import Fraction

from survey.core.mechanism.privacy import epsilon
from survey.lab.experiments.privacy_loss import (
    accepted,
    advanced,
    basic,
    fewest_for_advanced,
    group,
    least,
)
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table, typed

# This lesson alone has a δ: the probability with which the advanced bound may fail, and what
# the least possible ε allows beside every chance.
DELTA = 1e-6
DRAWN = sorted({round(10 ** (step / 10)) for step in range(31)})  # 1 to 1,000 questions
ASKED = 10  # questions that the budget decides on
PEOPLE = 3


def asked(gamma: Fraction) -> list[Fraction]:
    """The γ of ten questions: the given one and half of it, in turns."""
    return [gamma, gamma / 2] * (ASKED // 2)


def run(gamma: Fraction, questions: int, budget: int) -> Outcome:
    loss = epsilon(gamma)
    let_through = accepted([epsilon(each) for each in asked(gamma)], budget)
    says = (
        f"{questions} questions at γ = {typed(gamma)} lose ε = {basic(loss, questions):.2f} by "
        f"basic composition and {advanced(loss, questions, DELTA):.2f} by advanced composition, "
        f"{_from_where(loss)}. Of {ASKED} questions, at this γ and at half of it in turns, a "
        f"budget of {budget} accepts {sum(let_through)}."
    )
    chart = Chart(
        "From 1 to 1,000 questions the basic ε rises in proportion to their number, the advanced "
        f"one at first like its root. {says}",
        Axis("questions", 1, 1000, logarithmic=True),
        Axis("ε of all together", 0.03, 3000, logarithmic=True),
        (
            Series("basic", tuple((k, basic(loss, k)) for k in DRAWN)),
            Series("advanced", tuple((k, advanced(loss, k, DELTA)) for k in DRAWN)),
            Series("the least possible", tuple((k, least(k, gamma, DELTA)) for k in DRAWN)),
        ),
        mark=questions,
    )
    return Outcome(says, chart, (_sums(gamma, questions), _ledger(gamma, budget, let_through)))


def _from_where(loss: float) -> str:
    first = fewest_for_advanced(loss, DELTA)
    if first is None:
        return "which is never the smaller one here, as e^ε is 2 or more"
    return f"which is the smaller one from {first:,} questions on"


def _sums(gamma: Fraction, questions: int) -> Table:
    loss = epsilon(gamma)
    return Table(
        f"What adds up over {questions} questions, at ε = {loss:.2f} a report",
        ("What", "ε together", "Holds"),
        (
            ("basic", f"{basic(loss, questions):.2f}", "always"),
            (
                "advanced",
                f"{advanced(loss, questions, DELTA):.2f}",
                "but for one case in a million",
            ),
            (
                "the least possible",
                f"{least(questions, gamma, DELTA):.2f}",
                "each chance up to e^ε-fold, plus 10⁻⁶",
            ),
            (f"{PEOPLE} people, one question", f"{group(loss, PEOPLE):.2f}", "always"),
            ("computed from the reports", "nothing more", "always"),
        ),
    )


def _ledger(gamma: Fraction, budget: int, let_through: tuple[bool, ...]) -> Table:
    rows, spent = [], 0.0
    for place, (each, fits) in enumerate(zip(asked(gamma), let_through, strict=True), start=1):
        spent += epsilon(each) if fits else 0.0
        verdict = "accepted" if fits else "refused"
        rows.append((place, typed(each), f"{epsilon(each):.2f}", verdict, f"{spent:.2f}"))
    refused = frozenset(place for place, fits in enumerate(let_through) if not fits)
    return Table(
        f"Ten questions before a budget of ε = {budget}; those refused are marked",
        ("Question", "γ", "ε", "Budget", "Spent"),
        tuple(rows),
        refused,
    )


LESSON = Lesson(
    name="composition",
    title="Composition and a budget",
    point="Privacy losses add up, and a budget is what stops them.",
    guess=Guess(
        "100 questions, each with a privacy loss ε of 0.28, are answered by one person. What is "
        "the most that all of them lose, simply added?",
        ("0.28", "2.8", "28"),
        right=2,
        why="28. Whoever sees all the reports multiplies the odds a hundred times.",
    ),
    sentences=(
        "Whoever sees several reports of one respondent learns from all of them: k questions of ε "
        "each lose kε at most.",
        "For many questions of small ε the sum is smaller, at first in proportion to √k and not "
        "to k, if a failure is allowed with a tiny probability δ.",
        "A budget is a sum that must not be exceeded: a question that does not fit is not asked.",
    ),
    formula=(
        "basic: ε of k questions = kε; of unlike ones ε₁ + … + ε_k, also where what is asked next "
        "depends on earlier reports (adaptive)",
        "advanced: √(2k ln(1/δ)) ε + kε(e^ε − 1), but for probability δ = 10⁻⁶",
        "the least possible: the smallest ε with P(S) ≤ e^ε Q(S) + 10⁻⁶ for all sets S of reports",
        "advanced < basic if e^ε < 2 and k > 2 ln(1/δ) / (2 − e^ε)²",
        "k people together: kε; anything computed from the reports alone: nothing more",
    ),
    source="C. Dwork, G. N. Rothblum, S. Vadhan, Boosting and differential privacy, FOCS 2010; "
    "C. Dwork, A. Roth, The algorithmic foundations of differential privacy, Foundations and "
    "Trends in Theoretical Computer Science 9 (2014) 211–407; the least possible: P. Kairouz, "
    "S. Oh, P. Viswanath, The composition theorem for differential privacy, ICML 2015",
    failure="Each question looks harmless, and all together tell the answers: without a budget the "
    "sum has no bound. The advanced bound may fail, and fails to help where e^ε is 2 or more "
    "(γ of 1/6 or more), however many the questions.",
    here="This app uses basic composition: ε adds up over the questions, without a δ, and the sum "
    "is shown to the respondent and to the instructor. An instructor may set a limit on it, and a "
    "survey above the limit is not published. Estimates, intervals and exports are computed from "
    "the reports and cost nothing more.",
    settings=(
        Slider("gamma", "γ", 1, 25, default=7, step=3, per=100),
        Slider("questions", "Questions", 10, 200, default=100, step=10),
        Slider("budget", "Budget for ε", 1, 5, default=1),
    ),
    run=run,
    slips="Some lecture notes bound the factor on the odds from |I| answers or people together by "
    "|I|·exp(ε); the right is exp(|I|·ε): with three of ε = 2 it is 403, and not 22. The last term "
    "of the advanced bound is kε(e^ε − 1); kε² is its approximation for small ε, and smaller than "
    "it. The factor 2 and the k stand under the root together with ln(1/δ). The letter δ is this "
    "bound's probability of failure and nothing else: elsewhere in this app it is not used.",
)
