"""What a draft that saves itself is told: where it is saved, or why it is not."""

from typing import Any

from flask import url_for

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.translation_memory import Phrases

# The page keeps what is not valid yet in the browser; its Save says what is wrong.
UNSAVED: tuple[dict[str, Any], int] = {"saved": False}, 422
CHANGED: tuple[dict[str, Any], int] = {"saved": False}, 409


def saved_by_itself(code: str, instrument: Instrument) -> dict[str, Any]:
    """What the form carries from now on: its address, the draft's digest, its translations."""
    return {
        "saved": True,
        "address": url_for("compose.edit", code=code),
        "draft": instrument.digest,
        "phrases": Phrases.of(instrument).to_json(),
    }
