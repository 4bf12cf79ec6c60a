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

from survey.core.estimation.means import NumberMean
from survey.core.estimation.results import Estimated, QuestionResult
from survey.core.estimation.scale import fills_the_scale
from survey.core.estimation.shares import Estimate
from survey.text.number_format import number, percent, plain
from survey.text.slide_words import of_hundred

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


def coin_steps(result: QuestionResult, told: str) -> CoinSteps | None:
    """The three steps of every option; None if nothing is known of any.

    The reports of an option can be counted however few they are; where too little is known of it,
    its last bar is empty and its last figure "–".
    """
    if isinstance(result.mean, NumberMean):
        mean = result.mean
        if not mean.respondents or fills_the_scale(mean, told):
            return None
        bar = _bar("", mean.bit, mean)
        return CoinSteps((bar,), _of_number(mean, bar))
    known = [not fills_the_scale(share.estimate, told) for share in result.shares]
    if not any(known):
        return None
    first = result.shares[0].estimate
    if result.question.yes_no:
        bar = _bar("", first)
        return CoinSteps((bar,), _of_yes(first, bar))
    bars = [_bar(share.option, share.estimate) for share in result.shares]
    bars = [
        bar if is_known else _without_estimate(bar)
        for bar, is_known in zip(bars, known, strict=True)
    ]
    return CoinSteps(tuple(bars), _of_options(first, all(known)))


def _without_estimate(bar: CoinBar) -> CoinBar:
    """The bar of an option of which too little is known for a last step."""
    received, left, _ = bar.figures
    return replace(bar, kept=(*bar.kept[:LAST], (0, 0)), figures=(received, left, "–"))


def _bar(option: str, received: Estimate, stated: Estimated | None = None) -> CoinBar:
    """The bar of one share of reports; `stated` is what it estimates, if that is a mean.

    The bar of an `option` has shorter figures, for a row.
    """
    share, estimate = received.share, received.estimate
    assert share is not None and estimate is not None  # somebody responded
    chance = float(received.other)
    span = float(received.keep - received.other)
    hatched, left = min(share, chance), max(share - chance, 0)
    of_span = "" if option else f" of {of_hundred(span)}"
    last = percent(estimate) if stated is None else number(stated.estimate)
    return CoinBar(
        option=option,
        chance=_width(hatched),
        kept=(
            (_width(hatched), _width(left)),
            (0, _width(left)),
            (0, _width(min(max(estimate, 0), 1))),
        ),
        frame=(WIDTH, _width(span), WIDTH),
        figures=(percent(share, 1), f"{of_hundred(share - chance)}{of_span}", last),
    )


def _of_yes(estimate: Estimate, bar: CoinBar) -> tuple[str, str, str]:
    return (
        f"{bar.figures[FIRST]} of the reports said yes.",
        f"The coin alone makes {_by_chance(estimate)} say yes. Take these away.",
        f"What is left, {bar.figures[LEFT]}, is {bar.figures[LAST]}: the estimate.",
    )


def _of_options(estimate: Estimate, all_known: bool) -> tuple[str, str, str]:
    span = float(estimate.keep - estimate.other)
    return (
        "So many of the reports named each option.",
        f"The coin alone makes {_by_chance(estimate)} name each of them. Take these away.",
        f"What is left is of {of_hundred(span)}. Widened to the whole, it is the estimates."
        f"{'' if all_known else ' Where “–” stands, too little is known.'}",
    )


def _of_number(mean: NumberMean, bar: CoinBar) -> tuple[str, str, str]:
    low, high = plain(mean.low), plain(mean.high)
    share = percent(mean.bit.estimate)
    return (
        f"{bar.figures[FIRST]} of the reports said {high}, the others {low}.",
        f"The coin alone makes {_by_chance(mean.bit)} say {high}. Take these away.",
        f"What is left, {bar.figures[LEFT]}, is {share} of the way from {low} to {high}: "
        f"{bar.figures[LAST]} on average.",
    )


def _by_chance(estimate: Estimate) -> str:
    return f"{of_hundred(float(estimate.other))} of 100"


def _width(share: float) -> float:
    return round(WIDTH * share, 1)


def _joined(values: Iterable[float]) -> str:
    return " ".join(f"{value:g}" for value in values)
