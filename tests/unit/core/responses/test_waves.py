"""Waves: a repeated answer repeats its report, so averaging gains nothing."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import prod

import numpy as np
import pytest

from survey.core.instrument.instrument import Question
from survey.core.instrument.parsing import from_canonical_json, validate
from survey.core.kinds.registry import KINDS
from survey.core.mechanism.privacy import keep_and_other
from survey.core.responses.answers import randomize_answer
from survey.core.responses.waves import draw_table, reports_from
from survey.errors import InstrumentInvalid

GAMMA = Fraction(1, 4)
WAVES = 21
RESPONDENTS = 4_000
YES_NO = Question("Did you cheat?", GAMMA)
QUESTIONS = {
    "yes/no": (YES_NO, [0, 1]),
    "choice": (Question("Whose?", GAMMA, KINDS["choice"], ("a", "b", "c")), [0, 1, 2]),
    "several": (
        Question("Which?", GAMMA, KINDS["several"], ("a", "b")), [(0, 0), (0, 1), (1, 0), (1, 1)]
    ),
    "number": (Question("Hours?", GAMMA, KINDS["number"], low=-2, high=3), list(range(-2, 4))),
    "rating": (Question("How fair?", GAMMA, KINDS["rating"], low=1, high=4), [0, 1, 2, 3]),
}  # fmt: skip


def words(seed: int):
    generator = np.random.default_rng(seed)
    return lambda: int(generator.integers(2**32))


def share_found_by_majority(randomized_by) -> float:
    """How many of the true answers the majority over all waves gives back."""
    found = 0
    for respondent in range(RESPONDENTS):
        truth = respondent % 2
        randomize = randomized_by()
        yes = sum(randomize(truth) for _ in range(WAVES))
        found += int(yes > WAVES / 2) == truth
    return found / RESPONDENTS


@pytest.mark.exhaustive
def test_majority_over_21_waves_reveals_no_more_than_one_wave_and_with_fresh_draws_all():
    next_word = words(21)

    def by_table():
        table = draw_table(YES_NO, next_word)
        return lambda answer: reports_from(table, YES_NO, answer)[0]

    def afresh():
        return lambda answer: randomize_answer(YES_NO, answer, next_word)[0]

    # 3/4 is what one wave gives. Hoeffding: off by 0.043 in fewer than 1 of 10^6 runs.
    assert abs(share_found_by_majority(by_table) - 0.75) < 0.043
    # P(Bin(21, 3/4) > 10) = 0.9936
    assert share_found_by_majority(afresh) > 0.98


@pytest.mark.parametrize("kind", QUESTIONS)
def test_same_answer_has_the_same_reports_in_every_wave(kind):
    question, answers = QUESTIONS[kind]
    table = draw_table(question, words(3))
    assert len(table.reports) == len(question.items("q1"))
    assert {len(row) for row in table.reports} == {question.options}
    assert kind == "number" or table.threshold == 0
    for answer in answers:
        given = {tuple(reports_from(table, question, answer)) for _ in range(WAVES)}
        assert len(given) == 1
        assert len(given.pop()) == len(question.items("q1"))


TABLES = 20_000
# Hoeffding: a share of 20,000 is off by 0.025 in fewer than 1 of 10^10 runs.
LARGEST_ERROR = 0.025


@pytest.mark.first_cell
@pytest.mark.parametrize("kind", QUESTIONS)
def test_one_wave_has_the_chances_of_a_fresh_draw(kind):
    question, answers = QUESTIONS[kind]
    keep, other = keep_and_other(question.gamma, question.options)
    next_word = words(7)
    tables = [draw_table(question, next_word) for _ in range(TABLES)]
    for answer in answers:
        drawn = Counter(
            place for table in tables for place in enumerate(reports_from(table, question, answer))
        )
        if kind == "number":
            above = Fraction(answer - question.low, question.high - question.low)
            expected = {(0, 1): above * keep + (1 - above) * other}
        else:
            values = answer if kind == "several" else [answer]
            expected = {
                (item, report): keep if report == value else other
                for item, value in enumerate(values)
                for report in range(question.options)
            }
        for place, chance in expected.items():
            assert abs(drawn[place] / TABLES - float(chance)) < LARGEST_ERROR, (answer, place)


def test_reports_of_different_answers_are_drawn_independently():
    next_word = words(5)
    rows = Counter(draw_table(YES_NO, next_word).reports[0] for _ in range(TABLES))
    for row, chance in {(0, 1): 9 / 16, (1, 0): 1 / 16, (0, 0): 3 / 16, (1, 1): 3 / 16}.items():
        assert abs(rows[row] / TABLES - chance) < LARGEST_ERROR


def chances_of_two_waves(question, first, second) -> dict[tuple[int, int], Fraction]:
    """The exact law of the reports of two waves for these answers, over all tables there are."""
    keep, other = keep_and_other(question.gamma, question.options)
    law = Counter()
    for row in product(range(question.options), repeat=question.options):
        chance = prod(keep if report == value else other for value, report in enumerate(row))
        law[row[first], row[second]] += chance
    return law


def odds_of_staying(question) -> Fraction:
    """The most by which an unchanged report multiplies the odds of "stayed" against "changed"."""
    values = range(question.options)
    stayed = [chances_of_two_waves(question, value, value) for value in values]
    changed = [chances_of_two_waves(question, *pair) for pair in permutations(values, 2)]
    return max(
        same[report, report] / another[report, report]
        for same, another, report in product(stayed, changed, values)
    )


@pytest.mark.parametrize("gamma", ["1/10", "1/4", "2/5", "9/20"])
def test_an_unchanged_report_says_more_of_a_change_than_one_report_of_an_answer(gamma):
    """Of yes or no 1/(1/2 − γ), above e^ε = (1/2 + γ)/(1/2 − γ); of more options keep/other²."""
    gamma = Fraction(gamma)
    for options in (2, 3, 4):
        question = Question("?", gamma, KINDS["choice"], tuple("abcd"[:options]))
        keep, other = keep_and_other(gamma, options)
        expected = 1 / (Fraction(1, 2) - gamma) if options == 2 else keep / other**2
        assert odds_of_staying(question) == expected > keep / other
    assert odds_of_staying(YES_NO) == 4


def test_a_changed_report_says_for_certain_that_the_answer_changed():
    assert chances_of_two_waves(YES_NO, 1, 1)[0, 1] == 0
    assert chances_of_two_waves(YES_NO, 1, 0)[0, 1] == Fraction(1, 16)


def test_the_device_with_the_report_that_it_sent_tells_the_answer_where_the_rows_differ():
    """With an even guess between the answers otherwise: right with 1/2 + 2γ² for yes or no."""
    keep, other = keep_and_other(GAMMA, 2)
    right = Fraction(0)
    for row in product((0, 1), repeat=2):
        chance = prod(keep if report == value else other for value, report in enumerate(row))
        right += chance * (1 if row[0] != row[1] else Fraction(1, 2))
    assert right - Fraction(1, 2) == (keep**2 + other**2) / 2
    assert keep**2 + other**2 == Fraction(1, 2) + 2 * GAMMA**2


def test_answer_to_other_options_than_the_table_has_is_no_report():
    question, _ = QUESTIONS["several"]
    with pytest.raises(ValueError, match="one value for each"):
        reports_from(draw_table(question, words(3)), question, (0, 1, 1))


def test_instrument_names_its_waves_and_others_keep_their_digest(instrument):
    assert "waves_of" not in instrument.document()
    document = instrument.document() | {"waves_of": " Algebra 2026 "}
    del document["format"]
    wave = validate(document)
    assert wave.waves_of == "Algebra 2026"
    assert from_canonical_json(wave.canonical_json) == wave
    assert wave.digest != instrument.digest


@pytest.mark.parametrize("name", [5, "x" * 121, "a\x07b"])
def test_name_of_waves_is_validated(instrument, name):
    document = instrument.document() | {"waves_of": name}
    del document["format"]
    with pytest.raises(InstrumentInvalid) as refused:
        validate(document)
    assert set(refused.value.errors) == {"waves_of"}
