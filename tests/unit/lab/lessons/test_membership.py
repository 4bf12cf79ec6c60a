"""Membership: the closed forms are exact, and the simulated scores follow them."""

import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest

from survey.errors import ParameterError
from survey.lab.experiments import membership_attack as attack
from survey.lab.experiments.membership_attack import simulated_population
from survey.lab.figures import percentage, short
from survey.lab.lessons.membership import LESSON, POSITIONS


def _chances(bits, one):
    return math.prod(one if bit else 1 - one for bit in bits)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.5])
@pytest.mark.parametrize("members", [1, 2, 3])
@pytest.mark.parametrize("gamma", [0.5, 0.25])
def test_mean_and_variances_are_those_of_all_pools_and_all_reports(share, members, gamma):
    """One position, gone through in full: every pool, every report, and an outsider."""
    sums = dict.fromkeys(("weight", "in", "in²", "out", "out²"), 0.0)
    for bits in itertools.product((0, 1), repeat=members + 1):
        for flips in itertools.product((0, 1), repeat=members):
            weight = _chances(bits, share) * _chances(flips, 0.5 - gamma)
            reports = np.bitwise_xor(bits[:members], flips)
            pool = np.array([(reports.mean() - 0.5 + gamma) / (2 * gamma)])
            people = np.array(bits)[[0, members], np.newaxis]
            inside, outside = attack.inner_product(people, np.array([share]), pool)
            for name, value in zip(sums, (1, inside, inside**2, outside, outside**2), strict=True):
                sums[name] += weight * value
    found = attack.moments(np.array([share]), members, gamma)
    assert sums["weight"] == pytest.approx(1)
    assert sums["out"] == pytest.approx(0, abs=1e-12)
    assert found.mean == pytest.approx(sums["in"])
    assert found.member_variance == pytest.approx(sums["in²"] - sums["in"] ** 2)
    assert found.outsider_variance == pytest.approx(sums["out²"])


def test_moments_add_up_over_positions():
    shares = np.array([0.1, 0.4])
    both, first, second = (
        attack.moments(each, 7, 0.3) for each in (shares, shares[:1], shares[1:])
    )
    for name in ("mean", "member_variance", "outsider_variance"):
        assert getattr(both, name) == pytest.approx(getattr(first, name) + getattr(second, name))


def test_members_score_higher_as_often_as_the_formula_says():
    """One pair from each of 4,000 pools: a share of wins within 5 standard errors, and 0.01.

    The last is for scores that are not quite normal. With all shares 1/2 the formula is
    Φ(√(m/(2n−1))), here Φ(1); Φ(√(m/n)), which leaves one score's noise out, is 0.92.
    """
    generator = np.random.default_rng(11)
    shares = np.full(39, 0.5)
    expected = attack.expected_auc(attack.moments(shares, 20))
    assert expected == pytest.approx(0.84134475)
    wins = []
    for _ in range(4000):
        people = attack.draw_people(shares, 21, generator)
        first, last = attack.inner_product(people[[0, 20]], shares, people[:20].mean(axis=0))
        wins.append((np.sign(first - last) + 1) / 2)
    tolerance = 5 * np.std(wins) / math.sqrt(4000) + 0.01
    assert abs(np.mean(wins) - expected) < tolerance < 0.05


def test_a_large_pool_of_alike_positions_has_half_the_ratio_under_the_root():
    found = attack.expected_auc(attack.moments(np.full(2000, 0.2), 1000))
    assert found == pytest.approx(0.84134475, abs=1e-3)  # Φ(√(2000/2000))


def test_homers_sum_and_the_inner_product_order_the_people_alike():
    """Homer's Σ_j |y_j − p_j| − |y_j − pool_j| is twice the other, plus the same for everyone."""
    generator = np.random.default_rng(13)
    shares, pool = generator.uniform(0, 1, (2, 50))
    people = attack.draw_people(shares, 30, generator)
    homers = np.sum(np.abs(people - shares) - np.abs(people - pool), axis=1)
    offset = np.sum((2 * shares - 1) * (pool - shares))
    twice = 2 * attack.inner_product(people, shares, pool)
    assert homers == pytest.approx(twice + offset)


def test_shares_from_reports_are_unbiased_with_the_formulas_variance():
    """20,000 reports of a class of 10, three of which have the allele: 5 standard errors."""
    members = np.zeros((10, 20_000), bool)
    members[:3] = True
    found = attack.reported_shares(members, 0.25, np.random.default_rng(17))
    variance = (1 / 4 - 1 / 16) / (4 / 16 * 10)
    for value, expected in ((found, 0.3), ((found - 0.3) ** 2, variance)):
        assert abs(value.mean() - expected) < 5 * value.std() / math.sqrt(20_000)
    assert np.array_equal(
        attack.reported_shares(members, 0.5, np.random.default_rng(17)), members.mean(axis=0)
    )


def test_alleles_are_drawn_with_their_shares():
    """10,000 people at three positions, within 5 standard errors."""
    shares = np.array([0.05, 0.3, 0.5])
    found = attack.draw_people(shares, 10_000, np.random.default_rng(19)).mean(axis=0)
    assert np.all(np.abs(found - shares) < 5 * np.sqrt(shares * (1 - shares) / 10_000))


def test_pairs_and_members_found_are_counted():
    members, outsiders = np.array([1.0, 2.0, 2.0]), np.array([2.0, 0.0])
    assert attack.auc(members, outsiders) == pytest.approx((1 + 1.5 + 1.5) / 6)
    assert attack.auc(outsiders, outsiders) == 0.5
    assert attack.share_found(members, outsiders, 0.0) == pytest.approx(2 / 3)
    assert attack.share_found(members, outsiders, 1.0) == 1
    flat = attack.Moments(0.0, 4.0, 4.0)
    assert attack.expected_share_found(flat, 0.05) == pytest.approx(0.05)
    assert attack.expected_share_found(attack.Moments(2.0, 4.0, 4.0), 0.5) == pytest.approx(
        0.84134475
    )


@pytest.mark.parametrize(("members", "gamma"), [(0, 0.25), (10, 0), (10, 0.6)])
def test_impossible_pools_are_refused(members, gamma):
    with pytest.raises(ParameterError):
        attack.moments(np.array([0.5]), members, gamma)


def test_more_positions_find_members_and_a_small_gamma_hides_them_again():
    def pairs(positions, gamma):
        outcome = LESSON.run(positions, 100, Fraction(gamma))
        return [float(re.search(r"[\d.]+", row[2])[0]) for row in outcome.tables[0].rows]

    few, many = pairs(0, Fraction(1, 10)), pairs(5, Fraction(1, 10))
    assert few[0] < 70 < 98 < many[0]
    assert many[1] < 85
    truth = pairs(3, Fraction(1, 2))
    assert truth[0] == truth[1]


def test_the_loss_of_a_thousand_positions_is_the_one_that_is_said():
    row = LESSON.outcome(LESSON.initial).tables[0].rows[1]
    assert row[1] == "1,098.6"
    assert "For 1,000 positions at γ = 1/4 that is ε = 1,099" in LESSON.here


def test_the_table_has_the_formulas_of_what_its_rows_are_called():
    outcome = LESSON.outcome(LESSON.initial)
    shares = simulated_population(1000)
    for row, gamma in zip(outcome.tables[0].rows, (0.5, 0.25), strict=True):
        moments = attack.moments(shares, 100, gamma)
        assert row[3] == percentage(attack.expected_auc(moments))
        assert row[5] == percentage(attack.expected_share_found(moments, 0.05))
    assert "if 5% of outsiders are wrongly found" in outcome.tables[0].caption


def test_each_position_adds_one_part_in_n_to_chi_squared():
    for members, positions in ((50, 1), (100, 300)):
        alike = attack.moments(np.full(positions, 0.3), members)
        assert attack.chi_squared(alike) == pytest.approx(positions / members)
    moments = attack.moments(simulated_population(1000), 100, 0.25)
    assert LESSON.outcome(LESSON.initial).tables[0].rows[1][6] == short(attack.chi_squared(moments))


def test_the_formula_is_never_certain():
    """Ten thousand positions of a pool of 20: Φ(15.8) is 1 in floating point only."""
    outcome = LESSON.run(6, 20, Fraction(1, 2))
    assert "in 100% of the pairs (formula: more than 99.9%)" in outcome.says
    assert {row[3] for row in outcome.tables[0].rows} == {"more than 99.9%"}


def test_the_outcomes_at_the_ends_of_every_slider_are_drawn():
    ends = [(each.values[0], each.initial, each.values[-1]) for each in LESSON.settings[1:]]
    said = set()
    for positions, members, gamma in itertools.product((0, 3, 6), *ends):
        outcome = LESSON.run(positions, members, gamma)
        assert outcome.says.startswith(f"{POSITIONS[positions]:,} positions")
        assert outcome.chart.description.endswith(outcome.says)
        said.add(outcome.says)
        for series in outcome.chart.series:
            assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in series.points)
    assert len(said) == 27
