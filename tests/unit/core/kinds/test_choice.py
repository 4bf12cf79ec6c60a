"""k-ary randomized response against the vectors, in both directions."""

import math
from fractions import Fraction

import pytest
from known_answers import cases
from quantities import make_share

from survey.core.estimates.quantity import Setting
from survey.core.instrument.instrument import Question
from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.intervals.registry import INTERVALS
from survey.core.kinds.registry import KINDS
from survey.core.mechanism.privacy import channel, epsilon, keep_and_other, odds
from survey.core.results.results import question_result


@pytest.mark.parametrize(
    "case", cases("choice_estimates"), ids=lambda c: f"{c['gamma']} {c['options']}"
)
def test_estimates_of_a_choice_are_the_known_ones(case):
    gamma, options = Fraction(case["gamma"]), case["options"]
    assert keep_and_other(gamma, options) == (Fraction(case["keep"]), Fraction(case["other"]))
    assert math.isclose(epsilon(gamma), case["epsilon"], rel_tol=1e-12)
    question = Question("?", gamma, KINDS["choice"], tuple("abcdefgh"[:options]))
    result = question_result("q1", question, [case["counts"]], Setting(0.95))
    estimates = [share.estimate for share in result.rows]
    assert estimates == pytest.approx(case["estimates"], abs=1e-12)
    assert math.isclose(sum(estimates), 1, abs_tol=1e-12)
    half_width = hoeffding_half_width(sum(case["counts"]), gamma, 0.95, options)
    assert math.isclose(half_width, case["hoeffding_half_width_95"], rel_tol=1e-12)
    low, high = result.rows[0].interval("hoeffding")
    assert high - low == pytest.approx(2 * half_width)


@pytest.mark.parametrize("gamma", ["1/10", "1/4", "2/5"])
@pytest.mark.parametrize("options", [2, 3, 7])
def test_keep_and_other_are_the_channel(gamma, options):
    keep, other = keep_and_other(Fraction(gamma), options)
    for answer, row in enumerate(channel(odds(Fraction(gamma)), options)):
        assert row == [keep if report == answer else other for report in range(options)]


@pytest.mark.parametrize("interval", INTERVALS)
def test_two_options_are_yes_and_no(interval):
    """The estimate of one of two options is that of yes, whatever interval."""
    for reported in (0, 17, 50):
        yes_no = make_share(50, reported, Fraction(1, 4), 0.9)
        choice = make_share(50, reported, Fraction(1, 4), 0.9, options=2)
        assert yes_no.interval(interval) == choice.interval(interval)
