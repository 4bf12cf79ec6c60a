"""Before and after a report: Bayes' rule by the definition, and the bounds on the odds."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from survey.core.mechanism.privacy import HALF, epsilon, posterior
from survey.lab.experiments.beliefs import (
    bounded_posterior,
    count_factor,
    height_factor,
    height_posterior,
    most_confidence,
    odds_factor,
    right_guesses,
)
from survey.lab.experiments.bench import whole_numbers
from survey.lab.lessons.bayesian import LESSON

GAMMAS = [Fraction(1, 100), Fraction(1, 4), Fraction(49, 100)]
PRIORS = [0.001, 0.05, 0.3, 0.5, 0.8, 0.999]
SEEN = np.linspace(60, 77, 1701)  # inches, in steps of a hundredth
DRAWS = 200_000


def laplace_density(noise, epsilon):
    return epsilon / 2 * np.exp(-epsilon * np.abs(noise))


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("prior", PRIORS)
def test_the_factor_on_the_odds_is_the_same_for_every_prior(gamma, prior):
    assert odds_factor(prior, 1, gamma) == pytest.approx(math.exp(epsilon(gamma)))
    assert odds_factor(prior, 0, gamma) == pytest.approx(math.exp(-epsilon(gamma)))


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("prior", PRIORS)
def test_a_noisy_height_obeys_bayes_rule_and_keeps_the_bounds(gamma, prior):
    """On a grid of values, with the densities themselves."""
    loss = epsilon(gamma)
    upper = prior * laplace_density(SEEN - 69, loss)
    lower = (1 - prior) * laplace_density(SEEN - 68, loss)
    found = np.array([height_posterior(seen, prior, loss) for seen in SEEN])
    np.testing.assert_allclose(found, upper / (upper + lower), rtol=1e-9)
    factors = np.array([height_factor(seen, loss) for seen in SEEN])
    assert factors.max() <= math.exp(loss) * (1 + 1e-12)
    assert factors.min() >= math.exp(-loss) * (1 - 1e-12)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_the_most_that_a_height_can_say_is_said_at_and_beyond_the_ends(gamma):
    loss = epsilon(gamma)
    found = {seen: height_posterior(seen, 0.5, loss) for seen in SEEN}
    largest = math.exp(loss) / (1 + math.exp(loss))
    assert most_confidence(loss) == pytest.approx(largest)
    assert largest == pytest.approx(float(HALF + gamma))
    assert max(found.values()) == pytest.approx(largest)
    assert min(found.values()) == pytest.approx(1 - largest)
    for seen, confidence in found.items():
        outside = seen < 68 + 1e-9 or seen > 69 - 1e-9
        assert (max(confidence, 1 - confidence) > largest - 1e-9) == outside


def test_noise_with_an_end_proves_heights():
    assert bounded_posterior(70, 0.5) == 1
    assert bounded_posterior(67, 0.5) == 0
    assert bounded_posterior(68.5, 0.3) == pytest.approx(0.3)
    assert all(0 < height_posterior(seen, 0.5, math.log(3)) < 1 for seen in SEEN)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_the_nearer_height_is_right_as_often_as_said(gamma):
    """200,000 people; five standard errors, so that chance fails this once in a million."""
    generator = np.random.default_rng(11)
    loss = epsilon(gamma)
    heights = generator.integers(68, 70, DRAWS)
    seen = heights + generator.laplace(0, 1 / loss, DRAWS)
    share = np.mean(np.where(seen > 68.5, 69, 68) == heights)
    expected = right_guesses(loss)
    assert abs(share - expected) < 5 * math.sqrt(expected * (1 - expected) / DRAWS)
    assert expected < most_confidence(loss)


def test_what_is_believed_comes_true_as_often():
    """Of the people seen between 68.7 and 68.8 inches, whose prior is 3/10, so many are 69."""
    generator = np.random.default_rng(12)
    loss, prior = math.log(3), 0.3
    heights = np.where(generator.random(DRAWS) < prior, 69, 68)
    seen = heights + generator.laplace(0, 1 / loss, DRAWS)
    among = (seen > 68.7) & (seen < 68.8)
    expected = height_posterior(68.75, prior, loss)
    deviation = math.sqrt(expected * (1 - expected) / among.sum())
    assert abs(np.mean(heights[among] == 69) - expected) < 5 * deviation + 0.001


def test_worked_numbers():
    """From 30% with odds 3: 9/16 after yes, 1/8 after no; no height says more than 75%."""
    outcome = LESSON.outcome(LESSON.initial)
    rows = outcome.tables[0].rows
    assert [row[2] for row in rows] == ["56.3%", "12.5%"]
    assert [row[4] for row in rows] == ["1.29", "0.143"]
    assert "surer than 75%." in outcome.says
    heights = {row[0]: row for row in outcome.tables[1].rows}
    assert heights["69"][1:4] == ("3", "75%", "56.3%")
    assert heights["68.5"][1:4] == ("1", "50%", "30%")
    marked = [outcome.tables[1].rows[place][0] for place in sorted(outcome.tables[1].marked)]
    assert marked == ["67", "68", "69", "70"]


def test_who_was_almost_sure_stays_so():
    """33/34, at odds of 3 against what was believed."""
    assert float(posterior(0.99, 0, Fraction(1, 4))) == pytest.approx(33 / 34)
    assert "at e^ε = 3, who was 99% sure before is at least 97% sure after" in LESSON.failure


def test_every_setting_gives_a_picture_that_fits():
    names = [slider.name for slider in LESSON.settings]
    descriptions = set()
    for settings in itertools.product(*(slider.values for slider in LESSON.settings)):
        outcome = LESSON.outcome(dict(zip(names, settings, strict=True)))
        chart = outcome.chart
        assert chart.description.endswith(outcome.says)
        descriptions.add(chart.description)
        assert chart.mark == float(settings[1])
        yes, no, none = (series.points for series in chart.series)
        assert none == ((0, 0), (1, 1))
        for (prior, after_yes), (_, after_no) in zip(yes, no, strict=True):
            assert 0 <= after_no <= prior <= after_yes <= 1
    assert len(descriptions) == 25 * 19


@pytest.mark.parametrize("gamma", GAMMAS)
def test_both_bayesian_forms_keep_the_factor(gamma):
    """Who knows everybody else reaches it; of all beliefs about the others none exceeds it."""
    loss, generator = epsilon(gamma), np.random.default_rng(19)
    known = [count_factor(seen, np.eye(8)[4], loss) for seen in range(9)]
    assert max(known) == pytest.approx(math.exp(loss))
    assert min(known) == pytest.approx(math.exp(-loss))
    for believed in generator.dirichlet(np.ones(8) / 3, 50):
        for seen in range(9):
            factor = count_factor(seen, believed, loss)
            assert math.exp(-loss) * (1 - 1e-9) <= factor <= math.exp(loss) * (1 + 1e-9)


def test_a_belief_about_the_others_is_a_mixture_of_all_databases():
    """Each of the 2^7 databases of the others, by the definition of the odds."""
    loss = math.log(3)
    for seen in range(9):
        joint = [0.0, 0.0]
        for others in itertools.product((0, 1), repeat=7):
            for answer in (0, 1):
                chance = whole_numbers(sum(others) + answer, loss)[seen]
                joint[answer] += 0.5**8 * chance
        coins = [math.comb(7, count) / 2**7 for count in range(8)]
        assert count_factor(seen, coins, loss) == pytest.approx(joint[1] / joint[0])


def test_even_odds_at_the_end_of_the_dial():
    """99 and 0.99 at γ = 0.49; the report beats the noisy bit at every γ."""
    rows = {row[0]: row for row in LESSON.outcome(LESSON.initial).tables[2].rows}
    assert (rows["0.49"][2], rows["0.49"][4]) == ("99", "0.990")
    assert rows["0.25"][2:5] == ("3", "2.099", "0.750")
    assert rows["0.01"][2:6] == ("1.041", "1.040", "0.510", "0.510")
    assert all(most_confidence(each / 9) > right_guesses(each / 9) for each in range(1, 50))
