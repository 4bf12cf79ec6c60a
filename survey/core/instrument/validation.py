"""Checks an instrument's raw values, with one sentence for every field at fault."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from survey.core.instrument.known_share import LONGEST_SOURCE, KnownShare, parse_known
from survey.core.instrument.lookalikes import invisible_fault, twin_fault
from survey.core.instrument.questions import Question
from survey.core.instrument.texts import WHO_ASKS
from survey.core.kinds.kind import Field, Kind, OptionsField
from survey.core.kinds.registry import DEFAULT_KIND, KINDS
from survey.core.mechanism.privacy import parse_instrument_gamma, parse_stored_gamma
from survey.errors import ParameterError

DEFAULT_GAMMA = "1/4"
DEFAULT_CLASS_SIZE = 100

LONGEST_TITLE = 120
LONGEST_INTRODUCTION = 2000
LONGEST_TEXTS = {
    "title": LONGEST_TITLE,
    "introduction": LONGEST_INTRODUCTION,
    "asked_by": 120,
    "contact": 200,
    "privacy_notice": 2000,
    "support": 500,
}
LONGEST_QUESTION = 300
LONGEST_OPTION = 100
MOST_QUESTIONS = 50
LARGEST_CLASS = 1_000_000_000

MOST_UNKNOWN = 20  # unknown fields that get a sentence each
# Signs on one letter. No script comes near this many, and NFC needs quadratic time to sort them.
# The figure is that of Unicode's Stream-Safe Text Format (UAX #15).
MOST_SIGNS = 30

_WHOLE = re.compile(r"-?\d{1,12}", re.ASCII)

# Fields that people may have met elsewhere, and what to do instead.
REFUSED = {
    "demo": "Only the app's own demo has this mark, since its respondents are made up: leave this "
    "out.",
    "known": "Only a question that is answered by yes or no, and nothing else, can have a known "
    "share.",
    "openly": "Every question is randomized: leave this out, and choose a larger γ for a question "
    "that needs little protection.",
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
                key, f"This field is not known; the known ones are {', '.join(sorted(known))}."
            )
        if more := len(unknown[MOST_UNKNOWN:]):
            self.errors[f"{prefix}…"] = f"And {more:,} more fields are not known."

    def text(self, value: Any, field: str, longest: int, required: bool = True) -> str:
        if not isinstance(value, str):
            self.errors[field] = "This must be text in quotation marks."
            return ""
        text = normalized(value)
        if required and not text:
            self.errors[field] = "Please write something here."
        elif len(text) > longest:
            self.errors[field] = f"This is {len(text)} characters long; at most {longest} fit."
        elif any(_unprintable(character) for character in text):
            self.errors[field] = "This holds a control character; please type it anew."
        elif not self.published and _stacked(text):
            self.errors[field] = (
                f"More than {MOST_SIGNS} signs stand on one letter; please type it anew."
            )
        elif not self.published and (fault := invisible_fault(text)):
            self.errors[field] = fault
        return text

    def who_asks(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """The texts that may be absent, by their names; no published one is there and empty."""
        return {
            name: self.text(
                document.get(name, ""), name, LONGEST_TEXTS[name],
                required=self.published and name in document,
            )
            for name in WHO_ASKS
        }  # fmt: skip

    def mark(self, document: Mapping[str, Any], name: str) -> bool:
        """Whether the mark is set. What is published has `true` or nothing."""
        value = document.get(name, False)
        if not isinstance(value, bool) or (self.published and name in document and not value):
            self.errors[name] = "Write true, or leave this out."
        return value is True

    def one_question_each(self, questions: Sequence[Question], waves_of: str) -> None:
        """Notes what cannot be asked so."""
        if waves_of:
            self.errors["waves_of"] = (
                "Waves ask everybody the same questions again, so they cannot be one question "
                "each: leave out one of the two."
            )
        if any(question.known for question in questions):
            self.errors["one_question_each"] = (
                "A question whose share of yes is known corrects the answers of those who were "
                "asked it, too, so it cannot be one question each: leave out one of the two."
            )
        if len(questions) == 1:
            self.errors["one_question_each"] = (
                "One question each needs at least two questions to draw from."
            )

    def waves(self, twins: Sequence[Sequence[int]]) -> None:
        """Notes questions that waves would take for one: they would share a table."""
        for first, *others in twins:
            for number in others:
                self.errors[f"questions.{number}.text"] = (
                    f"This is the same as question {first}, and in waves the reports to both "
                    "together would tell the answers: ask something else."
                )

    def whole_number(
        self, value: Any, field: str, low: int, high: int, sentence: str, fallback: int
    ) -> int:
        """The number, given or typed, if it is whole and in low..high; else notes `sentence`."""
        if isinstance(value, str):
            value = typed_whole_number(value)
        # True is an int to Python, and no number.
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.errors[field] = sentence
        return fallback

    def class_size(self, value: Any) -> int:
        sentence = "Please give the class size as a whole number, 1 or more."
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

    def questions(self, value: Any) -> list[Question]:
        if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
            self.errors["questions"] = "Questions must be a list of tables: [[questions]]."
            return []
        if not value:
            self.errors["questions"] = "Please ask at least one question."
        if len(value) > MOST_QUESTIONS:
            self.errors["questions"] = f"At most {MOST_QUESTIONS} questions fit in a survey."
            return []
        asked = [self.question(each, number) for number, each in enumerate(value, start=1)]
        for number in [number for number, each in enumerate(asked, start=1) if each.known][1:]:
            self.errors[f"questions.{number}.known"] = "One question with a known share suffices."
        return asked

    def question(self, value: Mapping[str, Any], number: int) -> Question:
        prefix = f"questions.{number}."
        kind = self.kind(value.get("kind", DEFAULT_KIND.name), f"{prefix}kind")
        known = {"kind", "text", "gamma"} | {field.name for field in kind.fields}
        known |= {"known", "known_source"} if kind is DEFAULT_KIND else set()
        self.unknown_keys(value, known, prefix)
        text = self.text(value.get("text", ""), f"{prefix}text", LONGEST_QUESTION)
        gamma = self.gamma(value.get("gamma", DEFAULT_GAMMA), f"{prefix}gamma")
        held: dict[str, Any] = {"low": kind.lowest}
        for field in kind.fields:
            held[field.held_as] = self.field(field, value, prefix, held)
        if kind is DEFAULT_KIND:
            held["known"] = self.known_share(value, prefix)
        return Question(text, gamma, kind, **held)

    def known_share(self, value: Mapping[str, Any], prefix: str) -> KnownShare | None:
        """The share of yes that is known of a question; None of all others."""
        share = self.plain(value.get("known", ""))
        required = self.published and "known_source" in value
        source = self.text(
            value.get("known_source", ""), f"{prefix}known_source", LONGEST_SOURCE, required
        )
        if not (share or source or (self.published and "known" in value)):
            return None
        try:
            return parse_known(share, source)
        except ParameterError as error:
            self.errors[f"{prefix}known"] = error.message
            return None

    def kind(self, value: Any, field: str) -> Kind:
        if not isinstance(value, str) or value not in KINDS:
            self.errors[field] = f"The kind must be one of {', '.join(KINDS)}."
            return DEFAULT_KIND
        return KINDS[value]

    def field(
        self, field: Field, value: Mapping[str, Any], prefix: str, held: Mapping[str, Any]
    ) -> Any:
        """What a field of the question's kind says; `held` is what those before it said."""
        place = f"{prefix}{field.name}"
        if isinstance(field, OptionsField):
            return self.options(value.get(field.name, []), place, field)
        number = self.whole_number(
            value.get(field.name, field.default), place, field.low, field.high,
            field.sentence, field.default,
        )  # fmt: skip
        if field.above and number <= held[field.above]:
            self.errors[place] = "The highest number must be above the lowest."
        return number

    def options(self, value: Any, field: str, limits: OptionsField) -> tuple[str, ...]:
        least, most = limits.least, limits.most
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.errors[field] = "Options must be a list of texts."
            return ("",) * least
        before = set(self.errors)
        options = tuple(self.text(each, field, LONGEST_OPTION) for each in value)
        if set(self.errors) - before:
            return options
        if any("\n" in option for option in options):
            self.errors[field] = "An option must be a single line."
        elif not least <= len(options) <= most:
            self.errors[field] = f"Please give {least} to {most} options, one a line."
        elif len(set(options)) < len(options):
            self.errors[field] = "Two options are the same."
        elif faults := [each for each in map(self.twin_fault, options, _before(options)) if each]:
            self.errors[field] = faults[0]
        return options

    def twin_fault(self, option: str, others: Sequence[str]) -> str | None:
        """A sentence if the option looks like one of the others; None if published."""
        return None if self.published else twin_fault(option, others)


def _before(options: Sequence[str]) -> list[Sequence[str]]:
    """For each option, the options before it."""
    return [options[:place] for place in range(len(options))]


def normalized(text: str) -> str:
    """The text in NFC, with \\n as line ends, and no blanks around it.

    Skips NFC for a text with more than MOST_SIGNS signs on a letter: sorting them takes too long.
    """
    text = text.replace("\r\n", "\n").strip()
    return text if _stacked(text) else unicodedata.normalize("NFC", text).strip()


def typed_whole_number(text: str) -> int | None:
    """The whole number in a typed text; None for anything else, and for more than 12 digits."""
    text = text.strip()
    return int(text) if _WHOLE.fullmatch(text) else None


def _stacked(text: str) -> bool:
    """Whether more than MOST_SIGNS combining characters follow one another."""
    if text.isascii():
        return False
    signs = 0
    for character in text:
        signs = signs + 1 if unicodedata.combining(character) else 0
        if signs > MOST_SIGNS:
            return True
    return False


def _unprintable(character: str) -> bool:
    """Whether it is a control character other than a line break, or a lone surrogate.

    UTF-8 cannot encode lone surrogates.
    """
    return character != "\n" and unicodedata.category(character) in {"Cc", "Cs"}
