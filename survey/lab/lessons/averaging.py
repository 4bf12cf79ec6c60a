"""Averaging and differencing: fresh noise averages out, and two sums give one person away."""

from fractions import Fraction

import numpy as np

from survey.core.mechanism import privacy
from survey.lab.drawings import Crowd
from survey.lab.experiments.averaging_attacks import (
    by_pairs,
    error_of_average,
    error_of_pairs,
    interval_sum,
    isolated,
    majority_right,
    simulated_averages,
    simulated_right,
)
from survey.lab.figures import percentage
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

MOST = 41
REPETITIONS = range(1, MOST + 1, 2)
SHOWN = (1, 5, 21, MOST)  # in the table, beside the setting
SIMULATED = 1000  # respondents in the picture, and averages in the table
SCALE = 5.0  # cm, of the Laplace noise on a sum of heights
CLASSES = (2, 11, 101, 1001)  # seats, for the table of many pairs
HEIGHTS = (162, 175, 158, 181, 169, 173, 155, 178)  # cm, made up, in the order of seats


def run(repetitions: int, gamma: Fraction, seed: int = 1) -> Outcome:
    fresh = majority_right(gamma, repetitions)
    loss = privacy.epsilon(gamma)
    reports = "one report" if repetitions == 1 else f"the majority of {repetitions} fresh reports"
    says = (
        f"With γ = {typed(gamma)}, {reports} is the answer with probability {percentage(fresh)}, "
        f"at ε = {repetitions * loss:.1f}. A remembered report, sent as often, stays at "
        f"{percentage(privacy.HALF + gamma)} and ε = {loss:.1f}."
    )
    generator = np.random.default_rng(seed)
    chart = Chart(
        "The probability that the majority of k reports is the answer rises towards 1 with k if "
        f"each is drawn afresh, and stays level if one report is remembered. {says}",
        Axis("times asked, k", 0, MOST + 1),
        Axis("probability of the answer", 0.45, 1),
        (
            Series(
                "drawn afresh",
                tuple((float(k), float(majority_right(gamma, k))) for k in REPETITIONS),
            ),
            Series(
                "afresh, simulated",
                tuple(
                    (float(k), simulated_right(gamma, k, SIMULATED, False, generator))
                    for k in REPETITIONS
                ),
                "dots",
            ),
            Series(
                "remembered",
                tuple((float(k), float(privacy.HALF + gamma)) for k in (1, MOST)),
            ),
        ),
        mark=float(repetitions),
    )
    crowds = (_one_person(repetitions, gamma, seed),)
    tables = _averages(repetitions, seed), _differences(repetitions, seed), _pairs(seed)
    return Outcome(says, chart, tables, crowds)


def _one_person(repetitions: int, gamma: Fraction, seed: int) -> Crowd:
    """The fresh reports of one person whose answer is yes."""
    turned = np.random.default_rng(seed).random(repetitions) >= float(privacy.HALF + gamma)
    yes = int((~turned).sum())
    caption = (
        f"One person, whose answer is yes, asked {repetitions} times afresh. Filled: yes ({yes}). "
        f"Hatched: the coin turned it ({repetitions - yes})."
    )
    return Crowd(caption, tuple((~turned).tolist()), tuple(turned.tolist()))


def _averages(repetitions: int, seed: int) -> Table:
    """The error of a sum that is asked again and again."""
    generator = np.random.default_rng(seed)
    asked = sorted({*SHOWN, repetitions})
    rows = tuple(
        (
            times,
            f"{error_of_average(SCALE, times):.2f} cm",
            f"{simulated_averages(0, SCALE, times, SIMULATED, generator).std():.2f} cm",
            f"{error_of_average(SCALE, 1):.2f} cm",
        )
        for times in asked
    )
    return Table(
        f"The error of one sum of heights with Laplace noise of scale {SCALE:.0f} cm, asked k times"
        f" and averaged (k = {repetitions} stands out)",
        ("k", "Fresh noise", "Simulated", "Stored noise"),
        rows,
        frozenset({asked.index(repetitions)}),
    )


def _differences(repetitions: int, seed: int) -> Table:
    """The height of every pupil but the first from two sums, without noise and with it."""
    generator = np.random.default_rng(seed)
    asked = sorted({1, repetitions})
    heights = np.array(HEIGHTS, dtype=float)
    rows = tuple(
        (
            f"{place}",
            f"{interval_sum(heights, 1, place):,.0f} − {interval_sum(heights, 1, place - 1):,.0f}",
            f"{isolated(heights, place, 0, 1, generator):.0f} cm",
            *(f"{isolated(heights, place, SCALE, times, generator):.1f} cm" for times in asked),
        )
        for place in range(2, len(HEIGHTS) + 1)
    )
    return Table(
        "Heights of a made-up class: the sum over seats 1 to b minus the sum over seats 1 to b − 1",
        ("Seat b", "Exact sums", "Difference", *(f"Noisy, k = {times}" for times in asked)),
        rows,
    )


def _pairs(seed: int) -> Table:
    """Noise that is stored, asked by many pairs of sums that differ in one person."""
    generator = np.random.default_rng(seed)
    rows = []
    for seats in CLASSES:
        heights = generator.integers(150, 190, seats).astype(float)
        found = by_pairs(heights, seats, SCALE, generator)
        error = error_of_pairs(SCALE, seats - 1)
        rows.append((seats, f"{heights[-1]:.0f} cm", f"{found:.1f} cm", f"{error:.2f} cm"))
    return Table(
        "Stored noise is no shelter from many questions: the last seat's height as the mean of "
        "all differences [a, b] − [a, b − 1], each sum asked once",
        ("Seats b", "True height", "Found", "Typical error"),
        tuple(rows),
    )


LESSON = Lesson(
    name="averaging",
    title="Averaging and differencing",
    point="Ask again and fresh noise averages out; a report that is remembered does not.",
    guess=Guess(
        "A phone whose report is right three times in four is asked 21 times, with fresh coins. "
        "How often is the majority of its reports the answer?",
        ("75%", "90%", "99%"),
        right=2,
        why="99%. That is why a phone remembers its report.",
    ),
    sentences=(
        "If the same question is answered again and again with fresh noise, the noise averages out "
        "and the answer remains.",
        "Noise that is drawn once and remembered does not: a thousand copies of one report say no "
        "more than the first.",
        "Different questions can conspire as well: the sum over seats 1 to b minus the sum over "
        "seats 1 to b − 1 is the height of the pupil in seat b.",
    ),
    formula=(
        "k fresh reports: P(majority = answer) = P(Bin(k, 1/2 + γ) > k/2); ε adds up to kε",
        "one remembered report: 1/2 + γ and ε, however often it is sent",
        "mean of k answers, Laplace noise of scale b: standard deviation √2·b/√k",
        "difference of two such means: variance 2 · 2b²/k, standard deviation 2b/√k",
        "m pairs [a, b] − [a, b − 1] with stored noise: standard deviation 2b/√m",
    ),
    source="differencing: D. E. Denning, P. J. Denning and M. D. Schwartz, The tracker: a threat "
    "to statistical database security, ACM Transactions on Database Systems 4 (1979) 76–96; "
    "remembered reports: Ú. Erlingsson, V. Pihur and A. Korolova, RAPPOR: randomized aggregatable "
    "privacy-preserving ordinal response, CCS 2014",
    failure="A rule that only looks at one question at a time misses both: each answer is noisy "
    "enough, each group large enough, and together they give one person away.",
    here="Reports are drawn once and remembered: a reload or a retry sends the same ones, and in a "
    "survey declared as waves the browser keeps one report for each possible answer, so that a "
    "repeated answer repeats its report. The same question in another survey that is not declared "
    "so is drawn afresh, and its ε is added in the browser's ledger. Different questions are drawn "
    "apart, and their ε adds up and is shown. A difference of two counts isolates one report at "
    "most, which is never certain to be the answer.",
    settings=(
        Slider("repetitions", "Times asked k", 1, MOST, default=21, step=2),
        Slider("gamma", "γ", 5, 45, default=25, step=5, per=100),
    ),
    run=run,
    seeded=True,
    slips="The error of an average falls as 1/√k, not as 1/k; Laplace noise of scale b has the "
    "standard deviation √2·b, not b; and a difference has the sum of both variances.",
)
