"""The question at the head of each lesson: its right answer is what the lesson computes."""

import math
from fractions import Fraction

import pytest

from survey.core.mechanism.privacy import epsilon, posterior
from survey.core.planning.sample_size import central_laplace_respondents, respondents_for_margin
from survey.lab.catalog import LESSONS, lesson_named
from survey.lab.experiments import (
    anonymity,
    bench,
    census_block,
    linkage_join,
    looks,
    membership_attack,
    privacy_loss,
    simulated_classes,
)
from survey.lab.experiments.averaging_attacks import majority_right
from survey.lab.experiments.laplace_law import beyond, scale_for
from survey.lab.experiments.linkage_join import VISITS, VOTERS
from survey.lab.experiments.privacy_loss import basic
from survey.lab.experiments.reconstructed_class import attacked_class
from survey.lab.experiments.tree_counts import mean_nodes
from survey.lab.lessons import attempts, k_anonymity, membership

QUARTER = Fraction(1, 4)


def k_and_l() -> str:
    k, values, _ = anonymity.measures(k_anonymity.THREE_DIGITS, anonymity.CONDITION)
    return "Yes, of some" if (k, values) == (4, 1) else ""


def fits_both() -> str:
    lesson = lesson_named("two-releases")
    return "1" if "fits Ada alone" in lesson.outcome(lesson.initial).says else ""


def newcomer() -> str:
    lesson = lesson_named("minimum-class")
    table = lesson.outcome(lesson.initial).tables[0]
    return "all of it" if table.rows[2][1] == "100%" else ""


def believed() -> str:
    assert posterior(0.3, 1, QUARTER) == pytest.approx(9 / 16)
    return f"{posterior(0.3, 1, QUARTER):.0%}"


def curator() -> str:
    assert respondents_for_margin(QUARTER, Fraction(1, 10), 0.95) == 738
    return str(central_laplace_respondents(QUARTER, Fraction(1, 10), 0.95))


def told_apart() -> str:
    found = membership_attack.moments(membership.simulated_population(1000), 100)
    return f"{100 * membership_attack.expected_auc(found):.0f} times in 100"


def uniform_noise() -> str:
    pairs = [bench.pair(bench.MECHANISMS[-1], each / 10) for each in range(1, 100)]
    return "for none" if all(bench.largest_factor(*each) == math.inf for each in pairs) else ""


def hoeffding_beside_chebyshev() -> str:
    tenth = Fraction(1, 10)
    assert simulated_classes.chebyshev_respondents(tenth, QUARTER, Fraction(1, 20)) == 1500
    assert simulated_classes.chebyshev_respondents(tenth, QUARTER, Fraction(1, 1000)) == 75_000
    assert respondents_for_margin(QUARTER, tenth, 0.999) == 1521
    return str(respondents_for_margin(QUARTER, tenth, 0.95))


def missed_at_some_look() -> str:
    fixed = looks.misses(100, QUARTER, 100)["class"]
    return f"about {100 * fixed.so_far[-1]:.0f}"


RIGHT = {
    "definition": uniform_noise,
    "sample-size": hoeffding_beside_chebyshev,
    "looking": missed_at_some_look,
    "groups": lambda: f"{privacy_loss.factor(1, 3):.0f}",
    "laplace": lambda: f"{100 * beyond(5, scale_for(0.5, 1)):.0f}",
    "linkage": lambda: str(linkage_join.counts(VISITS, VOTERS, linkage_join.EXACT)[0]),
    "k-anonymity": k_and_l,
    "two-releases": fits_both,
    "census": lambda: str(len(census_block.fitting(census_block.published(census_block.BLOCK, 2)))),
    "minimum-class": newcomer,
    "reconstruction": lambda: (
        "nearly all" if attacked_class(QUARTER, 120, 4).by_squares < 0.02 else ""
    ),
    "membership": told_apart,
    "attempts": lambda: f"about {100 * attempts.standard_error(100, QUARTER):.0f}",
    "posterior": believed,
    "local-and-central": curator,
    "averaging": lambda: f"{float(majority_right(QUARTER, 21)):.0%}",
    "composition": lambda: f"{basic(epsilon(Fraction(7, 100)), 100):.0f}",
    "interval-tree": lambda: f"about {mean_nodes(4096, 2048):.0f}",
}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_right_choice_is_what_is_computed(lesson):
    guess = lesson.guess
    assert guess.choices[guess.right] == RIGHT[lesson.name]()
    assert guess.question.endswith("?")
    assert guess.why.endswith(".")
    assert len(set(guess.choices)) == 3


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_few_words_stand_before_the_experiment(lesson):
    """Title, question, choices and what is said of the experiment: 250 words at most."""
    said = lesson.outcome(lesson.initial).says
    words = " ".join((lesson.title, lesson.guess.question, *lesson.guess.choices, said))
    assert len(words.split()) <= 250
