"""What an instrument's raw values must be; one sentence for every field at fault."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from survey.core.instrument.lookalikes import invisible_fault, twin_fault
from survey.core.instrument.questions import Kind, Question
from survey.core.mechanism.privacy import parse_instrument_gamma
from survey.errors import ParameterError

DEFAULT_GAMMA = "1/4"
DEFAULT_CLASS_SIZE = 100

LONGEST_TITLE = 120
LONGEST_INTRODUCTION = 2000
LONGEST_QUESTION = 300
LONGEST_OPTION = 100
MOST_QUESTIONS = 50
MOST_OPTIONS = 20
HIGHEST_RATING = 10
LARGEST_NUMBER = 1_000_000
LARGEST_CLASS = 1_000_000_000

MOST_UNKNOWN = 20  # fields that are not known, each with its sentence
# Signs on one letter: no script comes near, and to sort them, as NFC does, takes the square of
# their number. The figure is that of Unicode's Stream-Safe Text Format (UAX #15).
MOST_SIGNS = 30

_WHOLE = re.compile(r"-?\d{1,12}", re.ASCII)

KINDS = frozenset(str(kind) for kind in Kind)

# What release 0.1.0 knew, and what to do instead.
WITHDRAWN = {
    "openly": "Every question is randomized: leave this out, and give a question of which there "
    "is little to deny a larger γ.",
}

# The fields of a question beside kind, text and γ.
FIELDS = {
    Kind.YES_NO: set(),
    Kind.CHOICE: {"options"},
    Kind.SEVERAL: {"options"},
    Kind.NUMBER: {"low", "high"},
    Kind.RATING: {"highest"},
}


class Validation:
    """Collects one sentence for every field at fault, under names such as "questions.1.text".

    What was published before there were rules about looks is read without them.
    """

    def __init__(
        self,
        parse_gamma: Callable[[str], Fraction] = parse_instrument_gamma,
        published: bool = False,
    ) -> None:
        self.errors: dict[str, str] = {}
        self.parse_gamma = parse_gamma
        self.published = published

    def unknown_keys(self, document: Mapping[str, Any], known: set[str], prefix: str) -> None:
        unknown = [key for key in document if key not in known]
        for key in unknown[:MOST_UNKNOWN]:
            self.errors[f"{prefix}{key}"] = WITHDRAWN.get(
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

    def whole_number(
        self, value: Any, field: str, low: int, high: int, sentence: str, fallback: int
    ) -> int:
        """A whole number in low..high, also as it is typed; else the sentence."""
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

    def gamma(self, value: Any, field: str) -> Fraction:
        # A decimal is written out only if it is short: 1e999999999 has as many digits.
        if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) <= 10:
            value = format(value, "f")
        try:
            return self.parse_gamma(value if isinstance(value, str) else "")
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
        return [self.question(each, number) for number, each in enumerate(value, start=1)]

    def question(self, value: Mapping[str, Any], number: int) -> Question:
        prefix = f"questions.{number}."
        kind = self.kind(value.get("kind", Kind.YES_NO), f"{prefix}kind")
        self.unknown_keys(value, {"kind", "text", "gamma"} | FIELDS[kind], prefix)
        text = self.text(value.get("text", ""), f"{prefix}text", LONGEST_QUESTION)
        gamma = self.gamma(value.get("gamma", DEFAULT_GAMMA), f"{prefix}gamma")
        match kind:
            case Kind.CHOICE | Kind.SEVERAL:
                least = 2 if kind is Kind.CHOICE else 1
                listed = self.options(value.get("options", []), f"{prefix}options", least)
                return Question(text, gamma, kind, listed)
            case Kind.NUMBER:
                low, high = self.range(value, prefix)
                return Question(text, gamma, kind, low=low, high=high)
            case Kind.RATING:
                sentence = f"Please give the highest rating, from 2 to {HIGHEST_RATING}."
                highest = self.whole_number(
                    value.get("highest", 5), f"{prefix}highest", 2, HIGHEST_RATING, sentence, 5
                )
                return Question(text, gamma, kind, low=1, high=highest)
        return Question(text, gamma)

    def kind(self, value: Any, field: str) -> Kind:
        if not isinstance(value, str) or value not in KINDS:
            self.errors[field] = f"The kind must be one of {', '.join(Kind)}."
            return Kind.YES_NO
        return Kind(value)

    def options(self, value: Any, field: str, least: int) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.errors[field] = "Options must be a list of texts."
            return ("",) * least
        before = set(self.errors)
        options = tuple(self.text(each, field, LONGEST_OPTION) for each in value)
        if set(self.errors) - before:
            return options
        if any("\n" in option for option in options):
            self.errors[field] = "An option must be a single line."
        elif not least <= len(options) <= MOST_OPTIONS:
            self.errors[field] = f"Please give {least} to {MOST_OPTIONS} options, one a line."
        elif len(set(options)) < len(options):
            self.errors[field] = "Two options are the same."
        elif faults := [each for each in map(self.twin_fault, options, _before(options)) if each]:
            self.errors[field] = faults[0]
        return options

    def twin_fault(self, option: str, others: Sequence[str]) -> str | None:
        """A sentence if the option looks like one of the others."""
        return None if self.published else twin_fault(option, others)

    def range(self, value: Mapping[str, Any], prefix: str) -> tuple[int, int]:
        sentence = f"Please give a whole number, from −{LARGEST_NUMBER:,} to {LARGEST_NUMBER:,}."
        low, high = (
            self.whole_number(
                value.get(end, default),
                f"{prefix}{end}",
                -LARGEST_NUMBER,
                LARGEST_NUMBER,
                sentence,
                default,
            )
            for end, default in (("low", 0), ("high", 100))
        )
        if not low < high:
            self.errors[f"{prefix}high"] = "The highest number must be above the lowest."
            return 0, 1
        return low, high


def _before(options: Sequence[str]) -> list[Sequence[str]]:
    """For each option those before it."""
    return [options[:place] for place in range(len(options))]


def normalized(text: str) -> str:
    """A text as it is kept: NFC, with the line ends of a file, and no blanks around it.

    One with too many signs on a letter, which is refused, is left as it is.
    """
    text = text.replace("\r\n", "\n").strip()
    return text if _stacked(text) else unicodedata.normalize("NFC", text).strip()


def typed_whole_number(text: str) -> int | None:
    """The number as someone types it; None for anything else, and for more than 12 digits."""
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
    """Control characters but line breaks, and lone surrogates, which UTF-8 cannot carry."""
    return character != "\n" and unicodedata.category(character) in {"Cc", "Cs"}
