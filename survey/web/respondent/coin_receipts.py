"""What was sent in coin mode, in the words of the page and of the instrument."""

from collections.abc import Sequence
from dataclasses import dataclass

from survey.core.instrument.instrument import Instrument
from survey.web.i18n.localized_numbers import labels


@dataclass(frozen=True)
class Said:
    """What one report says; `option` is the option that it is of, if it is of one.

    `of_the_page` is whether the label is a word of the page, and not of the instrument.
    """

    option: str
    label: str
    of_the_page: bool


@dataclass(frozen=True)
class Line:
    """A question, and what its reports say."""

    question: str
    said: list[Said]


def receipt_lines(instrument: Instrument, reports: Sequence[int]) -> list[Line]:
    """A line a question, in order."""
    left = iter(reports)
    return [
        Line(
            question.text,
            [Said(item.option, labels(item)[next(left)], item.yes_no) for item in items],
        )
        for question, items in zip(instrument.questions, instrument.items_of_questions, strict=True)
    ]
