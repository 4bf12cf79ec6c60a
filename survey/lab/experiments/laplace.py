"""Noise on a count: whole numbers drawn exactly, and the leak through floating point.

And two tables: the sizes of the noise, and the counts that floating point rules out.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from survey.core.mechanism.privacy import epsilon, odds
from survey.core.mechanism.randomize import WORDS, Odds, uniform_below
from survey.lab.figures import percentage
from survey.lab.lesson import Table
from survey.lab.words import FIGURES, said
from survey.text.figures import odds_factor
from survey.translations.marked import N_

DOUBLE_PRECISION = 53  # the bits of a double's significand
DRAWS = 1000
KEPT = 64  # results cached, one for each setting and seed
LARGEST_SHOWN = 5  # all noise of this size and more shares one row


def geometric(ratio: Odds, next_word: Callable[[], int], words: int = WORDS) -> int:
    """A whole number g ≥ 0 with probability (1 − r) rᵍ, where r = e^−ε = B/A.

    Uses integers alone: counts how many times in a row one of B among A equally likely
    cases comes up. `ratio` is (A, B) with A > B > 0; `next_word` and `words` as in
    survey.core.mechanism.randomize.
    """
    whole, part = ratio
    count = 0
    while uniform_below(whole, next_word, words) < part:
        count += 1
    return count


def discrete_laplace(ratio: Odds, next_word: Callable[[], int], words: int = WORDS) -> int:
    """Noise for a count at e^ε = A/B exactly: the difference of two geometric numbers.

        P(z) = (A−B)/(A+B) · (B/A)^|z|,  z = …, −1, 0, 1, …

    A count has sensitivity 1: a change of one respondent's answer moves it by at most 1.

    Sources: Ghosh, Roughgarden, Sundararajan (2009), the geometric mechanism; Canonne,
    Kamath, Steinke (2020), whose sampler also serves where e^ε is no fraction.
    """
    return geometric(ratio, next_word, words) - geometric(ratio, next_word, words)


def probability(noise: int, ratio: Odds) -> Fraction:
    """P(z) of `discrete_laplace`, exactly."""
    whole, part = ratio
    return Fraction(whole - part, whole + part) * Fraction(part, whole) ** abs(noise)


def probability_beyond(distance: int, ratio: Odds) -> Fraction:
    """P(|z| > m) = 2B/(A+B) · (B/A)^m, exactly, for a distance m ≥ 0."""
    whole, part = ratio
    return Fraction(2 * part, whole + part) * Fraction(part, whole) ** distance


def stays_within(alpha: Fraction, ratio: Odds) -> int:
    """The smallest m ≥ 0 with P(|z| > m) ≤ alpha, 0 < alpha < 1."""
    distance = 0
    while probability_beyond(distance, ratio) > alpha:
        distance += 1
    return distance


def floating_point_laplace(
    scale: float, draws: int, generator: np.random.Generator
) -> NDArray[np.float64]:
    """Laplace noise as a textbook draws it: ± scale · ln(u), u in (0, 1]; shape (draws,)."""
    signs = generator.choice([-1.0, 1.0], draws)
    return signs * scale * np.log(1 - generator.random(draws))


def rules_out_one(
    published: NDArray[np.floating], precision: int = DOUBLE_PRECISION
) -> NDArray[np.bool_]:
    """Whether each of these noisy counts cannot be 1 plus noise, by its last bits.

    |1 + v| < 1/2 needs a noise v with |v| ≥ 1/2. In floating point such a v is a
    multiple of 2^−precision; 1 + v is then one too, and exact. So a value below 1/2 in
    size that is not such a multiple comes from another count.

    Source: the observation is Mironov's (2012); this special case is the lab's own.
    """
    scaled: NDArray[np.float64] = np.abs(published.astype(np.float64)) * 2.0**precision
    no_multiple: NDArray[np.bool_] = scaled % 1 != 0
    return (scaled < 2.0 ** (precision - 1)) & no_multiple


@lru_cache(KEPT)
def exact_noise(gamma: Fraction, seed: int) -> tuple[int, ...]:
    """1,000 draws of whole-number noise at the odds of this γ, the same in every call."""
    generator = np.random.default_rng(seed)
    ratio = odds(gamma)
    return tuple(
        discrete_laplace(ratio, lambda: int(generator.integers(WORDS))) for _ in range(DRAWS)
    )


def betrayed(gamma: Fraction, seed: int = 1) -> float:
    """The share of 1,000 noisy counts of 0, by floating-point Laplace noise, that rule out a 1."""
    noise = floating_point_laplace(1 / epsilon(gamma), DRAWS, np.random.default_rng(seed))
    return float(np.mean(rules_out_one(noise)))


def betrayed_by_whole_numbers(gamma: Fraction, seed: int = 1) -> float:
    """`betrayed` with exact whole-number noise: 0, since any count can give any value."""
    return (
        sum(probability(noise - 1, odds(gamma)) == 0 for noise in exact_noise(gamma, seed)) / DRAWS
    )


def sizes_of_noise(gamma: Fraction, seed: int) -> Table:
    """How often each size of noise occurs: its probability, and its number among the draws."""
    sizes = [abs(noise) for noise in exact_noise(gamma, seed)]
    ratio = odds(gamma)
    rows: list[tuple[str | int, ...]] = []
    for size in range(LARGEST_SHOWN):
        exact = probability(size, ratio) * (2 if size else 1)
        rows.append((f"±{size}" if size else "0", percentage(exact), sizes.count(size)))
    beyond = probability_beyond(LARGEST_SHOWN - 1, ratio)
    larger = sum(size >= LARGEST_SHOWN for size in sizes)
    rows.append((said(N_("±%(size)s or more"), size=LARGEST_SHOWN), percentage(beyond), larger))
    value, whole = odds_factor(gamma)
    figure = "∞" if value is None else FIGURES.exact(value)
    drawn = said(N_("Of %(draws)s draws"), draws=FIGURES.whole(DRAWS))
    return Table(
        said(
            N_("Whole-number noise on a count, e^ε = %(odds)s"),
            odds=figure if whole else said(N_("about %(figure)s"), figure=figure),
        ),
        (N_("Noise"), N_("Probability"), drawn),
        tuple(rows),
    )


def ruled_out(gamma: Fraction, seed: int) -> Table:
    return Table(
        said(
            N_(
                "A count of 0 published %(draws)s times: how often the value cannot have come "
                "from 1"
            ),
            draws=FIGURES.whole(DRAWS),
        ),
        (N_("Noise drawn in"), N_("Rules a count of 1 out")),
        (
            (N_("floating point"), percentage(betrayed(gamma, seed))),
            (N_("whole numbers"), percentage(betrayed_by_whole_numbers(gamma, seed))),
        ),
    )
