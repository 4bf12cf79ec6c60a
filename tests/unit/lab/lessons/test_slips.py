"""What some lecture notes print, and what is right: each right formula is computed here."""

import math
from fractions import Fraction

import numpy as np
import pytest
from quantities import debiased
from scipy.integrate import quad

from survey.core.intervals.class_tails import binomial_law
from survey.core.intervals.counts import ReportCount
from survey.core.intervals.registry import CLASS, HORIZON
from survey.core.mechanism.privacy import epsilon
from survey.core.planning.sample_size import respondents_for_margin
from survey.lab.catalog import lesson_named
from survey.lab.experiments.beliefs import height_factor
from survey.lab.experiments.looks import misses
from survey.lab.experiments.privacy_loss import advanced
from survey.lab.experiments.reconstruction_attacks import (
    by_least_squares,
    decoys_answers,
    random_subsets,
)
from survey.lab.experiments.reconstruction_tables import LEAST, noticed
from survey.lab.experiments.tree_counts import item_error, levels
from survey.lab.lessons.attempts import standard_error

SMALL = Fraction(1, 1000)


def says(name, *sentences):
    slips = lesson_named(name).slips
    assert all(sentence in slips for sentence in sentences)
    return True


def test_the_estimator_subtracts_one_half():
    assert says("attempts", "with + 1/2; the right is p̂ = (ȳ − 1/2 + γ) / (2γ)")
    gamma = Fraction(1, 4)
    # Nobody would say yes, and everybody would.
    assert debiased(Fraction(1, 2) - gamma, gamma) == 0
    assert debiased(Fraction(1, 2) + gamma, gamma) == 1


def test_the_error_has_gamma_outside_the_root():
    assert says("attempts", "as 1/√(γn); the right is 1/(γ√n)", "half of γ doubles it")
    assert standard_error(100, SMALL / 2) / standard_error(100, SMALL) == pytest.approx(2, rel=1e-4)


def test_the_number_of_respondents_has_epsilon_squared():
    assert says("local-and-central", "as Ω(1/(α²ε)); the right is Ω(1/(α²ε²))", "four times")
    more, fewer = (respondents_for_margin(gamma, 0.1, 0.95) for gamma in (SMALL / 2, SMALL))
    assert more / fewer == pytest.approx(4, rel=1e-4)
    assert epsilon(SMALL / 2) / epsilon(SMALL) == pytest.approx(0.5, rel=1e-4)


def test_the_density_of_laplace_noise_has_no_one_before_it_and_a_minus_sign():
    assert says("local-and-central", "“1 −”", "minus sign; the right is e^(−|x|/b) / (2b)")
    assert any(r"\frac{1}{2b} e^{-|x|/b}" in f for f in lesson_named("local-and-central").formula)
    area, _ = quad(lambda x: math.exp(-abs(x) / 3) / 6, -math.inf, math.inf)
    assert area == pytest.approx(1)


def test_e_to_a_tenth():
    assert says("posterior", "e^0.1 as 1.01; the right is 1.105")
    assert round(math.exp(0.1), 3) == 1.105


def test_the_ratio_of_two_densities_keeps_its_minus_signs():
    assert says("posterior", "the right is e^(−ε|y−69|) / e^(−ε|y−68|), at most e^ε")
    for seen in (67, 68.25, 70):
        ratio = math.exp(-1.5 * abs(seen - 69)) / math.exp(-1.5 * abs(seen - 68))
        assert height_factor(seen, 1.5) == pytest.approx(ratio)
        assert ratio <= math.exp(1.5) * (1 + 1e-12)


def test_the_advanced_bound_needs_its_factor_and_its_second_term():
    """The loss of 100 reports exceeds the shorter bounds far more often than once in a million."""
    assert says(
        "composition",
        "the right is ε√(2k ln(1/δ)) + kε(e^ε − 1)",
        "At γ = 0.07, with 100 questions and δ = 0.000001",
        "the first with probability 0.0093, and the root with its 2 alone still with 0.000024",
    )
    gamma, questions, delta = Fraction(7, 100), 100, 1e-6
    loss = epsilon(gamma)
    laws = binomial_law(questions, 0.5 + float(gamma))
    losses = (2 * np.arange(questions + 1) - questions) * loss
    root = loss * math.sqrt(questions * math.log(1 / delta))

    def beyond(bound):
        return laws[losses > bound].sum()

    assert round(beyond(root), 4) == 0.0093
    assert round(beyond(math.sqrt(2) * root), 6) == 0.000024
    assert beyond(advanced(loss, questions, delta)) <= delta


def test_delta_is_a_probability_here_and_never_what_an_interval_may_miss():
    assert says("composition", "δ is a probability", "alpha, never δ")
    assert not any("δ" in formula for formula in lesson_named("sample-size").formula)


def test_noise_in_each_place_adds_up_with_the_root_of_the_length():
    """Simulated, half of ε doubles the error and four times the places do, as is said."""
    assert says("interval-tree", "as |I|·exp(ε); the right is √(2|I|)/ε: half of ε doubles it")
    generator = np.random.default_rng(4)
    for length, loss in ((25, 1.0), (25, 0.5), (100, 1.0)):
        errors = generator.laplace(scale=1 / loss, size=(20_000, length)).sum(axis=1)
        assert errors.std() == pytest.approx(item_error(length, loss), rel=0.03)
    assert item_error(25, 0.5) == item_error(100, 1.0) == pytest.approx(2 * item_error(25, 1.0))


def test_as_many_bits_are_wrong_as_a_share_of_all():
    """Noise of c√n against the attack leaves 4c² of the n bits wrong: O(c²n), not O(c²)."""
    assert says("reconstruction", "O(α²) people wrong lacks that factor, too: O(α²n) is right")
    times, generator = Fraction(1, 8), np.random.default_rng(2)
    for people in (160, 640):
        bits = generator.integers(0, 2, people)
        subsets = random_subsets(people, 4 * people, generator)
        answers = decoys_answers(subsets, bits, times, generator)
        wrong = int((by_least_squares(subsets, answers) != bits).sum())
        assert wrong == pytest.approx(4 * times**2 * people, rel=0.3)


def test_the_lemma_bounds_a_chance_from_below():
    assert says("reconstruction", "P(|X| ≥ √d/4) ≥ 3/32; printed with ≤ it is untrue")
    chances = [noticed(wrong - gained, gained) for wrong in range(1, 30) for gained in range(wrong)]
    assert min(chances) > LEAST  # so that ≥ is true of each, and ≤ of none


def test_the_exponent_has_gamma_squared():
    assert says("sample-size", "the right is e^(−8nγ²w²)", "four times as many respondents")
    more, fewer = (respondents_for_margin(gamma, 0.1, 0.95) for gamma in (SMALL / 2, SMALL))
    assert more / fewer == pytest.approx(4, rel=1e-4)


def test_a_node_has_its_part_of_epsilon():
    assert says("interval-tree", "where log n is meant; the right is Laplace((log₂ n + 1)/ε)")
    assert levels(2**12) == math.log2(2**12) + 1


def test_five_looks_are_not_harmless():
    assert says("looking", "a class of 100 at γ = 1/4, 5% become 12%")
    fixed = misses(100, Fraction(1, 4), 5)["class"]
    assert fixed.at_the_end == pytest.approx(0.05, abs=0.002)
    assert round(fixed.so_far[-1], 2) == 0.12


def test_a_fifth_of_alpha_is_wider_than_a_cap_at_every_count():
    assert says(
        "looking", "To divide 5% by five looks is right, but wider than the band with a cap"
    )
    for reported in range(20, 81, 10):
        count = ReportCount.of(100, reported, Fraction(1, 4), cap=100)
        low, high = CLASS.of_share(count, 0.99)
        least, most = HORIZON.of_share(count, 0.95)
        assert high - low > most - least
