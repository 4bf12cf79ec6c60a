"""The words of an instrument, in its own language or in another.

Kinds, ranges, γ and the order of options are not words. They are the same in all
languages, and so is what a report means.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

# Who asks, whom to ask back, what becomes of the data, and who helps: absent if empty.
WHO_ASKS = ("asked_by", "contact", "privacy_notice", "support")
OPTIONAL_TEXTS = ("introduction", *WHO_ASKS)


class QuestionWords(Protocol):
    """The words of a question: its text, and the texts of its options."""

    @property
    def text(self) -> str: ...

    @property
    def listed(self) -> tuple[str, ...]: ...


class Words(Protocol):
    """All texts that a respondent reads, in one language: of an instrument or of a translation."""

    @property
    def title(self) -> str: ...

    @property
    def introduction(self) -> str: ...

    @property
    def asked_by(self) -> str: ...

    @property
    def contact(self) -> str: ...

    @property
    def privacy_notice(self) -> str: ...

    @property
    def support(self) -> str: ...

    @property
    def questions(self) -> Sequence[QuestionWords]: ...


@dataclass(frozen=True)
class QuestionWording:
    """A question's texts in another language."""

    text: str
    listed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wording:
    """A translation: every text of an instrument, in `language`."""

    language: str
    title: str
    introduction: str
    questions: tuple[QuestionWording, ...]
    asked_by: str = ""
    contact: str = ""
    privacy_notice: str = ""
    support: str = ""

    def document(self) -> dict[str, Any]:
        """The content as plain JSON values."""
        return wording_document(self, {each.place: each.text for each in phrases(self)})


@dataclass(frozen=True)
class Phrase:
    """One text of an instrument.

    `place` is its field in a translation: "title", "questions.2.options.1".
    `context` is the text of the question that it belongs to, since one word may
    need several translations; "" for texts of the whole questionnaire.
    """

    place: str
    context: str
    text: str


def phrases(words: Words) -> Iterator[Phrase]:
    """Every text of `words`, in reading order."""
    yield Phrase("title", "", words.title)
    for name in OPTIONAL_TEXTS:
        if text := getattr(words, name):
            yield Phrase(name, "", text)
    for number, question in enumerate(words.questions, start=1):
        yield Phrase(f"questions.{number}.text", question.text, question.text)
        for place, option in enumerate(question.listed, start=1):
            yield Phrase(f"questions.{number}.options.{place}", question.text, option)


def wording_document(words: Words, texts: Mapping[str, str]) -> dict[str, Any]:
    """The raw values of a translation of `words`, whose `texts` are given by their places."""
    questions: list[dict[str, Any]] = []
    for number, question in enumerate(words.questions, start=1):
        prefix = f"questions.{number}"
        document: dict[str, Any] = {"text": texts.get(f"{prefix}.text", "")}
        if question.listed:
            places = range(1, len(question.listed) + 1)
            document["options"] = [texts.get(f"{prefix}.options.{each}", "") for each in places]
        questions.append(document)
    optional = {name: texts.get(name, "") for name in OPTIONAL_TEXTS if getattr(words, name)}
    return {"title": texts.get("title", ""), **optional, "questions": questions}
