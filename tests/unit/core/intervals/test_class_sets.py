"""The class interval: known answers, exact coverage of every class, and its width."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from known_answers import cases
from quantities import class_set, make_count
from scipy.stats import binom

from survey.core.intervals import class_sets
from survey.core.intervals.class_sets import class_counts, class_interval, plausibility
from survey.core.intervals.counts import ReportCount
from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.intervals.registry import METHODS
from survey.core.mechanism.privacy import keep_and_other
from survey.errors import ParameterError

GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]
ESTIMATES = cases("estimates")


def yes_law(n: int, t: int, gamma: Fraction) -> np.ndarray:
    """The exact law of the number of yes reports."""
    g = float(gamma)
    return np.convolve(
        binom.pmf(np.arange(t + 1), t, 0.5 + g), binom.pmf(np.arange(n - t + 1), n - t, 0.5 - g)
    )


def least_coverage(n: int, gamma: Fraction, intervals) -> float:
    """The least over all classes, computed, not simulated."""
    return min(
        yes_law(n, t, gamma)[[bool(c) and c[0] <= t <= c[1] for c in intervals]].sum()
        for t in range(n + 1)
    )


def test_class_counts_are_the_known_sets():
    known = cases("class_sets")
    for case in known:
        n, gamma = case["n"], Fraction(case["gamma"])
        found = [class_set(s, n, gamma, case["confidence"]) for s in range(n + 1)]
        assert found == list(zip(case["least"], case["most"], strict=True)), case
    assert len(known) == 90


def ordered_exactly(n: int, gamma: Fraction, confidence: Fraction) -> list[tuple[int, int]]:
    """The sets for every count, in fractions."""
    laws = []
    for t in range(n + 1):
        law = [Fraction(1)]
        for chance in [Fraction(1, 2) + gamma] * t + [Fraction(1, 2) - gamma] * (n - t):
            law = [
                (law[s] if s < len(law) else 0) * (1 - chance) + (law[s - 1] if s else 0) * chance
                for s in range(len(law) + 1)
            ]
        laws.append(law)
    most = [max(column) for column in zip(*laws, strict=True)]
    kept = [
        [
            t
            for t, law in enumerate(laws)
            if sum(law[k] for k in range(n + 1) if law[k] * most[s] > law[s] * most[k]) < confidence
        ]
        for s in range(n + 1)
    ]
    return [(each[0], each[-1]) for each in kept]


@pytest.mark.parametrize("confidence", ["0.5", "0.95", "0.999999"])
@pytest.mark.parametrize("gamma", ["1/20", "1/4", "49/100"])
def test_rare_counts_are_ordered_exactly_too(gamma, confidence):
    """At γ = 49/100 the rarest count of 12 has a chance of 1e-24 at most."""
    found = [class_set(s, 12, Fraction(gamma), float(confidence)) for s in range(13)]
    assert found == ordered_exactly(12, Fraction(gamma), Fraction(confidence))


@pytest.mark.parametrize("case", ESTIMATES, ids=lambda c: f"{c['gamma']} {c['ones']}/{c['n']}")
def test_both_tails_are_the_known_counts(case, monkeypatch):
    """The rule beyond n = 1,000, here for smaller classes, too."""
    monkeypatch.setattr(class_sets, "LARGEST_ORDERED", 0)
    chances = keep_and_other(Fraction(case["gamma"]))
    counts = class_counts.__wrapped__(case["ones"], case["n"], *chances, case["confidence"])
    assert counts == (tuple(case["exact_class"]) if case["exact_class"] else None)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("n", [1, 5, 12, 40, 100])
def test_class_interval_covers_every_class_at_least_as_often_as_it_says(n, gamma):
    intervals = [class_set(ones, n, gamma, 0.9) for ones in range(n + 1)]
    assert least_coverage(n, gamma, intervals) >= 0.9 - 1e-12


def test_class_interval_covers_options_too():
    """Any keep and other: of five options, each with odds 9."""
    n, gamma, keep, other = 30, Fraction(2, 5), 9 / 13, 1 / 13
    found = [class_set(ones, n, gamma, 0.95, options=5) for ones in range(n + 1)]
    for t in range(n + 1):
        law = np.convolve(
            binom.pmf(range(t + 1), t, keep), binom.pmf(range(n - t + 1), n - t, other)
        )
        assert law[[least <= t <= most for least, most in found]].sum() >= 0.95


def test_coverage_check_catches_a_confidence_that_is_a_tail_short():
    """The control: sets of 0.8 cover too rarely somewhere."""
    n, gamma = 40, Fraction(2, 5)
    intervals = [class_set(ones, n, gamma, 0.8) for ones in range(n + 1)]
    assert least_coverage(n, gamma, intervals) < 0.9


@pytest.mark.parametrize("gamma", GAMMAS)
def test_class_counts_rise_with_the_yes_reports_and_mirror_them(gamma):
    n = 60
    found = [class_set(ones, n, gamma, 0.95) for ones in range(n + 1)]
    for (low, high), (next_low, next_high) in itertools.pairwise(found):
        assert 0 <= low <= next_low
        assert high <= next_high <= n
    for ones in range(n + 1):
        assert found[ones] == (n - found[n - ones][1], n - found[n - ones][0])


def test_class_that_has_the_confidence_exactly_without_a_count_leaves_it_out():
    """By hand: of one truthful no at γ = 1/4, no alone has the chance 3/4."""
    assert class_set(1, 1, Fraction(1, 4), 0.75) == (1, 1)
    assert class_set(0, 1, Fraction(1, 4), 0.75) == (0, 0)
    assert class_set(1, 1, Fraction(1, 4), 0.76) == (0, 1)


@pytest.mark.parametrize(
    ("n", "gamma", "width"),
    [(30, "1/4", 0.498), (100, "1/4", 0.299), (10, "2/5", 0.349)],
)
def test_class_interval_is_as_narrow_as_likelihood_ratios_make_it(n, gamma, width):
    """The mean width over all classes and their reports; both tails gave .521, .311 and .415."""
    gamma = Fraction(gamma)
    widths = [
        (most - least) / n for least, most in (class_set(s, n, gamma, 0.95) for s in range(n + 1))
    ]
    mean = np.mean([yes_law(n, t, gamma) @ widths for t in range(n + 1)])
    assert mean == pytest.approx(width, abs=5e-4)


def test_class_interval_is_about_two_thirds_of_hoeffding():
    for gamma, ratio in ((Fraction(1, 4), 0.61), (Fraction(2, 5), 0.43)):
        widths = [
            (most - least) / 100
            for least, most in (class_set(ones, 100, gamma, 0.95) for ones in range(101))
        ]
        mean = yes_law(100, 30, gamma) @ widths / (2 * hoeffding_half_width(100, gamma, 0.95))
        assert mean == pytest.approx(ratio, abs=0.02)


def test_a_million_respondents_agree_with_the_normal_approximation():
    low, high = class_set(400_000, 1_000_000, Fraction(1, 4), 0.95)
    deviation = math.sqrt(1_000_000 * 0.1875) / 0.5
    assert (high + low) / 2 == pytest.approx(300_000, abs=2)
    assert (high - low) / 2 == pytest.approx(1.96 * deviation, rel=0.01)


def test_an_implausible_count_has_an_interval_and_a_small_p_value():
    nobody = ReportCount.of(300, 0, Fraction(1, 10))
    assert class_interval(*make_count(300, 0, Fraction(1, 10), 0.95)) == (0, 0.01)
    assert plausibility(nobody) == pytest.approx(2 * 0.6**-300 * 0.36**300, rel=1e-6)
    everybody = ReportCount.of(300, 300, Fraction(1, 10))
    assert plausibility(everybody) == pytest.approx(plausibility(nobody), rel=1e-6)
    # Beyond 1,000 the tails leave no class.
    assert class_interval(*make_count(3000, 0, Fraction(1, 10), 0.95)) is None


@pytest.mark.parametrize("gamma", GAMMAS)
def test_no_class_is_called_implausible_more_often_than_the_p_value_says(gamma):
    """Exactly, for every class of 40, at 5 %."""
    n = 40
    alarm = [plausibility(ReportCount.of(n, s, gamma)) <= 0.05 for s in range(n + 1)]
    assert any(alarm)
    assert max(yes_law(n, t, gamma)[alarm].sum() for t in range(n + 1)) <= 0.05


def test_class_counts_of_a_closed_survey_are_computed_once(monkeypatch):
    asked = []
    laws = class_sets.class_laws
    monkeypatch.setattr(class_sets, "class_laws", lambda *of: asked.append(of) or laws(*of))
    class_counts.cache_clear()
    class_sets._laws.cache_clear()
    first = class_set(400, 1000, GAMMAS[1], 0.95)
    assert class_set(400, 1000, GAMMAS[1], 0.95) == first
    # Another count of the same question needs no other laws, and has another interval.
    assert class_set(401, 1000, GAMMAS[1], 0.95) != first
    assert len(asked) == 1


def test_nobody_has_no_interval():
    with pytest.raises(ParameterError):
        class_set(0, 0, Fraction(1, 4), 0.95)


@pytest.mark.parametrize(("options", "n"), [(5, 1000), (10, 1000), (10, 600)])
def test_a_count_that_is_too_rare_for_a_float_keeps_the_classes_that_make_it_likeliest(options, n):
    """All name one option, with a chance below 10⁻³⁰⁸ whatever the class is: 0 / 0, and every t."""
    count = ReportCount.of(n, n, Fraction(1, 10), options)
    with np.errstate(all="raise", under="ignore"):
        low, high = class_interval(count, 0.95)
    assert (low >= 0.99, high) == (True, 1)


@pytest.mark.parametrize("options", [2, 3, 10])
@pytest.mark.parametrize("n", [1, 40, 1000])
@pytest.mark.parametrize("gamma", ["1/1000", "49/100"])
def test_no_interval_divides_nothing_by_nothing(options, n, gamma):
    for reported in {0, 1, n // 2, n - 1, n}:
        count = ReportCount.of(n, reported, Fraction(gamma), options, cap=None)
        for method in METHODS:
            if method.of_share and method.is_of_share(count):
                with np.errstate(invalid="raise", divide="raise"):
                    ends = method.of_share(count, 0.95)
                assert ends is None or not any(map(math.isnan, ends))
