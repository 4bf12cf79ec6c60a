"""A choice: one of several options, which the instrument lists."""

from collections.abc import Mapping
from typing import Any

from survey.core.kinds.item import Item
from survey.core.kinds.kind import Asked, Kind, OptionsField


def items(asked: Asked, name: str) -> tuple[Item, ...]:
    return (Item(name, asked.text, asked.gamma, asked.listed),)


def column(options: int, settings: Mapping[str, str]) -> dict[str, Any]:
    """Names the options by their places, since the file does not give their texts."""
    return {"options": [str(place) for place in range(options)]}


CHOICE = Kind("choice", items, (OptionsField(least=2),), column=column)
