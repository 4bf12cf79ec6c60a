"""Estimates and intervals against known answers, published studies and exact laws."""

import math
from fractions import Fraction

import numpy as np
import pytest
from instruments import make_instrument
from known_answers import cases
from quantities import debiased, make_share
from scipy.stats import binom

from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.responses.tally import tally
from survey.errors import ParameterError

GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]


@pytest.mark.parametrize(
    "case", cases("estimates"), ids=lambda c: f"{c['gamma']} {c['ones']}/{c['n']} {c['confidence']}"
)
def test_known_answer(case):
    result = make_share(case["n"], case["ones"], Fraction(case["gamma"]), case["confidence"])
    assert math.isclose(result.estimate, case["estimate"], rel_tol=1e-12, abs_tol=1e-12)
    low, high = result.interval("hoeffding")
    assert math.isclose((high - low) / 2, case["hoeffding_half_width"], rel_tol=1e-12)
    assert math.isclose((high + low) / 2, case["estimate"], rel_tol=1e-9, abs_tol=1e-12)


# What real people reported, with the published or recomputed debiased shares.
PUBLISHED = {
    # Blair, Imai, Zhou (2015), JASA 110: contact with armed groups, Nigeria.
    "armed_group_contact": (2435, 831, "1/3", 0.261910),
    # Höglinger, Jann, Diekmann: academic misconduct, Bern and Zurich, random wheel.
    "copied": (372, 132, "1/3", 0.282258),
    "crib_notes": (372, 94, "1/3", 0.129032),
    "drugs": (372, 63, "1/3", 0.004032),
    "partial_plagiarism": (372, 64, "1/3", 0.008065),
    "severe_plagiarism": (372, 64, "1/3", 0.008065),
    # Van den Hout, van der Heijden (2007): unemployment benefit, Netherlands.
    "benefit_first": (412, 120, "3/10", 0.1521036),
    "benefit_second": (412, 171, "3/10", 0.3584142),
}


@pytest.mark.parametrize("study", PUBLISHED)
def test_published_estimate(study):
    """Blair, Imai, Zhou (2015); Höglinger, Jann, Diekmann; van den Hout, van der Heijden (2007)."""
    respondents, yes, gamma, published = PUBLISHED[study]
    result = make_share(respondents, yes, Fraction(gamma), 0.95)
    assert math.isclose(result.estimate, published, abs_tol=5e-7)


@pytest.mark.parametrize(
    ("study", "published"),
    [("armed_group_contact", 0.014413), ("copied", 0.037211),
     ("benefit_first", 0.03730654), ("benefit_second", 0.04045847)],
)  # fmt: skip
def test_published_standard_error_follows_from_the_share(study, published):
    """Binomial, divisor n, through the slope by which one more yes report moves the estimate.

    Nigeria: R packages rr and RRreg. Students: computed from the counts.
    Netherlands: the vignette of the R package rrLogit.
    """
    n, yes, gamma, _ = PUBLISHED[study]
    result = make_share(n, yes, Fraction(gamma), 0.95)
    slope = n * (make_share(n, yes + 1, Fraction(gamma), 0.95).estimate - result.estimate)
    error = slope * math.sqrt(result.received * (1 - result.received) / n)
    assert math.isclose(error, published, abs_tol=6e-7)


def test_nigeria_is_estimated_from_its_reports_one_by_one():
    """Blair, Imai, Zhou (2015), JASA 110, data set `nigeria` of the R package rr.

    831 yes, 1,604 no, and 22 whose report is missing, who are no respondents.
    """
    people = [1] * 831 + [None] * 22 + [0] * 1604
    instrument = make_instrument("1/3")
    counted = tally(instrument, ([report] for report in people if report is not None))
    question = instrument.questions[0]
    result = make_share(counted.responses, counted.counts[0][1], question.gamma, 0.95)
    assert (result.respondents, result.count.reported) == (2435, 831)
    assert math.isclose(result.estimate, 0.261910, abs_tol=5e-7)
    assert math.isclose(question.epsilon, math.log(5), rel_tol=1e-12)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize(("n", "t"), [(1, 0), (1, 1), (7, 3), (12, 12)])
def test_estimate_is_exactly_unbiased(gamma, n, t):
    """E[p̂] = t/n in exact fractions, over the whole law of the number of yes reports."""
    expected = sum(
        probability * debiased(Fraction(ones, n), gamma)
        for ones, probability in enumerate(exact_law(n, t, gamma))
    )
    assert expected == Fraction(t, n)


def exact_law(n: int, t: int, gamma: Fraction) -> list[Fraction]:
    """P(ones yes reports) of Bin(t, 1/2+γ) + Bin(n−t, 1/2−γ)."""
    law = [Fraction(1)]
    for respondent in range(n):
        yes = Fraction(1, 2) + (gamma if respondent < t else -gamma)
        longer = [Fraction(0)] * (len(law) + 1)
        for ones, probability in enumerate(law):
            longer[ones] += probability * (1 - yes)
            longer[ones + 1] += probability * yes
        law = longer
    assert sum(law) == 1
    return law


def coverage(n, t, gamma, confidence, estimate=None, half_width=hoeffding_half_width) -> float:
    """The exact probability that the interval holds t/n."""
    g = float(gamma)
    law = np.convolve(
        binom.pmf(np.arange(t + 1), t, 0.5 + g), binom.pmf(np.arange(n - t + 1), n - t, 0.5 - g)
    )
    ones = np.arange(n + 1)
    estimates = (estimate or (lambda share: (share - 0.5 + g) / (2 * g)))(ones / n)
    # Truths on an interval's very edge count as held, whatever the last bit says.
    held = np.abs(estimates - t / n) <= half_width(n, gamma, confidence) + 1e-12
    return float(law[held].sum())


GRID = [(n, round(n * p)) for n in (1, 5, 12, 30, 100, 300) for p in (0, 0.1, 0.3, 0.5, 1)]


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("gamma", GAMMAS)
def test_hoeffding_covers_at_least_its_confidence_everywhere(gamma, confidence):
    """Computed, not simulated: no false alarm is possible."""
    assert min(coverage(n, t, gamma, confidence) for n, t in GRID) >= confidence


def test_coverage_check_catches_a_half_width_without_the_factor_of_gamma():
    def too_narrow(n, gamma, confidence):
        return math.sqrt(math.log(2 / (1 - confidence)) / (2 * n))

    assert coverage(100, 30, Fraction(1, 10), 0.95, half_width=too_narrow) < 0.5


def test_coverage_check_catches_the_flipped_sign_of_lecture_notes():
    g = 0.4
    broken = coverage(
        100, 0, Fraction(2, 5), 0.95, estimate=lambda share: (share + 0.5 - g) / (2 * g)
    )
    assert broken < 0.5


def test_nothing_is_clipped():
    result = make_share(10, 0, Fraction(1, 4), 0.95)
    assert result.estimate == -0.5
    assert result.interval("hoeffding")[0] < -1
    assert make_share(10, 10, Fraction(1, 4), 0.95).estimate == 1.5


def test_without_respondents_there_is_nothing_to_estimate():
    result = make_share(0, 0, Fraction(1, 4), 0.95)
    assert (result.received, result.estimate, result.interval("hoeffding")) == (None, None, None)


def test_one_respondent_has_an_estimate_and_a_wide_interval():
    result = make_share(1, 1, Fraction(1, 4), 0.95)
    assert result.estimate == 1.5
    assert result.interval("hoeffding")[1] - result.interval("hoeffding")[0] > 5


@pytest.mark.parametrize(("n", "yes"), [(-1, 0), (5, 6), (5, -1)])
def test_impossible_counts_are_refused(n, yes):
    with pytest.raises(ParameterError):
        make_share(n, yes, Fraction(1, 4), 0.95)


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95, float("nan")])
def test_impossible_confidence_is_refused(confidence):
    with pytest.raises(ParameterError):
        hoeffding_half_width(10, Fraction(1, 4), confidence)


def test_interval_needs_a_respondent():
    with pytest.raises(ParameterError):
        hoeffding_half_width(0, Fraction(1, 4), 0.95)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_one_false_respondent_moves_the_estimate_by_exactly_the_bound(gamma):
    n = 40
    moved = make_share(n, 21, gamma, 0.95).estimate - make_share(n, 20, gamma, 0.95).estimate
    assert math.isclose(moved, make_share(n, 20, gamma).leverage, rel_tol=1e-12)
