"""Choose all that apply: each listed option is a yes/no item of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

from survey.core.estimates.quantity import Quantities, Setting
from survey.core.estimates.shares import share
from survey.core.kinds.bit import NO_YES, YES, OptionBit
from survey.core.kinds.item import Item
from survey.core.kinds.kind import Counts, Kind, OptionsField, QuestionFields
from survey.core.kinds.truths import SharesOfYes
from survey.core.kinds.yes_no import YES_NO


def items(asked: QuestionFields, name: str) -> tuple[Item, ...]:
    return tuple(
        OptionBit(f"{name}_{number}", text, asked.gamma, NO_YES)
        for number, text in enumerate(asked.listed, start=1)
    )


def quantities(items: Sequence[Item], counts: Counts, setting: Setting) -> Quantities:
    """The share of yes of each option."""
    shares = tuple(
        share(item.name, item.text, item.count(row, YES, setting), setting)
        for item, row in zip(items, counts, strict=True)
    )
    return Quantities(rows=shares, of_yes=shares)


def column(options: int, settings: Mapping[str, str]) -> dict[str, Any]:
    """The yes/no question of a column, which holds the reports of one option."""
    return {"kind": YES_NO.name}


SEVERAL = Kind(
    "several", items, quantities, (OptionsField(least=1),), truths=SharesOfYes(), column=column,
    column_each=True,
)  # fmt: skip
