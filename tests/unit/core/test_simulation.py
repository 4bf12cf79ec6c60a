import math

import numpy as np
import pytest
from scipy.special import betaincinv

from survey.core import simulation
from survey.core.mechanism import randomize
from survey.core.simulation import randomize_array

ALPHA = 1e-6  # false-alarm rate of each statistical test
DRAWS = 1_000_000


@pytest.mark.parametrize("options", [2, 3, 11])
@pytest.mark.parametrize("odds", [(3, 1), (51, 49), (623, 377)])
def test_array_form_agrees_with_the_scalar_on_the_same_words(monkeypatch, odds, options):
    words = np.random.default_rng(1).integers(2**32, size=20_000, dtype=np.uint32)
    words[:50] = 2**32 - 1 - np.arange(50)  # around the rejection boundary
    position = 0

    def urandom(size):
        nonlocal position
        piece = words[position : position + size // 4]
        position += size // 4
        return piece.tobytes()

    monkeypatch.setattr(simulation.os, "urandom", urandom)
    answers = np.arange(9_000) % options
    reports = randomize_array(answers, odds, options)
    tape = iter(words.tolist())
    expected = [randomize(answer, odds, options, tape.__next__) for answer in answers.tolist()]
    assert reports.tolist() == expected


def test_shape_is_kept():
    assert randomize_array(np.zeros((4, 5)), (3, 1)).shape == (4, 5)
    assert randomize_array(np.zeros((0,)), (3, 1)).shape == (0,)


def test_generator_makes_it_repeatable():
    answers = np.zeros(1000, dtype=int)
    first, second = (
        randomize_array(answers, (3, 1), generator=np.random.default_rng(7)) for _ in range(2)
    )
    assert first.tolist() == second.tolist()


def epsilon_bounds(odds) -> tuple[float, float]:
    """A 1−ALPHA interval of ε from DRAWS reports an answer, Clopper–Pearson on each share."""
    bounds = []
    for answer in (1, 0):
        yes = int(randomize_array(np.full(DRAWS, answer), odds).sum())
        bounds += [betaincinv(yes, DRAWS - yes + 1, ALPHA / 4)]
        bounds += [betaincinv(yes + 1, DRAWS - yes, 1 - ALPHA / 4)]
    yes_low, yes_high, no_low, no_high = bounds
    return math.log(yes_low / no_high), math.log(yes_high / no_low)


@pytest.mark.parametrize("odds", [(3, 2), (3, 1), (7, 1)])
def test_privacy_audit_finds_the_declared_epsilon(odds):
    low, high = epsilon_bounds(odds)
    assert low <= math.log(odds[0] / odds[1]) <= high


def test_privacy_audit_catches_a_probability_that_is_off_by_three_thousandths():
    low, _ = epsilon_bounds((756, 244))  # 0.006 off: seen with probability above 1 − 1e-9
    assert low > math.log(3)
