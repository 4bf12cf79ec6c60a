"""A choice: one of several options, which the instrument lists."""

from collections.abc import Mapping, Sequence
from typing import Any

from survey.core.estimates.quantity import Quantities, Quantity, Setting
from survey.core.estimates.shares import exclusive_shares
from survey.core.kinds.item import Item
from survey.core.kinds.kind import Counts, Kind, OptionsField, QuestionFields


def items(asked: QuestionFields, name: str) -> tuple[Item, ...]:
    return (Item(name, asked.text, asked.gamma, asked.listed),)


def option_shares(item: Item, row: Sequence[int], setting: Setting) -> tuple[Quantity, ...]:
    """The share of each option, of which `row[j]` reports name the one at place j."""
    counts = [item.count(row, value, setting) for value in range(item.options)]
    return exclusive_shares(item.name, item.labels, counts, setting)


def quantities(items: Sequence[Item], counts: Counts, setting: Setting) -> Quantities:
    return Quantities(rows=option_shares(items[0], counts[0], setting))


def column(options: int, settings: Mapping[str, str]) -> dict[str, Any]:
    """The question with its options named by their places, since the file has no texts of them."""
    return {"options": [str(place) for place in range(options)]}


CHOICE = Kind("choice", items, quantities, (OptionsField(least=2),), column=column)
