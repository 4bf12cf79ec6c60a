"""Translations stored phrase by phrase, while the questionnaire around them changes.

A questionnaire that is being composed or read from a file may have translations that lack
something. Stored by phrases, none is lost before the rest is there: an unchanged phrase finds its
translation again wherever it stands.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.kept_text import normalized
from survey.core.instrument.texts import Phrase, Words, phrases, wording_document


@dataclass
class Phrases:
    """Translations of phrases, by language.

    A phrase that stands in a questionnaire twice, in the same context, has its
    translations in the order of the questionnaire.
    """

    _known: dict[str, dict[tuple[str, str], list[str]]] = field(default_factory=dict)

    @classmethod
    def of(cls, instrument: Instrument) -> "Phrases":
        """The phrases of all translations of an instrument."""
        known = cls()
        for wording in instrument.translations:
            for original, translated in zip(phrases(instrument), phrases(wording), strict=True):
                known.learn(wording.language, original.context, original.text, translated.text)
        return known

    @classmethod
    def from_json(cls, text: str) -> "Phrases":
        """The phrases in a text from `to_json`; raises ValueError for any other text."""
        known = cls()
        try:
            document = json.loads(text)
        except RecursionError:
            raise ValueError("nested too deeply") from None
        if not isinstance(document, dict):
            raise ValueError("not an object of languages")
        for language, entries in document.items():
            for entry in entries if isinstance(entries, list) else [None]:
                match entry:
                    case [str(context), str(original), str(translated)]:
                        known.learn(language, context, original, translated)
                    case _:
                        raise ValueError("not a list of texts")
        return known

    def to_json(self) -> str:
        """The phrases as JSON, for a hidden field of the form that composes a questionnaire."""
        document = {language: list(self._entries(language)) for language in self._known}
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(sorted(self._known))

    def learn(self, language: str, context: str, original: str, translated: str) -> None:
        """Adds a translation, unless it or the original is empty."""
        key = normalized(context), normalized(original)
        if key[1] and normalized(translated):
            self._known.setdefault(language, {}).setdefault(key, []).append(translated)

    def forget(self, language: str) -> None:
        """Drops all translations into a language."""
        self._known.pop(language, None)

    def renew(self, newer: "Phrases") -> None:
        """Takes over every translation in `newer` and keeps those that it lacks."""
        for language, entries in newer._known.items():
            copies = {key: list(translations) for key, translations in entries.items()}
            self._known.setdefault(language, {}).update(copies)

    def translate(self, language: str, words: Words) -> tuple[dict[str, Any], list[Phrase]]:
        """The raw values of a translation, and the phrases that it lacks."""
        texts, missing = self.texts(language, words)
        return wording_document(words, texts), missing

    def texts(self, language: str, words: Words) -> tuple[dict[str, str], list[Phrase]]:
        """The translated texts by their places, and the phrases that lack one.

        Looks a phrase up in its context, or else among the phrases whose question is gone. So the
        options of a reworded question keep their translations, and no other question lends them one
        that may not fit.
        """
        known = self._known.get(language, {})
        contexts = {phrase.context for phrase in phrases(words)}
        gone: dict[str, str] = {}
        for (context, original), translated in known.items():
            if context not in contexts:
                gone.setdefault(original, translated[0])
        texts, missing, met = {}, [], Counter[tuple[str, str]]()
        for phrase in phrases(words):
            key = phrase.context, phrase.text
            if key in known:
                texts[phrase.place] = known[key][min(met[key], len(known[key]) - 1)]
                met[key] += 1
            elif phrase.text in gone:
                texts[phrase.place] = gone[phrase.text]
            else:
                missing.append(phrase)
        return texts, missing

    def _entries(self, language: str) -> Iterator[tuple[str, str, str]]:
        for (context, original), translations in self._known[language].items():
            for translated in translations:
                yield context, original, translated
