"""The limit on the ε of a survey: compared as it is shown, and a γ that would do."""

import math
from fractions import Fraction

import pytest
from instruments import make_instrument, make_mixed_instrument

from survey.core.instrument.parsing import validate
from survey.core.mechanism.privacy import epsilon, largest_gamma
from survey.errors import BudgetExceeded
from survey.text.privacy_budget import budget_exceeded, check_budget, gamma_within

THREE_QUARTERS = make_instrument("1/4", "1/4", "1/4")  # 3 ln 3 = 3.2958, shown as 3.30


@pytest.mark.parametrize("limit", [None, 3.30, 3.31, 1000])
def test_survey_within_the_limit_is_let_pass(limit):
    check_budget(THREE_QUARTERS, limit)
    assert budget_exceeded(THREE_QUARTERS, limit) is None


@pytest.mark.parametrize("limit", [0.01, 1, 3.29])
def test_survey_above_the_limit_is_refused(limit):
    with pytest.raises(BudgetExceeded, match=r"ε = 3\.30, above your limit"):
        check_budget(THREE_QUARTERS, limit)


def test_sum_is_compared_as_it_is_shown():
    """ln 22.5 = 3.1135 is shown as 3.11 to both sides: a limit of 3.11 does not refuse it."""
    instrument = make_instrument("1/4", "1/3", "1/10")
    assert budget_exceeded(instrument, 3.11) is None
    assert budget_exceeded(instrument, 3.10) is not None


def test_every_kind_is_part_of_the_sum():
    mixed = make_mixed_instrument()
    limit = round(mixed.epsilon, 2)
    assert budget_exceeded(mixed, limit) is None
    assert budget_exceeded(mixed, limit - 0.01) is not None


def test_sentence_says_what_to_do():
    assert budget_exceeded(THREE_QUARTERS, 2) == (
        "All questions together make ε = 3.30, above your limit of 2.00. Ask less, choose a "
        "smaller γ, or set another limit in the settings. γ = 0.16 for every question would do."
    )
    one = budget_exceeded(make_instrument("1/4"), 1)
    assert one.endswith("γ = 0.231 would do.")
    assert "choose a smaller γ, or" in budget_exceeded(THREE_QUARTERS, 0.01)


def gamma_everywhere(gamma, instrument):
    document = instrument.document()
    document.pop("format")
    for question in document["questions"]:
        question["gamma"] = str(gamma)
    return validate(document)


@pytest.mark.parametrize("limit", [0.1, 0.5, 1, 2, 5, 9.99])
@pytest.mark.parametrize("instrument", [THREE_QUARTERS, make_mixed_instrument()])
def test_the_gamma_named_would_do(instrument, limit):
    gamma = gamma_within(limit, len(instrument.items))
    assert gamma > 0
    assert gamma_everywhere(gamma, instrument).epsilon <= limit


@pytest.mark.parametrize("reports", [1, 2, 7, 50, 1000])
@pytest.mark.parametrize("limit", [0.01, 0.3, 1.1, 3.3, 10, 999.99, 1000])
def test_no_larger_gamma_in_three_decimals_would_do(limit, reports):
    gamma = Fraction(gamma_within(limit, reports))
    next_one = gamma + Fraction(1, 1000)
    assert 0 <= gamma <= largest_gamma()
    assert gamma == 0 or reports * epsilon(gamma) <= limit
    assert next_one > largest_gamma() or reports * epsilon(next_one) > limit
    assert math.isfinite(epsilon(gamma))
