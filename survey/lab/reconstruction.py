"""Reconstruction: sums of everyone's bits, with too little noise, give everyone's bit away."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

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

SEED = 1
DRAWS = 20  # of the noise, for the line of least squares
MOST_NOISE = 2  # times √n
DRAWN = [Fraction(step, 20) for step in range(20 * MOST_NOISE + 1)]
GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]
GAMMA = Fraction(1, 4)  # the one in the picture
FEW = np.array([1, 1, 1, 1, 0, 0, 0, 0])  # the bits that all 2^8 subsets are asked about
BOUNDS = [Fraction(step, 2) for step in range(5)]


@dataclass(frozen=True)
class Attacked:
    """One simulated class: shares of its bits that were guessed wrong.

    `line` has (noise as a multiple of √n, share wrong by least squares); `from_reports` are by
    least squares on sums of γ-randomized reports, for each of `GAMMAS`.
    """

    line: tuple[tuple[float, float], ...]
    by_squares: float
    by_program: float
    from_reports: tuple[float, ...]


def attacked_class(noise: Fraction, people: int, queries_each: int) -> Attacked:
    """A class of random bits, sums over random subsets, and noise uniform in ±noise·√people."""
    generator = np.random.default_rng(SEED)
    bits = generator.integers(0, 2, people)
    subsets = attacks.random_subsets(people, queries_each * people, generator)
    bound = float(noise) * math.sqrt(people)
    answers = [subsets @ bits + bound * generator.uniform(-1, 1, len(subsets))]
    for gamma in map(float, GAMMAS):
        reports = np.where(generator.random(people) < 0.5 + gamma, bits, 1 - bits)
        answers.append(attacks.sums_of_reports(subsets, reports, gamma))
    by_squares, *from_reports = (
        attacks.share_wrong(bits, guesses)
        for guesses in attacks.by_least_squares(subsets, np.array(answers).T).T
    )
    by_program = attacks.share_wrong(bits, attacks.by_linear_program(subsets, answers[0], bound))
    return Attacked(_line(people, queries_each), by_squares, by_program, tuple(from_reports))


@cache
def _line(people: int, queries_each: int) -> tuple[tuple[float, float], ...]:
    generator = np.random.default_rng(SEED)
    bits = generator.integers(0, 2, (people, 1))
    subsets = attacks.random_subsets(people, queries_each * people, generator)
    errors = attacks.errors_by_least_squares(subsets, DRAWS, generator)
    return tuple(
        (noise, attacks.share_wrong(bits, bits + noise * errors > 0.5))
        for noise in map(float, DRAWN)
    )


@cache
def exhaustive_rows() -> tuple[tuple[str, str, int, int], ...]:
    """Bound on the noise, four times that, places wrong with random noise and with the worst."""
    exact = attacks.all_bits(len(FEW)) @ FEW
    rows = []
    for bound in BOUNDS:
        noise = np.random.default_rng(SEED).uniform(-1, 1, len(exact)) * float(bound)
        random = attacks.farthest_consistent(FEW, exact + noise, float(bound))
        # 2·bound ones fewer and 2·bound ones more: no sum differs by more than that.
        moved = int(2 * bound)
        other = FEW.copy()
        other[:moved], other[4 : 4 + moved] = 0, 1
        worst = attacks.farthest_consistent(FEW, attacks.halfway_answers(FEW, other), float(bound))
        rows.append((f"±{typed(bound)}", typed(4 * bound), random, worst))
    return tuple(rows)


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
        Slider("noise", "Noise, as a multiple of √n", 0, 8 * MOST_NOISE, default=2, per=8),
        Slider("people", "People n", 40, 200, default=120, step=40),
        Slider("queries_each", "Sums asked, per person", 2, 4, default=4),
    ),
    run=run,
    slips="The noise here is on a count. On a share of the class the same line is 1/√n, and notes "
    "that mix the two are off by a factor of n. And 4α is a number of people: each of the two "
    "directions, ones missed and ones invented, has at most 2α.",
)
