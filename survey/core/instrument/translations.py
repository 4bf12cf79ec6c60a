"""Checks an instrument's translations, with one sentence for every text at fault.

A translation that lacks a text is refused, so that no respondent gets a page in
two languages.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from survey.core.instrument.language_tags import MOST_LANGUAGES, language_tag
from survey.core.instrument.limits import LONGEST_OPTION, LONGEST_QUESTION, LONGEST_TEXTS
from survey.core.instrument.texts import (
    OPTIONAL_TEXTS,
    QuestionWording,
    QuestionWords,
    Wording,
    Words,
)
from survey.core.instrument.validation import Validation
from survey.translations.marked import N_

LONGEST_EXCERPT = 60  # characters of a text that a sentence repeats

NO_TAG = N_("This is not a language's tag; write one such as en, de or pt-BR.")
NOT_SAID = N_("Please also give the questionnaire's own language, since it has translations.")


def check_language(check: Validation, value: Any) -> str:
    """The tag of the instrument's own language; "" if it does not say one."""
    tag = language_tag(value) if isinstance(value, str) else None
    if tag is None and value != "":
        check.errors["language"] = NO_TAG
    return tag or ""


def check_translations(
    check: Validation, value: Any, language: str, original: Words
) -> tuple[Wording, ...]:
    """The translations of `original`, which is in `language`, in the order of their tags."""
    if not isinstance(value, Mapping) or not all(
        isinstance(each, Mapping) for each in value.values()
    ):
        check.errors["translations"] = N_(
            "Translations must be tables, one per language: [translations.de]."
        )
        return ()
    if value and not language:
        check.errors["language"] = NOT_SAID
        return ()
    if len(value) >= MOST_LANGUAGES:
        check.errors["translations"] = N_(
            "At most %(most)s languages fit in a survey. Its own language counts too.",
            most=MOST_LANGUAGES,
        )
        return ()
    found: dict[str, Wording] = {}
    for written, translation in value.items():
        field, tag = f"translations.{written}", language_tag(written)
        if tag is None:
            check.errors[field] = NO_TAG
        elif tag == language:
            check.errors[field] = N_(
                "This is the questionnaire's own language; translate it into another one."
            )
        elif tag in found:
            check.errors[field] = N_("There are two translations into %(tag)s.", tag=tag)
        else:
            found[tag] = _Translation(check, field, tag).wording(translation, original)
    return tuple(found[tag] for tag in sorted(found))


class _Translation:
    """Compares one translation with its original, text by text."""

    def __init__(self, check: Validation, field: str, tag: str):
        self.check = check
        self.field = field
        self.tag = tag

    def wording(self, value: Mapping[str, Any], original: Words) -> Wording:
        names = ("title", *OPTIONAL_TEXTS)
        self.check.unknown_keys(value, {*names, "questions"}, f"{self.field}.")
        texts = {name: self.text(value, name, getattr(original, name)) for name in names}
        questions = self.questions(value.get("questions", []), original.questions)
        return Wording(self.tag, questions=questions, **texts)

    def text(self, value: Mapping[str, Any], name: str, original: str) -> str:
        field, longest = f"{self.field}.{name}", LONGEST_TEXTS[name]
        return self.translated(value.get(name, ""), field, original, longest)

    def translated(self, value: Any, field: str, original: str, longest: int) -> str:
        text = self.check.text(value, field, longest, required=False)
        if field in self.check.errors:
            return text
        if original and not text:
            self.check.errors[field] = N_(
                "The translation into %(tag)s lacks %(original)s.",
                tag=self.tag,
                original=excerpt(original),
            )
        elif text and not original:
            self.check.errors[field] = N_("The original is empty. Leave this out.")
        return text

    def questions(
        self, value: Any, originals: Sequence[QuestionWords]
    ) -> tuple[QuestionWording, ...]:
        field = f"{self.field}.questions"
        if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
            self.check.errors[field] = N_("Questions must be a list of tables, each with a text.")
            return ()
        if not self.as_many(value, [each.text for each in originals], field, "questions"):
            return ()
        pairs = zip(value, originals, strict=True)
        return tuple(
            self.question(translation, f"{field}.{number}", original)
            for number, (translation, original) in enumerate(pairs, start=1)
        )

    def question(
        self, value: Mapping[str, Any], field: str, original: QuestionWords
    ) -> QuestionWording:
        known = {"text", "options"} if original.listed else {"text"}
        self.check.unknown_keys(value, known, f"{field}.")
        text = self.translated(
            value.get("text", ""), f"{field}.text", original.text, LONGEST_QUESTION
        )
        if not original.listed:
            return QuestionWording(text)
        return QuestionWording(
            text, self.options(value.get("options", []), f"{field}.options", original.listed)
        )

    def options(self, value: Any, field: str, originals: tuple[str, ...]) -> tuple[str, ...]:
        if not isinstance(value, list):
            self.check.errors[field] = N_("Options must be a list of texts.")
            return ()
        if not self.as_many(value, originals, field, "options"):
            return ()
        options: list[str] = []
        for number, (each, original) in enumerate(zip(value, originals, strict=True), start=1):
            place = f"{field}.{number}"
            text = self.translated(each, place, original, LONGEST_OPTION)
            if "\n" in text:
                self.check.errors[place] = N_("An option must be a single line.")
            elif text and text in options:
                self.check.errors[place] = N_(
                    "Two options are the same: %(text)s.", text=excerpt(text)
                )
            elif text and (fault := self.check.twin_fault(text, options)):
                self.check.errors[place] = fault
            options.append(text)
        return tuple(options)

    def as_many(
        self, value: Sequence[Any], originals: Sequence[str], field: str, what: str
    ) -> bool:
        """Whether a list is as long as the original's; if not, notes a sentence about it."""
        if len(value) == len(originals):
            return True
        sentence = (
            f"The translation into {self.tag} has {len(value)} {what}, and the original "
            f"{len(originals)}"
        )
        if len(value) < len(originals):
            sentence += f": it ends before {excerpt(originals[len(value)])}"
        self.check.errors[field] = f"{sentence}."
        return False


def excerpt(text: str) -> str:
    """The text as errors repeat it: in quotation marks, shortened, and on one line."""
    line = " ".join(text.split())
    short = line if len(line) <= LONGEST_EXCERPT else f"{line[: LONGEST_EXCERPT - 1]}…"
    return f"“{short}”"
