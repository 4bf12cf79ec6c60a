import math

import numpy as np
import pytest
from scipy.special import betaincinv
from scipy.stats import chisquare

from survey.core.mechanism import vectorized
from survey.core.mechanism.privacy import channel
from survey.core.mechanism.randomize import randomize, system_word
from survey.core.mechanism.vectorized import randomize_array, round_array
from survey.errors import ParameterError

ALPHA = 1e-6  # false-alarm rate of each statistical test
DRAWS = 1_000_000


@pytest.mark.parametrize("options", [2, 3, 11])
@pytest.mark.parametrize("odds", [(3, 1), (9, 1), (51, 49), (623, 377)])
def test_all_words_together_give_exactly_the_channel(monkeypatch, odds, options):
    """Every word once, in any order: the counts of the reports are the channel's, to the last."""
    total = odds[0] + (options - 1) * odds[1]
    width = 1 if total <= 32 else 2
    words = np.random.default_rng(1).permutation(256**width).astype(f"<u{width}")
    size = 256**width // total * total  # as many as are not skipped

    def urandom(count):
        return words.tobytes() + bytes(count - words.nbytes)

    monkeypatch.setattr(vectorized.os, "urandom", urandom)
    for answer, row in enumerate(channel(odds, options)):
        reports = randomize_array(np.full(size, answer), odds, options)
        assert np.bincount(reports, minlength=options).tolist() == [size * each for each in row]


@pytest.mark.parametrize("odds", [(9, 1), (623, 377), (3405375, 1594625), (2**31, 1)])
@pytest.mark.parametrize("options", [2, 3])
def test_array_form_agrees_with_the_scalar_on_the_same_draws(monkeypatch, odds, options):
    """A word w stands for the draw w div q; words from q·T on are skipped, in later rounds too."""
    total = odds[0] + (options - 1) * odds[1]
    width = next((each for each in (1, 2) if 256**each >= 8 * total), 4)
    words = np.random.default_rng(1).integers(256**width, size=60_000, dtype=np.uint64)
    words[:50] = 256**width - 1 - np.arange(50)  # skipped, up to the boundary
    tape = words.astype(f"<u{width}").tobytes()
    position = 0

    def urandom(count):
        nonlocal position
        position += count
        return tape[position - count : position]

    monkeypatch.setattr(vectorized.os, "urandom", urandom)
    answers = np.arange(9_000) % options
    reports = randomize_array(answers, odds, options)
    q = 256**width // total
    draws = iter([word // q for word in words.tolist() if word < q * total])
    expected = [randomize(answer, odds, options, draws.__next__) for answer in answers.tolist()]
    assert reports.tolist() == expected


def test_shape_is_kept():
    assert randomize_array(np.zeros((4, 5)), (3, 1)).shape == (4, 5)
    assert randomize_array(np.zeros((0,)), (3, 1)).shape == (0,)


NO_ANSWERS = [7, 2, -3, -1, 0.5, math.nan, math.inf, 2**64, None, "1", "yes", 1j]


@pytest.mark.parametrize("wrong", NO_ANSWERS)
@pytest.mark.parametrize("odds", [(3, 1), (1, 0)])
def test_what_is_no_answer_is_refused_without_saying_it(wrong, odds):
    with pytest.raises(ParameterError) as refusal:
        randomize_array([0, 1, wrong], odds)
    assert refusal.value.message == (
        "Answers must be whole numbers from 0 to 1, and none may be missing."
    )
    assert refusal.value.field == "answers"


@pytest.mark.parametrize("kind", [bool, np.uint8, np.int64, np.float64])
def test_numbers_of_any_type_are_answers_if_they_are_whole(kind):
    answers = np.array([0, 1, 1, 0], dtype=kind)
    # At these odds one report of two billion is not the answer.
    assert randomize_array(answers, (2**31, 1)).tolist() == [0, 1, 1, 0]
    assert set(randomize_array(answers, (3, 1)).tolist()) <= {0, 1}
    assert randomize_array(2 * answers.astype(int), (3, 1), 3).max() <= 2


def test_odds_too_fine_for_a_word_are_refused_and_not_drawn_for_ever():
    with pytest.raises(ParameterError, match="too fine"):
        randomize_array([1], (2**32, 1))


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


def test_privacy_audit_catches_a_probability_that_is_off_by_six_thousandths():
    low, _ = epsilon_bounds((756, 244))  # seen with probability above 1 − 1e-9
    assert low > math.log(3)


def pooled_epsilon_bounds(odds, draws) -> tuple[float, float]:
    """A 1−ALPHA interval of ε from the truthful reports among `draws` of each answer.

    With two options the channel is symmetric, so that they are one binomial law.
    """
    n = 2 * draws
    true = sum(
        int((randomize_array(np.full(draws, answer), odds) == answer).sum()) for answer in (0, 1)
    )
    low = betaincinv(true, n - true + 1, ALPHA / 2)
    high = betaincinv(true + 1, n - true, 1 - ALPHA / 2)
    return math.log(low / (1 - low)), math.log(high / (1 - high))


@pytest.mark.parametrize("odds", [(3, 2), (3, 1), (7, 1)])
def test_privacy_audit_is_sharp_to_sixteen_thousandths(odds):
    """γ = 1/10, 1/4 and 3/8, real source: ε is in the interval, and little above it is.

    With one million draws an answer the second would fail in one run of 200 at
    γ = 3/8; with two million both together fail in less than one in a million.
    """
    low, high = pooled_epsilon_bounds(odds, 2 * DRAWS)
    assert low <= math.log(odds[0] / odds[1])
    assert high <= math.log(odds[0] / odds[1]) + 0.016


@pytest.mark.parametrize("odds", [(753, 247), (747, 253)])
def test_privacy_audit_catches_a_probability_that_is_off_by_three_thousandths(odds):
    """Either way, where 3/4 is declared; missed with probability below 1e-9."""
    low, high = pooled_epsilon_bounds(odds, 2 * DRAWS)
    assert not low <= math.log(3) <= high


def surprise(odds, declared, options, draw) -> float:
    """The smallest chi-square p-value of any answer's reports against the declared channel."""
    n = 120_000
    return min(
        chisquare(
            np.bincount(draw(np.full(n, answer), odds, options), minlength=options),
            [n * float(share) for share in row],
        ).pvalue
        for answer, row in enumerate(channel(declared, options))
    )


def one_by_one(answers, odds, options):
    return [randomize(int(answer), odds, options, system_word) for answer in answers]


@pytest.mark.first_cell
@pytest.mark.parametrize("options", [2, 3, 5])
@pytest.mark.parametrize("draw", [randomize_array, one_by_one])
def test_real_source_gives_the_declared_channel(draw, options):
    """Chi-square of every row; the false-alarm rate of each test is ALPHA (Bonferroni)."""
    assert surprise((3, 1), (3, 1), options, draw) > ALPHA / options


@pytest.mark.parametrize("options", [2, 3, 5])
def test_chi_square_catches_other_odds(options):
    """5/2 where 3 is declared; missed with probability below 1e-9."""
    assert surprise((5, 2), (3, 1), options, randomize_array) < ALPHA / options


def test_a_number_in_a_range_of_two_is_its_own_end():
    """Nothing is drawn to round it: the one draw is below 1."""
    assert round_array([-3, -2, -2], -3, -2).tolist() == [0, 1, 1]
