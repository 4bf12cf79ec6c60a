"""Debiasing in three pictures: the reports, without what the coin alone makes, and widened.

Of n reports a share ȳ names an option. The coin alone makes a share b of them do so, whatever the
answers are, and the answers can add at most a − b to that (a = keep, b = other). So

    1  received   ȳ                                    of 100
    2  left       ȳ − b                                of 100 (a − b)
    3  estimate   (ȳ − b) / (a − b), the debiased p̂    of 100

Only bars are clipped, at the ends of their scale; figures are not. static/pages/coin_steps.js plays
them, one after the other.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from survey.core.estimates.quantity import Quantity
from survey.core.intervals.counts import ReportCount
from survey.core.results.results import QuestionResult
from survey.text.slide_words import of_hundred
from survey.text.translator import ENGLISH, Translator

WIDTH = 900  # of the whole scale, in the picture's units
FIRST, LEFT, LAST = range(3)


@dataclass(frozen=True)
class CoinBar:
    """One option's bar at each of the three steps, from the left end of the scale.

    `kept` and `frame` are (x, width) of what answers can have made and of the scale it is part
    of; `chance` is the width of what the coin alone makes; `figures` are the three figures.
    """

    option: str
    chance: float
    kept: tuple[tuple[float, float], ...]
    frame: tuple[float, ...]
    figures: tuple[str, str, str]

    @property
    def kept_places(self) -> str:
        return _joined(x for x, _ in self.kept)

    @property
    def kept_widths(self) -> str:
        return _joined(width for _, width in self.kept)

    @property
    def frame_widths(self) -> str:
        return _joined(self.frame)


@dataclass(frozen=True)
class CoinSteps:
    """The bars of a question, with one sentence for each step."""

    bars: tuple[CoinBar, ...]
    sentences: tuple[str, str, str]


def coin_steps(result: QuestionResult, say: Translator = ENGLISH) -> CoinSteps | None:
    """The three steps of every option; None if nothing is known of any, or no report names one.

    The reports of an option can be counted however few they are; where too little is known of it,
    its last bar is empty and its last figure "–".
    """
    headline = result.headline
    if headline is not None and headline.count is not None:
        if headline.nothing_known:
            return None
        bar, count = _bar("", headline, headline.count, say), headline.count
        of = (
            _of_yes(count, bar, say)
            if headline.scale.share
            else _of_number(headline, count, bar, say)
        )
        return CoinSteps((bar,), of)
    counted = [(row, row.count) for row in result.rows if row.count is not None]
    if all(row.nothing_known for row, _ in counted):
        return None
    bars = [_bar(row.of, row, count, say) for row, count in counted]
    bars = [
        _without_estimate(bar) if row.nothing_known else bar
        for bar, (row, _) in zip(bars, counted, strict=True)
    ]
    all_known = not any(row.nothing_known for row, _ in counted)
    return CoinSteps(tuple(bars), _of_options(counted[0][1], all_known, say))


def _without_estimate(bar: CoinBar) -> CoinBar:
    """The bar of an option of which too little is known for a last step."""
    received, left, _ = bar.figures
    return replace(bar, kept=(*bar.kept[:LAST], (0, 0)), figures=(received, left, "–"))


def _bar(option: str, quantity: Quantity, received: ReportCount, say: Translator) -> CoinBar:
    """The bar of one share of reports, from which the quantity is estimated.

    The bar of an `option` has shorter figures, for a row.
    """
    share, estimate = received.received, received.estimate
    assert share is not None and estimate is not None  # somebody responded
    chance = float(received.other)
    span = float(received.keep - received.other)
    hatched, left = min(share, chance), max(share - chance, 0)
    left_over = of_hundred(share - chance, say)
    if not option:
        left_over = say.gettext("%(left)s of %(span)s", left=left_over, span=of_hundred(span, say))
    scale = quantity.scale
    mean = say.mean(quantity.estimate, scale.length)
    return CoinBar(
        option=option,
        chance=_width(hatched),
        kept=(
            (_width(hatched), _width(left)),
            (0, _width(left)),
            (0, _width(min(max(estimate, 0), 1))),
        ),
        frame=(WIDTH, _width(span), WIDTH),
        figures=(
            say.percent(share, 1),
            left_over,
            say.percent(estimate) if scale.share else mean,
        ),
    )


def _of_yes(count: ReportCount, bar: CoinBar, say: Translator) -> tuple[str, str, str]:
    received, left, estimate = bar.figures
    return (
        say.gettext("%(received)s of the reports said yes.", received=received),
        say.gettext(
            "The coin alone makes %(chance)s of 100 say yes. Take these away.",
            chance=_by_chance(count, say),
        ),
        say.gettext(
            "What is left, %(left)s, is %(estimate)s: the estimate.", left=left, estimate=estimate
        ),
    )


def _of_options(count: ReportCount, all_known: bool, say: Translator) -> tuple[str, str, str]:
    last = say.gettext(
        "What is left is of %(span)s. Widened to the whole, it is the estimates.",
        span=of_hundred(float(count.keep - count.other), say),
    )
    unknown = say.gettext("Where “–” stands, too little is known.")
    return (
        say.gettext("So many of the reports named each option."),
        say.gettext(
            "The coin alone makes %(chance)s of 100 name each of them. Take these away.",
            chance=_by_chance(count, say),
        ),
        last if all_known else f"{last} {unknown}",
    )


def _of_number(
    mean: Quantity, count: ReportCount, bar: CoinBar, say: Translator
) -> tuple[str, str, str]:
    low, high = map(say.plain, mean.scale.ends)
    received, left, estimate = bar.figures
    return (
        say.gettext(
            "%(received)s of the reports said %(high)s, the others %(low)s.",
            received=received,
            high=high,
            low=low,
        ),
        say.gettext(
            "The coin alone makes %(chance)s of 100 say %(high)s. Take these away.",
            chance=_by_chance(count, say),
            high=high,
        ),
        say.gettext(
            "What is left, %(left)s, is %(share)s of the way from %(low)s to %(high)s: %(mean)s on "
            "average.",
            left=left,
            share=say.percent(count.estimate),
            low=low,
            high=high,
            mean=estimate,
        ),
    )


def _by_chance(count: ReportCount, say: Translator) -> str:
    return of_hundred(float(count.other), say)


def _width(share: float) -> float:
    return round(WIDTH * share, 1)


def _joined(values: Iterable[float]) -> str:
    return " ".join(f"{value:g}" for value in values)
