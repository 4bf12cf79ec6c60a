"""Reconstruction: sums of everyone's bits, with too little noise, give everyone's bit away."""

import math
from fractions import Fraction

from survey.core.privacy import HALF
from survey.lab import reconstruction_attacks as attacks
from survey.lab.figures import percentage
from survey.lab.lesson import Axis
from survey.lab.lesson import Chart
from survey.lab.lesson import Lesson
from survey.lab.lesson import Outcome
from survey.lab.lesson import Series
from survey.lab.lesson import Slider
from survey.lab.lesson import Table
from survey.lab.lesson import typed
from survey.lab.reconstructed_class import DRAWN
from survey.lab.reconstructed_class import GAMMAS
from survey.lab.reconstructed_class import MOST_NOISE
from survey.lab.reconstructed_class import Attacked
from survey.lab.reconstructed_class import attacked_class
from survey.lab.reconstructed_class import exhaustive_rows

GAMMA = Fraction(1, 4)  # the one in the picture


def run(noise: Fraction, people: int, queries_each: int) -> Outcome:
    found = attacked_class(noise, people, queries_each)
    reach = f"{float(noise) * math.sqrt(people):.1f}"
    missing = f"each wrong by up to {reach}" if noise else "all exact"
    expected = attacks.expected_share_wrong(float(noise), queries_each)
    in_picture = found.from_reports[GAMMAS.index(GAMMA)]
    says = (
        f"{queries_each * people} sums over {people} people, {missing}: the "
        f"linear program gets {_percent(found.by_program)} of the bits wrong, least squares "
        f"{_percent(found.by_squares)}. From reports randomized with γ = {typed(GAMMA)}, least "
        f"squares gets {_percent(in_picture)} wrong, just those that the reports have wrong."
    )
    return Outcome(
        says,
        _chart(noise, queries_each, found, says),
        (
            Table(
                "Bits wrong in one class of this size (first row: noisy sums, as set above)",
                ("The sums come from", "Least squares", "Expected", "Linear program"),
                (
                    (
                        f"the bits, noise ±{reach}" if noise else "the bits, exactly",
                        *map(_percent, (found.by_squares, expected, found.by_program)),
                    ),
                    *(
                        (
                            f"reports, γ = {typed(gamma)}",
                            _percent(wrong),
                            _percent(HALF - gamma),
                            "–",
                        )
                        for gamma, wrong in zip(GAMMAS, found.from_reports, strict=True)
                    ),
                ),
                frozenset({0}),
            ),
            Table(
                "All 256 sums over 8 people: places in which a database that fits can be wrong",
                ("Each sum misses by at most", "Four times that", "Random noise", "Worst noise"),
                exhaustive_rows(),
            ),
        ),
    )


def _chart(noise: Fraction, queries_each: int, found: Attacked, says: str) -> Chart:
    expected = tuple(
        (float(each), attacks.expected_share_wrong(float(each), queries_each)) for each in DRAWN
    )
    wrong_report = float(HALF - GAMMA)
    return Chart(
        "The share of the bits that an attack gets wrong is nearly 0 for little noise, and rises "
        "towards that of guessing, 1/2, once the noise is about the square root of the number of "
        f"people. {says}",
        Axis("noise, as a multiple of √n", 0, MOST_NOISE),
        Axis("share of the bits wrong", 0, 0.6),
        (
            Series("least squares", found.line),
            Series("its formula", expected),
            Series("linear program", ((float(noise), found.by_program),), "dots"),
            Series(
                f"from reports, γ = {typed(GAMMA)}",
                ((0.0, wrong_report), (float(MOST_NOISE), wrong_report)),
            ),
        ),
        mark=float(noise),
    )


def _percent(share: float | Fraction) -> str:
    return percentage(share) if share else "none"


LESSON = Lesson(
    name="reconstruction",
    title="Reconstruction",
    sentences=(
        "A server that knows everyone's bit, a yes or no, answers many questions of the form: how "
        "many of these people said yes?",
        "If each answer misses by much less than √n, nearly every bit can be computed from a few "
        "answers a person: a linear program looks for bits within all bounds, least squares for "
        "those that miss the answers least.",
        "If every one of the 2ⁿ possible questions is answered to within α people, then whoever "
        "finds bits that fit is wrong about at most 4α people.",
    ),
    formula=(
        "find x in [0, 1]ⁿ with |sum of xᵢ over S − answer(S)| ≤ α for each S; round at 1/2",
        "all 2ⁿ sums within α: at most 4α bits wrong",
        "qn random sums, noise uniform in ±c√n, least squares: Φ(−√(3(q−1)) / (4c)) wrong",
        "γ-randomized reports: 1/2 − γ wrong",
    ),
    source="I. Dinur and K. Nissim, Revealing information while preserving privacy, PODS 2003; "
    "least squares, with chosen questions: C. Dwork and S. Yekhanin, New efficient attacks on "
    "statistical disclosure control mechanisms, CRYPTO 2008",
    failure="Small noise on each answer does not protect anyone when there are many answers. The "
    "line that matters is √n, about the size of the error of sampling: below it, more questions "
    "give the bits themselves.",
    here="Unless a question is asked openly, its answer is randomized in the respondent's browser, "
    "so that the server has no bits to answer from. Every sum is computed from reports, and least "
    "squares gives the reports back. For someone to whom yes and no were equally likely, the best "
    "guess of an answer is its report, wrong with probability 1/2 − γ however many sums are asked; "
    "for anyone else a report still multiplies the odds by at most (1/2 + γ)/(1/2 − γ).",
    settings=(
        Slider(
            "noise",
            "Noise on each sum",
            0,
            8 * MOST_NOISE,
            default=2,
            per=8,
            words=("none", *(f"±{each / 8:g} √n" for each in range(1, 8 * MOST_NOISE + 1))),
        ),
        Slider("people", "People n", 40, 200, default=120, step=40),
        Slider("queries_each", "Sums per person", 2, 4, default=4),
    ),
    run=run,
    slips="The noise here is on a count. On a share of the class the same line is 1/√n, and notes "
    "that mix the two are off by a factor of n. And 4α is a number of people: each of the two "
    "directions, ones missed and ones invented, has at most 2α.",
)
