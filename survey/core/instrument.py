"""The published questionnaire: its content, one validation, canonical JSON, digest.

A TOML file, the web form and a stored instrument all go through `validate`,
so that no two of them can disagree about what is allowed.
"""

import hashlib
import json
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from survey.core.mechanism import Odds
from survey.core.privacy import epsilon
from survey.core.privacy import odds
from survey.core.privacy import parse_gamma
from survey.errors import InstrumentInvalid
from survey.errors import ParameterError

FORMAT = "deniable-instrument/1"
KIND = "yes/no"
OPTIONS = 2  # report 0 is no, 1 is yes

DEFAULT_GAMMA = "1/4"
DEFAULT_CLASS_SIZE = 100

LONGEST_TITLE = 120
LONGEST_INTRODUCTION = 2000
LONGEST_QUESTION = 300
MOST_QUESTIONS = 50
LARGEST_CLASS = 1_000_000_000


@dataclass(frozen=True)
class Question:
    """A yes/no question and the γ by which its answers are randomized."""

    text: str
    gamma: Fraction

    @property
    def odds(self) -> Odds:
        return odds(self.gamma)

    @property
    def epsilon(self) -> float:
        return epsilon(self.gamma)

    @property
    def options(self) -> int:
        return OPTIONS


@dataclass(frozen=True)
class Instrument:
    """What respondents are asked, and how strongly each answer is randomized.

    `class_size` is the number of respondents the instructor expects. Made by
    `validate`; equal content gives an equal digest.
    """

    title: str
    introduction: str
    class_size: int
    questions: tuple[Question, ...]

    @property
    def epsilon(self) -> float:
        """The privacy loss of the whole instrument: ε adds up over the questions."""
        return sum(question.epsilon for question in self.questions)

    def document(self) -> dict[str, Any]:
        """The content as plain JSON values; γ is a string, so that it stays exact."""
        return {
            "format": FORMAT,
            "title": self.title,
            "introduction": self.introduction,
            "class_size": self.class_size,
            "questions": [
                {"kind": KIND, "text": question.text, "gamma": str(question.gamma)}
                for question in self.questions
            ],
        }

    @cached_property
    def canonical_json(self) -> str:
        """The one way to write this instrument (RFC 8785: sorted keys, no spaces, UTF-8)."""
        return json.dumps(
            self.document(), ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON, 64 hex digits."""
        return hashlib.sha256(self.canonical_json.encode()).hexdigest()


def from_canonical_json(text: str) -> Instrument:
    """The instrument whose canonical JSON this is; InstrumentInvalid for another format or kind."""
    document = json.loads(text)
    kinds = {question.pop("kind", None) for question in document["questions"]}
    if document.pop("format", None) != FORMAT or not kinds <= {KIND}:
        raise InstrumentInvalid({"format": f"This is not a {FORMAT} of {KIND} questions."})
    return validate(document)


def from_toml(text: str) -> Instrument:
    """The instrument that a TOML file describes; raises InstrumentInvalid.

    Decimals are read exactly: gamma = 0.1 is 1/10.
    """
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise InstrumentInvalid({"file": f"This is not TOML: {error}."}) from error
    # Thousands of brackets, or of digits, are more than Python itself reads.
    except (ValueError, RecursionError) as error:
        raise InstrumentInvalid({"file": "This is not TOML: a value is too large."}) from error
    return validate(document)


def validate(document: Mapping[str, Any]) -> Instrument:
    """The instrument from raw values, or InstrumentInvalid with every field at fault.

    Fields are named "title", "class_size", "questions.1.text" (from 1).
    """
    check = _Validation()
    check.unknown_keys(document, {"title", "introduction", "class_size", "questions"}, "")
    title = check.text(document.get("title", ""), "title", LONGEST_TITLE)
    introduction = check.text(
        document.get("introduction", ""), "introduction", LONGEST_INTRODUCTION, required=False
    )
    class_size = check.class_size(document.get("class_size", DEFAULT_CLASS_SIZE))
    questions = check.questions(document.get("questions", []))
    if check.errors:
        raise InstrumentInvalid(check.errors)
    return Instrument(title, introduction, class_size, tuple(questions))


class _Validation:
    """Collects one sentence for every field at fault."""

    def __init__(self):
        self.errors: dict[str, str] = {}

    def unknown_keys(self, document: Mapping[str, Any], known: set[str], prefix: str) -> None:
        for key in document:
            if key not in known:
                self.errors[f"{prefix}{key}"] = (
                    f"This field is not known; the known ones are {', '.join(sorted(known))}."
                )

    def text(self, value: Any, field: str, longest: int, required: bool = True) -> str:
        if not isinstance(value, str):
            self.errors[field] = "This must be text in quotation marks."
            return ""
        text = unicodedata.normalize("NFC", value.replace("\r\n", "\n")).strip()
        if required and not text:
            self.errors[field] = "Please write something here."
        elif len(text) > longest:
            self.errors[field] = f"This is {len(text)} characters long; at most {longest} fit."
        elif any(_unprintable(character) for character in text):
            self.errors[field] = "This holds a control character; please type it anew."
        return text

    def class_size(self, value: Any) -> int:
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
            value = int(value.strip()[:12])
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST_CLASS:
            self.errors["class_size"] = "Please give the class size as a whole number, 1 or more."
            return DEFAULT_CLASS_SIZE
        return value

    def gamma(self, value: Any, field: str) -> Fraction:
        # A decimal is written out only if it is short: 1e999999999 has as many digits.
        if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) <= 10:
            value = format(value, "f")
        try:
            return parse_gamma(value if isinstance(value, str) else "")
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
        self.unknown_keys(value, {"text", "gamma"}, prefix)
        text = self.text(value.get("text", ""), f"{prefix}text", LONGEST_QUESTION)
        return Question(text, self.gamma(value.get("gamma", DEFAULT_GAMMA), f"{prefix}gamma"))


def _unprintable(character: str) -> bool:
    """Control characters but line breaks, and lone surrogates, which UTF-8 cannot carry."""
    return character != "\n" and unicodedata.category(character) in {"Cc", "Cs"}
