"""The geometry of the planner's picture: the margin over the class size, both logarithmic.

templates/charts/_trade_off.html draws it. On such scales Hoeffding's margin falls by half
a decade for each decade of respondents, a trusted curator's by a whole one.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from survey.core.intervals.registry import ANNOUNCED
from survey.core.planning.planner import (
    CENTRAL_LAPLACE,
    LARGEST_RESPONDENTS,
    Need,
    Plan,
    half_width,
)
from survey.text.figures import gamma_in_words, power_of_ten
from survey.text.question_meanings import SAYS_NOTHING
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_
from survey.web.charts.axis import AxisScale, decades

WIDTH, HEIGHT = 440, 320
LEFT, RIGHT, TOP, BOTTOM = 68, 366, 20, 276
LABEL_HEIGHT = 17
MOST_TICKS = 4
FEW_GAMMAS = tuple(Fraction(gamma) for gamma in ("1/10", "1/4", "9/20"))
SIZES = (10, 30, 100, 300, 1000, 3000, 10_000)


@dataclass(frozen=True)
class Curve:
    """The margin for every class size, as one straight line within the picture."""

    kind: str
    label: str
    start: tuple[float, float]
    end: tuple[float, float]
    label_at: tuple[float, float]

    @property
    def leaves_below(self) -> bool:
        return self.end[0] < RIGHT


@dataclass(frozen=True)
class TradeOff:
    """The picture of a plan: a few γ, the plan's own, and a trusted curator at the same ε.

    `said` is the plan in words. The scale ends at margins that exclude nothing; wider margins are
    drawn at its end.
    """

    plan: Plan
    need: Need
    said: str
    say: Translator

    name = "trade-off"
    width, height = WIDTH, HEIGHT
    left, right, top, bottom = LEFT, RIGHT, TOP, BOTTOM
    title = N_("Class size, γ and margin")

    @cached_property
    def sizes(self) -> AxisScale:
        n = self._respondents
        high = max(4, math.ceil(math.log10(n)))
        return _decades(0 if n < 10 else 1, high, LEFT, RIGHT, self._short)

    @cached_property
    def margins(self) -> AxisScale:
        """The scale of margins, up to intervals as wide as the scale of shares."""
        low = 10.0 ** min(-2, math.floor(math.log10(self.need.margin)))
        values = *decades(low, SAYS_NOTHING, MOST_TICKS), SAYS_NOTHING
        labels = tuple((margin, self.say.plain(100 * margin)) for margin in values)
        return AxisScale(low, SAYS_NOTHING, BOTTOM, TOP, labels, logarithmic=True)

    @property
    def mark(self) -> tuple[float, float]:
        return self.sizes.place(self._respondents), self.margins.place(self.need.margin)

    @property
    def mark_label(self) -> str:
        """The plan's result; its mark lies at the end of the scale if it is beyond."""
        respondents = self.say.whole(self._respondents)
        if not self.says_something:
            return self.say.gettext(
                "too wide to tell you anything with %(number)s", number=respondents
            )
        return self.say.gettext(
            "±%(points)s with %(number)s",
            points=self.say.points(self.need.margin),
            number=respondents,
        )

    @property
    def says_something(self) -> bool:
        return self.need.margin < SAYS_NOTHING

    @property
    def possible(self) -> bool:
        return self.need.gamma is not None

    @property
    def curves(self) -> list[Curve]:
        found = [
            self._curve("few", f"γ = {gamma}", self._hoeffding(gamma))
            for gamma in FEW_GAMMAS
            if gamma != self.need.gamma
        ]
        if (gamma := self.need.gamma) is not None:
            label = f"γ = {gamma_in_words(gamma)}"
            found.append(self._curve("planned", label, self._hoeffding(gamma)))
            found.append(self._curve("trusted", self.say.gettext("curator"), self._trusted(gamma)))
        return _apart([curve for curve in found if curve])

    @property
    def description(self) -> str:
        axes = self.say.gettext("Margin over class size, on logarithmic scales.")
        return f"{axes} {self.said}"

    @property
    def table(self) -> list[tuple[int, list[float]]]:
        """The class sizes with the margin of each of `columns`."""
        margins = [self._hoeffding(gamma) for gamma in self._gammas]
        if self.need.gamma is not None:
            margins.append(self._trusted(self.need.gamma))
        return [(n, [margin(n) for margin in margins]) for n in SIZES]

    @property
    def columns(self) -> list[str]:
        named = [f"γ = {gamma_in_words(gamma)}" for gamma in self._gammas]
        if not self.possible:
            return named
        epsilon = self.say.epsilon(self.need.epsilon)
        return [*named, self.say.gettext("Trusted curator, ε = %(epsilon)s", epsilon=epsilon)]

    @property
    def _respondents(self) -> int:
        assert self.need.respondents is not None  # Hoeffding's formula has no limit
        return self.need.respondents

    @property
    def _gammas(self) -> list[Fraction]:
        planned = [] if self.need.gamma is None else [self.need.gamma]
        return sorted({*FEW_GAMMAS, *planned})

    def _short(self, number: float) -> str:
        """10,000 in full, and larger powers of ten as 10⁶."""
        if number <= 10_000:
            return self.say.whole(round(number))
        return power_of_ten(round(math.log10(number)))

    def _hoeffding(self, gamma: Fraction) -> Callable[[int], float]:
        return lambda n: half_width(ANNOUNCED, n, gamma, self.plan.confidence)

    def _trusted(self, gamma: Fraction) -> Callable[[int], float]:
        return lambda n: half_width(CENTRAL_LAPLACE, n, gamma, self.plan.confidence)

    def _curve(self, kind: str, label: str, margin: Callable[[int], float]) -> Curve | None:
        """The part of a straight line that the picture holds; None if there is none."""
        at_one = math.log10(margin(1))
        slope = (math.log10(margin(LARGEST_RESPONDENTS)) - at_one) / math.log10(LARGEST_RESPONDENTS)
        first = max(math.log10(self.sizes.low), (math.log10(self.margins.high) - at_one) / slope)
        last = min(math.log10(self.sizes.high), (math.log10(self.margins.low) - at_one) / slope)
        if first >= last:
            return None
        start, end = (
            (self.sizes.place(10**size), self.margins.place(10 ** (at_one + slope * size)))
            for size in (first, last)
        )
        x, y = end
        return Curve(kind, label, start, end, (x + 6, y + 4) if x == RIGHT else (x + 4, y - 6))


def _apart(curves: list[Curve]) -> list[Curve]:
    """The curves from the top down; moves labels beside the picture so that none overlap."""
    apart, free = [], 0.0
    for curve in sorted(curves, key=lambda curve: curve.end[1]):
        x, y = curve.label_at
        if curve.label and not curve.leaves_below:
            y = max(y, free)
            free = y + LABEL_HEIGHT
        apart.append(replace(curve, label_at=(x, y)))
    return apart


def _decades(
    low: int, high: int, start: float, end: float, label: Callable[[float], str]
) -> AxisScale:
    """The scale from 10^low to 10^high."""
    least, largest = 10.0**low, 10.0**high
    labels = tuple((value, label(value)) for value in decades(least, largest, MOST_TICKS))
    return AxisScale(least, largest, start, end, labels, logarithmic=True)


def trade_off(plan: Plan, said: str, say: Translator = ENGLISH) -> TradeOff:
    return TradeOff(plan, plan.need(ANNOUNCED), said, say)
