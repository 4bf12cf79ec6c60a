"""Questions of every kind, and the reports that each asks for.

Every kind goes through the one mechanism: an item is what is randomized once
and sent as one report. A question has one item, but "choose all that apply"
has a yes/no item for each option.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

from survey.core.mechanism.privacy import epsilon, odds
from survey.core.mechanism.randomize import Odds

NO_YES = ("No", "Yes")  # report 0 is no, 1 is yes


class Kind(StrEnum):
    """What an answer is: one bit, one of k options, any of m options, a number, a rating."""

    YES_NO = "yes/no"
    CHOICE = "choice"
    SEVERAL = "several"
    NUMBER = "number"
    RATING = "rating"


@dataclass(frozen=True)
class Item:
    """One report of a response. `labels[v]` says what the report v means.

    `name` is its column in exports: q2, or q3_1 for the first option of a
    "choose all that apply". `text` is the question's, or that option's.
    `yes_no` is whether the page says the labels in its own words: a choice whose
    options are called "No" and "Yes" is none, since its words are the instrument's.
    """

    name: str
    text: str
    gamma: Fraction
    labels: tuple[str, ...]
    yes_no: bool = False

    @property
    def options(self) -> int:
        """k of the mechanism: the report is 0..k−1."""
        return len(self.labels)

    @property
    def offered(self) -> tuple[int, ...]:
        """The values as every page offers them: yes before no, all others as they are listed."""
        return (1, 0) if self.yes_no else tuple(range(self.options))

    @property
    def odds(self) -> Odds:
        return odds(self.gamma)


@dataclass(frozen=True)
class Question:
    """A question and the γ by which its answers are randomized.

    `listed` are the texts of the options of a choice, or of "choose all that
    apply". A number lies in low..high, a rating in 1..high.
    """

    text: str
    gamma: Fraction
    kind: Kind = Kind.YES_NO
    listed: tuple[str, ...] = ()
    low: int = 0
    high: int = 1

    @property
    def odds(self) -> Odds:
        return odds(self.gamma)

    @property
    def yes_no(self) -> bool:
        return self.kind is Kind.YES_NO

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The texts of the options; the two ends of a number, to which it is rounded."""
        match self.kind:
            case Kind.YES_NO:
                return NO_YES
            case Kind.NUMBER:
                return str(self.low), str(self.high)
            case Kind.RATING:
                return tuple(str(value) for value in range(1, self.high + 1))
        return self.listed

    @property
    def options(self) -> int:
        """k of the mechanism, for each of this question's items."""
        return 2 if self.kind is Kind.SEVERAL else len(self.labels)

    @property
    def item_count(self) -> int:
        """How many reports an answer gives: one for each option of "choose all that apply"."""
        return len(self.listed) if self.kind is Kind.SEVERAL else 1

    @property
    def epsilon(self) -> float:
        """ε of one item; of "choose all that apply", the sum over its options."""
        return epsilon(self.gamma) * self.item_count

    def items(self, name: str) -> tuple[Item, ...]:
        """The items of this question, whose name in exports is given."""
        if self.kind is Kind.SEVERAL:
            return tuple(
                Item(f"{name}_{number}", text, self.gamma, NO_YES, yes_no=True)
                for number, text in enumerate(self.listed, start=1)
            )
        return (Item(name, self.text, self.gamma, self.labels, self.yes_no),)

    def document(self) -> dict[str, Any]:
        """The content as plain JSON values; γ is a string, so that it stays exact."""
        document: dict[str, Any] = {
            "kind": str(self.kind),
            "text": self.text,
            "gamma": str(self.gamma),
        }
        match self.kind:
            case Kind.CHOICE | Kind.SEVERAL:
                document["options"] = list(self.listed)
            case Kind.NUMBER:
                document |= {"low": self.low, "high": self.high}
            case Kind.RATING:
                document["highest"] = self.high
        return document


def question_name(number: int) -> str:
    """The name of question `number` (from 1) in exports: q1, q2, …"""
    return f"q{number}"
