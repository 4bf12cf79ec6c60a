"""The share who deviate, and the shares corrected for them."""

from bisect import bisect_left
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from control_coverage import Cell, simulated
from coverage_document import CONTROL_GAMMAS, CONTROL_SIZES, DEVIATING
from quantities import debiased

import survey.core.compliance.control as of_control
from survey.core.compliance.control import Control, Deviation
from survey.core.compliance.deviations import chance_of_known
from survey.core.compliance.laws import chance_at_most
from survey.core.intervals.counts import ReportCount
from survey.errors import ParameterError

QUARTER = Fraction(1, 4)


def share_of_reports(share, deviating, gamma, model):
    """E[ȳ] of a share of yes among those who follow."""
    return (1 - deviating) * chance_of_known(gamma, share) + deviating * model.chance(gamma)


@pytest.mark.first_cell
@pytest.mark.parametrize("gamma", [Fraction(1, 10), QUARTER, Fraction(2, 5)])
@pytest.mark.parametrize("model", Deviation)
def test_expected_reports_give_both_shares_back(gamma, model):
    """10 % deviate, 30 % of the others would say yes; a quarter of the slips bear a star."""
    n, known, deviating = 200_000, QUARTER, Fraction(1, 10)
    known_yes = n * share_of_reports(known, deviating, gamma, model)
    yes = n * share_of_reports(Fraction(3, 10), deviating, gamma, model)
    control = Control(ReportCount.of(n, int(known_yes), gamma), known, n)
    assert control.deviating(model) == pytest.approx(0.1)
    better = control.corrected(ReportCount.of(n, int(yes), gamma), model)
    assert better.estimate == pytest.approx(0.3)
    assert better.interval[0] < 0.3 < better.interval[1]
    assert control.interval(model)[0] < 0.1 < control.interval(model)[1]
    assert control.p_value(model) < 0.05


@pytest.mark.parametrize("model", Deviation)
def test_nobody_who_deviates_leaves_the_estimate(model):
    """At exactly the reports to expect of those who follow, ŝ is 0 and nothing is corrected."""
    control = Control(ReportCount.of(10_000, 3750, QUARTER), QUARTER, 10_000)
    estimate = ReportCount.of(10_000, 4000, QUARTER)
    assert control.deviating(model) == 0
    better = control.corrected(estimate, model)
    assert better.estimate == float(debiased(Fraction(4000, 10_000), QUARTER)) == estimate.estimate
    assert control.p_value(model) > 0.4


def test_a_useless_interval_corrects_nothing():
    control = Control(ReportCount.of(40, 18, QUARTER), QUARTER, 40)
    assert control.useless(Deviation.AT_RANDOM)
    assert control.corrected(ReportCount.of(40, 15, QUARTER), Deviation.AT_RANDOM) is None


def test_a_useless_corrected_share_is_none():
    """One respondent, who does not always report no: 2550 %, somewhere in 0 to 100 %."""
    gamma = Fraction(1, 100)
    alone = Control(ReportCount.of(1, 1, gamma), QUARTER)
    assert alone.interval(Deviation.REPORTS_NO) == (0, 0)
    assert alone.corrected(ReportCount.of(1, 1, gamma), Deviation.REPORTS_NO) is None


def test_nobody_responded():
    control = Control(ReportCount.of(0, 0, QUARTER), QUARTER, 40)
    for model in Deviation:
        assert control.deviating(model) is control.interval(model) is None
        assert control.corrected(ReportCount.of(0, 0, QUARTER), model) is None


@pytest.mark.parametrize(("respondents", "slips"), [(10, 30), (41, 40)])
def test_impossible_slips_are_refused(respondents, slips):
    with pytest.raises(ParameterError):
        Control(ReportCount.of(respondents, 5, QUARTER), QUARTER, slips)


@pytest.mark.parametrize(("n", "slips"), [(40, 40), (60, 80), (200, 200)])
@pytest.mark.parametrize("gamma", [QUARTER, Fraction(2, 5), Fraction(9, 20)])
def test_bisection_finds_what_trying_all_finds(n, slips, gamma, monkeypatch):
    for yes in range(0, n // 2 + 3, 5):
        law = yes, n, gamma, QUARTER, slips, Deviation.AT_RANDOM, 0.0005
        found = of_control._kept.__wrapped__(*law)
        with monkeypatch.context() as every:
            every.setattr(of_control, "FEW_COINS", 10**9)
            assert found == of_control._kept.__wrapped__(*law)


@pytest.mark.parametrize("model", [Deviation.AT_RANDOM, Deviation.ANSWERS_NO])
@pytest.mark.parametrize("slips", [400, None])
def test_simulated_classes_are_held_as_often_as_promised(model, slips):
    """Fewer than 902 of 1,000 at 95 % have a probability below 1e-9."""
    cell = Cell(Fraction(2, 5), 300, slips, model, 0.2)
    row = simulated(cell, 0.95, np.random.default_rng(20), 1000)
    assert row.coverage > 0.902
    assert row.of_corrected is None or row.of_corrected > 0.902


@pytest.mark.parametrize("gamma", CONTROL_GAMMAS)
@pytest.mark.parametrize("model", [Deviation.AT_RANDOM, Deviation.ANSWERS_NO])
def test_every_cell_of_the_study_is_held_exactly(gamma, model):
    """By the law of the reports: their numbers with which the interval holds the true share come
    with 95 % at least. (Simulated, a cell of 2,000 may well say 94.3 %.)"""
    for (n, slips), share in product(CONTROL_SIZES, DEVIATING):
        k = round(n * share)

        def at_most(yes, law=(k, n, gamma, QUARTER, slips, model)):
            return chance_at_most(yes, *law)

        def held(yes, n=n, slips=slips, k=k):
            ends = Control(ReportCount.of(n, yes, gamma), QUARTER, slips).interval(model)
            return ends is not None and ends[0] <= k / n <= ends[1]

        every = range(n + 1)
        least = bisect_left(every, True, key=lambda yes: at_most(yes) > 0.025)
        most = bisect_left(every, True, key=lambda yes: 1 - at_most(yes) <= 0.025)
        found = [held(yes) for yes in (least - 1, least, (least + most) // 2, most, most + 1)]
        assert found == [False, True, True, True, False]
        assert at_most(most) - at_most(least - 1) >= 0.9505


@pytest.mark.exhaustive
@pytest.mark.parametrize("gamma", CONTROL_GAMMAS)
@pytest.mark.parametrize(("respondents", "slips"), [*CONTROL_SIZES, (1000, None)])
@pytest.mark.parametrize("model", [Deviation.AT_RANDOM, Deviation.ANSWERS_NO])
@pytest.mark.parametrize("deviating", DEVIATING)
def test_every_cell_of_the_study_is_held(gamma, respondents, slips, model, deviating):
    """2,000 runs: at 95 % fewer than 0.925 have a probability below 1e-6."""
    cell = Cell(gamma, respondents, slips, model, deviating)
    row = simulated(cell, 0.95, np.random.default_rng(23), 2000)
    assert row.coverage > 0.925
    assert row.corrected < 0.05 or row.of_corrected > 0.925
