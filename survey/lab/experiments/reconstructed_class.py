"""One class attacked through its sums, and all sums over a few people."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np

from survey.lab.experiments import reconstruction_attacks as attacks
from survey.lab.experiments.reconstruction_attacks import decoys_answers
from survey.lab.words import FIGURES, said

KEPT = 64  # results cached, one for each setting and seed
DRAWS = 20  # draws of the noise, for the line of least squares
MOST_NOISE = 2  # as a multiple of √n
DRAWN = [Fraction(step, 40) for step in range(40 * MOST_NOISE + 1)]  # holds every setting
GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]
FEW = np.array([1, 1, 1, 1, 0, 0, 0, 0])  # the bits that all 2^8 subsets are asked about
BOUNDS = [Fraction(step, 2) for step in range(5)]


@dataclass(frozen=True)
class ReconstructedClass:
    """One simulated class: shares of its bits that were guessed wrong.

    `fresh` and `misled` hold (noise as a multiple of √n, share wrong by least squares), for
    fresh noise on each sum and for a decoy's answers. At the chosen noise, `by_squares` and
    `by_program` are for fresh noise and `by_decoy` is for the decoy; `guesses` are the bits that
    least squares gives, of which some are `wrong`. `from_reports` are by least
    squares on sums of γ-randomized reports, for each of `GAMMAS`. `back` holds the guesses of the
    linear program from the first n/4 and n/2 sums, and which are wrong: (sums, guesses, wrong).
    """

    fresh: tuple[tuple[float, float], ...]
    misled: tuple[tuple[float, float], ...]
    by_squares: float
    by_decoy: float
    by_program: float
    guesses: tuple[bool, ...]
    wrong: tuple[bool, ...]
    from_reports: tuple[float, ...]
    back: tuple[tuple[int, tuple[bool, ...], tuple[bool, ...]], ...]


def attacked_class(
    noise: Fraction, people: int, queries_each: int, seed: int = 1
) -> ReconstructedClass:
    """Attacks random bits through sums over random subsets, with noise up to ±noise·√people."""
    generator = np.random.default_rng(seed)
    bits = generator.integers(0, 2, people)
    subsets = attacks.random_subsets(people, queries_each * people, generator)
    bound = float(noise) * math.sqrt(people)
    answers = [subsets @ bits + bound * generator.uniform(-1, 1, len(subsets))]
    for gamma in map(float, GAMMAS):
        reports = np.where(generator.random(people) < 0.5 + gamma, bits, 1 - bits)
        answers.append(attacks.sums_of_reports(subsets, reports, gamma))
    guesses, *of_reports = attacks.by_least_squares(subsets, np.array(answers).T).T
    by_program = attacks.share_wrong(bits, attacks.by_linear_program(subsets, answers[0], bound))
    misled = _misled(people, queries_each, seed)
    by_decoy = dict(misled)[float(noise)]
    return ReconstructedClass(
        _fresh(people, queries_each, seed),
        misled,
        attacks.share_wrong(bits, guesses),
        by_decoy,
        by_program,
        tuple((guesses == 1).tolist()),
        tuple((guesses != bits).tolist()),
        tuple(attacks.share_wrong(bits, each) for each in of_reports),
        tuple(_back(bits, subsets, answers[0], bound, sums) for sums in (people // 4, people // 2)),
    )


def _back(
    bits: attacks.Bits, subsets: attacks.Bits, answers: attacks.Counts, bound: float, sums: int
) -> tuple[int, tuple[bool, ...], tuple[bool, ...]]:
    guesses = attacks.by_linear_program(subsets[:sums], answers[:sums], bound)
    return sums, tuple((guesses == 1).tolist()), tuple((guesses != bits).tolist())


@lru_cache(KEPT)
def _misled(people: int, queries_each: int, seed: int) -> tuple[tuple[float, float], ...]:
    generator = np.random.default_rng(seed)
    bits = generator.integers(0, 2, people)
    subsets = attacks.random_subsets(people, queries_each * people, generator)
    answers = [decoys_answers(subsets, bits, noise, generator) for noise in DRAWN]
    guesses = attacks.by_least_squares(subsets, np.array(answers).T)
    return tuple(
        (float(noise), attacks.share_wrong(bits, guess))
        for noise, guess in zip(DRAWN, guesses.T, strict=True)
    )


@lru_cache(KEPT)
def _fresh(people: int, queries_each: int, seed: int) -> tuple[tuple[float, float], ...]:
    generator = np.random.default_rng(seed)
    bits = generator.integers(0, 2, (people, 1))
    subsets = attacks.random_subsets(people, queries_each * people, generator)
    errors = attacks.errors_by_least_squares(subsets, DRAWS, generator)
    return tuple(
        (noise, attacks.share_wrong(bits, bits + noise * errors > 0.5))
        for noise in map(float, DRAWN)
    )


@cache
def exhaustive_rows() -> tuple[tuple[str, str, int, int], ...]:
    """(bound on the noise, four times that, places wrong with random noise, with the worst)."""
    exact = attacks.all_bits(len(FEW)) @ FEW
    rows = []
    for bound in BOUNDS:
        noise = np.random.default_rng(1).uniform(-1, 1, len(exact)) * float(bound)
        random = attacks.farthest_consistent(FEW, exact + noise, float(bound))
        # 2·bound ones fewer and 2·bound ones more: no sum differs by more than that.
        moved = int(2 * bound)
        other = FEW.copy()
        other[:moved], other[4 : 4 + moved] = 0, 1
        worst = attacks.farthest_consistent(FEW, attacks.halfway_answers(FEW, other), float(bound))
        rows.append(
            (
                said("±%(bound)s", bound=FIGURES.setting(bound)),
                FIGURES.setting(4 * bound),
                random,
                worst,
            )
        )
    return tuple(rows)
