"""The exact, population and anytime intervals: known answers, laws and coverage."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from known_answers import cases
from scipy.stats import binom

from survey.core.estimation.regression import regress
from survey.core.intervals import class_tails
from survey.core.intervals.anytime import anytime_half_width
from survey.core.intervals.class_sets import class_counts, class_interval
from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.intervals.interval import LARGEST_CONFIDENCE, LEAST_CONFIDENCE
from survey.core.intervals.population import population
from survey.errors import ParameterError

ESTIMATES = cases("estimates")
NAMES = [f"{c['gamma']} {c['ones']}/{c['n']} {c['confidence']}" for c in ESTIMATES]
GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]


@pytest.mark.parametrize("case", ESTIMATES, ids=NAMES)
def test_class_counts_are_the_known_integers(case):
    counts = class_counts(case["ones"], case["n"], Fraction(case["gamma"]), case["confidence"])
    assert counts == (tuple(case["exact_class"]) if case["exact_class"] else None)


@pytest.mark.parametrize("case", ESTIMATES, ids=NAMES)
def test_population_interval_is_the_known_one(case):
    interval = population(case["ones"], case["n"], Fraction(case["gamma"]), case["confidence"])
    assert interval == pytest.approx(case["clopper_pearson"], abs=1e-9)


@pytest.mark.parametrize("confidence", [LEAST_CONFIDENCE, 0.5, LARGEST_CONFIDENCE])
@pytest.mark.parametrize("ones", [0, 1, 37, 99, 100])
@pytest.mark.parametrize("gamma", GAMMAS)
def test_intervals_are_finite_and_symmetric_at_every_confidence(gamma, ones, confidence):
    low, high = population(ones, 100, gamma, confidence)
    mirrored = population(100 - ones, 100, gamma, confidence)
    assert (1 - high, 1 - low) == pytest.approx(mirrored, abs=1e-12)
    counts = class_counts(ones, 100, gamma, confidence)
    other = class_counts(100 - ones, 100, gamma, confidence)
    assert counts is None if other is None else counts == (100 - other[1], 100 - other[0])
    assert 0 < hoeffding_half_width(100, gamma, confidence) < math.inf
    assert 0 < anytime_half_width(100, gamma, confidence, 100) < math.inf


def test_population_interval_keeps_its_upper_tail_at_the_largest_confidence():
    """Against the binomial tail that defines it: alpha/2 beyond each end."""
    gamma, alpha = Fraction(1, 4), 1 - LARGEST_CONFIDENCE
    low, high = (0.25 + 0.5 * end for end in population(50, 100, gamma, LARGEST_CONFIDENCE))
    assert binom.sf(49, 100, low) == pytest.approx(alpha / 2, rel=1e-6)
    assert binom.cdf(50, 100, high) == pytest.approx(alpha / 2, rel=1e-6)


@pytest.mark.parametrize("confidence", [0.9999999999999999, 1.0, 1e-17, 0.0, math.nan])
@pytest.mark.parametrize(
    "interval",
    [
        lambda gamma, confidence: population(50, 100, gamma, confidence),
        lambda gamma, confidence: class_interval(50, 100, gamma, confidence),
        lambda gamma, confidence: hoeffding_half_width(100, gamma, confidence),
        lambda gamma, confidence: anytime_half_width(100, gamma, confidence, 100),
        lambda gamma, confidence: regress([0, 1] * 50, [[]] * 100, [], gamma, confidence),
    ],
    ids=["population", "class", "hoeffding", "anytime", "regress"],
)
def test_confidence_that_no_arithmetic_holds_is_refused_in_a_sentence(interval, confidence):
    with pytest.raises(ParameterError, match=r"at most 0\.999999999999\.") as refusal:
        interval(Fraction(1, 4), confidence)
    assert refusal.value.field == "confidence"


@pytest.mark.parametrize("case", ESTIMATES, ids=NAMES)
def test_anytime_half_width_is_the_known_one(case):
    width = anytime_half_width(
        case["n"], Fraction(case["gamma"]), case["confidence"], case["anytime_tuned_for_n"]
    )
    assert width == pytest.approx(case["anytime_half_width"], abs=1e-9)


def yes_law(n: int, t: int, gamma: Fraction) -> np.ndarray:
    """The exact law of the number of yes reports."""
    g = float(gamma)
    return np.convolve(
        binom.pmf(np.arange(t + 1), t, 0.5 + g), binom.pmf(np.arange(n - t + 1), n - t, 0.5 - g)
    )


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("n", [1, 5, 12, 40])
def test_class_interval_covers_every_class_at_least_as_often_as_it_says(n, gamma):
    """Computed, not simulated, for every t."""
    intervals = [class_counts(ones, n, gamma, 0.9) for ones in range(n + 1)]
    for t in range(n + 1):
        held = [counts is not None and counts[0] <= t <= counts[1] for counts in intervals]
        assert yes_law(n, t, gamma)[held].sum() >= 0.9 - 1e-12


def test_coverage_check_catches_tails_of_alpha_each():
    """The control: a whole alpha on either side covers too rarely somewhere."""
    n, gamma = 40, Fraction(2, 5)
    intervals = [class_counts(ones, n, gamma, 0.8) for ones in range(n + 1)]
    coverages = [
        yes_law(n, t, gamma)[[bool(c) and c[0] <= t <= c[1] for c in intervals]].sum()
        for t in range(n + 1)
    ]
    assert min(coverages) < 0.9


@pytest.mark.parametrize("gamma", GAMMAS)
def test_class_counts_rise_with_the_yes_reports_and_mirror_them(gamma):
    n = 60
    found = [class_counts(ones, n, gamma, 0.95) for ones in range(n + 1)]
    plausible = [counts for counts in found if counts]
    for (low, high), (next_low, next_high) in itertools.pairwise(plausible):
        assert 0 <= low <= next_low
        assert high <= next_high <= n
    for ones in range(n + 1):
        mirrored = found[n - ones]
        assert found[ones] == (mirrored and (n - mirrored[1], n - mirrored[0]))


def test_class_whose_tail_is_exactly_alpha_halves_is_left_out():
    """By hand: of one truthful no at γ = 1/4, P(yes) = 1/4, which is alpha/2 at confidence 1/2."""
    assert class_counts(1, 1, Fraction(1, 4), 0.5) == (1, 1)
    assert class_counts(0, 1, Fraction(1, 4), 0.5) == (0, 0)


def test_no_class_sends_nothing_but_no_at_small_gamma():
    assert class_counts(0, 300, Fraction(1, 10), 0.95) is None
    assert class_interval(0, 300, Fraction(1, 10), 0.95) is None


def test_class_interval_is_about_two_thirds_of_hoeffding():
    for gamma, ratio in ((Fraction(1, 4), 0.67), (Fraction(2, 5), 0.44)):
        widths = []
        for ones, probability in enumerate(yes_law(100, 30, gamma)):
            counts = class_counts(ones, 100, gamma, 0.95)
            widths.append(probability * ((counts[1] - counts[0]) / 100 if counts else 0))
        mean = sum(widths) / (2 * hoeffding_half_width(100, gamma, 0.95))
        assert mean == pytest.approx(ratio, abs=0.03)


def test_a_million_respondents_agree_with_the_normal_approximation():
    low, high = class_counts(400_000, 1_000_000, Fraction(1, 4), 0.95)
    deviation = math.sqrt(1_000_000 * 0.1875) / 0.5
    assert (high + low) / 2 == pytest.approx(300_000, abs=2)
    assert (high - low) / 2 == pytest.approx(1.96 * deviation, rel=0.01)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_anytime_is_narrowest_where_it_is_tuned(gamma):
    tuned = [anytime_half_width(300, gamma, 0.95, n) for n in (100, 200, 300, 400, 900)]
    assert min(tuned) == tuned[2]


def test_anytime_holds_along_the_whole_path():
    """4,000 seeded classes watched from 1 to 300: ever wrong in at most 5 %, + 5 σ."""
    gamma, n, runs = Fraction(1, 4), 300, 4000
    generator = np.random.default_rng(11)
    answers = np.zeros((runs, n), dtype=bool)
    answers[:, ::3] = True
    reports = answers ^ (generator.random((runs, n)) < 0.25)
    steps = np.arange(1, n + 1)
    estimates = (np.cumsum(reports, axis=1) / steps - 0.25) / 0.5
    truths = np.cumsum(answers, axis=1) / steps
    errors = np.abs(estimates - truths)
    anytime = np.array([anytime_half_width(int(k), gamma, 0.95, 100) for k in steps])
    ever_wrong = (errors >= anytime).any(axis=1).mean()
    assert ever_wrong <= 0.05 + 5 * math.sqrt(0.05 * 0.95 / runs)
    # The control: an interval for one fixed n does not survive being watched.
    fixed = 1.96 * np.sqrt(0.1875 / steps) / 0.5
    assert (errors >= fixed).any(axis=1).mean() > 0.3


@pytest.mark.parametrize("interval", [class_counts, population])
@pytest.mark.parametrize(("n", "confidence"), [(0, 0.95), (10, 0), (10, 1), (10, 95)])
def test_impossible_arguments_are_refused(interval, n, confidence):
    with pytest.raises(ParameterError):
        interval(0, n, Fraction(1, 4), confidence)


def test_class_counts_of_a_closed_survey_are_computed_once(monkeypatch):
    asked = []
    tail = class_tails.upper_tail
    monkeypatch.setattr(class_tails, "upper_tail", lambda *of: asked.append(of) or tail(*of))
    class_counts.cache_clear()
    first = class_counts(400, 1000, GAMMAS[1], 0.95)
    computed = len(asked)
    assert computed >= 4
    assert class_counts(400, 1000, GAMMAS[1], 0.95) == first
    assert len(asked) == computed
    assert class_counts(401, 1000, GAMMAS[1], 0.95) != first  # other counts, another interval
    assert len(asked) > computed
