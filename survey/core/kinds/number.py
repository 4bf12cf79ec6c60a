"""A whole number in a range, rounded at random to one of its ends; its mean is estimated."""

from collections.abc import Mapping
from typing import Any

from survey.core.kinds.item import Item
from survey.core.kinds.kind import Asked, Kind, WholeField

LARGEST_NUMBER = 1_000_000

SENTENCE = f"Please give a whole number, from −{LARGEST_NUMBER:,} to {LARGEST_NUMBER:,}."


def items(asked: Asked, name: str) -> tuple[Item, ...]:
    ends = asked.low, asked.high
    labels = str(asked.low), str(asked.high)
    return (Item(name, asked.text, asked.gamma, labels, numeric=True, ends=ends),)


def column(options: int, settings: Mapping[str, str]) -> dict[str, Any]:
    return {"low": settings.get("low"), "high": settings.get("high")}


NUMBER = Kind(
    "number",
    items,
    (
        WholeField("low", "low", -LARGEST_NUMBER, LARGEST_NUMBER, 0, SENTENCE),
        WholeField("high", "high", -LARGEST_NUMBER, LARGEST_NUMBER, 100, SENTENCE, above="low"),
    ),
    column=column,
)
