"""The steps of key R: show all reports, remove those by chance alone, spread the rest.

Of n reports c name an option. Whatever the answers are, chance makes n·b of them name it, and
n(1 − a) name another one (a = keep, b = other). Of the other
n(a − b) reports c − n·b name it, which is the debiased share (survey/text/kinds/coin_words.py).

A square is a report, in columns from the left; those that name the option come first. Above
`MOST_SQUARES` reports, or where chance makes no whole number of them, the squares are one bar.
Options have a row each, of the reports that name them. Only what is drawn is clipped, at the ends
of its scale; figures are not. static/pages/coin_steps.js plays the steps, one each key.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from survey.core.estimates.quantity import Quantity
from survey.core.intervals.counts import ReportCount
from survey.core.results.results import QuestionResult
from survey.text.kinds.coin_words import (
    CoinWords,
    Remainder,
    Steps,
    number_of,
    of_number,
    of_options,
    of_yes,
)
from survey.text.translator import Translator

WIDTH = 900  # of the whole scale, in the picture's units
IN_A_ROW, MOST_SQUARES = 20, 60
PITCH = WIDTH // IN_A_ROW  # from one row of squares to the next
GAP, LITTLE_GAP = 5, 4
EDGE = 7  # the hatched edge: around a square's core, above and below a bar's
OPTION_HEIGHT = 24


@dataclass(frozen=True)
class Cell:
    """A report, or a part of a bar: its first place, and its last one unless it is by chance."""

    says: bool
    by_chance: bool
    x: float
    y: float
    width: float
    height: float
    last_x: float
    last_width: float
    last_y: float
    edges: tuple[float, float] | None

    @property
    def xs(self) -> str:
        return _joined(self.x, self.x, self.last_x)

    @property
    def ys(self) -> str:
        return _joined(self.y, self.y, self.last_y)

    @property
    def widths(self) -> str:
        return _joined(self.width, self.width, self.last_width)

    @property
    def core(self) -> tuple[float, float, float, float] | None:
        """(x, y, width, height) of the core within its edges; None without edges."""
        if not self.edges:
            return None
        x, y = self.edges
        return self.x + x, self.y + y, self.width - 2 * x, self.height - 2 * y


@dataclass(frozen=True)
class CoinPicture:
    """The reports of a yes/no question, or of a number's two ends, with their words."""

    cells: tuple[Cell, ...]
    rows: int
    words: CoinWords
    squares: bool

    width = WIDTH

    @property
    def height(self) -> int:
        return PITCH * self.rows


@dataclass(frozen=True)
class OptionBar:
    """The reports that name one option, with the figure of each step."""

    option: str
    cells: tuple[Cell, ...]
    figures: Steps
    squares: bool

    width, height = WIDTH, OPTION_HEIGHT


@dataclass(frozen=True)
class CoinSteps:
    """The picture of a question, or a bar for each of its options; a sentence for each step."""

    sentences: Steps
    picture: CoinPicture | None = None
    bars: tuple[OptionBar, ...] = ()


def coin_steps(result: QuestionResult, say: Translator) -> CoinSteps | None:
    """The three steps; None if nothing is known of any option, or no report names one.

    An option has a bar however few its reports are; if too little is known of it, its last bar is
    empty and its last figure "–".
    """
    headline = result.headline
    if headline is not None and headline.count is not None:
        if headline.nothing_known:
            return None
        words = (of_yes if headline.scale.share else of_number)(headline, headline.count, say)
        return CoinSteps(words.sentences, picture=_picture(headline.count, words))
    counted = [(row, row.count) for row in result.rows if row.count is not None]
    if all(row.nothing_known for row, _ in counted):
        return None
    all_known = not any(row.nothing_known for row, _ in counted)
    bars = tuple(_bar(row, count, say) for row, count in counted)
    return CoinSteps(of_options(counted[0][1], all_known, say), bars=bars)


def in_squares(count: ReportCount) -> bool:
    """Whether each report is a square: they are few, and chance makes a whole number of them."""
    rest = Remainder(count)
    whole = rest.chance.denominator == rest.chance_against.denominator == 1
    return whole and count.respondents <= MOST_SQUARES


@dataclass(frozen=True)
class _Part:
    """Reports from one place in their order to another; in squares it holds one report."""

    start: Fraction
    end: Fraction
    says: bool
    by_chance: bool


def _parts(count: ReportCount, squares: bool) -> list[_Part]:
    """The parts of the row: reports by chance at both ends, and the others between them."""
    rest, reported, all_of_them = Remainder(count), Fraction(count.reported), count.respondents
    first, last = min(rest.chance, reported), max(all_of_them - rest.chance_against, reported)
    bounds = [Fraction(0), first, reported, last, Fraction(all_of_them)]
    found = []
    for place, (start, end) in enumerate(zip(bounds, bounds[1:], strict=False)):
        says, by_chance = place < 2, place in (0, 3)
        step = Fraction(1) if squares else end - start
        while start < end:
            found.append(_Part(start, start + step, says, by_chance))
            start += step
    return found


def _picture(count: ReportCount, words: CoinWords) -> CoinPicture:
    squares = in_squares(count)
    rows = ceil(count.respondents / IN_A_ROW) if squares else 1
    columns = ceil(count.respondents / rows)

    def cell(part: _Part) -> Cell:
        if squares:
            column, row = divmod(int(part.start), rows)
            x, y, width = WIDTH * column / columns, PITCH * row, WIDTH / columns
        else:
            x, width = _along(part.start, count), _along(part.end - part.start, count)
            y = 0
        lowest = PITCH * (rows - 1)
        gap, edges = (GAP, (EDGE, EDGE)) if squares else (0, (0, EDGE))
        return _cell(part, count, (x, y, width, PITCH), lowest, gap, edges)

    return CoinPicture(tuple(map(cell, _parts(count, squares))), rows, words, squares)


def _bar(row: Quantity, count: ReportCount, say: Translator) -> OptionBar:
    """The bar of the reports that name an option; the other reports leave its rest empty."""
    squares = in_squares(count)

    def cell(part: _Part) -> Cell:
        width = _along(part.end - part.start, count)
        box = (_along(part.start, count), 0, width, OPTION_HEIGHT)
        return _cell(part, count, box, 0, LITTLE_GAP if squares else 0)

    unknown = row.nothing_known
    cells = [cell(part) for part in _parts(count, squares) if part.says]
    return OptionBar(
        row.of,
        tuple(replace(each, last_width=0) if unknown else each for each in cells),
        (
            say.whole(count.reported),
            number_of(Remainder(count).left, say),
            "–" if unknown else say.percent(row.estimate),
        ),
        squares,
    )


def _along(reports: Fraction, count: ReportCount) -> float:
    return float(WIDTH * reports / count.respondents)


def _cell(
    part: _Part,
    count: ReportCount,
    box: tuple[float, float, float, float],
    lowest: float,
    gap: float,
    edges: tuple[float, float] | None = None,
) -> Cell:
    """A cell in its box, without the gap to the next; the last step spreads it over the scale."""
    x, y, width, height = box
    rest = Remainder(count)
    start, end = (_last(each, rest) for each in (part.start, part.end))
    return Cell(
        part.says,
        part.by_chance,
        round(x + gap / 2, 1),
        round(y + gap / 2, 1),
        round(width - gap, 1),
        height - gap,
        round(start + gap / 2, 1),
        round(max(0.0, end - start - gap), 1),
        round(lowest + gap / 2, 1),
        edges,
    )


def _last(place: Fraction, rest: Remainder) -> float:
    """The place on the scale of a report once the remaining reports are spread."""
    part = float((place - rest.chance) / rest.whole)
    return WIDTH * min(max(part, 0.0), 1.0)


def _joined(*values: float) -> str:
    return " ".join(f"{value:g}" for value in values)
