"""The buttons that order, add and remove questions of the form, also without JavaScript.

A script does the same at once (static/pages/composing/question_order.js).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SWITCH = "switch"  # the button beside the meter, which changes no question
BUTTONS = ("add", "insert", "up", "down", "copy", "remove", "restore", "again", SWITCH)

Entry = dict[str, Any]


@dataclass(frozen=True)
class Rearrangement:
    """The form's entries in their new order, the number of the one to focus, and a removed one."""

    entries: list[Entry]
    focus: int | None = None
    removed: str = ""


def pressed(form: Mapping[str, str]) -> str | None:
    """The name of the pressed button, if it is one of these."""
    return next((name for name in BUTTONS if name in form), None)


def rearranged(entries: list[Entry], button: str, value: str, removed: str) -> Rearrangement:
    """The entries after a press of `button`, whose `value` is the number of a question, from 1.

    "again" shows the form unchanged. An unknown number changes nothing, and the only question
    cannot be removed.
    """
    if button == "add":
        return Rearrangement([*entries, {}], len(entries) + 1)
    if button == "restore":
        return _restored(entries, removed)
    numbers = [str(number) for number, _ in enumerate(entries, start=1)]
    if value not in numbers:
        return Rearrangement(entries)
    place, after = numbers.index(value), list(entries)
    match button:
        case "insert":
            after.insert(place, {})
        case "copy":
            after.insert(place := place + 1, dict(entries[place - 1]))
        case "up" | "down":
            neighbour = place + (1 if button == "down" else -1)
            place = max(0, min(neighbour, len(after) - 1))
            after.insert(place, after.pop(int(value) - 1))
        case "remove" if len(after) > 1:
            kept = json.dumps({"place": place, "entry": after.pop(place)})
            return Rearrangement(after, min(place + 1, len(after)), kept)
    return Rearrangement(after, place + 1)


def _restored(entries: list[Entry], removed: str) -> Rearrangement:
    """The entries with the removed question back; unchanged if there is none."""
    try:
        match json.loads(removed):
            case {"place": int(place), "entry": dict(entry)}:
                place = max(0, min(place, len(entries)))
                return Rearrangement([*entries[:place], entry, *entries[place:]], place + 1)
    except (ValueError, RecursionError):
        pass
    return Rearrangement(entries)
