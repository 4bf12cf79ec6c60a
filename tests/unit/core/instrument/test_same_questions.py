"""Another group is asked the same, word for word, and has a title and a size of its own."""

from dataclasses import replace

import pytest
from instruments import make_instrument, make_mixed_instrument
from translated import make_translated_instrument

from survey.core.instrument.limits import LONGEST_TITLE
from survey.core.instrument.same_questions import asks_the_same, for_group
from survey.errors import InstrumentInvalid

INSTRUMENTS = [make_instrument("1/4"), make_mixed_instrument(), make_translated_instrument()]


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_questions_stay_and_the_title_names_the_group(instrument):
    other = for_group(instrument, "Section B", 12)
    assert (other.title, other.class_size) == (f"{instrument.title} (Section B)", 12)
    assert other.questions == instrument.questions
    assert other.digest != instrument.digest
    assert asks_the_same(instrument, other)
    for one, its in zip(instrument.translations, other.translations, strict=True):
        assert its.title == f"{one.title} (Section B)"


def test_a_third_group_s_name_stands_in_the_place_of_the_second_s():
    second = for_group(INSTRUMENTS[0], "B", 12)
    assert for_group(second, "C", 12, before="B").title == f"{INSTRUMENTS[0].title} (C)"


@pytest.mark.parametrize("size", [0, None, -5])
def test_a_size_that_is_none_is_refused(size):
    with pytest.raises(InstrumentInvalid):
        for_group(INSTRUMENTS[0], "B", size)


def test_a_title_that_grows_too_long_is_refused():
    with pytest.raises(InstrumentInvalid):
        for_group(replace(INSTRUMENTS[0], title="x" * LONGEST_TITLE), "B", 12)


@pytest.mark.parametrize(
    "changes",
    [{"introduction": "Otherwise."}, {"questions": make_instrument("1/5").questions},
     {"questions": make_instrument("1/4", "1/4").questions}, {"one_question_each": True}],
)  # fmt: skip
def test_whatever_is_asked_otherwise_is_not_the_same(changes):
    assert not asks_the_same(INSTRUMENTS[0], replace(INSTRUMENTS[0], **changes))


def test_a_translation_more_or_less_is_not_the_same():
    translated = INSTRUMENTS[2]
    assert not asks_the_same(translated, replace(translated, translations=()))
