"""Noise on a count: the draws follow the exact probabilities, and ε is exact."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.special import chdtri

from survey.core.mechanism.randomize import WORDS
from survey.lab.experiments.laplace import (
    betrayed,
    betrayed_by_whole_numbers,
    discrete_laplace,
    floating_point_laplace,
    geometric,
    probability,
    probability_beyond,
    rules_out_one,
    stays_within,
)

ODDS = [(3, 1), (11, 9), (19, 1)]
FALSE_ALARM = 1e-6
LARGEST = 4  # sizes beyond are counted together
DRAWS = 20_000


def words(seed):
    return iter(np.random.default_rng(seed).integers(WORDS, size=600_000).tolist()).__next__


def signed_geometric(odds, next_word):
    """A wrong sampler: it leaves both +0 and −0 in, and so draws 0 too often."""
    size = geometric(odds, next_word)
    return size if next_word() % 2 else -size


def fits(draw, odds):
    """A chi-square test with false alarm 1e-6: does it draw what `probability` says?"""
    next_word = words(3)
    seen = Counter(max(-LARGEST - 1, min(LARGEST + 1, draw(odds, next_word))) for _ in range(DRAWS))
    inner = {z: probability(z, odds) for z in range(-LARGEST, LARGEST + 1)}
    tail = probability_beyond(LARGEST, odds) / 2
    expected = {**inner, LARGEST + 1: tail, -LARGEST - 1: tail}
    # Cells that expect fewer than five are pooled into 0, where most draws fall.
    for z in [z for z, share in expected.items() if DRAWS * share < 5]:
        expected[0] += expected.pop(z)
        seen[0] += seen.pop(z, 0)
    distance = sum((seen[z] - DRAWS * p) ** 2 / (DRAWS * p) for z, p in expected.items())
    return float(distance) < chdtri(len(expected) - 1, FALSE_ALARM)


@pytest.mark.parametrize("odds", ODDS)
def test_draws_follow_the_exact_probabilities(odds):
    assert fits(discrete_laplace, odds)


@pytest.mark.parametrize("odds", ODDS)
def test_a_sampler_that_counts_zero_twice_is_caught(odds):
    assert not fits(signed_geometric, odds)


def test_every_short_tape_leads_where_it_should():
    """All tapes of nine three-sided words, with A = 3 and B = 1: shares exact, no chance at all."""
    length, found = 9, Counter()
    for tape in product(range(3), repeat=length):
        rest = iter(tape)
        try:
            noise = discrete_laplace((3, 1), rest.__next__, words=3)
        except StopIteration:
            continue
        found[noise] += Fraction(1, 3**length)
    keep, stop = Fraction(1, 3), Fraction(2, 3)
    expected = Counter()
    for first, second in product(range(length), repeat=2):
        if first + second + 2 <= length:
            expected[first - second] += stop**2 * keep ** (first + second)
    assert found == expected
    # What longer tapes bring would fill these up to the probabilities.
    for noise, share in found.items():
        assert 0 <= probability(noise, (3, 1)) - share <= 1 - sum(found.values())


@pytest.mark.parametrize("odds", ODDS)
def test_probabilities_sum_to_one(odds):
    for largest in (0, 1, 7):
        inner = sum(probability(z, odds) for z in range(-largest, largest + 1))
        assert inner + probability_beyond(largest, odds) == 1


@pytest.mark.parametrize("odds", ODDS)
def test_a_neighbouring_count_changes_no_probability_by_more_than_the_odds(odds):
    """Exactly A/B for the count, whose sensitivity is 1; its square for a sum of 0, 1 and 2."""
    ratio = Fraction(*odds)
    for moved, factor in ((1, ratio), (2, ratio**2)):
        ratios = [probability(z, odds) / probability(z - moved, odds) for z in range(-20, 20)]
        assert max(ratios) == factor
        assert min(ratios) == 1 / factor


def test_noise_stays_within():
    # With e^ε = 3: P(|z| > 2) = 1/2 · 1/9, P(|z| > 3) = 1/2 · 1/27
    assert probability_beyond(2, (3, 1)) == Fraction(1, 18)
    assert stays_within(Fraction(1, 20), (3, 1)) == 3
    assert stays_within(Fraction(1, 18), (3, 1)) == 2


def test_what_is_said_of_floating_point_holds_for_every_half_precision_noise():
    """Of all 63,488 finite float16: no 1 + v is ruled out, and many a 0 + v is."""
    noise = np.arange(2**16, dtype=np.uint16).view(np.float16)
    noise = noise[np.isfinite(noise)]
    published = np.float16(1) + noise
    assert published.dtype == np.float16
    assert not rules_out_one(published, precision=11).any()
    assert rules_out_one(noise, precision=11).mean() > 0.1
    # With a bit too few the rule would blame innocent values.
    assert rules_out_one(published, precision=10).any()


def test_floating_point_noise_betrays_and_whole_numbers_do_not():
    one = 1 + floating_point_laplace(1.0, 10_000, np.random.default_rng(5))
    assert not rules_out_one(one).any()
    assert betrayed(Fraction(1, 4)) > 0.2
    assert betrayed_by_whole_numbers(Fraction(1, 4)) == 0
