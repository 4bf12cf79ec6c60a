"""Any two of class size, margin and γ, and what is said of the plan."""

import math
from fractions import Fraction

import pytest
from quantities import class_set, make_count

from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.intervals.population import population
from survey.core.intervals.registry import EVERYWHERE
from survey.core.planning.planner import GAMMAS, METHODS, Plan, half_width
from survey.errors import ParameterError
from survey.text.plans import faults, in_words, proposals, trusted_curator_in_words
from survey.text.question_meanings import LARGER_GAMMAS

QUARTER = Fraction(1, 4)


def test_margin_of_each_interval():
    """Written out for 100 respondents at γ = 1/4, of whose reports 50 are yes."""
    margins = {need.method: need.margin for need in Plan(100, None, QUARTER).needs}
    assert list(margins) == list(METHODS) == [*EVERYWHERE, "central_laplace"]
    assert margins["hoeffding"] == pytest.approx(math.sqrt(math.log(40) / 200) * 2)
    least, most = class_set(50, 100, QUARTER, 0.95)
    assert margins["class"] == pytest.approx((most - least) / 200, abs=1e-15)
    low, high = population(*make_count(100, 50, QUARTER, 0.95))
    assert margins["population"] == pytest.approx((high - low) / 2)
    assert margins["central_laplace"] == pytest.approx(math.log(20) / (100 * math.log(3)))
    assert margins["class"] < margins["population"] < margins["anytime"] < margins["hoeffding"]


def test_with_a_cap_there_is_the_horizon_interval():
    """At the cap it is wider than that of a class that nobody watched, and below anytime."""
    margins = {need.method: need.margin for need in Plan(100, None, QUARTER, cap=100).needs}
    assert list(margins) == [*EVERYWHERE, "horizon", "central_laplace"]
    assert margins["class"] < margins["horizon"] < margins["anytime"]
    (need,) = (need for need in Plan(None, 0.2, QUARTER, cap=120).needs if need.method == "horizon")
    assert half_width("horizon", need.respondents, QUARTER, 0.95, cap=120) <= 0.2
    assert half_width("horizon", need.respondents - 1, QUARTER, 0.95, cap=120) > 0.2
    assert Plan(None, 0.01, QUARTER, cap=120).need("horizon").respondents is None
    gamma = Plan(100, 0.2, None, cap=120).need("horizon").gamma
    assert half_width("horizon", 100, gamma, 0.95, cap=120) <= 0.2
    with pytest.raises(ParameterError, match="more than the cap"):
        Plan(100, None, QUARTER, cap=99)


def test_a_method_that_there_is_none_of_is_refused():
    with pytest.raises(ParameterError, match="no interval named clas"):
        half_width("clas", 100, QUARTER, 0.95)


def test_respondents_for_ten_points():
    found = {need.method: need.respondents for need in Plan(None, 0.1, QUARTER).needs}
    assert (found["hoeffding"], found["central_laplace"]) == (738, 28)
    for method in ("class", "population", "anytime"):
        n = found[method]
        assert half_width(method, n, QUARTER, 0.95) <= 0.1
        assert half_width(method, n - 1, QUARTER, 0.95) > 0.1
    assert found["class"] < found["population"] < found["anytime"] < found["hoeffding"]


def test_gamma_for_ten_points():
    found = {need.method: need.gamma for need in Plan(200, 0.1, None).needs}
    step = Fraction(1, 1000)
    # sqrt(ln 40 / 400) / 0.2 = 0.48016
    assert found["hoeffding"] == Fraction(481, 1000)
    assert found.pop("central_laplace") is None
    for method, gamma in found.items():
        assert half_width(method, 200, gamma, 0.95) <= 0.1
        assert half_width(method, 200, gamma - step, 0.95) > 0.1


def test_what_nothing_gives_is_none():
    needs = {need.method: need for need in Plan(30, 0.05, None).needs}
    assert needs["hoeffding"].gamma is None
    assert needs["hoeffding"].epsilon is None
    assert needs["population"].gamma is None
    assert needs["central_laplace"].gamma is None
    assert needs["central_laplace"].epsilon == pytest.approx(math.log(20) / (30 * 0.05))
    needs = {need.method: need for need in Plan(None, 0.001, QUARTER).needs}
    assert needs["hoeffding"].respondents == 7_377_759
    assert [needs[name].respondents for name in ("class", "population", "anytime")] == [None] * 3


@pytest.mark.parametrize(
    "given",
    [(None, None, None), (100, 0.1, QUARTER), (100, None, None), (None, 0.1, None),
     (None, None, QUARTER)],
)  # fmt: skip
def test_exactly_two_are_given(given):
    with pytest.raises(ParameterError, match="Give two of respondents, margin and γ"):
        Plan(*given)


@pytest.mark.parametrize(
    ("given", "field"),
    [((0, 0.1, None), "respondents"), ((1_000_001, None, QUARTER), "respondents"),
     ((100, 0.0, None), "margin"), ((100, 1.01, None), "margin"),
     ((100, math.nan, None), "margin"), ((100, None, Fraction(1, 2)), "gamma"),
     ((None, 0.1, Fraction(0)), "gamma"), ((100, None, QUARTER, 1.0), "confidence")],
)  # fmt: skip
def test_what_is_out_of_range_is_refused_with_its_name(given, field):
    with pytest.raises(ParameterError) as refusal:
        Plan(*given)
    assert refusal.value.field == field


@pytest.mark.parametrize(
    ("plan", "words", "curator"),
    [
        (
            Plan(None, 0.1, QUARTER),
            "738 respondents give ±10 points with 95% confidence at γ = 1/4 (ε = 1.10), "
            "by Hoeffding's interval; by the class interval 287 respondents do.",
            "would need 28 at the same ε.",
        ),
        (
            Plan(1, None, QUARTER, 0.9),
            "1 respondent gives ±240 points with 90% confidence at γ = 1/4 (ε = 1.10), "
            "by Hoeffding's interval, and ±50 by the class interval.",
            "would be within ±210 points at the same ε.",
        ),
        (
            Plan(200, 0.1, None),
            "200 respondents give ±10 points with 95% confidence at γ = 0.481 (ε = 3.94), "
            "by Hoeffding's interval; by the class interval γ = 0.28 (ε = 1.27) does.",
            "would need ε = 0.15.",
        ),
        (
            Plan(30, 0.05, None),
            "No γ up to 49/100 gives ±5.0 points with 95% confidence to 30 respondents, by "
            "Hoeffding's interval; by the class interval γ = 0.482 (ε = 4.00) does.",
            "would need ε = 2.00.",
        ),
    ],
)
def test_words(plan, words, curator):
    assert in_words(plan) == words
    assert trusted_curator_in_words(plan) == f"A trusted curator, who sees the answers, {curator}"


def test_survey_that_cannot_say_anything():
    """The example of the manual: γ = 1/10 with 30 respondents."""
    plan = Plan(30, None, Fraction(1, 10))
    (fault,) = faults(plan)
    assert fault == (
        "Such a survey will tell you almost nothing: Hoeffding's interval goes from nobody to "
        "everyone, and the class interval is ±50 points."
    )
    assert proposals(plan) == [
        Plan(30, None, Fraction(1, 3)),
        Plan(None, 0.1, Fraction(1, 10)),
    ]


def test_gamma_that_hardly_protects():
    plan = Plan(1000, None, Fraction(49, 100))
    (fault,) = faults(plan)
    assert fault.endswith("One report, at worst: suspicion 30\xa0→\xa098%.")
    assert proposals(plan) == [Plan(1000, None, QUARTER), Plan(None, 0.1, QUARTER)]
    assert faults(Plan(1000, None, Fraction(2, 5))) == []


def test_gamma_that_no_survey_may_have():
    plan = Plan(1000, None, Fraction(491, 1000))
    (fault,) = faults(plan)
    assert fault.startswith("No survey may have γ = 0.491")
    assert proposals(plan) == [Plan(1000, None, QUARTER), Plan(None, 0.1, QUARTER)]


def test_no_gamma_is_worked_out_that_no_survey_may_have():
    assert GAMMAS[-1] == Fraction(49, 100)
    assert all(gamma <= Fraction(2, 5) for gamma in LARGER_GAMMAS)


def test_a_margin_that_only_the_class_interval_reaches_is_no_fault():
    """60 respondents within ±15 points: Hoeffding's interval has ±18 at γ = 0.49."""
    plan = Plan(60, 0.15, None)
    assert hoeffding_half_width(60, Fraction(49, 100), 0.95) > 0.15
    assert class_half_width(60, Fraction(308, 1000)) <= 0.15
    assert class_half_width(60, Fraction(307, 1000)) > 0.15
    assert in_words(plan).endswith(
        "by Hoeffding's interval; by the class interval γ = 0.308 (ε = 1.44) does."
    )
    assert faults(plan) == proposals(plan) == []


def test_margin_that_only_a_bare_answer_gives():
    (fault,) = faults(Plan(30, 0.05, None))
    assert fault.startswith("γ = 0.482 hardly protects anyone")
    assert proposals(Plan(30, 0.05, None)) == [
        Plan(30, None, Fraction(1, 3)),
        Plan(None, 0.05, QUARTER),
    ]


def test_margin_that_no_gamma_gives():
    """Where a single answer moves the share by more, by the class interval at its narrowest."""
    plan = Plan(60, 0.001, None)
    (fault,) = faults(plan)
    closest = class_half_width(60, Fraction(49, 100))
    assert fault == (
        f"Even γ = 0.49, the largest allowed, gives ±{100 * closest:.1f} points "
        "with 60 respondents, by the class interval."
    )
    assert closest == pytest.approx(2 / 60)
    assert in_words(plan).endswith(", and none does by the class interval.")


def class_half_width(n: int, gamma: Fraction) -> float:
    return half_width("class", n, gamma, 0.95)


@pytest.mark.parametrize("plan", [Plan(100, None, QUARTER), Plan(None, 0.1, QUARTER)])
def test_sound_plan_has_no_fault_and_needs_no_proposal(plan):
    assert faults(plan) == proposals(plan) == []
