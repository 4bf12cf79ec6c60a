"""Choose all that apply: each option that the instrument lists is a yes/no of its own."""

from collections.abc import Mapping
from typing import Any

from survey.core.kinds.item import NO_YES, Item
from survey.core.kinds.kind import Asked, Kind, OptionsField
from survey.core.kinds.yes_no import YES_NO


def items(asked: Asked, name: str) -> tuple[Item, ...]:
    return tuple(
        Item(f"{name}_{number}", text, asked.gamma, NO_YES, yes_no=True, option=text)
        for number, text in enumerate(asked.listed, start=1)
    )


def column(options: int, settings: Mapping[str, str]) -> dict[str, Any]:
    """One column holds the reports of one option, which is a yes/no question."""
    return {"kind": YES_NO.name}


SEVERAL = Kind("several", items, (OptionsField(least=1),), column=column)
