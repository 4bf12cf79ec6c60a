"""The published questionnaire and its questions: content, canonical JSON and digest.

The kind of a question gives its items. Every kind goes through the same mechanism: the client
randomizes each item once and sends it as one report.
"""

import hashlib
import json
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from survey.core.instrument.known_share import KnownShare
from survey.core.instrument.language_tags import direction
from survey.core.instrument.texts import OPTIONAL_TEXTS, WHO_ASKS, Wording
from survey.core.kinds.item import Item
from survey.core.kinds.kind import Kind
from survey.core.kinds.registry import DEFAULT_KIND
from survey.core.mechanism.randomize import Odds
from survey.errors import ParameterError


@dataclass(frozen=True)
class Question:
    """A question and the γ by which its answers are randomized.

    `listed`, `low` and `high` hold the fields of its kind: `listed` the texts of the options of a
    choice or of "choose all that apply", `low` and `high` the range of a number or, with 1 as
    `low`, of a rating. `known` is the known share of yes of a control question.
    """

    text: str
    gamma: Fraction
    kind: Kind = DEFAULT_KIND
    listed: tuple[str, ...] = ()
    low: int = 0
    high: int = 1
    known: KnownShare | None = None

    def items(self, name: str) -> tuple[Item, ...]:
        """The items of this question, which is called `name` in exports."""
        return self.kind.items(self, name)

    @cached_property
    def _items(self) -> tuple[Item, ...]:
        return self.items("")

    @property
    def item(self) -> Item:
        """The question's first item; any others differ from it only by their options."""
        return self._items[0]

    @property
    def item_count(self) -> int:
        """How many reports an answer gives: one for each option of "choose all that apply"."""
        return len(self._items)

    @property
    def odds(self) -> Odds:
        return self.item.odds

    @property
    def labels(self) -> tuple[str, ...]:
        """The meaning of each report of an item, by report."""
        return self.item.labels

    @property
    def options(self) -> int:
        """k of the mechanism, for each of this question's items."""
        return self.item.options

    @property
    def epsilon(self) -> float:
        """ε of one item; of "choose all that apply", the sum over its options."""
        return self.item.epsilon * self.item_count

    def document(self) -> dict[str, Any]:
        """The content as plain JSON values; γ is a string, so that it stays exact."""
        document: dict[str, Any] = {
            "kind": self.kind.name,
            "text": self.text,
            "gamma": str(self.gamma),
        }
        for field in self.kind.fields:
            held = getattr(self, field.held_as)
            document[field.name] = list(held) if isinstance(held, tuple) else held
        return document | (self.known.document() if self.known else {})


def question_name(number: int) -> str:
    """The name of question `number` (from 1) in exports: q1, q2, …"""
    return f"q{number}"


FORMAT = "deniable-instrument/1"
# True, or absent.
MARKS = ("support_needed", "check_understanding", "one_question_each", "demo")
# The demo of release 0.1.0 has no mark; databases hold it.
UNMARKED_DEMO = "fcc43096013a3d6908f7bfc2899e6b6a6cd1d7b5a7c32c0d57cc663eaf9b02ae"


@dataclass(frozen=True)
class Instrument:
    """The questions for respondents, and how strongly each answer is randomized.

    `class_size` is the number of respondents the instructor expects. `waves_of` is "" but for
    surveys of releases up to 0.2.0 whose clients repeated reports: nobody answers them anew.
    `language` is the tag of its own language, "" if
    it names none. `asked_by`, `contact`, `privacy_notice` and `support` are texts that may be
    empty; `support_needed` marks a survey that is not published without a `support`.
    `check_understanding` asks respondents afterwards whether their report is proof. With
    `one_question_each` each device draws one of the questions, and its respondent is asked that one
    only. `demo` marks the app's own demo. Only `worded_in` sets `original`: a translated instrument
    has the original's digest, since respondents answer the same instrument whichever language they
    read. survey.core.instrument.parsing makes instruments; equal content gives an equal digest.
    """

    title: str
    introduction: str
    class_size: int
    questions: tuple[Question, ...]
    waves_of: str = ""
    language: str = ""
    translations: tuple[Wording, ...] = ()
    asked_by: str = ""
    contact: str = ""
    privacy_notice: str = ""
    support: str = ""
    support_needed: bool = False
    check_understanding: bool = False
    one_question_each: bool = False
    demo: bool = False
    original: "Instrument | None" = None

    @property
    def languages(self) -> tuple[str, ...]:
        """The tags of all its languages, its own first; none if it does not name its own."""
        if self.original is not None:
            return self.original.languages
        translated = tuple(wording.language for wording in self.translations)
        return (self.language, *translated) if self.language else ()

    @property
    def is_demo(self) -> bool:
        """Whether this is the app's own demo, whose responses are not data."""
        return self.demo or self.digest == UNMARKED_DEMO

    @property
    def direction(self) -> str:
        """The direction of its words, "ltr" or "rtl"."""
        return direction(self.language)

    def worded_in(self, language: str) -> "Instrument":
        """The instrument in one of its languages: only the words differ.

        Raises ParameterError for a language that it does not have.
        """
        original = self.original or self
        if language == original.language:
            return original
        for wording in original.translations:
            if wording.language == language:
                questions = tuple(
                    replace(question, text=words.text, listed=words.listed)
                    for question, words in zip(original.questions, wording.questions, strict=True)
                )
                texts = {name: getattr(wording, name) for name in ("title", *OPTIONAL_TEXTS)}
                return replace(
                    original, **texts, questions=questions, language=language, translations=(),
                    original=original,
                )  # fmt: skip
        has = f"it has {', '.join(original.languages)}" if original.languages else "it says none"
        raise ParameterError(f"The questionnaire is not in the language {language}: {has}.")

    @property
    def epsilon(self) -> float:
        """The privacy loss of a whole response: ε adds up over the questions that it answers.

        With one question each it is the largest ε of any question, whichever is drawn.
        """
        spent = [question.epsilon for question in self.questions]
        return max(spent) if self.one_question_each else sum(spent)

    @property
    def parts(self) -> int:
        """The number of parts into which chance cuts the class, each asked one question; else 1."""
        return len(self.questions) if self.one_question_each else 1

    @property
    def asked_size(self) -> int:
        """The expected number of respondents to a question, at least 1."""
        return max(1, self.class_size // self.parts)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The items of all questions: one for each report of a response, in its order."""
        return tuple(item for items in self.items_of_questions for item in items)

    @cached_property
    def items_of_questions(self) -> tuple[tuple[Item, ...], ...]:
        """The items of each question."""
        return tuple(
            question.items(question_name(number))
            for number, question in enumerate(self.questions, start=1)
        )

    @cached_property
    def questions_with_items(self) -> tuple[tuple[Question, tuple[Item, ...]], ...]:
        return tuple(zip(self.questions, self.items_of_questions, strict=True))

    @cached_property
    def named_options(self) -> tuple[tuple[int, int], ...]:
        """(place of an item among all, report) of each report that names an option."""
        return tuple(
            (place, report) for place, item in enumerate(self.items) for report in item.named
        )

    @property
    def control(self) -> tuple[str, KnownShare] | None:
        """The name of the question whose share of yes is known, and that share; or None."""
        for number, question in enumerate(self.questions, start=1):
            if question.known:
                return question_name(number), question.known
        return None

    @property
    def known_of_stars(self) -> KnownShare | None:
        """The share of slips that bear a star; None if no question asks for one."""
        return self.control[1] if self.control and self.control[1].starred else None

    @property
    def exposed_items(self) -> tuple[Item, ...]:
        """The items of one response; with one question each, those of the largest ε."""
        if not self.one_question_each:
            return self.items
        place = max(range(len(self.questions)), key=lambda each: self.questions[each].epsilon)
        return self.items_of_questions[place]

    @cached_property
    def first_items(self) -> tuple[int, ...]:
        """The place, among all items, of the first item of each question."""
        sizes = [len(items) for items in self.items_of_questions]
        return tuple(sum(sizes[:number]) for number in range(len(sizes)))

    def document(self) -> dict[str, Any]:
        """The content as plain JSON values, in all languages."""
        if self.original is not None:
            return self.original.document()
        document: dict[str, Any] = {
            "format": FORMAT,
            "title": self.title,
            "introduction": self.introduction,
            "class_size": self.class_size,
            "questions": [question.document() for question in self.questions],
        }
        if self.waves_of:
            document["waves_of"] = self.waves_of
        if self.language:
            document["language"] = self.language
        if self.translations:
            document["translations"] = {
                wording.language: wording.document() for wording in self.translations
            }
        document |= {name: text for name in WHO_ASKS if (text := getattr(self, name))}
        document |= {name: True for name in MARKS if getattr(self, name)}
        return document

    def raw(self) -> dict[str, Any]:
        """The content as `validate` takes it: the document without its format's name."""
        document = self.document()
        del document["format"]
        return document

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
