"""What stays open of a class that did not answer as a whole."""

import math

import pytest
from instruments import make_instrument, make_mixed_instrument, make_one_question_each

from survey.core.responses.tally import tally_from
from survey.core.results.results import question_results
from survey.text.caveats import STEPS, answered_of_class, whole_class
from survey.text.question_text import QuestionText
from survey.text.translator import ENGLISH

INSTRUMENT = make_instrument("2/5", class_size=40)


def of(yes: int, respondents: int, instrument=INSTRUMENT, told: str = "class"):
    counted = tally_from(instrument, [[respondents - yes, yes]])
    [result] = question_results(instrument, counted, 0.95, told=told)
    return QuestionText(result)


def persons(words: str, size: int) -> tuple[int, int]:
    """ "between 4 and 33 of the 40" as (4, 33)."""
    figures = [int(word) for word in words.split() if word.isdigit()][:-1]
    if "at most" in words:
        return 0, figures[0]
    return (figures[0], size) if "at least" in words else (figures[0], figures[1])


def test_the_number_out_of_the_class_is_said():
    assert whole_class(of(5, 12)).answered == "12 of 40 answered"
    assert answered_of_class(1234, 2000, ENGLISH) == "1,234 of 2,000 answered"


@pytest.mark.parametrize("told", ["class", "horizon", "anytime"])
@pytest.mark.parametrize("yes", [0, 5, 12])
def test_nothing_supposed_is_the_told_set_with_all_others_added_above(yes, told):
    text = of(yes, 12, told=told)
    ends = text.headline.quantity.ends
    least = max(0, math.ceil(12 * ends[0] - 1e-9))
    most = min(12, math.floor(12 * ends[1] + 1e-9)) + 28
    [ranges] = whole_class(text).ranges
    assert persons(ranges[-1], 40) == (least, most)


def test_supposing_less_says_more_and_never_something_else():
    [ranges] = whole_class(of(5, 12)).ranges
    assert len(ranges) == len(STEPS) == 21
    found = [persons(words, 40) for words in ranges]
    for (least, most), (wider_least, wider_most) in zip(found, found[1:], strict=False):
        assert wider_least <= least <= most <= wider_most
    assert found[0] != found[-1]


def test_it_holds_for_classes_whose_others_differ_by_so_much_at_most():
    """The share of those who answered is an end of the told interval, as bad as it can be."""
    text = of(6, 12)
    least, most = (round(12 * end) for end in text.headline.quantity.ends)
    [ranges] = whole_class(text).ranges
    for step, words in zip(STEPS, ranges, strict=True):
        low, high = persons(words, 40)
        for t in (least, most):
            for others in range(29):
                if abs(others / 28 - t / 12) <= step / 100:
                    assert low <= t + others <= high


@pytest.mark.parametrize("respondents", [0, 40, 41])
def test_it_is_not_asked_where_nobody_or_everybody_answered(respondents):
    assert whole_class(of(0, respondents)) is None


def test_options_have_a_range_each_and_means_none():
    instrument = make_mixed_instrument()
    counts = [[5] * item.options for item in instrument.items]
    totals = [sum(row) for row in counts]
    counts = [[row[0] + max(totals) - sum(row), *row[1:]] for row in counts]
    results = question_results(instrument, tally_from(instrument, counts), 0.95, told="anytime")
    for result in results:
        found = whole_class(QuestionText(result))
        if result.headline is not None and not result.headline.scale.share:
            assert found is None
        else:
            assert len(found.ranges) == (1 if result.headline else len(result.rows))


def test_of_one_question_each_nothing_is_said():
    instrument = make_one_question_each()
    counts = [[4] * item.options for item in instrument.items]
    for result in question_results(instrument, tally_from(instrument, counts), 0.95):
        assert whole_class(QuestionText(result)) is None
