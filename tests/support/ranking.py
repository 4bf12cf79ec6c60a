"""A sixth kind, registered by the tests alone: two to four options in the respondent's order.

An answer is the place of its order among all m! orders, which are the options of k-ary response.
Respondents choose in selects. The kind's own statistic is the mean place of each option.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from operator import mul
from pathlib import Path
from typing import Any

import pytest

# The command reads the kinds when it is first imported, which must be before this kind is added.
import survey.cli.commands.estimate  # noqa: F401
from survey.app.folders import folder
from survey.core.estimates.quantity import Quantities, Quantity, Scale, Setting
from survey.core.intervals.anytime import anytime_mean
from survey.core.intervals.counts import Interval, around
from survey.core.intervals.hoeffding import mean_half_width
from survey.core.intervals.registry import ANNOUNCED, WHILE_OPEN
from survey.core.kinds.item import Item
from survey.core.kinds.kind import Counts, Kind, OptionsField, QuestionFields
from survey.core.kinds.registry import KINDS
from survey.core.kinds.truths import Answers, SharesOfOptions
from survey.core.mechanism.privacy import keep_and_other
from survey.text.kinds.kind_words import WORDS, KindWords

SCRIPT = Path(__file__).with_suffix(".js")


@dataclass(frozen=True)
class MeanPlace:
    """The mean place, 1..m, of one of m = `options` in the orders of the respondents.

    `total` is the sum of its places in the n reports, each of which is one of k = m! orders:

        E[place in the report] = (keep − other) place + other Σ,  Σ = k (m + 1) / 2

    so the estimate is (ȳ − other Σ) / (keep − other): Σ sums the places over all orders. Its terms
    lie in a range of width (m − 1) / (keep − other), which gives Hoeffding's interval. The anytime
    one is that of terms in [0, 1], (place − 1) / (m − 1): the chord lies above e^(λy), and
    log(1 + p (e^λ − 1)) is concave in p, so that the mean of their chances bounds the product.
    """

    respondents: int
    total: int
    options: int
    keep: Fraction
    other: Fraction
    expected: int = 100

    count = None
    drawn_from = 0
    p_value = None

    @property
    def scale(self) -> Scale:
        return Scale(1, self.options)

    @property
    def received(self) -> float | None:
        return self.total / self.respondents if self.respondents else None

    @property
    def estimate(self) -> float | None:
        return self._debiased(Fraction(self.total, self.respondents)) if self.respondents else None

    @property
    def leverage(self) -> float:
        return self._width / self.respondents

    def has(self, interval: str) -> bool:
        return interval in (ANNOUNCED, WHILE_OPEN)

    def interval(self, name: str, confidence: float) -> Interval | None:
        if name == ANNOUNCED:
            assert self.estimate is not None  # somebody responded
            return around(self.estimate, mean_half_width(self._width, self.respondents, confidence))
        if name != WHILE_OPEN:
            return None
        span = self.options - 1
        mean = (self.total / self.respondents - 1) / span
        kept = anytime_mean(mean, self.respondents, confidence, self.expected)
        return kept and (self._debiased(1 + span * kept[0]), self._debiased(1 + span * kept[1]))

    def halfway(self, respondents: int) -> "MeanPlace":
        middle = respondents * (self.options + 1) // 2
        return replace(self, respondents=respondents, total=middle)

    @property
    def _width(self) -> float:
        return float((self.options - 1) / (self.keep - self.other))

    def _debiased(self, place: Fraction | float) -> float:
        of_all = self.other * factorial(self.options) * (self.options + 1) / 2
        if isinstance(place, Fraction):
            return float((place - of_all) / (self.keep - self.other))
        return (place - float(of_all)) / float(self.keep - self.other)


def orders(options: int) -> list[tuple[int, ...]]:
    """Every order of so many options, as their places in the list: the first is as listed."""
    return list(permutations(range(options)))


@dataclass(frozen=True)
class Ranking(Item):
    """An item whose labels are the orders of the `ranked` options."""

    ranked: tuple[str, ...] = ()


def items(asked: QuestionFields, name: str) -> tuple[Item, ...]:
    listed = asked.listed
    labels = (" > ".join(listed[each] for each in order) for order in orders(len(listed)))
    return (Ranking(name, asked.text, asked.gamma, tuple(labels), ranked=listed),)


def quantities(items: Sequence[Item], counts: Counts, setting: Setting) -> Quantities:
    """The mean place of each option."""
    item, row = items[0], counts[0]
    assert isinstance(item, Ranking)  # this kind's
    chances = keep_and_other(item.gamma, item.options)
    options = len(item.ranked)
    found = []
    for place, option in enumerate(item.ranked):
        places = [order.index(place) + 1 for order in orders(options)]
        of_option = sum(row), sum(map(mul, places, row)), options
        statistic = MeanPlace(*of_option, *chances, setting.expected)
        found.append(Quantity(item.name, option, statistic, setting))
    return Quantities(rows=tuple(found))


def column(options: int, settings: Mapping[str, str]) -> dict[str, Any]:
    """Names the options by their places, since the file does not give their texts."""
    listed = next((m for m in range(2, 5) if factorial(m) == options), 0)
    return {"options": [str(place) for place in range(listed)]}


class SharesOfOrders(SharesOfOptions):
    """The share of each order; the mean places follow from them."""

    def found(self, items: Sequence[Item], answers: Answers) -> list[float]:
        shares = super().found(items, answers)
        ranked = list(zip(shares, orders(places_of(items[0])), strict=True))
        return [
            sum(share * (order.index(place) + 1) for share, order in ranked)
            for place in range(places_of(items[0]))
        ]


def places_of(item: Item) -> int:
    """m of the m! orders that the item's labels are."""
    return next(m for m in range(2, 5) if factorial(m) == item.options)


RANKING = Kind(
    "ranking", items, quantities, (OptionsField(least=2, most=4),), truths=SharesOfOrders(),
    column=column,
)  # fmt: skip
RANKING_WORDS = KindWords(
    "Ranking", "the order of two to four options", "the share of the order as listed"
)


def register(monkeypatch: pytest.MonkeyPatch, scratch: Path) -> None:
    """Adds the kind to both registries; apps made from then on serve a client that knows it."""
    monkeypatch.setitem(KINDS, RANKING.name, RANKING)
    monkeypatch.setitem(WORDS, RANKING.name, RANKING_WORDS)
    static = scratch / "static"
    shutil.copytree(folder("static"), static)
    kinds = static / "client" / "kinds"
    shutil.copy(SCRIPT, kinds)
    registry = (kinds / "registry.js").read_text("utf-8")
    line = '  ["ranking", RANKING],\n]);'
    imported = f'import {{ RANKING }} from "./{SCRIPT.name}";\n'
    (kinds / "registry.js").write_text(
        registry.replace("import ", f"{imported}import ", 1).replace("]);", line), "utf-8"
    )
    monkeypatch.setattr(
        "survey.app.folder", lambda name: static if name == "static" else folder(name)
    )
