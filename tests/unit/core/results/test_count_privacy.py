"""The (ε, δ) of a count alone, beside enumerations of every set of counts."""

import math
from fractions import Fraction
from itertools import product

import pytest
from instruments import make_instrument, make_mixed_instrument

from survey.core.instrument.parsing import validate
from survey.core.mechanism.privacy import epsilon
from survey.core.responses.tally import Tally, tally
from survey.core.results.count_privacy import DELTA, count_epsilon, privacy_of_counts
from survey.errors import ParameterError

QUARTER = Fraction(1, 4)


@pytest.mark.parametrize(("n", "expected"), [(30, 0.829), (100, 0.370), (300, 0.187)])
def test_known_answers(n, expected):
    """Computed independently from the true laws, at γ = 1/4 and δ = 10⁻⁴."""
    assert count_epsilon(n, QUARTER) == pytest.approx(expected, abs=6e-4)


def law(answers: tuple[int, ...], gamma: Fraction) -> list[Fraction]:
    """The chances of 0..n yes reports, by going through all outcomes of the coins."""
    chances = [Fraction(0)] * (len(answers) + 1)
    for reports in product((0, 1), repeat=len(answers)):
        p = math.prod(
            Fraction(1, 2) + (gamma if report == answer else -gamma)
            for report, answer in zip(reports, answers, strict=True)
        )
        chances[sum(reports)] += p
    return chances


def largest_excess(n: int, gamma: Fraction, at: float) -> float:
    """max P(E) − e^ε Q(E) over all sets E of counts, all answers of others, both directions."""
    most = 0.0
    for others in product((0, 1), repeat=n - 1):
        no, yes = (law((*others, last), gamma) for last in (0, 1))
        for p, q in ((no, yes), (yes, no)):
            for chosen in product((False, True), repeat=n + 1):
                excess = [float(a) - math.exp(at) * float(b) for a, b in zip(p, q, strict=True)]
                most = max(most, sum(x for x, taken in zip(excess, chosen, strict=True) if taken))
    return most


@pytest.mark.parametrize("gamma", [Fraction(1, 10), QUARTER, Fraction(2, 5)])
@pytest.mark.parametrize("n", [1, 2, 4])
def test_every_set_of_counts_keeps_the_promise_and_a_smaller_epsilon_does_not(gamma, n):
    delta = 0.02
    found = count_epsilon(n, gamma, delta)
    assert largest_excess(n, gamma, found) <= delta + 1e-12
    assert largest_excess(n, gamma, found - 2 * epsilon(gamma) / 2**16) > delta


def test_more_respondents_hide_a_person_better_and_never_less_than_the_report():
    found = [count_epsilon(n, QUARTER) for n in (1, 10, 100, 1000)]
    assert sorted(found, reverse=True) == found
    assert found[0] <= epsilon(QUARTER)
    assert count_epsilon(10**6, QUARTER) == found[-1]


def test_several_counts_add_up_and_options_have_none():
    two = privacy_of_counts(make_instrument("1/4", "1/10"), Tally(30, ((30, 0), (30, 0))))
    alone = [count_epsilon(30, gamma) for gamma in (QUARTER, Fraction(1, 10))]
    assert (two.epsilon, two.delta) == (sum(alone), 2 * DELTA)
    assert privacy_of_counts(make_instrument("1/4"), Tally(0, ((0, 0),))) is None
    mixed = make_mixed_instrument()
    assert privacy_of_counts(mixed, tally(mixed, [(1, 2, 0, 1, 1, 4)])) is None


def law_of_one_each(draws, answers, gammas) -> dict[tuple[int, ...], float]:
    """The chance of each pair of counts of yes, by all draws of the questions and all coins."""
    chances: dict[tuple[int, ...], float] = {}
    for asked in draws:
        for reports in product((0, 1), repeat=len(asked)):
            counts = [0, 0]
            p = 1 / len(draws)
            for person, (place, report) in enumerate(zip(asked, reports, strict=True)):
                counts[place] += report
                gamma = float(gammas[place])
                p *= 0.5 + gamma if report == answers[person][place] else 0.5 - gamma
            chances[tuple(counts)] = chances.get(tuple(counts), 0) + p
    return chances


@pytest.mark.parametrize("asked", [(2, 1), (1, 2), (3, 0), (0, 3)])
def test_of_one_question_each_the_largest_of_a_question_holds(asked):
    """Given how many were asked each, over all that both answers of a person can change."""
    gammas = QUARTER, Fraction(1, 10)
    document = make_instrument("1/4", "1/10").raw() | {"one_question_each": True}
    counted = Tally(3, tuple((number, 0) for number in asked))
    found = privacy_of_counts(validate(document), counted)
    alone = [count_epsilon(n, gamma) for n, gamma in zip(asked, gammas, strict=True) if n]
    assert (found.epsilon, found.delta) == (max(alone), DELTA)
    draws = [each for each in product((0, 1), repeat=3) if each.count(0) == asked[0]]
    both = list(product((0, 1), repeat=2))

    def excess(at: float) -> float:
        most = 0.0
        for others in product(both, repeat=2):
            laws = [law_of_one_each(draws, (*others, own), gammas) for own in both]
            for p, q in product(laws, repeat=2):
                most = max(most, sum(max(0, p[s] - math.exp(at) * q.get(s, 0)) for s in p))
        return most

    assert excess(found.epsilon) <= DELTA + 1e-12
    assert excess(found.epsilon / 4) > DELTA


def test_nobody_and_an_inexact_gamma_are_refused():
    with pytest.raises(ParameterError):
        count_epsilon(0, QUARTER)
    with pytest.raises(ParameterError):
        count_epsilon(10, 0.25)
