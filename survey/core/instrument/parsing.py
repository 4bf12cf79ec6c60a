"""Instruments from raw values: of a TOML file, of the web form, of a stored canonical JSON.

All go through `validate`, so that no two of them can disagree about what is allowed.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from survey.core.instrument.instrument import FORMAT, MARKS, Instrument
from survey.core.instrument.limits import (
    DEFAULT_CLASS_SIZE,
    LONGEST_INTRODUCTION,
    LONGEST_TITLE,
)
from survey.core.instrument.question_validation import check_questions
from survey.core.instrument.texts import WHO_ASKS
from survey.core.instrument.translations import check_language, check_translations
from survey.core.instrument.validation import Validation
from survey.core.kinds.registry import KINDS
from survey.errors import InstrumentInvalid
from survey.translations.marked import N_

NO_WAVES = N_(
    "Waves are gone, since reports that are sent again can be recognized. Leave waves_of out; to "
    "ask again, ask the same questions as another survey, with fresh coins."
)


def from_canonical_json(text: str) -> Instrument:
    """The instrument of a canonical JSON; raises InstrumentInvalid for another format or kind."""
    document = json.loads(text)
    kinds = {question.get("kind") for question in document["questions"]}
    if document.pop("format", None) != FORMAT or not kinds <= KINDS.keys():
        raise InstrumentInvalid(
            {
                "format": N_(
                    "This is not a %(format)s with kinds of questions that this app knows.",
                    format=FORMAT,
                )
            }
        )
    return validate(document, published=True)


def from_toml(text: str) -> Instrument:
    """The instrument that a TOML file describes; raises InstrumentInvalid."""
    return validate(toml_document(text))


def toml_document(text: str) -> dict[str, Any]:
    """The raw values of a TOML file, for `validate`; raises InstrumentInvalid for other text.

    Decimals are read exactly: gamma = 0.1 is 1/10.
    """
    if has_deep_key(text):
        raise InstrumentInvalid(
            {
                "file": N_(
                    "A name in this TOML has more than %(most)s parts with dots between them. "
                    "Names in a questionnaire have three at most.",
                    most=MOST_PARTS,
                )
            }
        )
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise InstrumentInvalid(
            {"file": N_("This is not TOML: %(error)s.", error=error)}
        ) from error
    # Python reads neither thousands of brackets nor thousands of digits, nor 1e(10^20).
    except (ValueError, RecursionError, ArithmeticError) as error:
        raise InstrumentInvalid({"file": N_("This is not TOML: a value is too large.")}) from error


def validate(document: Mapping[str, Any], published: bool = False) -> Instrument:
    """The instrument from raw values, or InstrumentInvalid with every field at fault.

    Fields are named "title", "class_size", "questions.1.text" (from 1). A `published` document
    never changes, so it may hold what earlier releases allowed: invisible characters, options
    that look the same, and the name of its waves. It may also be the app's own demo, which no draft
    is.
    """
    check = Validation(published=published)
    known = {"title", "introduction", "class_size", "questions", "waves_of", "language",
             "translations", *WHO_ASKS, *MARKS} - (set() if published else {"demo"})  # fmt: skip
    check.unknown_keys(document, known, "")
    title = check.text(document.get("title", ""), "title", LONGEST_TITLE)
    introduction = check.text(
        document.get("introduction", ""), "introduction", LONGEST_INTRODUCTION, required=False
    )
    class_size = check.class_size(document.get("class_size", DEFAULT_CLASS_SIZE))
    questions = check_questions(check, document.get("questions", []))
    waves_of = check.text(document.get("waves_of", ""), "waves_of", LONGEST_TITLE, required=False)
    language = check_language(check, document.get("language", ""))
    optional: dict[str, Any] = check.who_asks(document)
    if waves_of and not published:
        check.errors["waves_of"] = NO_WAVES
    optional |= {name: check.mark(document, name) for name in MARKS if name in known}
    if optional["one_question_each"]:
        check.one_question_each(questions)
    if check.errors:
        # Translations are compared with the original, so the original has to be right first.
        raise InstrumentInvalid(check.errors)
    instrument = Instrument(
        title, introduction, class_size, tuple(questions), waves_of, language, **optional
    )
    translations = check_translations(check, document.get("translations", {}), language, instrument)
    if check.errors:
        raise InstrumentInvalid(check.errors)
    return replace(instrument, translations=translations)


MOST_PARTS = 16

# A dot within a comment or a string separates no parts of a key. All quantifiers are possessive,
# so that the time is in proportion to the length of any text.
_COMMENT = r"#[^\n]*+"
_LONG_TEXTS = r'"""(?:[^\\"]|\\.|"(?!""))*+"{0,5}+' + r"|'''(?:[^']|'(?!''))*+'{0,5}+"
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"?+|'[^'\n]*+'?+)"""
_DOT = r"[ \t]*+\.[ \t]*+"
_KEY = rf"{_PART}(?:{_DOT}{_PART}){{0,{MOST_PARTS - 1}}}+(?P<deeper>{_DOT}{_PART})?"
_TOKEN = re.compile(f"{_COMMENT}|{_LONG_TEXTS}|{_KEY}", re.DOTALL)


def has_deep_key(text: str) -> bool:
    """Whether a key of this text has more than MOST_PARTS parts."""
    return any(token["deeper"] is not None for token in _TOKEN.finditer(text))
