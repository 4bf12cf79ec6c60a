"""A minimum class size: what exact counts reveal, and what reports do, by enumeration."""

import itertools
import math
from fractions import Fraction

import pytest
from quantities import make_share

from survey.core.mechanism import privacy
from survey.core.results.results import DEFAULT_FEWEST_RESPONSES
from survey.lab.lessons.minimum_class import (
    LESSON,
    last_chance,
    mean_last_chance,
    newcomer_chance,
    unanimous_chance,
)

PRIORS = [Fraction(1, 2), Fraction(1, 10), Fraction(9, 10)]
GAMMAS = [Fraction(1, 20), Fraction(1, 4), Fraction(9, 20)]


def bits(number):
    return itertools.product((0, 1), repeat=number)


def chance_of_reports(answers, reports, gamma):
    return math.prod(
        (privacy.HALF + gamma if answer == report else privacy.HALF - gamma)
        for answer, report in zip(answers, reports, strict=True)
    )


def right_guesses(joint):
    """The chance of a right guess: for each thing seen, the likelier answer's joint chance."""
    seen = {}
    for (what, answer), chance in joint.items():
        seen.setdefault(what, [0, 0])[answer] += chance
    return sum(max(chances) for chances in seen.values())


@pytest.mark.parametrize("share", [Fraction(1, 2), Fraction(9, 10), Fraction(1)])
@pytest.mark.parametrize("number", [1, 2, 4, 7])
def test_all_the_same_by_enumeration(number, share):
    found = sum(
        share ** sum(answers) * (1 - share) ** (number - sum(answers))
        for answers in bits(number)
        if len(set(answers)) == 1
    )
    assert unanimous_chance(number, share) == found


def test_all_the_same_by_hand():
    """0.9⁴ + 0.1⁴; with even answers 2/16."""
    assert unanimous_chance(4, Fraction(9, 10)) == Fraction(6562, 10_000)
    assert unanimous_chance(4, Fraction(1, 2)) == Fraction(1, 8)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_two_shown_estimates_give_the_newcomers_report(gamma):
    """The estimates as this app shows them, above its minimum.

    The number of yes reports is n(2γp̂ + 1/2 − γ), and two of them differ by the newcomer's.
    """

    def reported_yes(estimate, number):
        return number * (float(2 * gamma) * estimate + float(privacy.HALF - gamma))

    for responses in (DEFAULT_FEWEST_RESPONSES, 30, 1000):
        for reported, newcomer in itertools.product(range(0, responses + 1, 5), (0, 1)):
            before = make_share(responses, reported, gamma, 0.95, 30, 2).estimate
            after = make_share(responses + 1, reported + newcomer, gamma, 0.95, 30, 2).estimate
            report = reported_yes(after, responses + 1) - reported_yes(before, responses)
            assert round(report) == newcomer


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("responses", [1, 2, 3, 4])
@pytest.mark.parametrize("prior", PRIORS)
def test_the_guess_of_the_newcomer_by_enumeration(responses, gamma, prior):
    """All answers and all reports of n+1, seen through the two counts of yes reports alone."""
    joint = {}
    for answers, reports in itertools.product(bits(responses + 1), repeat=2):
        seen = (sum(reports[:-1]), sum(reports))
        before = Fraction(1, 2**responses) * (prior if answers[-1] else 1 - prior)
        chance = before * chance_of_reports(answers, reports, gamma)
        joint[seen, answers[-1]] = joint.get((seen, answers[-1]), 0) + chance
    assert right_guesses(joint) == newcomer_chance(gamma, prior)
    assert newcomer_chance(gamma, prior) == max(privacy.HALF + gamma, prior, 1 - prior)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("prior", PRIORS)
def test_the_guess_of_who_knows_the_others_by_enumeration(gamma, prior):
    for others, yes in ((0, 0), (1, 1), (3, 0), (3, 2), (5, 4)):
        known = (1,) * yes + (0,) * (others - yes)
        joint = {}
        for answer, reports in itertools.product((0, 1), bits(others + 1)):
            before = prior if answer else 1 - prior
            chance = before * chance_of_reports((*known, answer), reports, gamma)
            joint[sum(reports), answer] = joint.get((sum(reports), answer), 0) + chance
        assert last_chance(others, yes, gamma, prior) == pytest.approx(float(right_guesses(joint)))


def test_knowing_the_others_answers_is_worth_less_than_the_difference():
    """Their coins cover the last report too, the more of them there are; alone, nothing does."""
    for gamma in GAMMAS:
        found = [mean_last_chance(n, Fraction(9, 10), gamma) for n in range(1, 21)]
        assert found[0] == pytest.approx(float(newcomer_chance(gamma)))
        assert all(more > fewer for more, fewer in itertools.pairwise(found))
        assert found[-1] > 0.5


@pytest.mark.parametrize("gamma", GAMMAS[:-1])
def test_the_difference_changes_odds_by_a_over_b(gamma):
    a, b = privacy.odds(gamma)
    right = newcomer_chance(gamma)
    assert right / (1 - right) == Fraction(a, b)


@pytest.mark.exhaustive
def test_every_setting_works():
    choices = [slider.values for slider in LESSON.settings]
    assert math.prod(map(len, choices)) <= 1500
    said = set()
    for responses, share, gamma in itertools.product(*choices):
        outcome = LESSON.outcome({"responses": responses, "share": share, "gamma": gamma})
        chart = outcome.chart
        said.add(outcome.says)
        assert chart.description.endswith(outcome.says)
        for series in chart.series:
            assert len(series.label) <= 24
            assert all(0 <= y <= 1 for _, y in series.points)
    assert len(said) == math.prod(map(len, choices))


def test_the_table_says_what_knowing_the_others_is_worth():
    row = LESSON.outcome(LESSON.initial).tables[0].rows[1]
    expected = mean_last_chance(4, Fraction(9, 10), Fraction(1, 4))
    assert expected == pytest.approx(0.61, abs=0.005)
    assert row == ("knows the other 3", "100%", f"{100 * expected:.1f}%", "90%")


def test_the_lesson_says_what_was_believed_before():
    outcome = LESSON.outcome(LESSON.initial)
    assert "right in 75% for someone to whom yes and no were equally likely before" in outcome.says
    assert "for someone who knew the 90%, in 90%, as before any result." in outcome.says
    assert outcome.tables[0].columns[2:] == ("Reports, 50% before", "Reports, 90% before")
    assert outcome.tables[0].rows[2] == ("saw 4, then 5 responses", "100%", "75%", "90%")
    even = LESSON.outcome(LESSON.initial | {"share": Fraction(1, 2)})
    assert even.tables[0].columns[2:] == ("Reports, 50% before",)
    assert "who knew" not in even.says


def test_the_lesson_is_true_to_the_minimum_of_this_app():
    assert f"until {DEFAULT_FEWEST_RESPONSES} responses have come" in LESSON.here
    said = LESSON.outcome(LESSON.initial).says
    assert "each yes with a chance of 90%, all answers are the same in 66% of classes" in said
    rare = LESSON.outcome(LESSON.initial | {"responses": 20, "share": Fraction(1, 2)}).says
    assert "in fewer than 0.01% of classes" in rare
    assert "right in 75%" in said
