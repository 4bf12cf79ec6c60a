"""Items of one bit: yes or no to a question, or to one of its options, in the page's words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from survey.core.kinds.item import Item

NO_YES = ("No", "Yes")  # report 0 is no, 1 is yes
YES = 1

CELLS = {"0": 0, "no": 0, "false": 0, "1": 1, "yes": 1, "true": 1}


@dataclass(frozen=True)
class Bit(Item):
    """The answer is 0 for no, 1 for yes."""

    words = "yes or no"

    @property
    def offered(self) -> tuple[int, ...]:
        return 1, 0

    @property
    def named(self) -> tuple[int, ...]:
        return (YES,)

    def reference(self, report: int) -> str:
        return self.name

    @property
    def cells(self) -> Mapping[str, int]:
        return CELLS

    @property
    def drawn(self) -> Sequence[Any]:
        return 0, 1

    def check_bit(self) -> None:
        """Accepts the item: it is one bit."""


@dataclass(frozen=True)
class OptionBit(Bit):
    """A bit for one option of several: whether it applies; `text` is the option's text."""

    words = "option"

    def asked_within(self, question: str) -> str:
        return f"{question} {self.text}"

    def said(self, report: int) -> str:
        return f"{self.text}: {self.labels[report]}"

    @property
    def particulars(self) -> Mapping[str, str]:
        return {"option": self.text}
