import math
from decimal import Decimal
from fractions import Fraction

import pytest
from known_answers import cases
from quantities import debiased, make_count, make_rating, make_share

from survey.core.estimates.noncompliance import beside_always_no
from survey.core.estimates.regression import regress
from survey.core.intervals.anytime import anytime_counts
from survey.core.intervals.class_sets import class_interval
from survey.core.intervals.class_tails import class_law
from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.intervals.population import population
from survey.core.mechanism.privacy import (
    LARGEST_ODDS,
    channel,
    check_gamma,
    epsilon,
    keep_and_other,
    largest_gamma,
    odds,
    odds_above,
    parse_gamma,
    parse_instrument_gamma,
    parse_stored_gamma,
    posterior,
)
from survey.core.mechanism.vectorized import randomize_array
from survey.core.planning.planner import Plan
from survey.core.planning.sample_size import central_laplace_respondents, respondents_for_margin
from survey.errors import ParameterError


@pytest.mark.parametrize(
    ("text", "gamma"),
    [("1/4", Fraction(1, 4)), ("0.2", Fraction(1, 5)), (".25", Fraction(1, 4)),
     (" 2 / 6 ", Fraction(1, 3)), ("0.1", Fraction(1, 10)), ("4999/10000", Fraction(4999, 10000)),
     ("0.3405375", Fraction(27243, 80000)), ("123456789/999999999", Fraction(13717421, 111111111)),
     ("0,25", Fraction(1, 4)), ("１/４", Fraction(1, 4))],
)  # fmt: skip
def test_gamma_is_kept_exact(text, gamma):
    assert parse_gamma(text) == gamma


@pytest.mark.parametrize(
    "text",
    ["", "0", "1/2", "0.5", "1", "-1/4", "1/0", "0/5", "3/4", "1e-1", "nan", "inf", "a quarter",
     "1/4/2", "1,250", "0.1234567891", "1/9999999999", "1" * 50 + "/" + "9" * 50],
)  # fmt: skip
def test_impossible_gamma_is_refused_in_a_sentence(text):
    with pytest.raises(ParameterError) as refusal:
        parse_gamma(text)
    assert refusal.value.field == "gamma"
    assert refusal.value.message.endswith(".")


def test_more_decimals_than_are_kept_are_not_called_no_decimal():
    with pytest.raises(ParameterError, match="nine decimals at most"):
        parse_gamma("0.16666666667")


@pytest.mark.parametrize("text", ["1/10001", "0.12345", "0.3405375"])
def test_denominator_is_bounded_for_what_is_asked_here_only(text):
    assert parse_gamma(text) == Fraction(text)
    with pytest.raises(ParameterError, match="at most 10,000") as refusal:
        parse_instrument_gamma(text)
    assert refusal.value.field == "gamma"


@pytest.mark.parametrize("text", ["0.4901", "499/1000", "4999/10000"])
def test_odds_above_99_are_refused_for_what_is_asked_here_only(text):
    assert parse_gamma(text) == parse_stored_gamma(text) == Fraction(text)
    with pytest.raises(ParameterError, match="Choose γ = 49/100 or less") as refusal:
        parse_instrument_gamma(text)
    assert refusal.value.field == "gamma"


@pytest.mark.parametrize(("limit", "gamma"), [(LARGEST_ODDS, "49/100"), (9, "2/5"), (3, "1/4")])
def test_largest_gamma_has_the_odds_of_the_limit_and_the_next_has_more(limit, gamma):
    assert largest_gamma(limit) == Fraction(gamma)
    assert odds(largest_gamma(limit)) == (limit, 1)
    assert not odds_above(Fraction(gamma), limit)
    assert odds_above(Fraction(gamma) + Fraction(1, 10_000), limit)
    assert parse_instrument_gamma(gamma) == Fraction(gamma)


def test_reports_can_be_simulated_with_the_finest_gamma():
    """T = A+B stays below 2³²; else no word would ever be accepted."""
    finest = parse_gamma("499999998/999999999")
    assert sum(odds(finest)) < 2**32
    assert randomize_array([1] * 100, odds(finest)).sum() == 100


INEXACT = {
    "odds": odds,
    "epsilon": epsilon,
    "keep_and_other": keep_and_other,
    "posterior": lambda gamma: posterior(0.3, 1, gamma),
    "check_gamma": check_gamma,
    "Estimate": lambda gamma: make_share(100, 42, gamma, 0.95).estimate,
    "debias": lambda gamma: debiased(Fraction(1, 2), gamma),
    "hoeffding": lambda gamma: hoeffding_half_width(100, gamma, 0.95),
    "anytime": lambda gamma: anytime_counts(*make_count(100, 42, gamma, 0.95)),
    "population": lambda gamma: population(*make_count(100, 42, gamma, 0.95)),
    "class": lambda gamma: class_interval(*make_count(100, 42, gamma, 0.95)),
    "RatingMean": lambda gamma: make_rating((1, 2, 3), gamma, 0.95).estimate,
    "Plan": lambda gamma: Plan(100, None, gamma),
    "respondents_for_margin": lambda gamma: respondents_for_margin(gamma, 0.1, 0.95),
    "central_laplace_respondents": lambda gamma: central_laplace_respondents(gamma, 0.1, 0.95),
    "class_law": lambda gamma: class_law(10, 3, gamma),
    "regress": lambda gamma: regress([0, 1] * 20, [[]] * 40, [], keep_and_other(gamma)),
    "beside_always_no": lambda gamma: beside_always_no(make_share(100, 42, gamma, 0.95), 0.1),
}


@pytest.mark.parametrize("gamma", [0.25, "1/4", Decimal("0.25")], ids=repr)
@pytest.mark.parametrize("name", INEXACT)
def test_gamma_that_is_not_exact_is_explained(name, gamma):
    with pytest.raises(ParameterError, match=r"γ must be exact: give Fraction\(1, 4\)") as refusal:
        INEXACT[name](gamma)
    assert refusal.value.field == "gamma"


def test_gamma_that_is_not_exact_is_explained_though_its_interval_is_known():
    class_interval(*make_count(100, 42, Fraction(1, 4), 0.95))
    with pytest.raises(ParameterError, match="γ must be exact"):
        class_interval(*make_count(100, 42, 0.25, 0.95))


@pytest.mark.parametrize("gamma", ["-1/4", "1/2", "3/4"])
def test_odds_beyond_the_truth_are_refused(gamma):
    with pytest.raises(ParameterError, match="at least 0 and below 1/2"):
        make_share(100, 42, Fraction(gamma), 0.95).interval("hoeffding")


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
