"""Reconstruction: sums of everyone's bits, with too little noise, give everyone's bit away."""

import math
from fractions import Fraction

from survey.core.mechanism.privacy import HALF
from survey.lab.drawings import Crowd
from survey.lab.experiments import reconstruction_attacks as attacks
from survey.lab.experiments.decoys import share_misled
from survey.lab.experiments.reconstructed_class import (
    DRAWN,
    GAMMAS,
    MOST_NOISE,
    Attacked,
    attacked_class,
    exhaustive_rows,
)
from survey.lab.figures import percentage
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table, typed

GAMMA = Fraction(1, 4)  # the one in the picture


MANY = 100  # sums per person, to compare with the number that is set


def run(noise: Fraction, people: int, queries_each: int, seed: int = 1) -> Outcome:
    found = attacked_class(noise, people, queries_each, seed)
    reach = f"{float(noise) * math.sqrt(people):.1f}"
    missing = f"each wrong by up to {reach}" if noise else "all exact"
    in_picture = found.from_reports[GAMMAS.index(GAMMA)]
    says = (
        f"{queries_each * people} sums over {people} people, {missing}: the "
        f"linear program gets {_percent(found.by_program)} of the bits wrong, least squares "
        f"{_percent(found.by_squares)}; of {MANY} sums a person with such noise, "
        f"{_percent(attacks.expected_share_wrong(float(noise), MANY))}. If the noise is chosen "
        f"against it, least squares gets {_percent(found.by_decoy)} wrong. From reports randomized "
        f"with γ = {typed(GAMMA)} it gets {_percent(in_picture)} wrong, just those that the "
        "reports have wrong."
    )
    return Outcome(
        says,
        _chart(queries_each, found, float(noise), says),
        (
            _bits_wrong(noise, queries_each, reach, found),
            _kinds_of_noise(noise, queries_each),
            Table(
                "All 256 sums over 8 people: places in which a database that fits can be wrong",
                ("Each sum misses by at most", "Four times that", "Random noise", "Worst noise"),
                exhaustive_rows(),
            ),
        ),
        (_bits(found),),
    )


def _bits_wrong(noise: Fraction, queries_each: int, reach: str, found: Attacked) -> Table:
    expected = attacks.expected_share_wrong(float(noise), queries_each)
    return Table(
        "Bits wrong in one class of this size (first row: noisy sums, as set above)",
        ("The sums come from", "Least squares", "Expected", "Linear program"),
        (
            (
                f"the bits, fresh noise ±{reach}" if noise else "the bits, exactly",
                *map(_percent, (found.by_squares, expected, found.by_program)),
            ),
            (
                "the bits, noise against it",
                _percent(found.by_decoy),
                _percent(share_misled(noise)),
                "–",
            ),
            *(
                (f"reports, γ = {typed(gamma)}", _percent(wrong), _percent(HALF - gamma), "–")
                for gamma, wrong in zip(GAMMAS, found.from_reports, strict=True)
            ),
        ),
        frozenset({0}),
    )


def _kinds_of_noise(noise: Fraction, queries_each: int) -> Table:
    """More sums overcome fresh noise, but not noise that is chosen against the attack."""
    return Table(
        f"Bits wrong by least squares in a large class, noise ±{typed(noise)} √n, expected",
        ("Sums per person", "Fresh noise on each", "Noise chosen against it"),
        tuple(
            (
                number,
                _percent(attacks.expected_share_wrong(float(noise), number)),
                _percent(share_misled(noise)),
            )
            for number in (queries_each, 10, 30, MANY)
        ),
    )


def _chart(queries_each: int, found: Attacked, noise: float, says: str) -> Chart:
    many = tuple((float(c), attacks.expected_share_wrong(float(c), MANY)) for c in DRAWN)
    wrong_report = float(HALF - GAMMA)
    return Chart(
        "The share of the bits that least squares gets wrong rises from 0 towards that of "
        "guessing, 1/2. If the noise is chosen against the attack, it is there at about a third of "
        f"√n, however many the sums. With fresh noise of ±{MOST_NOISE}√n it is "
        f"{_percent(attacks.expected_share_wrong(MOST_NOISE, queries_each))} for {queries_each} "
        f"sums a person, and {_percent(many[-1][1])} for {MANY}. {says}",
        Axis("noise, as a multiple of √n", 0, MOST_NOISE),
        Axis("share of the bits wrong", 0, 0.6),
        (
            Series(f"fresh noise, {queries_each} sums", found.fresh),
            Series(f"fresh noise, {MANY} sums", many),
            Series("noise against it", found.misled),
            Series(
                f"from reports, γ = {typed(GAMMA)}",
                ((0.0, wrong_report), (float(MOST_NOISE), wrong_report)),
            ),
        ),
        mark=noise,
    )


def _percent(share: float | Fraction) -> str:
    return percentage(share) if share else "none"


def _bits(found: Attacked) -> Crowd:
    caption = (
        "The bits that come back, a dot a person. Filled: least squares says 1 "
        f"({sum(found.guesses)}). Hatched: wrong ({sum(found.wrong)}), which is the Hamming "
        "distance to the truth."
    )
    return Crowd(caption, found.guesses, found.wrong)


LESSON = Lesson(
    name="reconstruction",
    title="Reconstruction",
    point="With noise below the square root of the class, nearly everyone's answer comes back.",
    guess=Guess(
        "A server answers 480 questions on sums over 120 people, each wrong by up to 2.7. How "
        "many of the 120 bits can be computed?",
        ("about 60", "about 90", "nearly all"),
        right=2,
        why="Nearly all. The errors are many and small, and average out.",
    ),
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
        "qn random sums, fresh noise uniform in ±c√n, least squares: Φ(−√(3(q−1)) / (4c)) wrong",
        "noise within ±c√n chosen against it: min(1/2, 4c²) wrong, whatever q",
        "γ-randomized reports: 1/2 − γ wrong",
    ),
    source="I. Dinur and K. Nissim, Revealing information while preserving privacy, PODS 2003; "
    "least squares, with chosen questions: C. Dwork and S. Yekhanin, New efficient attacks on "
    "statistical disclosure control mechanisms, CRYPTO 2008",
    failure="Where nearly all bits can be computed, all but a vanishing share by Hamming distance, "
    "a mechanism is called blatantly non-private. Small noise on each answer does not protect "
    "anyone when there are many answers. What "
    "is small depends on the noise. If it is chosen against the attack, as by a curator who "
    "answers for a decoy class, √n is the threshold: well below it every choice fails, and from "
    "half of it on a decoy hides half of the bits however many sums are asked. Fresh, independent "
    "noise has no such threshold, since it averages out: at ±2√n least squares gets 35% of the "
    "bits wrong with 4 sums a person, and 1.6% with 100. It must grow with the root of the number "
    "of sums.",
    here="Every answer is randomized in the respondent's browser, so that the server has no bits "
    "to answer from. Every sum is computed from reports, and least squares gives the reports back. "
    "For someone to whom yes and no were equally likely, the best guess of an answer is its "
    "report, wrong with probability 1/2 − γ however many sums are asked; for anyone else a report "
    "still multiplies the odds by at most (1/2 + γ)/(1/2 − γ).",
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
    seeded=True,
    slips="“Noise of √n is enough” is said of noise that is chosen against the attack. The noise "
    "here is on a count. On a share of the class the same line is 1/√n, and notes "
    "that mix the two are off by a factor of n. And 4α is a number of people: each of the two "
    "directions, ones missed and ones invented, has at most 2α.",
)
