"""What all intervals have in common: their ranges, and what they refuse."""

import math
from fractions import Fraction

import pytest
from quantities import make_count

from survey.core.estimates.regression import regress
from survey.core.intervals.counts import (
    LARGEST_CONFIDENCE,
    LEAST_CONFIDENCE,
    covers,
    misses,
)
from survey.core.intervals.registry import METHODS
from survey.core.mechanism.privacy import keep_and_other
from survey.errors import ParameterError

OF_SHARES = [method for method in METHODS if method.of_share]
GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]


ENDS = [LEAST_CONFIDENCE, 0.5, LARGEST_CONFIDENCE]


@pytest.mark.parametrize("method", OF_SHARES, ids=lambda method: method.name)
@pytest.mark.parametrize("gamma", GAMMAS)
def test_intervals_are_finite_and_symmetric_at_every_confidence(gamma, method):
    for confidence in ENDS:
        # The fewest and the most yes reports that some class may be expected to send.
        for ones in (round(100 * (0.5 - float(gamma))), 48, 50):
            low, high = method.of_share(*make_count(100, ones, gamma, confidence, cap=100))
            mirrored = method.of_share(*make_count(100, 100 - ones, gamma, confidence, cap=100))
            assert (1 - high, 1 - low) == pytest.approx(mirrored, abs=1e-12)
            assert -math.inf < low <= high < math.inf


@pytest.mark.parametrize("confidence", [0.9999999999999999, 1.0, 1e-17, 0.0, math.nan])
@pytest.mark.parametrize(
    "interval",
    [
        *(
            lambda confidence, of=method.of_share: of(
                *make_count(100, 50, GAMMAS[1], confidence, cap=100)
            )
            for method in OF_SHARES
        ),
        lambda confidence: regress(
            [0, 1] * 50, [[]] * 100, [], keep_and_other(GAMMAS[1]), confidence
        ),
    ],
    ids=[*(method.name for method in OF_SHARES), "regress"],
)
def test_confidence_that_no_arithmetic_holds_is_refused_in_a_sentence(interval, confidence):
    with pytest.raises(ParameterError, match=r"the most 0\.999999999999\.") as refusal:
        interval(confidence)
    assert refusal.value.field == "confidence"


@pytest.mark.parametrize("method", OF_SHARES, ids=lambda method: method.name)
@pytest.mark.parametrize(("n", "confidence"), [(10, 0), (10, 1), (10, 95)])
def test_impossible_arguments_are_refused(method, n, confidence):
    with pytest.raises(ParameterError):
        method.of_share(*make_count(n, 0, GAMMAS[1], confidence, cap=n))


@pytest.mark.parametrize(
    ("low", "high", "covered", "missed"),
    [
        (0, 1, True, False),
        (-0.5, 1.5, True, False),
        (0.01, 1, False, False),
        (0, 0.99, False, False),
        (-0.5, 0, False, False),
        (1, 1.5, False, False),
        (-0.5, -0.01, False, True),
        (1.01, 1.5, False, True),
    ],
)
def test_an_interval_beside_a_scale(low, high, covered, missed):
    assert covers((low, high), (0, 1)) is covered
    assert misses((low, high), (0, 1)) is missed
