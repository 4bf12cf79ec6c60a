"""The reports of one answer to any kind of question. Mirrored by static/client/answers.js.

An answer is 0 or 1 for yes/no, the place of the option from 0 for a choice,
the rating less 1, the number itself, or a list of 0 and 1 for each option of
"choose all that apply".
"""

from collections.abc import Callable, Sequence

from survey.core.instrument.instrument import Question
from survey.core.mechanism.randomize import check_answer, randomize

Answer = int | Sequence[int]


def values_of(question: Question, answer: Answer) -> Sequence[int]:
    """The values in an answer, one for each of the question's items.

    Raises ValueError for a wrong number of values, or if one is no answer to the question.
    """
    values = (answer,) if isinstance(answer, int) else answer
    if len(values) != question.item_count:
        raise ValueError("An answer must have one value for each of the question's items.")
    low, high = question.item.range
    for value in values:
        check_answer(value, low, high)
    return values


def randomize_answer(question: Question, answer: Answer, next_word: Callable[[], int]) -> list[int]:
    """The reports for an answer, one for each of the question's items."""
    values = values_of(question, answer)
    places = [question.item.place(each, next_word) for each in values]
    return [randomize(place, question.odds, question.options, next_word) for place in places]
