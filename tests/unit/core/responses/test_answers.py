"""Every kind of answer becomes reports through the one mechanism."""

from fractions import Fraction

import pytest
from known_answers import cases

from survey.core.instrument.instrument import Question
from survey.core.kinds.registry import KINDS
from survey.core.mechanism.randomize import WORDS, round_to_bit
from survey.core.responses.answers import randomize_answer

QUARTER = Fraction(1, 4)


@pytest.mark.parametrize(
    "case", cases("number_response"), ids=lambda c: f"γ={c['gamma']} {c['low']}..{c['high']}"
)
def test_number_gives_the_known_reports_and_uses_the_known_number_of_words(case):
    words = iter(case["words"])
    question = Question(
        "?", Fraction(case["gamma"]), KINDS["number"], low=case["low"], high=case["high"]
    )
    assert question.odds == tuple(case["odds"])
    reports = [
        report
        for value in case["values"]
        for report in randomize_answer(question, value, words.__next__)
    ]
    assert reports == case["reports"]
    assert len(case["words"]) - len(list(words)) == case["words_used"]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 7), (-5, 5), (10, 100)])
def test_rounding_is_exact_over_every_residue(low, high):
    """P(bit = 1) = (value − low)/(high − low) for each value, counted."""
    for value in range(low, high + 1):
        ones = sum(round_to_bit(value, low, high, lambda r=r: r) for r in range(high - low))
        assert ones == value - low


def test_rounding_skips_words_that_would_bias_it():
    limit = WORDS - WORDS % 7
    assert round_to_bit(6, 0, 7, iter([limit, 5]).__next__) == 1
    assert round_to_bit(5, 0, 7, iter([WORDS - 1, 5]).__next__) == 0


def test_several_randomizes_each_option_by_itself():
    question = Question("?", QUARTER, KINDS["several"], ("a", "b", "c"))
    # r < 3 keeps, r = 3 flips
    assert randomize_answer(question, [1, 0, 1], iter([0, 3, 3]).__next__) == [1, 1, 0]


@pytest.mark.parametrize("kind", [KINDS["choice"], KINDS["rating"]])
def test_choice_and_rating_are_one_report_of_k(kind):
    question = Question("?", QUARTER, kind, ("a", "b", "c"), low=1, high=3)
    # A = 3, B = 1: residues 0–2 keep, 3 and 4 are the two others in order
    assert [randomize_answer(question, 1, lambda r=r: r) for r in range(5)] == [
        [1], [1], [1], [0], [2],
    ]  # fmt: skip


QUESTIONS = {
    "yes/no": (Question("?", QUARTER), [None, 2, -1, True, (), (1, 0)]),
    "choice": (Question("?", QUARTER, KINDS["choice"], ("a", "b", "c")), [None, 3, -1, "1"]),
    "several": (
        Question("?", QUARTER, KINDS["several"], ("a", "b")), [None, 1, (1,), (1, 0, 1), (0, None)]
    ),
    "number": (Question("?", QUARTER, KINDS["number"], low=-2, high=3), [None, -3, 4, 0.5, (1, 1)]),
    "rating": (Question("?", QUARTER, KINDS["rating"], low=1, high=4), [None, 4, -1]),
}  # fmt: skip


@pytest.mark.parametrize("kind", QUESTIONS)
def test_what_is_no_answer_to_the_question_is_never_reported(kind):
    question, wrong = QUESTIONS[kind]
    for answer in wrong:
        with pytest.raises((ValueError, TypeError)):
            randomize_answer(question, answer, lambda: 0)
