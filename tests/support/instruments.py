"""Instruments for tests."""

import json
from dataclasses import replace
from typing import Any

import pytest

from survey.core.instrument.instrument import Instrument, Question
from survey.core.instrument.parsing import validate
from survey.errors import InstrumentInvalid


def make_instrument(*gammas: str, class_size: int = 100, title: str = "Exams") -> Instrument:
    """An instrument with one question for each γ."""
    return validate(
        {
            "title": title,
            "introduction": "Please answer as it was.",
            "class_size": class_size,
            "questions": [
                {"text": f"Did you cheat on exam {number}?", "gamma": gamma}
                for number, gamma in enumerate(gammas or ("1/4",), start=1)
            ],
        }
    )


def faults_of(document: Any, published: bool = False) -> dict[str, str]:
    """The sentence at each field for which this document is refused."""
    with pytest.raises(InstrumentInvalid) as refusal:
        validate(document, published)
    return refusal.value.errors


def mixed_questions() -> list[dict[str, Any]]:
    """A question of every kind, as raw values."""
    return [
        {"text": "Did you cheat?", "gamma": "1/4"},
        {"kind": "choice", "text": "Whose notes?", "gamma": "2/5",
         "options": ["Mine", "A friend's", "Prefer not to answer"]},
        {"kind": "several", "text": "Which exams?", "gamma": "1/3",
         "options": ["Algebra", "Analysis"]},
        {"kind": "number", "text": "How many hours?", "gamma": "1/4", "low": 0, "high": 40},
        {"kind": "rating", "text": "How fair was it?", "gamma": "2/5", "highest": 5},
    ]  # fmt: skip


def make_mixed_instrument(title: str = "All kinds") -> Instrument:
    """An instrument with a question of every kind, items q1, q2, q3_1, q3_2, q4, q5."""
    return validate({"title": title, "class_size": 100, "questions": mixed_questions()})


def make_one_question_each(title: str = "One each") -> Instrument:
    """An instrument with a question of every kind, of which each respondent is asked one."""
    questions = mixed_questions()
    return validate(
        {"title": title, "class_size": 60, "one_question_each": True, "questions": questions}
    )


def make_withdrawn_instrument(title: str = "Old") -> Instrument:
    """An instrument as release 0.1.0 stored it, whose last question was not randomized."""
    instrument = make_mixed_instrument(title)
    document = instrument.document()
    del document["questions"][-1]["gamma"]
    document["questions"][-1]["openly"] = True
    # No code makes such a text any more; the digest and the database read this attribute.
    vars(instrument)["canonical_json"] = json.dumps(
        document, ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return instrument


def make_foreign_instrument() -> Instrument:
    """An instrument in a language that no page has, with texts of several lines."""
    question = "Durante l'ultimo esame scritto hai copiato da qualcuno che era seduto vicino a te?"
    return validate(
        {
            "title": "Dopo l'esame finale del corso di statistica per le scienze sociali",
            "language": "it",
            "class_size": 100,
            "questions": [{"text": question, "gamma": "1/4"}],
        }
    )


def alone(*questions: Question) -> Instrument:
    """An instrument with these questions only."""
    return replace(make_mixed_instrument(), questions=questions)


def make_wave(instrument: Instrument, waves_of: str = "Algebra 2026", **changes) -> Instrument:
    """The instrument as releases up to 0.2.0 asked it in waves."""
    return replace(instrument, waves_of=waves_of, **changes)
