"""Lies in a pooled file: each changes the document of a true pooled file."""

from collections.abc import Callable
from typing import Any

Change = Callable[[dict[str, Any]], None]


def _half(document: dict[str, Any]) -> None:
    document["rows"][3]["high"] /= 2


def _fewer(document: dict[str, Any]) -> None:
    del document["rows"][-1]


def _more_people(document: dict[str, Any]) -> None:
    document["groups"][0]["respondents"] += 1


def _seen(document: dict[str, Any]) -> None:
    document["groups"][0]["hidden_until_closed"] = False


def _other_words(document: dict[str, Any]) -> None:
    document["definitions"]["estimate"] = "a guess"


def _no_root(document: dict[str, Any]) -> None:
    document["groups"][1]["root"] = None


def _another_root(document: dict[str, Any]) -> None:
    document["groups"][1]["root"] = "5e" * 32


POOLED: dict[str, Callable[[], Change]] = {
    "a narrower interval": lambda: _half,
    "a row left out": lambda: _fewer,
    "more people in a group": lambda: _more_people,
    "a group whose figures had been seen": lambda: _seen,
    "rewritten definitions": lambda: _other_words,
    "a group without a root": lambda: _no_root,
    "a group with another root": lambda: _another_root,
}
