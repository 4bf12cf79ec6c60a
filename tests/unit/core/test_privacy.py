import math
from fractions import Fraction

import pytest
from known_answers import cases

from survey.core.privacy import channel
from survey.core.privacy import check_gamma
from survey.core.privacy import epsilon
from survey.core.privacy import odds
from survey.core.privacy import parse_gamma
from survey.core.privacy import posterior
from survey.errors import ParameterError


@pytest.mark.parametrize(
    ("text", "gamma"),
    [("1/4", Fraction(1, 4)), ("0.2", Fraction(1, 5)), (".25", Fraction(1, 4)),
     (" 2 / 6 ", Fraction(1, 3)), ("0.1", Fraction(1, 10)), ("4999/10000", Fraction(4999, 10000))],
)  # fmt: skip
def test_gamma_is_kept_exact(text, gamma):
    assert parse_gamma(text) == gamma


@pytest.mark.parametrize(
    "text",
    ["", "0", "1/2", "0.5", "1", "-1/4", "1/0", "0/5", "3/4", "1e-1", "nan", "inf", "a quarter",
     "1/4/2", "0,25", "１/４", "1/10001", "0.12345", "1" * 50 + "/" + "9" * 50],
)  # fmt: skip
def test_impossible_gamma_is_refused_in_a_sentence(text):
    with pytest.raises(ParameterError) as refusal:
        parse_gamma(text)
    assert refusal.value.field == "gamma"
    assert refusal.value.message.endswith(".")


@pytest.mark.parametrize("case", cases("randomized_response"), ids=lambda c: c["gamma"])
def test_odds_are_the_known_fraction(case):
    assert odds(Fraction(case["gamma"])) == tuple(case["odds"])


@pytest.mark.parametrize("case", cases("estimates"), ids=lambda c: c["gamma"])
def test_epsilon_is_the_known_one(case):
    assert math.isclose(epsilon(Fraction(case["gamma"])), case["epsilon"], rel_tol=1e-12)


@pytest.mark.parametrize("gamma", [Fraction(1, 4), Fraction(1, 3), Fraction(123, 1000)])
def test_truth_has_the_probability_that_other_letters_give_it(gamma):
    """Warner's lecture ε = 2γ: truth with (1+ε)/2; OpenDP's prob = 1/2+γ."""
    rows = channel(odds(gamma), 2)
    assert rows[0][0] == rows[1][1] == (1 + 2 * gamma) / 2


@pytest.mark.parametrize("case", cases("choice_estimates"), ids=lambda c: str(c["options"]))
def test_channel_keeps_and_changes_with_the_known_probabilities(case):
    for x, row in enumerate(channel(odds(Fraction(case["gamma"])), case["options"])):
        for y, probability in enumerate(row):
            assert probability == Fraction(case["keep" if x == y else "other"])


@pytest.mark.parametrize("prior", [0.0, 0.001, 0.3, 0.5, 0.99, 1.0])
@pytest.mark.parametrize("report", [0, 1])
def test_posterior_multiplies_the_odds_by_exactly_the_odds(prior, report):
    gamma = Fraction(1, 3)
    after = posterior(prior, report, gamma)
    factor = 5 if report else 1 / 5
    assert math.isclose(after * (1 - prior), factor * prior * (1 - after), abs_tol=1e-12)


def test_gamma_at_the_ends_is_refused():
    for gamma in (Fraction(0), Fraction(1, 2), Fraction(-1, 4)):
        with pytest.raises(ParameterError):
            check_gamma(gamma)
