"""An instrument in three languages, one of them from right to left."""

from typing import Any

from instruments import mixed_questions

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.core.instrument.texts import WHO_ASKS

GERMAN = {
    "title": "Nach der Klausur",
    "introduction": "Wie häufig es ist, nicht wer es war.",
    "questions": [
        {"text": "Haben Sie abgeschrieben?"},
        {"text": "Wessen Notizen?", "options": ["Eigene", "Von anderen", "Keine Angabe"]},
        {"text": "Welche Klausuren?", "options": ["Algebra", "Analysis"]},
        {"text": "Wie viele Stunden?"},
        {"text": "Wie fair war es?"},
    ],
}
ARABIC = {
    "title": "بعد الامتحان",
    "introduction": "كم هو شائع، وليس من فعله.",
    "questions": [
        {"text": "هل غششت؟"},
        {"text": "ملاحظات من؟", "options": ["ملاحظاتي", "ملاحظات صديق", "أفضل عدم الإجابة"]},
        {"text": "أي امتحانات؟", "options": ["الجبر", "التحليل"]},
        {"text": "كم ساعة؟"},
        {"text": "كم كان عادلا؟"},
    ],
}


def translated_document() -> dict[str, Any]:
    """A question of every kind in English, German and Arabic, as raw values."""
    return {
        "title": "After the final",
        "introduction": "How common it is, not who did it.",
        "class_size": 100,
        "language": "en",
        "questions": mixed_questions(),
        "translations": {"de": GERMAN, "ar": ARABIC},
    }


def who_asks(prefix: str) -> dict[str, str]:
    return {name: f"{prefix} {name}" for name in WHO_ASKS}


def make_signed_instrument(**changes) -> Instrument:
    """An instrument in two languages with every text on who asks."""
    document = {**translated_document(), **who_asks("The"), "support_needed": True,
                "translations": {"de": GERMAN | who_asks("Wer:")}}  # fmt: skip
    return validate(document | changes)


def make_translated_instrument(**changes) -> Instrument:
    return validate(translated_document() | changes)


def make_italian_instrument() -> Instrument:
    """An instrument in English and Italian; no page of this app is in Italian."""
    return validate(
        {
            "title": "Exams",
            "language": "en",
            "questions": [
                {"kind": "choice", "text": "Whose notes?", "options": ["Mine", "Others'"]},
                {"text": "Did you cheat?"},
            ],
            "translations": {
                "it": {
                    "title": "Esami",
                    "questions": [
                        {"text": "Appunti di chi?", "options": ["Miei", "Di altri"]},
                        {"text": "Hai copiato?"},
                    ],
                }
            },
        }
    )
