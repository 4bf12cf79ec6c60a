"""A rating from 1 up: a choice among whole numbers, whose mean is estimated, too."""

from collections.abc import Mapping
from typing import Any

from survey.core.kinds.item import Item
from survey.core.kinds.kind import Asked, Kind, WholeField

LOWEST_RATING = 1
HIGHEST_RATING = 10

SENTENCE = f"Please give the highest rating, from 2 to {HIGHEST_RATING}."


def items(asked: Asked, name: str) -> tuple[Item, ...]:
    labels = tuple(str(value) for value in range(LOWEST_RATING, asked.high + 1))
    return (Item(name, asked.text, asked.gamma, labels, numeric=True),)


def column(options: int, settings: Mapping[str, str]) -> dict[str, Any]:
    return {"highest": options}


RATING = Kind(
    "rating",
    items,
    (WholeField("highest", "high", 2, HIGHEST_RATING, 5, SENTENCE),),
    LOWEST_RATING,
    column,
)
