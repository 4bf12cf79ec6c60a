"""A whole number in a range, rounded at random to one of its ends; its mean is estimated."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from survey.core.estimates.means import number_mean
from survey.core.estimates.quantity import Quantities, Setting
from survey.core.intervals.counts import ReportCount
from survey.core.intervals.registry import Method
from survey.core.kinds.bit import CELLS
from survey.core.kinds.item import Generator, Item
from survey.core.kinds.kind import Counts, Kind, QuestionFields, WholeField
from survey.core.kinds.truths import PROPOSED_PLACE, Answers, Control
from survey.core.mechanism.randomize import round_to_bit
from survey.core.mechanism.vectorized import Values, round_array
from survey.translations.marked import N_

LARGEST_NUMBER = 1_000_000
HIGH = 1  # the report that names the high end

SENTENCE = N_(
    "Please give a whole number, from −%(largest)s to %(largest)s.",
    largest=LARGEST_NUMBER,
)


@dataclass(frozen=True)
class NumberItem(Item):
    """An item whose answer is a whole number in low..high; its report is one of the two ends."""

    low: int = 0
    high: int = 1

    words = "rounded"

    @property
    def named(self) -> tuple[int, ...]:
        """No report: an end is no option that anybody chose."""
        return ()

    @property
    def settings(self) -> Mapping[str, int]:
        return {"low": self.low, "high": self.high}

    @property
    def values(self) -> tuple[int | None, ...]:
        return self.low, self.high

    @property
    def meanings(self) -> Sequence[str]:
        return [f"rounded to {label}" for label in self.labels]

    @property
    def range(self) -> tuple[int, int]:
        return self.low, self.high

    def place(self, answer: int, next_word: Callable[[], int]) -> int:
        return round_to_bit(answer, self.low, self.high, next_word)

    def places(self, answers: Values, generator: Generator) -> Values:
        return round_array(answers, self.low, self.high, generator)

    @property
    def cells(self) -> Mapping[str, int]:
        return CELLS

    def answers_in(self, column: Sequence[Any], read: Callable[[], Sequence[int | None]]) -> Any:
        """The cells themselves, which are numbers."""
        return column

    @property
    def drawn(self) -> Sequence[Any]:
        return 0, 1

    def half_width(self, method: Method, count: ReportCount, confidence: float) -> float:
        """Half the width to expect of the mean's interval, as a part of the range."""
        return method.expected_half_width(
            replace(count, span=self.high - self.low), confidence, bits=True
        )


class PlaceInRange:
    """The truth of a number: the place of its mean in the range of the item."""

    def controls(self, items: Sequence[Item]) -> list[Control]:
        return [(N_("Mean"), *items[0].range, "")]

    def proposed(self, items: Sequence[Item]) -> list[float]:
        low, high = items[0].range
        return [low + round(PROPOSED_PLACE * (high - low))]

    def shares(self, items: Sequence[Item], truth: Sequence[float]) -> list[float]:
        low, high = items[0].range
        return [(truth[0] - low) / (high - low)]

    def completed(self, items: Sequence[Item], shares: Sequence[float]) -> list[float] | None:
        return list(shares) if len(shares) == 1 and 0 <= shares[0] <= 1 else None

    def answers(
        self, items: Sequence[Item], shares: Sequence[float], count: int, order: np.random.Generator
    ) -> Answers:
        """Draws the answers, so that only their expected mean is the one given."""
        low, high = items[0].range
        return low + order.binomial(high - low, shares[0], size=count)

    def found(self, items: Sequence[Item], answers: Answers) -> list[float]:
        return [float(answers.mean())]


def items(asked: QuestionFields, name: str) -> tuple[Item, ...]:
    labels = str(asked.low), str(asked.high)
    return (NumberItem(name, asked.text, asked.gamma, labels, asked.low, asked.high),)


def quantities(items: Sequence[Item], counts: Counts, setting: Setting) -> Quantities:
    """The mean; a bit is no answer, so its share is none of the quantities."""
    item = items[0]
    return Quantities(
        number_mean(item.name, item.count(counts[0], HIGH, setting), *item.range, setting)
    )


def column(options: int, settings: Mapping[str, str]) -> dict[str, Any]:
    return {"low": settings.get("low"), "high": settings.get("high")}


NUMBER = Kind(
    "number",
    items,
    quantities,
    (
        WholeField("low", "low", -LARGEST_NUMBER, LARGEST_NUMBER, 0, SENTENCE),
        WholeField("high", "high", -LARGEST_NUMBER, LARGEST_NUMBER, 100, SENTENCE, above="low"),
    ),
    truths=PlaceInRange(),
    column=column,
)
