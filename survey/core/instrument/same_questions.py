"""The same questions for another group: which fields stay, and which each group sets itself."""

import json
from hashlib import sha256
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.core.instrument.texts import WHO_ASKS

# The fields that each group sets itself; all others belong to the questions asked.
OWN = {"title", "class_size", "demo", "waves_of", *WHO_ASKS}
# The fields of a question that say how it is asked, and not what it asks.
NOT_ASKED = {"gamma", "known", "known_source"}


def asks_the_same(one: Instrument, other: Instrument) -> bool:
    """Whether both ask the same in every language; title, class size and asker may differ."""
    return _asked(one.raw()) == _asked(other.raw())


def questions_digest(instrument: Instrument) -> str:
    """SHA-256 of the questions alone, in hex digits: surveys that share it can be pooled.

    It is that of the canonical JSON of texts, kinds, options and their order in the questionnaire's
    own language; not of γ, known shares, title, introduction, who asks, dates, translations and
    class size.
    """
    document = instrument.raw()
    asked = {
        "questions": [
            {name: value for name, value in question.items() if name not in NOT_ASKED}
            for question in document["questions"]
        ],
        "one_question_each": instrument.one_question_each,
    }
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def for_group(
    instrument: Instrument, group: str, class_size: int | None, before: str = ""
) -> Instrument:
    """Copies the questions for a group, whose name ends the title; may raise InstrumentInvalid.

    `before` is the name of the group that the instrument was for, if any.
    """
    document = {name: value for name, value in instrument.raw().items() if name != "waves_of"}

    def titled(texts: dict[str, Any]) -> dict[str, Any]:
        title = str(texts["title"]).removesuffix(f" ({before})" if before else "")
        return {**texts, "title": f"{title} ({group})"}

    translations = {tag: titled(texts) for tag, texts in document.get("translations", {}).items()}
    more = {"translations": translations} if translations else {}
    return validate({**titled(document), "class_size": class_size, **more})


def _asked(document: dict[str, Any]) -> dict[str, Any]:
    asked = {name: value for name, value in document.items() if name not in OWN}
    if "translations" in asked:
        asked["translations"] = {tag: _asked(texts) for tag, texts in asked["translations"].items()}
    return asked
