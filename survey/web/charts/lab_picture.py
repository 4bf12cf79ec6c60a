"""The geometry of the lab's pictures; templates/charts/_lab_picture.html draws it as SVG.

A chart of lines and dots has two axes. A chart of bars alone lies on its side, a row
for each place, so that words have room on a phone.
"""

import math
from dataclasses import dataclass
from functools import cached_property

from survey.lab.lesson import Axis, Chart
from survey.text.figures import power_of_ten
from survey.web.charts.axis import AxisScale, Labels, decades, round_values
from survey.web.i18n.page_language import page_translator

WIDTH = 440
LEFT, RIGHT, TOP, PLOT_HEIGHT = 58, 412, 14, 256
AXIS_HEIGHT = 44
ROW_TOP, ROW_GAP, BAR, BAR_GAP = 22, 14, 15, 5
STANDING_BAR = 9
WORD_LETTER = 9  # a letter's width if the picture is as small as on a phone
VALUE_ROOM = 62  # beside the longest bar, for its value
MOST_TICKS = 6


@dataclass(frozen=True)
class Shape:
    """One series; its `number` in its chart decides its style."""

    label: str
    drawn: str
    number: int
    points: list[tuple[float, float]]

    @property
    def path(self) -> str:
        return "M" + " L".join(f"{x} {y}" for x, y in self.points) if self.points else ""


@dataclass(frozen=True)
class Plot:
    """Lines and dots between two axes."""

    chart: Chart

    width, height = WIDTH, TOP + PLOT_HEIGHT + AXIS_HEIGHT
    left, right, top, bottom = LEFT, RIGHT, TOP, TOP + PLOT_HEIGHT
    bar = STANDING_BAR
    lying = False

    @cached_property
    def x(self) -> AxisScale:
        return scale_of(self.chart.x, LEFT, RIGHT)

    @cached_property
    def y(self) -> AxisScale:
        return scale_of(self.chart.y, self.bottom, TOP)

    @property
    def mark(self) -> float | None:
        return None if self.chart.mark is None else self.x.place(self.chart.mark)

    @property
    def chosen(self) -> tuple[float, float] | None:
        """Where the chosen part of the axis begins and ends."""
        part = self.chart.chosen
        return (self.x.place(part.low), self.x.place(part.high)) if part else None

    @property
    def shapes(self) -> list[Shape]:
        """The series; bars of one place stand side by side around it."""
        bars = [each.label for each in self.chart.series if each.drawn == "bars"]
        found = []
        for number, each in enumerate(self.chart.series, 1):
            aside = 0.0
            if each.drawn == "bars":
                aside = (bars.index(each.label) - (len(bars) - 1) / 2) * (self.bar + BAR_GAP)
            points = [(self.x.place(x) + aside, self.y.place(y)) for x, y in each.points]
            found.append(Shape(each.label, each.drawn, number, points))
        return found

    @property
    def word_rows(self) -> list[tuple[float, int, str]]:
        """The words along the axis, alternating between two rows where one is too narrow."""
        room = (RIGHT - LEFT) / len(self.chart.x.words)
        rows = 2 if max(map(len, self.chart.x.words)) * WORD_LETTER > room else 1
        return [(x, number % rows, word) for number, (x, word) in enumerate(self.x.ticks)]


@dataclass(frozen=True)
class Bar:
    """The bar of one value."""

    number: int
    y: float
    length: float
    value: str


@dataclass(frozen=True)
class PlaceRow:
    """A place on the vertical axis, with a bar for each series."""

    label: str
    y: float
    marked: bool
    bars: list[Bar]


@dataclass(frozen=True)
class Bars:
    """Lying bars, one row for each place."""

    chart: Chart

    width, left, bar = WIDTH, 8, BAR
    lying = True

    @property
    def height(self) -> int:
        return len(self.chart.x.words) * self._row_height + 4

    @property
    def rows(self) -> list[PlaceRow]:
        found = []
        for place, word in enumerate(self.chart.x.words):
            top = place * self._row_height
            marked = self.chart.mark == place
            found.append(
                PlaceRow(word, top + ROW_TOP - 7, marked, self._bars(place, top + ROW_TOP))
            )
        return found

    def _bars(self, place: int, top: float) -> list[Bar]:
        lengths = scale_of(self.chart.y, 0, WIDTH - 2 * self.left - VALUE_ROOM)
        found = []
        for number, each in enumerate(self.chart.series, 1):
            value = dict(each.points).get(place)
            if value is not None:
                y = top + (number - 1) * (BAR + BAR_GAP)
                found.append(Bar(number, y, lengths.place(value), page_translator().short(value)))
        return found

    @property
    def _row_height(self) -> int:
        return ROW_TOP + len(self.chart.series) * (BAR + BAR_GAP) + ROW_GAP - BAR_GAP


def picture_of(chart: Chart) -> Plot | Bars:
    """The layout that suits the chart."""
    lying = bool(chart.x.words) and all(each.drawn == "bars" for each in chart.series)
    return Bars(chart) if lying else Plot(chart)


def scale_of(axis: Axis, start: float, end: float) -> AxisScale:
    """The axis laid out from `start` to `end`, with ticks at its words, or at round values."""
    labels: Labels
    if axis.words:
        labels = tuple(enumerate(axis.words))
    elif axis.logarithmic:
        powers = decades(axis.low, axis.high, MOST_TICKS)
        labels = tuple((value, _decade(value)) for value in powers)
    else:
        values = round_values(axis.low, axis.high, MOST_TICKS)
        labels = tuple((value, page_translator().plain(float(f"{value:.6g}"))) for value in values)
    return AxisScale(axis.low, axis.high, start, end, labels, axis.logarithmic)


def _decade(value: float) -> str:
    """0.001 to 1,000 in full, and other powers of ten as 10⁶."""
    if 1e-3 <= value <= 1e3:
        return page_translator().plain(float(f"{value:.6g}"))
    return power_of_ten(round(math.log10(value)))
