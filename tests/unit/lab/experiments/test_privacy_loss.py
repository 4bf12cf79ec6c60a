"""How losses add up: each bound against every vector of reports there is."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.special import bdtrc
from scipy.stats import binom

from survey.core.mechanism.privacy import channel, epsilon, odds
from survey.lab.experiments.privacy_loss import (
    accepted,
    adaptive_paths,
    advanced,
    basic,
    fewest_for_advanced,
    group,
    least,
    loss_steps,
)

GAMMAS = [Fraction(1, 100), Fraction(7, 100), Fraction(4, 25), Fraction(1, 4)]
DELTA = 1e-6


def law(answers, gamma):
    """P(reports) for every vector of reports, exactly."""
    chances = channel(odds(gamma), 2)
    return {
        reports: math.prod(chances[x][y] for x, y in zip(answers, reports, strict=True))
        for reports in product((0, 1), repeat=len(answers))
    }


def smallest_delta(loss, questions, gamma):
    """The smallest δ with P(S) ≤ e^loss Q(S) + δ for every set S of k reports; exact.

    Σ_j P(j) · max(0, 1 − e^(loss − (2j − k)ε)), j of k reports being the answer.
    """
    right = np.arange(questions + 1)
    losses = (2 * right - questions) * epsilon(gamma)
    above = losses > loss
    chances = binom.pmf(right, questions, float(Fraction(1, 2) + gamma))
    return float(-chances[above] @ np.expm1(loss - losses[above]))


@pytest.mark.parametrize("gamma", GAMMAS)
def test_three_reports_lose_the_sum_and_so_do_three_people(gamma):
    """Of all pairs of three answers the largest ratio is the odds to the third power.

    The three may be of one respondent, or each of another one of a group.
    """
    largest = max(
        first[reports] / second[reports]
        for first in [law(answers, gamma) for answers in product((0, 1), repeat=3)]
        for second in [law(answers, gamma) for answers in product((0, 1), repeat=3)]
        for reports in first
    )
    assert largest == Fraction(*odds(gamma)) ** 3
    assert basic(epsilon(gamma), 3) == pytest.approx(math.log(largest))
    assert group(epsilon(gamma), 3) == pytest.approx(math.log(largest))


def test_whatever_is_computed_from_the_reports_costs_nothing_more():
    """Of all 255 statements that three reports may fulfil, the worst has the loss of the three."""
    gamma = Fraction(1, 4)
    first, second = law((0, 0, 0), gamma), law((1, 1, 1), gamma)
    ratios = set()
    for fulfilled in product((False, True), repeat=8):
        vectors = [reports for reports, holds in zip(first, fulfilled, strict=True) if holds]
        if vectors:
            ratios.add(sum(first[each] for each in vectors) / sum(second[each] for each in vectors))
    assert math.log(max(ratios)) == pytest.approx(basic(epsilon(gamma), 3))
    assert min(ratios) == 1 / max(ratios)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("loss", [0.0, 0.1, 1.0])
def test_smallest_delta_is_that_of_all_sets_of_reports(gamma, loss):
    """Σ max(0, P − e^loss Q) over all 32 vectors of five reports."""
    first, second = law((1,) * 5, gamma), law((0,) * 5, gamma)
    expected = sum(max(0.0, float(first[r]) - math.exp(loss) * float(second[r])) for r in first)
    assert smallest_delta(loss, 5, gamma) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("questions", [1, 2, 10, 100, 1000])
def test_the_least_loss_has_just_this_delta(gamma, questions):
    found = least(questions, gamma, DELTA)
    assert smallest_delta(found, questions, gamma) == pytest.approx(DELTA, rel=1e-3)
    assert found < basic(epsilon(gamma), questions)
    assert found < advanced(epsilon(gamma), questions, DELTA)


def test_the_least_loss_is_never_below_zero():
    assert least(1, Fraction(1, 100), 0.5) == 0


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("questions", [1, 10, 100, 1000])
def test_the_advanced_bound_holds(gamma, questions):
    bound = advanced(epsilon(gamma), questions, DELTA)
    assert smallest_delta(bound, questions, gamma) <= DELTA


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("questions", [10, 100])
def test_delta_is_no_probability_that_the_loss_is_larger(gamma, questions):
    """The advanced bound is one that the loss exceeds so rarely; the least possible is not."""

    def exceeding(loss):
        """P((2j − k)ε > loss), j of k reports being the answer."""
        right = min(questions, math.floor((loss / epsilon(gamma) + questions) / 2 + 1e-9))
        return bdtrc(right, questions, float(Fraction(1, 2) + gamma))

    assert exceeding(advanced(epsilon(gamma), questions, DELTA)) <= DELTA
    assert exceeding(least(questions, gamma, DELTA)) > 1.5 * DELTA


def test_without_its_last_term_the_bound_fails():
    loss = epsilon(Fraction(1, 4))
    wrong = advanced(loss, 1000, DELTA) - 1000 * loss * math.expm1(loss)
    assert smallest_delta(wrong, 1000, Fraction(1, 4)) > DELTA


def test_without_its_factor_of_two_the_bound_fails():
    """At γ = 0.01, where the last term is small, and here no larger than the mean loss is."""
    loss = epsilon(Fraction(1, 100))
    wrong = math.sqrt(1000 * math.log(1 / DELTA)) * loss + 1000 * loss**2 / 2
    assert smallest_delta(wrong, 1000, Fraction(1, 100)) > DELTA


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("delta", [1e-3, 1e-6])
def test_where_advanced_becomes_smaller(gamma, delta):
    """The closed form against every k up to 10,000."""
    loss = epsilon(gamma)
    smaller = [k for k in range(1, 10_001) if advanced(loss, k, delta) < basic(loss, k)]
    assert fewest_for_advanced(loss, delta) == (smaller[0] if smaller else None)
    assert smaller == list(range(smaller[0], 10_001)) if smaller else gamma >= Fraction(1, 6)


def test_advanced_never_becomes_smaller_from_a_sixth_on():
    """γ = 1/6 is e^ε = 2; the ln 2 of floating point lies on either side of it."""
    assert fewest_for_advanced(epsilon(Fraction(17, 100)), DELTA) is None
    assert fewest_for_advanced(epsilon(Fraction(16, 100)), DELTA) == 7986


def test_worked_numbers():
    # sqrt(2 · 100 · ln(10^6)) · 0.1 + 100 · 0.1 · (e^0.1 − 1) = 5.2565 + 1.0517
    assert advanced(0.1, 100, DELTA) == pytest.approx(6.3082, abs=1e-4)
    assert basic(0.1, 100) == pytest.approx(10)
    # 2 ln(10^6) / (2 − e^0.1)² = 27.631 / 0.80073
    assert fewest_for_advanced(0.1, DELTA) == 35


def test_a_budget_refuses_what_does_not_fit():
    assert accepted([0.5, 0.5, 0.25], 1) == (True, True, False)
    assert accepted([0.75, 0.5, 0.25, 0.25], 1) == (True, False, True, False)
    assert accepted([2.0], 1) == (False,)
    assert accepted([], 1) == ()


@pytest.mark.parametrize("budget", [1, 2, 5])
def test_a_budget_is_never_exceeded_and_refuses_nothing_that_fits(budget):
    """Against exact odds: their product stays at most e^budget."""
    gammas = [Fraction(place % 7 + 1, 20) for place in range(40)]
    spent = Fraction(1)
    for gamma, fits in zip(gammas, accepted([epsilon(g) for g in gammas], budget), strict=True):
        with_it = spent * Fraction(*odds(gamma))
        assert fits == (with_it <= Fraction(math.exp(budget)))
        spent = with_it if fits else spent


@pytest.mark.parametrize("gamma", GAMMAS)
def test_adaptive_paths_are_laws_and_no_path_exceeds_the_sum(gamma):
    """The second γ depends on the first report, and ε₁ + ε₂ holds along each path all the same."""
    paths = adaptive_paths(gamma)
    assert sum(each.if_yes for each in paths) == sum(each.if_no for each in paths) == 1
    for each in paths:
        assert each.gamma == (gamma if each.first else gamma / 2)
        bound = Fraction(*odds(gamma)) * Fraction(*odds(each.gamma))
        assert 1 / bound <= each.if_yes / each.if_no <= bound
    whole, part = odds(gamma)
    assert paths[0].if_yes / paths[0].if_no == Fraction(whole, part) ** 2


@pytest.mark.parametrize("questions", [10, 100, 200])
@pytest.mark.parametrize("gamma", GAMMAS)
def test_the_steps_of_the_proof_hold(gamma, questions):
    steps = loss_steps(questions, gamma, DELTA)
    keep = float(Fraction(1, 2) + gamma)
    assert steps.mean == pytest.approx(keep * steps.one - (1 - keep) * steps.one)
    assert steps.mean <= steps.one * math.expm1(steps.one)
    assert steps.mean_of_all + steps.spread <= advanced(steps.one, questions, DELTA)
    most = math.floor((steps.mean_of_all + steps.spread) / steps.one / 2 + questions / 2)
    expected = bdtrc(most, questions, keep) if most < questions else 0
    assert steps.beyond == pytest.approx(expected, abs=1e-15)
    assert steps.beyond <= DELTA
