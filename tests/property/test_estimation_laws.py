"""Laws of estimates, intervals and planning, in exact arithmetic where the claim is exact.

Derandomized: every run tries the same examples, so no law fails by chance.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from quantities import debiased, make_share
from scipy.stats import binom

from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.intervals.registry import INTERVALS
from survey.core.mechanism.privacy import HALF, epsilon
from survey.core.planning.sample_size import central_laplace_respondents, respondents_for_margin

gammas = st.integers(3, 200).flatmap(
    lambda bottom: st.integers(1, (bottom - 1) // 2).map(lambda top: Fraction(top, bottom))
)
confidences = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
margins = st.floats(0.005, 1)
counts = st.integers(1, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))


@given(gammas, counts)
def test_estimate_is_exactly_unbiased_over_the_coins(gamma, count):
    """E[p̂] = t/n in fractions: Σ over i truthful and j lying yes of the two binomial laws."""
    n, t = min(count[0], 12), min(count[1], 12, count[0])
    truth, lie = HALF + gamma, HALF - gamma
    mean = sum(
        math.comb(t, i) * truth**i * lie ** (t - i)
        * math.comb(n - t, j) * lie**j * truth ** (n - t - j)
        * debiased(Fraction(i + j, n), gamma)
        for i in range(t + 1)
        for j in range(n - t + 1)
    )  # fmt: skip
    assert mean == Fraction(t, n)


@given(gammas, counts, st.data())
def test_estimate_of_two_classes_together_is_their_weighted_mean(gamma, count, data):
    n, yes = count
    m, more = data.draw(counts)
    together = debiased(Fraction(yes + more, n + m), gamma)
    apart = n * debiased(Fraction(yes, n), gamma) + m * debiased(Fraction(more, m), gamma)
    assert together == apart / (n + m)


@given(gammas, counts)
def test_estimate_is_never_clipped(gamma, count):
    n, yes = count
    exact = debiased(Fraction(yes, n), gamma)
    assert make_share(n, yes, gamma, 0.95).estimate == float(exact)
    # Nobody reporting yes always lies below 0, and everybody above 1.
    assert make_share(n, 0, gamma, 0.95).estimate < 0
    assert make_share(n, n, gamma, 0.95).estimate > 1


@given(gammas, counts, confidences, st.sampled_from(INTERVALS))
def test_swapping_yes_and_no_mirrors_every_interval(gamma, count, confidence, name):
    n, yes = count
    ends = make_share(n, yes, gamma, confidence, cap=n).interval(name)
    mirrored = make_share(n, n - yes, gamma, confidence, cap=n).interval(name)
    if ends is None:
        assert mirrored is None
    else:
        scale = 1 / float(gamma)
        assert ends == pytest.approx((1 - mirrored[1], 1 - mirrored[0]), abs=1e-9 * scale)


@given(gammas, counts, st.sampled_from(INTERVALS))
def test_more_confidence_never_makes_an_interval_narrower(gamma, count, name):
    n, yes = count
    narrow, wide = (make_share(n, yes, gamma, c, cap=n).interval(name) for c in (0.9, 0.99))
    if narrow:
        slack = 1e-12 / float(gamma)
        assert wide[0] <= narrow[0] + slack
        assert narrow[1] <= wide[1] + slack


@given(gammas, counts, confidences)
def test_class_interval_holds_whole_numbers_of_this_class(gamma, count, confidence):
    n, yes = count
    ends = make_share(n, yes, gamma, confidence).interval("class")
    if ends:
        assert 0 <= ends[0] <= ends[1] <= 1
        assert all(math.isclose(end * n, round(end * n), abs_tol=1e-9) for end in ends)


@given(gammas, st.integers(1, 25), st.data(), confidences)
def test_class_and_hoeffding_cover_every_class_as_often_as_they_say(gamma, n, data, confidence):
    """Exact: the law of the yes reports is Bin(t, 1/2+γ) + Bin(n−t, 1/2−γ)."""
    t = data.draw(st.integers(0, n))
    g = float(gamma)
    law = np.convolve(
        binom.pmf(np.arange(t + 1), t, 0.5 + g), binom.pmf(np.arange(n - t + 1), n - t, 0.5 - g)
    )
    assert law.sum() == pytest.approx(1)
    for name in ("class", "hoeffding"):
        assert held(name, law, n, t / n, gamma, confidence) >= confidence - 1e-9, name


@given(gammas, st.integers(1, 25), st.floats(0, 1), confidences)
def test_population_interval_covers_every_share_as_often_as_it_says(gamma, n, share, confidence):
    yes = float(HALF - gamma) + 2 * float(gamma) * share
    law = binom.pmf(np.arange(n + 1), n, yes)
    assert held("population", law, n, share, gamma, confidence) >= confidence - 1e-9


def held(name, law, n, truth, gamma, confidence) -> float:
    """The probability that the interval holds the truth, its edges included."""
    total = 0.0
    for ones, probability in enumerate(law):
        ends = make_share(n, ones, gamma, confidence).interval(name)
        if ends and ends[0] - 1e-9 <= truth <= ends[1] + 1e-9:
            total += probability
    return total


@given(gammas, st.integers(1, 10**6), confidences)
def test_four_times_the_respondents_halve_hoeffding(gamma, n, confidence):
    half = hoeffding_half_width(4 * n, gamma, confidence)
    assert math.isclose(2 * half, hoeffding_half_width(n, gamma, confidence), rel_tol=1e-12)


@given(gammas, margins, confidences)
def test_planned_number_is_the_smallest_that_gives_the_margin(gamma, margin, confidence):
    n = respondents_for_margin(gamma, margin, confidence)
    assert hoeffding_half_width(n, gamma, confidence) <= margin * (1 + 1e-9)
    if n > 1:
        assert hoeffding_half_width(n - 1, gamma, confidence) > margin * (1 - 1e-9)


@given(gammas, margins, confidences)
def test_curator_number_is_the_smallest_that_gives_the_margin(gamma, margin, confidence):
    n = central_laplace_respondents(gamma, margin, confidence)

    def missed(respondents: int) -> float:
        return math.exp(-respondents * epsilon(gamma) * margin)

    assert missed(n) <= (1 - confidence) * (1 + 1e-9)
    assert missed(n - 1) > (1 - confidence) * (1 - 1e-9)
