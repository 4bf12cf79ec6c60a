"""Questions, and the reports that each asks for.

The kind of a question gives its items. Every kind goes through the same
mechanism: the client randomizes each item once and sends it as one report.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from survey.core.instrument.known_share import KnownShare
from survey.core.kinds.item import Item
from survey.core.kinds.kind import Kind
from survey.core.kinds.registry import DEFAULT_KIND
from survey.core.mechanism.privacy import epsilon, odds
from survey.core.mechanism.randomize import Odds


@dataclass(frozen=True)
class Question:
    """A question and the γ by which its answers are randomized.

    `listed`, `low` and `high` hold the fields of its kind: `listed` the texts of
    the options of a choice or of "choose all that apply", `low` and `high` the range
    of a number or, with 1 as `low`, of a rating. `known` is the share of yes that is known of a
    control question.
    """

    text: str
    gamma: Fraction
    kind: Kind = DEFAULT_KIND
    listed: tuple[str, ...] = ()
    low: int = 0
    high: int = 1
    known: KnownShare | None = None

    def items(self, name: str) -> tuple[Item, ...]:
        """The items of this question, which is called `name` in exports."""
        return self.kind.items(self, name)

    @cached_property
    def _items(self) -> tuple[Item, ...]:
        return self.items("")

    @property
    def item(self) -> Item:
        """Its first item; any others differ from it only by their options."""
        return self._items[0]

    @property
    def item_count(self) -> int:
        """How many reports an answer gives: one for each option of "choose all that apply"."""
        return len(self._items)

    @property
    def odds(self) -> Odds:
        return odds(self.gamma)

    @property
    def labels(self) -> tuple[str, ...]:
        """What each report of an item means."""
        return self.item.labels

    @property
    def options(self) -> int:
        """k of the mechanism, for each of this question's items."""
        return self.item.options

    @property
    def epsilon(self) -> float:
        """ε of one item; of "choose all that apply", the sum over its options."""
        return epsilon(self.gamma) * self.item_count

    def document(self) -> dict[str, Any]:
        """The content as plain JSON values; γ is a string, so that it stays exact."""
        document: dict[str, Any] = {
            "kind": self.kind.name,
            "text": self.text,
            "gamma": str(self.gamma),
        }
        for field in self.kind.fields:
            held = getattr(self, field.held_as)
            document[field.name] = list(held) if isinstance(held, tuple) else held
        return document | (self.known.document() if self.known else {})


def question_name(number: int) -> str:
    """The name of question `number` (from 1) in exports: q1, q2, …"""
    return f"q{number}"
