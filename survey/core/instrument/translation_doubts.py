"""Signs of a wrong translation, for somebody who does not read its language.

A translation that denies the question, or has its options in another order, makes each report mean
the opposite of what it counts as. No program can tell that for sure: this compares numbers, words
that deny from one short list per language, and options in one another's places.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from survey.core.instrument.instrument import Instrument, Question
from survey.core.instrument.lookalikes import looks
from survey.core.instrument.texts import Wording
from survey.translations.marked import N_

# Words that deny, one short list per language; it knows neither irony nor "rarely".
_AR = re.compile(r"\b(لا|لم|لن|ليس|ليست|غير|بدون|دون|أبد[اً]+)\b", re.IGNORECASE)
_DE = re.compile(r"\b(nicht|nichts|nie|niemals|niemand|kein\w*|ohne)\b", re.IGNORECASE)
_EN = re.compile(
    r"\b(no|not|never|nobody|none|nothing|neither|without|cannot)\b|n[’']t\b", re.IGNORECASE
)
_ES = re.compile(r"\b(no|nunca|jamás|nadie|nada|ning[uú]n\w*|sin)\b", re.IGNORECASE)
_FR = re.compile(r"\b(ne|pas|jamais|aucune?|personne|rien|sans)\b|\bn[’']", re.IGNORECASE)
_IT = re.compile(r"\b(non|mai|nessun\w*|niente|nulla|senza)\b", re.IGNORECASE)
_NL = re.compile(r"\b(niet|niets|nooit|niemand|geen|zonder)\b", re.IGNORECASE)
_PT = re.compile(r"\b(não|nunca|jamais|ninguém|nada|nenhum\w*|sem)\b", re.IGNORECASE)
_ZH = re.compile(r"[不没沒未无無非]|别(?![人的])", re.IGNORECASE)
_DENIES = {
    "ar": _AR,
    "de": _DE,
    "en": _EN,
    "es": _ES,
    "fr": _FR,
    "it": _IT,
    "nl": _NL,
    "pt": _PT,
    "zh": _ZH,
}
_ASKS = re.compile("有没有|有沒有|(.)不\\1")  # Chinese asks yes or no by both
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class Doubt:
    """A sign of a wrong translation of the question with this number, from 1."""

    number: int
    sentence: str


def doubts(instrument: Instrument, wording: Wording) -> list[Doubt]:
    """The signs that a translation is wrong; to find none is no proof that it is right."""
    pairs = zip(instrument.questions, wording.questions, strict=True)
    return [
        Doubt(number, sentence)
        for number, (question, words) in enumerate(pairs, start=1)
        for sentence in _of(
            question, words.text, words.listed, instrument.language, wording.language
        )
    ]


def _of(
    question: Question, text: str, listed: tuple[str, ...], language: str, other: str
) -> Iterator[str]:
    texts = [(question.text, text), *zip(question.listed, listed, strict=True)]
    for original, translated in texts:
        numbers = _numbers(original), _numbers(translated)
        if all(numbers) and numbers[0] != numbers[1]:  # else one is spelt out
            yield N_("“%(original)s” and “%(translated)s” have different numbers.",
                     original=original, translated=translated)  # fmt: skip
        denied = _denies(original, language), _denies(translated, other)
        if None not in denied and denied[0] != denied[1]:
            yield N_("Only one of “%(original)s” and “%(translated)s” has a negative word.",
                     original=original, translated=translated)  # fmt: skip
    for place, translated in enumerate(listed):
        for elsewhere, original in enumerate(question.listed):
            if place != elsewhere and looks(translated) == looks(original):
                yield N_("“%(option)s” stands at the place of another option.", option=translated)


def _numbers(text: str) -> set[str]:
    """The numbers of a text, in whatever digits."""
    plain = "".join(str(unicodedata.digit(each, each)) for each in text)
    return set(_DIGITS.findall(plain))


def _denies(text: str, language: str) -> bool | None:
    """Whether a text has a word that denies; None if its language has no list of them."""
    pattern = _DENIES.get(language.split("-")[0])
    return None if pattern is None else bool(pattern.search(_ASKS.sub("", text)))
