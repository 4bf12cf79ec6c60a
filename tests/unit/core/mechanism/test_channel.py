"""Designs of others: their two chances, what they reveal, and what is no design."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from survey.core.mechanism.channel import Channel, parse_design
from survey.core.mechanism.privacy import epsilon
from survey.errors import ParameterError

chances = st.fractions(0, 1, max_denominator=50)


@pytest.mark.parametrize(
    ("text", "yes_if_yes", "yes_if_no"),
    [
        ("warner:0.7", "7/10", "3/10"),
        ("forced:1/6,1/6", "5/6", "1/6"),
        ("forced:0.2, 0.1", "9/10", "1/5"),
        ("crosswise:1/4", "1/4", "3/4"),
        ("unrelated:0.7,1/4", "31/40", "3/40"),
        ("unrelated:0.7,0", "7/10", "0"),
        ("channel:0.8,0.2", "4/5", "1/5"),
        (" channel:1,.25 ", "1", "1/4"),
        ("warner:0.66666666667", "66666666667/100000000000", "33333333333/100000000000"),
        ("forced:١/٦,０.２", "4/5", "1/6"),
    ],
)
def test_a_design_is_two_chances(text, yes_if_yes, yes_if_no):
    assert parse_design(text) == Channel(Fraction(yes_if_yes), Fraction(yes_if_no))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("warnr:0.7", "one of warner, forced, crosswise, unrelated, channel"),
        ("warner", "Write it as warner:…"),
        ("warner:", "Write it as warner:…"),
        ("forced:0.7,0.7", "more than 1 together"),
        ("forced:0.2", "forced:…,… with P(forced yes) and P(forced no)"),
        ("channel:0.8,0.2,0.1", "channel:…,…"),
        ("warner:1.2", "from 0 to 1"),
        ("warner:-0.2", "from 0 to 1"),
        ("warner:1/0", "Write it as"),
        ("warner:0.5", "reports say nothing"),
        ("warner:1e9", "Write it as"),
        ("crosswise:½", "Write it as"),
    ],
)
def test_no_design_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(ParameterError, match=sentence.replace("(", r"\(").replace(")", r"\)")):
        parse_design(text)


@pytest.mark.parametrize("pair", [("-1/2", "1/2"), ("1/2", "-1/2"), ("1/2", "3/2"), ("3/2", "1/2")])
def test_either_chance_lies_from_0_to_1(pair):
    with pytest.raises(ParameterError, match="from 0 to 1"):
        Channel(*map(Fraction, pair))


@given(chances, chances)
def test_the_report_that_points_to_yes_is_likelier_from_yes(yes_if_yes, yes_if_no):
    assume(yes_if_yes != yes_if_no)
    channel = Channel(yes_if_yes, yes_if_no)
    keep, other = channel.pointing
    assert keep > other
    assert channel.turned == (yes_if_yes < yes_if_no)
    ratios = [(keep, other), (1 - other, 1 - keep)]
    if all(b for _, b in ratios):
        assert channel.epsilon == pytest.approx(max(math.log(a / b) for a, b in ratios))
    else:
        assert channel.epsilon == math.inf


@given(st.fractions("1/100", "49/100", max_denominator=100))
def test_the_app_s_own_channel_has_its_epsilon(gamma):
    half = Fraction(1, 2)
    assert Channel(half + gamma, half - gamma).epsilon == pytest.approx(epsilon(gamma))
    assert Channel(half - gamma, half + gamma).epsilon == pytest.approx(epsilon(gamma))
