"""What some lecture notes print, and what is right: each right formula is computed here."""

import math
from fractions import Fraction

import pytest
from scipy.integrate import quad

from survey.core.intervals.interval import debias
from survey.core.mechanism.privacy import epsilon
from survey.core.planning.sample_size import respondents_for_margin
from survey.lab.catalog import lesson_named
from survey.lab.experiments.tree_counts import levels
from survey.lab.lessons.attempts import standard_error
from survey.lab.tables.beliefs import height_factor

SMALL = Fraction(1, 1000)


def says(name, *sentences):
    slips = lesson_named(name).slips
    assert all(sentence in slips for sentence in sentences)
    return True


def test_the_estimator_subtracts_one_half():
    assert says("attempts", "with + 1/2; the right is p̂ = (ȳ − 1/2 + γ) / (2γ)")
    gamma = Fraction(1, 4)
    # Nobody would say yes, and everybody would.
    assert debias(Fraction(1, 2) - gamma, gamma) == 0
    assert debias(Fraction(1, 2) + gamma, gamma) == 1


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


def test_several_together_multiply_in_the_exponent():
    assert says("composition", "by |I|·exp(ε); the right is exp(|I|·ε)", "it is 403, and not 22")
    assert round(math.exp(3 * 2)) == 403
    assert round(3 * math.exp(2)) == 22


def test_a_node_has_its_part_of_epsilon():
    assert says("interval-tree", "Laplace(1/ε); the right is Laplace((log₂ n + 1)/ε)")
    assert levels(2**12) == math.log2(2**12) + 1
