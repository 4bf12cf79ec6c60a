"""Questions that stand in a questionnaire more than once are found, and only they."""

from dataclasses import replace

import pytest
from instruments import make_instrument

from survey.core.instrument.repeated_questions import repeated_questions


def numbers(*texts: str) -> list[tuple[int, ...]]:
    instrument = make_instrument(*["1/4"] * len(texts))
    asked = zip(instrument.questions, texts, strict=True)
    questions = tuple(replace(each, text=text) for each, text in asked)
    return repeated_questions(replace(instrument, questions=questions))


def test_copies_are_found_whatever_their_capitals_spaces_and_last_signs():
    assert numbers("Did you copy?", "Were you late?", "did  you COPY ?") == [(1, 3)]
    assert numbers("A?", "B?", "A", "B", "A.") == [(1, 3, 5), (2, 4)]
    assert numbers("Ｄid you copy？", "Did you copy?") == [(1, 2)]


@pytest.mark.parametrize(
    "texts", [("A?",), ("Did you copy?", "Did you copy it?"), ("", ""), ("…", "…")]
)
def test_other_questions_and_those_without_a_text_are_not(texts):
    assert numbers(*texts) == []


def test_the_same_words_with_other_options_ask_something_else():
    instrument = make_instrument("1/4", "1/3")
    first = replace(instrument.questions[0], text="Which?", listed=("Mine", "A friend's"))

    def with_second(*listed: str) -> list[tuple[int, ...]]:
        second = replace(first, gamma=instrument.questions[1].gamma, listed=listed)
        return repeated_questions(replace(instrument, questions=(first, second)))

    assert with_second("Algebra", "Analysis") == []
    assert with_second("a friend's", "mine") == [(1, 2)]
