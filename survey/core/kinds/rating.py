"""A rating from 1 up: a choice among whole numbers, whose mean is estimated, too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from survey.core.estimates.means import rating_mean
from survey.core.estimates.quantity import Quantities, Setting
from survey.core.intervals.counts import RatingSum
from survey.core.kinds.choice import option_shares
from survey.core.kinds.item import Item
from survey.core.kinds.kind import Counts, Kind, QuestionFields, WholeField
from survey.core.kinds.truths import Answers, SharesOfOptions
from survey.translations.marked import N_

LOWEST_RATING = 1
HIGHEST_RATING = 10

SENTENCE = N_("Please give the highest rating, from 2 to %(highest)s.", highest=HIGHEST_RATING)


@dataclass(frozen=True)
class RatingItem(Item):
    """An item whose options are whole numbers, which have a mean."""

    words = "rated"

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(map(int, self.labels))

    @property
    def drawn(self) -> Sequence[Any]:
        return self.values


class SharesOfRatings(SharesOfOptions):
    """The share of each rating; the mean follows from them."""

    def found(self, items: Sequence[Item], answers: Answers) -> list[float]:
        return [*super().found(items, answers), float(answers.mean()) + LOWEST_RATING]


def items(asked: QuestionFields, name: str) -> tuple[Item, ...]:
    labels = tuple(str(value) for value in range(LOWEST_RATING, asked.high + 1))
    return (RatingItem(name, asked.text, asked.gamma, labels),)


def quantities(items: Sequence[Item], counts: Counts, setting: Setting) -> Quantities:
    """The mean, and the share of each rating."""
    item, row = items[0], counts[0]
    chances = item.chances(0)
    total = sum(report * count for report, count in enumerate(row))
    ratings = RatingSum(sum(row), total, item.options, *chances, setting.expected, setting.cap)
    return Quantities(rating_mean(item.name, ratings, setting), option_shares(item, row, setting))


def column(options: int, settings: Mapping[str, str]) -> dict[str, Any]:
    return {"highest": options}


RATING = Kind(
    "rating",
    items,
    quantities,
    (WholeField("highest", "high", 2, HIGHEST_RATING, 5, SENTENCE),),
    LOWEST_RATING,
    truths=SharesOfRatings(),
    column=column,
)
