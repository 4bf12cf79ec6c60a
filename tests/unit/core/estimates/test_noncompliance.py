"""Respondents who always report no: exact in expectation, and said with bounds."""

from fractions import Fraction

import pytest
from quantities import make_share

from survey.core.estimates.noncompliance import beside_always_no
from survey.errors import ParameterError


@pytest.mark.parametrize("gamma", [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)])
@pytest.mark.parametrize(("yes", "no", "always_no"), [(30, 50, 20), (0, 90, 10), (60, 40, 0)])
def test_expected_reports_give_the_honest_share_back(gamma, yes, no, always_no):
    n = 10_000
    expected = (Fraction(1, 2) + gamma) * yes * 100 + (Fraction(1, 2) - gamma) * no * 100
    assert expected.denominator == 1
    found = beside_always_no(make_share(n, int(expected), gamma, 0.95), always_no / 100)
    assert found.estimate == pytest.approx(yes / 100)
    assert found.most == pytest.approx((yes + always_no) / 100)


def test_nobody_suspected_changes_nothing():
    estimate = make_share(100, 40, Fraction(1, 4), 0.95)
    found = beside_always_no(estimate, 0)
    assert (found.estimate, found.interval) == (estimate.estimate, estimate.interval("hoeffding"))


def test_interval_moves_with_the_estimate():
    estimate = make_share(100, 40, Fraction(1, 4), 0.95)
    found = beside_always_no(estimate, 0.1)
    # s (1/2 − γ)/(2γ) = 0.1 · 0.25/0.5
    assert found.estimate - estimate.estimate == pytest.approx(0.05)
    assert found.interval == pytest.approx([end + 0.05 for end in estimate.interval("hoeffding")])


@pytest.mark.parametrize("share", [-0.1, 1, 1.5, float("nan")])
def test_impossible_share_is_refused(share):
    with pytest.raises(ParameterError, match="suspected share"):
        beside_always_no(make_share(100, 40, Fraction(1, 4), 0.95), share)


def test_nobody_responded():
    assert beside_always_no(make_share(0, 0, Fraction(1, 4), 0.95), 0.1) is None


def test_share_that_the_reports_leave_no_room_for_is_contradicted():
    """70 of 100 say yes at γ = 1/4: π̂ = 0.9 + s/2, which cannot be above 1 − s."""
    estimate = make_share(100, 70, Fraction(1, 4), 0.95)
    assert not beside_always_no(estimate, 0.1).contradicted
    assert beside_always_no(estimate, 0.5).contradicted
    # Exactly where the interval's low end passes 1 − s: 0.9 − 0.2716 + s/2 = 1 − s.
    edge = (0.1 + 0.271624) / 1.5
    assert not beside_always_no(estimate, edge - 1e-4).contradicted
    assert beside_always_no(estimate, edge + 1e-4).contradicted
