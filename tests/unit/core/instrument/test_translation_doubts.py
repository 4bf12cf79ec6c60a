"""What looks wrong about a translation: numbers, denying words, options in another place."""

import pytest

from survey.core.instrument.parsing import validate
from survey.core.instrument.translation_doubts import doubts
from survey.core.ready_made.catalog import READY_MADE
from survey.translations.catalogs import gettexts


def said(original: dict, translated: dict, language: str = "de") -> list[str]:
    instrument = validate(
        {"title": "T", "class_size": 9, "language": "en", "questions": [original],
         "translations": {language: {"title": "T", "questions": [translated]}}}
    )  # fmt: skip
    (wording,) = instrument.translations
    return [each.sentence for each in doubts(instrument, wording)]


DENIED = "a negative word"
RATHER = {"kind": "choice", "text": "How often?", "options": ["Never", "1 or 2 times", "More"]}


@pytest.mark.parametrize(
    ("original", "translated", "language", "part"),
    [
        ({"text": "Did you cheat?"}, {"text": "Hast du nicht getäuscht?"}, "de", DENIED),
        ({"text": "Did you not cheat?"}, {"text": "¿Copiaste?"}, "es", DENIED),
        ({"text": "Did you cheat?"}, {"text": "N’as-tu pas triché ?"}, "fr", DENIED),
        ({"text": "Did you cheat?"}, {"text": "你没有作弊吗？"}, "zh", DENIED),
        ({"text": "In 12 months?"}, {"text": "In 2 Monaten?"}, "de", "different numbers"),
        (RATHER, {"text": "Wie oft?", "options": ["Mehr", "1 oder 2 Mal", "Nie"]}, "de", DENIED),
        (RATHER, {"text": "Wie oft?", "options": ["1 oder 2 Mal", "Nie", "Mehr"]}, "de", DENIED),
        ({"kind": "choice", "text": "Which?", "options": ["A", "B"]},
         {"text": "Welches?", "options": ["B", "A"]}, "de", "place of another"),
    ],
)  # fmt: skip
def test_what_looks_wrong_is_said(original, translated, language, part):
    found = said(original, translated, language)
    assert any(part in each for each in found), found


@pytest.mark.parametrize(
    ("original", "translated", "language"),
    [
        ({"text": "Did you cheat?"}, {"text": "Hast du getäuscht?"}, "de"),
        ({"text": "In the last 12 months?"}, {"text": "في آخر ١٢ شهرًا؟"}, "ar"),
        (RATHER, {"text": "Wie oft?", "options": ["Nie", "1 oder 2 Mal", "Mehr"]}, "de"),
        ({"text": "Did you pay?"}, {"text": "你有没有付钱？"}, "zh"),
        ({"text": "In three months?"}, {"text": "In 3 Monaten?"}, "de"),
        ({"text": "Did you not pay?"}, {"text": "Ты не платил?"}, "ru"),  # no list of this language
    ],
)
def test_what_is_right_raises_no_doubt(original, translated, language):
    assert said(original, translated, language) == []


def test_the_translations_that_the_app_brings_raise_none_but_these():
    instruments = [ready.instrument(gettexts(8)) for ready in READY_MADE.values()]
    found = [
        (wording.language, each.number)
        for instrument in instruments
        for wording in instrument.translations
        for each in doubts(instrument, wording)
    ]
    # "not allowed" is one word in German and French.
    assert found == [("de", 1), ("fr", 1)]
