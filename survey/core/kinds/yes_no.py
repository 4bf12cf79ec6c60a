"""Yes or no: one bit, in the words of the page."""

from survey.core.kinds.item import NO_YES, Item
from survey.core.kinds.kind import Asked, Kind


def items(asked: Asked, name: str) -> tuple[Item, ...]:
    return (Item(name, asked.text, asked.gamma, NO_YES, yes_no=True),)


YES_NO = Kind("yes/no", items)
