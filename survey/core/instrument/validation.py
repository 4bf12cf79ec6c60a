"""Checks an instrument's raw values, with one sentence for every field at fault."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from survey.core.instrument.instrument import Question
from survey.core.instrument.kept_text import normalized, text_fault
from survey.core.instrument.limits import (
    DEFAULT_CLASS_SIZE,
    DEFAULT_GAMMA,
    LARGEST_CLASS,
    LONGEST_TEXTS,
)
from survey.core.instrument.lookalikes import twin_fault
from survey.core.instrument.texts import WHO_ASKS
from survey.core.mechanism.privacy import parse_instrument_gamma, parse_stored_gamma
from survey.core.numerals import whole_number
from survey.errors import ParameterError
from survey.translations.marked import N_

MOST_UNKNOWN = 20  # unknown fields that get a sentence each

# Fields that people may have met elsewhere, and what to do instead.
REFUSED = {
    "demo": N_(
        "Only the app's own demo has this mark, since its respondents are simulated. Leave "
        "this out."
    ),
    "known": N_("Only a question with just the answers yes and no can have a known share."),
    "openly": N_(
        "Every question is randomized: leave this out, and choose a larger γ for a question "
        "that needs little protection."
    ),
}


class Validation:
    """Collects one sentence for every field at fault, under names such as "questions.1.text".

    A `published` questionnaire is read without the rules about how texts look, which earlier
    releases did not have.
    """

    def __init__(
        self,
        parse_gamma: Callable[[str], Fraction] | None = None,
        published: bool = False,
    ) -> None:
        self.errors: dict[str, str] = {}
        self.parse_gamma = parse_gamma or (
            parse_stored_gamma if published else parse_instrument_gamma
        )
        self.published = published

    def unknown_keys(self, document: Mapping[str, Any], known: set[str], prefix: str) -> None:
        unknown = [key for key in document if key not in known]
        for key in unknown[:MOST_UNKNOWN]:
            self.errors[f"{prefix}{key}"] = REFUSED.get(
                key,
                N_(
                    "This field is not known; the known ones are %(known)s.",
                    known=", ".join(sorted(known)),
                ),
            )
        if more := len(unknown[MOST_UNKNOWN:]):
            self.errors[f"{prefix}…"] = N_("And %(more)s more fields are not known.", more=more)

    def text(self, value: Any, field: str, longest: int, required: bool = True) -> str:
        if not isinstance(value, str):
            self.errors[field] = N_("This must be text in quotation marks.")
            return ""
        text = normalized(value)
        if required and not text:
            self.errors[field] = N_("Please write something here.")
        elif fault := text_fault(text, longest, self.published):
            self.errors[field] = fault
        return text

    def who_asks(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """The optional texts about who asks, by name; if published, none is an empty text."""
        return {
            name: self.text(
                document.get(name, ""), name, LONGEST_TEXTS[name],
                required=self.published and name in document,
            )
            for name in WHO_ASKS
        }  # fmt: skip

    def mark(self, document: Mapping[str, Any], name: str) -> bool:
        """Whether the mark `name` is set; a published document has it as `true`, or not at all."""
        value = document.get(name, False)
        if not isinstance(value, bool) or (self.published and name in document and not value):
            self.errors[name] = N_("Write true, or leave this out.")
        return value is True

    def one_question_each(self, questions: Sequence[Question]) -> None:
        """Notes an error if the survey cannot ask each respondent one of these questions."""
        if any(question.known for question in questions):
            self.errors["one_question_each"] = N_(
                "A question with a known share corrects the other answers of the same people. "
                "With one question each they give no others, so leave out one of the two."
            )
        if len(questions) == 1:
            self.errors["one_question_each"] = N_(
                "One question each needs at least two questions to draw from."
            )

    def whole_number(
        self, value: Any, field: str, low: int, high: int, sentence: str, fallback: int
    ) -> int:
        """The number, given or typed, if it is whole and in low..high; else notes `sentence`."""
        if isinstance(value, str):
            value = whole_number(value)
        # True is an int to Python, and no number.
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.errors[field] = sentence
        return fallback

    def class_size(self, value: Any) -> int:
        sentence = N_(
            "Please give the class size as a whole number from 1 to %(most)s.",
            most=LARGEST_CLASS,
        )
        return self.whole_number(
            value, "class_size", 1, LARGEST_CLASS, sentence, DEFAULT_CLASS_SIZE
        )

    def plain(self, value: Any) -> str:
        """A text, or a decimal of a file as it is written; "?" for any other value."""
        # Only a short decimal is written out: 1e999999999 would have a billion digits.
        if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) <= 10:
            value = format(value, "f")
        return value if isinstance(value, str) else "?"

    def gamma(self, value: Any, field: str) -> Fraction:
        try:
            return self.parse_gamma(self.plain(value))
        except ParameterError as error:
            self.errors[field] = error.message
            return Fraction(DEFAULT_GAMMA)

    def twin_fault(self, option: str, others: Sequence[str]) -> str | None:
        """A sentence if the option looks like one of the others; None if published."""
        return None if self.published else twin_fault(option, others)
