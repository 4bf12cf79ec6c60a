"""Yes or no: one bit, in the words of the page."""

from collections.abc import Sequence

from survey.core.estimates.quantity import Quantities, Setting
from survey.core.estimates.shares import share
from survey.core.kinds.bit import NO_YES, YES, Bit
from survey.core.kinds.item import Item
from survey.core.kinds.kind import Counts, Kind, QuestionFields
from survey.core.kinds.truths import SharesOfYes


def items(asked: QuestionFields, name: str) -> tuple[Item, ...]:
    return (Bit(name, asked.text, asked.gamma, NO_YES),)


def quantities(items: Sequence[Item], counts: Counts, setting: Setting) -> Quantities:
    """The share of yes."""
    (item,), (row,) = items, counts
    of_yes = share(item.name, item.labels[YES], item.count(row, YES, setting), setting)
    return Quantities(of_yes, of_yes=(of_yes,))


YES_NO = Kind(
    "yes/no",
    items,
    quantities,
    truths=SharesOfYes(),
)
