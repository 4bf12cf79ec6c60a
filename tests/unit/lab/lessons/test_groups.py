"""Group privacy: the chain's steps, its product, and δ along it."""

import math

import pytest

from survey.core.mechanism.privacy import odds
from survey.lab.experiments.privacy_loss import chain, delta_together, factor, height_learned
from survey.lab.lessons.groups import LESSON, MOST


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("people", [1, 3, MOST])
def test_each_step_takes_e_to_the_epsilon_and_all_take_their_product(epsilon, people):
    chances = chain(epsilon, people)
    steps = [after / before for before, after in zip(chances, chances[1:], strict=False)]
    assert steps == pytest.approx([math.exp(epsilon)] * people)
    assert chances[-1] == 0.5
    assert chances[-1] / chances[0] == pytest.approx(factor(epsilon, people))


def test_reports_of_several_reach_the_factor():
    """Three reports at γ = 1/4 that all say yes: 27 times as likely from three who say yes."""
    from fractions import Fraction

    whole, part = odds(Fraction(1, 4))
    assert factor(math.log(whole / part), 3) == pytest.approx(27)


@pytest.mark.parametrize("people", [1, 2, 6])
def test_delta_follows_the_chain(people):
    epsilon, delta = 0.7, 1e-6
    bound = 0.0
    for _ in range(people):  # P0 ≤ e^ε P1 + δ, and so on from the last
        bound = math.exp(epsilon) * bound + delta
    found = delta_together(epsilon, delta, people)
    assert found == pytest.approx(bound)
    assert found == pytest.approx(delta * math.expm1(people * epsilon) / math.expm1(epsilon))
    assert people * delta <= found * (1 + 1e-12)
    assert found <= people * math.exp(people * epsilon) * delta
    assert delta_together(2.0, 0.5, 8) == 1


def test_the_factor_is_said():
    says = LESSON.outcome(LESSON.initial).says
    assert says == "ε = 1 for one person is 3 for 3 people together: a factor of 20.09 on the odds."


@pytest.mark.parametrize("men", [10, 100, 1000])
def test_harm_without_taking_part(men):
    """He is 68 inches tall; the list of all heights says what the average tells of him."""
    heights = [70] * men
    assert height_learned(men, False) == sum(heights) / men - 2 == 68
    assert height_learned(men, True) == pytest.approx(sum([*heights, 68]) / (men + 1) - 2)
    assert abs(height_learned(men, True) - 68) < 2 / men


def test_delta_is_said():
    assert "And δ = 10⁻⁶ becomes 1.11 · 10⁻⁵." in LESSON.outcome(LESSON.initial | {"delta": 2}).says
