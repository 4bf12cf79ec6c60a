"""Odds above 99 are refused, and those above 9 confirmed."""

from fractions import Fraction

import pytest
from instruments import make_instrument

from survey.core.instrument.instrument import Question
from survey.core.instrument.parsing import from_canonical_json
from survey.errors import PrivacyTooWeak
from survey.text.suspicion import check_odds, odds_refused, weak_odds, weak_odds_warnings


def stored(*gammas: str):
    """An instrument as an earlier release stored it."""
    text = make_instrument(*("1/4" for _ in gammas)).canonical_json
    for gamma in gammas:
        text = text.replace('"1/4"', f'"{gamma}"', 1)
    return from_canonical_json(text)


def test_what_is_stored_is_still_read_and_named_as_refused():
    refused = odds_refused(stored("2/5", "4999/10000", "1/3"))
    assert refused.startswith("Question 2 has odds of 9,999 to 1. Above 99 to 1")
    for confirmed in (False, True):
        with pytest.raises(PrivacyTooWeak, match="Choose γ = 49/100 or less"):
            check_odds(stored("4999/10000"), confirmed, "Confirm it")


@pytest.mark.parametrize("gamma", ["49/100", "2/5", "1/10000"])
def test_odds_up_to_99_are_not_refused(gamma):
    assert odds_refused(stored(gamma)) is None
    check_odds(stored(gamma), True, "Confirm it")


@pytest.mark.parametrize(("gamma", "weak"), [("2/5", False), ("401/1000", True), ("49/100", True)])
def test_odds_above_9_are_to_be_confirmed(gamma, weak):
    instrument = make_instrument("1/4", gamma)
    assert (weak_odds(Question("?", Fraction(gamma))) is not None) is weak
    assert len(weak_odds_warnings(instrument)) == weak
    if weak:
        with pytest.raises(PrivacyTooWeak, match=r"^Question 2: A report .* Confirm it. Or choose"):
            check_odds(instrument, False, "Confirm it")
    else:
        check_odds(instrument, False, "Confirm it")
    check_odds(instrument, True, "Confirm it")


def test_the_warning_says_what_a_report_is():
    (warning,) = weak_odds_warnings(make_instrument("9/20"))
    assert warning == (
        "Question 1: A report is strong evidence of the answer: at worst, suspicion 30\xa0→\xa089%."
    )
