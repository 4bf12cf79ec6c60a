"""Keeps a questionnaire's translations while it is composed, and finds the texts that lack one.

A draft holds only complete translations, so the form carries them along. An instructor
who changes a question translates it again before the draft is saved, and loses no
other translation.
"""

from dataclasses import dataclass
from typing import Any

from flask import abort, request

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.kept_text import normalized
from survey.core.instrument.language_tags import direction
from survey.core.instrument.parsing import validate
from survey.core.instrument.translation_memory import Phrases
from survey.web.i18n.language_names import language_name


@dataclass(frozen=True)
class MissingText:
    """A text that one language lacks, and the translation typed so far."""

    context: str
    text: str
    typed: str = ""


@dataclass(frozen=True)
class Gap:
    """All texts that one language lacks."""

    language: str
    untranslated: list[MissingText]

    @property
    def name(self) -> str:
        return language_name(self.language)

    @property
    def direction(self) -> str:
        return direction(self.language)


def carried_phrases(carried: str) -> Phrases:
    """The translations that the form carried, without the languages to leave out."""
    try:
        known = Phrases.from_json(carried or "{}")
    except ValueError:
        abort(400)  # the text is not from this app's form
    for language in request.form.getlist("leave-out"):
        known.forget(language)
    return known


def renew_carried(known: Phrases, instrument: Instrument) -> None:
    """Replaces the carried translations by those that the draft has now.

    Nobody typed the carried ones in this form, so those saved meanwhile are at least as good.
    Languages to leave out stay out.
    """
    saved = Phrases.of(instrument)
    for language in request.form.getlist("leave-out"):
        saved.forget(language)
    known.renew(saved)


def typed_gaps(known: Phrases) -> list[Gap]:
    """The texts that the page asked to translate, with what was typed for them."""
    gaps = []
    for language in known.languages:
        names = (f"{name}-{language}" for name in ("context", "original", "translated"))
        posted = zip(*map(request.form.getlist, names), strict=False)
        if untranslated := [MissingText(*each) for each in posted]:
            gaps.append(Gap(language, untranslated))
    return gaps


def with_translations(
    document: dict[str, Any], known: Phrases, typed: list[Gap]
) -> tuple[dict[str, Any] | None, list[Gap]]:
    """The document with all translations, or None if a text lacks one; and the gaps to ask for.

    The gaps are all texts that `known` lacks, even those with a `typed` translation, which
    may need another one. Raises InstrumentInvalid for the questionnaire itself.
    """
    # Without translations the questionnaire need not name its own language yet.
    original = validate({**document, "translations": {}})
    together = Phrases.from_json(known.to_json())
    words = {}
    for gap in typed:
        for each in gap.untranslated:
            together.learn(gap.language, each.context, each.text, each.typed)
            words[gap.language, normalized(each.context), normalized(each.text)] = each.typed
    gaps, translations, whole = [], {}, True
    for language in known.languages:
        _, asked = known.translate(language, original)
        if asked:
            # Asks once for a text that several places have.
            keys = dict.fromkeys((phrase.context, phrase.text) for phrase in asked)
            untranslated = [MissingText(*key, words.get((language, *key), "")) for key in keys]
            gaps.append(Gap(language, untranslated))
        translations[language], missing = together.translate(language, original)
        whole = whole and not missing
    return {**document, "translations": translations} if whole else None, gaps
