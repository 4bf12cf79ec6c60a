"""Means of numbers and ratings: unbiased, scaled, and covered as often as they say."""

from fractions import Fraction

import numpy as np
import pytest
from quantities import make_number, make_rating, make_share

from survey.core.intervals.registry import INTERVALS, METHODS
from survey.core.mechanism.privacy import channel, keep_and_other, odds

QUARTER = Fraction(1, 4)


def number_mean(respondents, high_reports, low=0, high=40, gamma=QUARTER, cap=None):
    return make_number(respondents, high_reports, gamma, low=low, high=high, cap=cap)


def test_mean_of_a_number_is_the_share_of_its_bit_on_the_range():
    # p̂ = (0.4 − 1/4)/(1/2) = 0.3 of the way from −10 to 30
    mean = number_mean(10, 4, -10, 30)
    assert mean.estimate == pytest.approx(2)
    low, high = make_share(10, 4, QUARTER, 0.95).interval("hoeffding")
    assert mean.interval("hoeffding") == pytest.approx((-10 + 40 * low, -10 + 40 * high))


def test_number_is_unbiased_for_every_value():
    """E over rounding and coin, exactly: low + span·(P(high) − 1/2 + γ)/(2γ) = v."""
    low, high = 3, 11
    keep, other = keep_and_other(QUARTER)
    for value in range(low, high + 1):
        up = Fraction(value - low, high - low)
        reports_high = up * keep + (1 - up) * other
        assert low + (high - low) * (reports_high - other) / (keep - other) == value


@pytest.mark.parametrize("interval", INTERVALS)
def test_nobody_has_no_mean(interval):
    assert number_mean(0, 0).estimate is None
    assert number_mean(0, 0).interval(interval) is None
    assert make_rating((0, 0, 0), QUARTER, 0.95).estimate is None
    assert make_rating((0, 0, 0), QUARTER, 0.95).interval(interval) is None


def coverage_of_a_mixed_class(
    interval: str, values: list[int], low: int, high: int, gamma
) -> float:
    """Exact: the law of a sum of unlike bits, by convolution."""
    keep, other = (float(p) for p in keep_and_other(gamma))
    law = np.array([1.0])
    for value in values:
        up = (value - low) / (high - low)
        p = up * keep + (1 - up) * other
        law = np.convolve(law, [1 - p, p])
    truth = sum(values) / len(values)
    held = 0.0
    for ones, probability in enumerate(law):
        ends = number_mean(len(values), ones, low, high, gamma, len(values)).interval(interval)
        held += ends is not None and probability * (ends[0] - 1e-12 <= truth <= ends[1] + 1e-12)
    return held


@pytest.mark.parametrize("interval", [each.name for each in METHODS if each.of_bits])
@pytest.mark.parametrize("gamma", [Fraction(1, 10), QUARTER, Fraction(9, 20)])
@pytest.mark.parametrize(
    "values",
    [[0] * 30, [20] * 30, [0] * 15 + [40] * 15, list(range(0, 40, 2)), [40] * 3, [7],
     [0] * 9 + [40]],
    ids=["all low", "all middle", "halves", "spread", "three", "one", "one high"],
)  # fmt: skip
def test_every_interval_of_a_number_covers_any_fixed_class(interval, gamma, values):
    """Also Clopper–Pearson's, though the bits are unlike (Hoeffding 1956)."""
    assert coverage_of_a_mixed_class(interval, values, 0, 40, gamma) >= 0.95


def test_anytime_of_a_number_allows_for_any_bit():
    """A bit of a class of middles is fair: it varies more than that of a share."""
    mean = number_mean(100, 50, 0, 1, Fraction(9, 20))
    low, high = mean.interval("anytime")
    share_low, share_high = make_share(100, 50, Fraction(9, 20)).interval("anytime")
    assert share_high - share_low < 0.6 * (high - low)


def test_mean_rating_by_hand():
    # γ = 1/4, k = 3: keep 3/5, other 1/5; estimates −0.15, 0.45, 0.7 (vectors) → mean 2.85
    mean = make_rating((7, 19, 24), QUARTER, 0.95)
    assert mean.received == pytest.approx(2.34)
    assert mean.estimate == pytest.approx(-0.15 + 2 * 0.45 + 3 * 0.7)
    # Terms y/(keep − other) lie in a range of 2/(2/5) = 5.
    low, high = mean.interval("hoeffding")
    assert (high - low) / 2 == pytest.approx(5 * np.sqrt(np.log(40) / 100))
    assert mean.interval("class") is None
    assert mean.interval("population") is None


@pytest.mark.parametrize("options", [2, 5, 10])
@pytest.mark.parametrize("gamma", [Fraction(1, 10), Fraction(2, 5)])
def test_mean_rating_is_unbiased(options, gamma):
    """E[report] through the exact channel, debiased, is the answer."""
    keep, other = keep_and_other(gamma, options)
    ratings = range(1, options + 1)
    for answer, row in enumerate(channel(odds(gamma), options), start=1):
        expected = sum(rating * p for rating, p in zip(ratings, row, strict=True))
        assert (expected - other * sum(ratings)) / (keep - other) == answer


@pytest.mark.parametrize("interval", ["hoeffding", "anytime"])
def test_mean_rating_is_covered(interval):
    """Exact for two kinds of respondents among k = 3: the worst spread, n = 12 and γ = 2/5."""
    n, gamma = 12, Fraction(2, 5)
    rows = [[float(p) for p in row] for row in channel(odds(gamma), 3)]
    law = {(0, 0, 0): 1.0}
    for answer in [0] * 6 + [2] * 6:
        after: dict = {}
        for counts, probability in law.items():
            for report, p in enumerate(rows[answer]):
                key = tuple(c + (place == report) for place, c in enumerate(counts))
                after[key] = after.get(key, 0) + probability * p
        law = after
    held = 0.0
    for counts, probability in law.items():
        low, high = make_rating(counts, gamma, 0.95, n).interval(interval)
        held += probability * (low <= 2 <= high)
    assert held >= 0.95
    assert sum(law.values()) == pytest.approx(1)


# Means in fractions, and the range of one respondent's term.
BY_HAND = {
    # p̂ = 3/10 and 11/10 of −10..30; 40/(1/2)
    "few high ends": (number_mean(25, 10, -10, 30), Fraction(2), Fraction(80)),
    "many": (number_mean(50, 40, -10, 30), Fraction(34), Fraction(80)),
    # keep 9/11, other 1/11: (23/10 − 6/11)/(8/11) and (7/5 − 6/11)/(8/11); 2/(8/11)
    "high ratings": (
        make_rating((2, 3, 5), Fraction(2, 5), 0.95), Fraction(193, 80), Fraction(11, 4)
    ),
    "low": (make_rating((4, 0, 1), Fraction(2, 5), 0.95), Fraction(47, 40), Fraction(11, 4)),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_HAND)
def test_means_and_their_intervals_by_hand(name):
    mean, by_hand, width = BY_HAND[name]
    assert mean.estimate == pytest.approx(float(by_hand))
    half_width = float(width) * np.sqrt(np.log(40) / (2 * mean.respondents))
    assert mean.interval("hoeffding") == pytest.approx(
        (float(by_hand) - half_width, float(by_hand) + half_width)
    )
