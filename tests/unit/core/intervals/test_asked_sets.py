"""The class interval where chance chose who was asked: known answers and exact coverage."""

import math
from fractions import Fraction

import numpy as np
import pytest
from known_answers import cases
from quantities import class_set, make_count
from scipy.stats import binom, hypergeom

from survey.core.intervals.asked_sets import asked_counts, asked_laws
from survey.core.intervals.counts import ReportCount
from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.intervals.registry import CLASS, HOEFFDING
from survey.errors import ParameterError

GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]


def counted(ones, n, whole, gamma, confidence=0.95, options=2) -> tuple[ReportCount, float]:
    return make_count(n, ones, gamma, confidence, 100, options, whole)


def yes_law(n: int, whole: int, t: int, gamma: Fraction) -> np.ndarray:
    """The law of the number of yes reports, from scipy's two laws."""
    g = float(gamma)
    asked = hypergeom.pmf(np.arange(n + 1), whole, t, n)
    return sum(
        chance * np.convolve(binom.pmf(range(u + 1), u, 0.5 + g),
                             binom.pmf(range(n - u + 1), n - u, 0.5 - g))
        for u, chance in enumerate(asked)
    )  # fmt: skip


def least_coverage(n: int, whole: int, gamma: Fraction, intervals) -> float:
    return min(
        yes_law(n, whole, t, gamma)[[bool(c) and c[0] <= t <= c[1] for c in intervals]].sum()
        for t in range(whole + 1)
    )


def test_sets_are_those_of_every_sample_and_every_coin():
    known = cases("asked_sets")
    for case in known:
        settings = case["asked"], case["whole"], Fraction(case["gamma"])
        found = [
            asked_counts(*counted(ones, *settings, case["confidence"], case["options"]))
            for ones in range(case["asked"] + 1)
        ]
        assert found == list(zip(case["least"], case["most"], strict=True)), case
    assert len(known) == 120


def test_nobody_asked_gives_no_set():
    with pytest.raises(ParameterError, match="at least one respondent"):
        asked_counts(*counted(0, 0, 20, GAMMAS[0]))


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize(("n", "whole"), [(1, 2), (7, 20), (10, 50), (20, 60), (40, 41)])
def test_every_class_is_covered_as_often_as_said(n, whole, gamma):
    intervals = [asked_counts(*counted(ones, n, whole, gamma, 0.9)) for ones in range(n + 1)]
    assert least_coverage(n, whole, gamma, intervals) >= 0.9 - 1e-12


@pytest.mark.exhaustive
@pytest.mark.parametrize("gamma", GAMMAS)
def test_every_larger_class_is_covered_too(gamma):
    """By bounds, beyond 300 respondents."""
    n, whole = 80, 400
    intervals = [asked_counts(*counted(ones, n, whole, gamma, 0.9)) for ones in range(n + 1)]
    assert least_coverage(n, whole, gamma, intervals) >= 0.9 - 1e-12


def test_ignoring_the_draw_of_who_is_asked_covers_too_rarely():
    """The control: the sets of those asked, taken for the whole class."""
    n, whole, gamma = 20, 200, Fraction(2, 5)
    alone = [class_set(ones, n, gamma, 0.95) for ones in range(n + 1)]
    stretched = [(10 * least, 10 * most) for least, most in alone]
    assert least_coverage(n, whole, gamma, stretched) < 0.95


@pytest.mark.parametrize("gamma", GAMMAS)
def test_whole_class_asked_is_the_class_interval(gamma):
    for ones in range(31):
        expected = class_set(ones, 30, gamma, 0.95)
        assert asked_counts(*counted(ones, 30, 30, gamma)) == expected
        share = CLASS.of_share(*counted(ones, 30, 30, gamma))
        assert share == (expected[0] / 30, expected[1] / 30)


def test_rare_count_is_ordered_by_its_own_chances():
    """At γ = 49/100 no count of 12 of 24 that mixes is likely; the sets still mirror each other."""
    gamma = Fraction(49, 100)
    found = [asked_counts(*counted(ones, 12, 24, gamma, 0.999999)) for ones in range(13)]
    for ones, (least, most) in enumerate(found):
        assert found[12 - ones] == (24 - most, 24 - least)


def test_laws_are_laws():
    laws = asked_laws(90, 300, 0.75, 0.25)
    assert laws.shape == (301, 91)
    assert np.allclose(laws.sum(axis=1), 1, rtol=0, atol=1e-11)
    assert np.allclose(laws[120], yes_law(90, 300, 120, Fraction(1, 4)), rtol=0, atol=1e-12)


def test_hoeffding_holds_for_the_whole_class():
    """Exactly enumerated: who is asked varies, too, and the bound still holds."""
    n, whole, gamma = 30, 90, Fraction(1, 4)
    half = hoeffding_half_width(n, gamma, 0.95)
    for t in range(0, whole + 1, 9):
        law = yes_law(n, whole, t, gamma)
        ends = [HOEFFDING.of_share(*counted(ones, n, whole, gamma)) for ones in range(n + 1)]
        held = law[[low <= t / whole <= high for low, high in ends]].sum()
        assert held >= 0.95
        assert ends[0][1] - ends[0][0] == pytest.approx(2 * half)


def test_one_question_each_beats_a_split_budget_at_equal_epsilon():
    """The half-width by Hoeffding at ε = ln 3 in all: 0.63, 0.49 and 0.35 of splitting it."""
    for m, ratio in ((3, 0.63), (5, 0.49), (10, 0.35)):
        each = hoeffding_half_width(1000 // m, Fraction(1, 4), 0.95)
        split = math.tanh(math.log(3) / m / 2) / 2
        assert each / hoeffding_half_width(1000, Fraction(split), 0.95) == pytest.approx(
            ratio, abs=0.006
        )


def test_no_more_can_be_asked_than_there_are():
    with pytest.raises(ParameterError):
        counted(1, 5, 4, Fraction(1, 4))
