"""The geometry of the pictures of estimates; templates/charts/_pictures.html draws it as SVG.

Only here are values clipped, to the picture's scale; `clipped` says if any was.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from survey.core.estimation.means import RatingMean
from survey.core.estimation.results import Mean, QuestionResult
from survey.core.estimation.shares import Estimate
from survey.core.intervals.interval import Interval
from survey.core.intervals.registry import ANNOUNCED
from survey.text.summaries import read_aloud, tells
from survey.text.translator import ENGLISH, Translator
from survey.web.charts.axis import Scale
from survey.web.charts.legends import Key, figures_in_words, legend_of

WIDTH = 400
MARGIN = 24
LABEL_HEIGHT = 18
ROW_HEIGHT = 66
AXIS_HEIGHT = 28
TOP = 6
LONGEST_LABEL = 40  # characters; the table beside the picture holds the whole text


def shares_scale(translator: Translator = ENGLISH) -> Scale:
    """The scale of shares, from nobody to everyone."""
    labels = tuple((part / 4, translator.percent(part / 4)) for part in range(5))
    return Scale(0, 1, MARGIN, WIDTH - MARGIN, labels)


SHARES = shares_scale()


def scale_of(mean: Mean, translator: Translator = ENGLISH) -> Scale:
    """The scale from the least to the largest answer; ticks at every rating, or at up to five."""
    low, high = mean.low, mean.high
    if isinstance(mean, RatingMean):
        values: Sequence[float] = range(low, high + 1)
    else:
        parts = min(4, high - low)
        values = [low + part * (high - low) / parts for part in range(parts + 1)]
    labels = tuple((value, translator.plain(value)) for value in values)
    return Scale(low, high, MARGIN, WIDTH - MARGIN, labels)


@dataclass(frozen=True)
class Whisker:
    """An interval's ends on the picture, and which of them lie outside it."""

    low: float
    high: float
    low_is_cut: bool
    high_is_cut: bool


@dataclass(frozen=True)
class Row:
    """One estimate: its dot and intervals, and below them what was received, from `y` downwards.

    There is no dot where Hoeffding's interval holds every possible value.
    """

    label: str | None
    y: float
    raw: float
    dot: float | None
    first: Whisker | None
    second: Whisker | None
    projected: float | None
    clipped: bool

    @property
    def raw_y(self) -> float:
        """The height of what was received, below the intervals."""
        return self.y + (44 if self.second else 26)

    @property
    def height(self) -> float:
        return ROW_HEIGHT if self.second else ROW_HEIGHT - 18


@dataclass(frozen=True)
class Picture:
    """Dots with whiskers on one scale, one row for each estimate.

    `title`, `figures` and `keys` are for a file; a page shows them beside the picture.
    """

    name: str
    description: str
    scale: Scale
    rows: tuple[Row, ...]
    title: str = ""
    figures: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()

    drawn_by = "charts/_pictures.html"

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def axis(self) -> float:
        """Where the axis lies, below the last row."""
        return self.rows[-1].y + self.rows[-1].height

    @property
    def height(self) -> float:
        return self.axis + AXIS_HEIGHT

    @property
    def clipped(self) -> bool:
        return any(row.clipped for row in self.rows)


def pictures_of(
    result: QuestionResult, second: str, translator: Translator = ENGLISH
) -> list[Picture]:
    """The pictures of a question's shares and mean, described in words; none if nobody responded.

    `second` is the interval drawn below Hoeffding's.
    """
    if not result.statements[0].respondents:
        return []
    pictures, described = [], read_aloud(result, translator)
    if result.shares:
        shares = shares_scale(translator)
        labelled = not result.question.yes_no
        rows, lines = [], []
        y: float = TOP
        for share in result.shares:
            if labelled:
                y += LABEL_HEIGHT
            label = shortened(share.option) if labelled else None
            rows.append(_row(shares, label, y, share.estimate, second, share.projected))
            y += rows[-1].height
            words = figures_in_words(share.estimate, second, translator)
            lines.append(f"{share.option}: {words}" if labelled else words)
        pictures.append(Picture(result.name, described, shares, tuple(rows), figures=tuple(lines)))
    if result.mean is not None:
        scale = scale_of(result.mean, translator)
        row = _row(scale, None, TOP, result.mean, second)
        words = _mean_in_words(result.mean, translator) if result.shares else described
        figures = (figures_in_words(result.mean, second, translator),)
        pictures.append(Picture(f"{result.name}-mean", words, scale, (row,), figures=figures))
    return [_with_legend(picture, result, second, translator) for picture in pictures]


def _with_legend(
    picture: Picture, result: QuestionResult, second: str, translator: Translator
) -> Picture:
    projected = any(row.projected is not None for row in picture.rows)
    keys = legend_of(second, projected, picture.clipped, translator)
    return replace(picture, title=result.question.text, keys=keys)


def _mean_in_words(mean: Mean, translator: Translator) -> str:
    return translator.gettext(
        "Mean %(mean)s, on %(least)s to %(most)s.",
        mean=translator.number(mean.estimate),
        least=translator.whole(mean.low),
        most=translator.whole(mean.high),
    )


def _row(
    scale: Scale,
    label: str | None,
    y: float,
    statement: Estimate | Mean,
    second: str,
    projected: float | None = None,
) -> Row:
    estimate, received = statement.estimate, _received(statement)
    assert estimate is not None and received is not None  # somebody responded
    ends = [statement.interval(ANNOUNCED), statement.interval(second)]
    # An interval of a single point, as a small class may have at a γ near 1/2, needs no whisker.
    whiskers = [whisker(scale, each) if each and each[0] < each[1] else None for each in ends]
    return Row(
        label=label,
        y=y,
        raw=scale.place(received),
        dot=scale.place(estimate) if tells(statement) else None,
        first=whiskers[0],
        second=whiskers[1],
        projected=None if projected is None else scale.place(projected),
        clipped=not scale.holds(estimate)
        or any(each and (each.low_is_cut or each.high_is_cut) for each in whiskers),
    )


def _received(statement: Estimate | Mean) -> float | None:
    """The share or mean of the reports as received, before debiasing."""
    return statement.share if isinstance(statement, Estimate) else statement.received


def whisker(scale: Scale, interval: Interval) -> Whisker:
    low, high = interval
    return Whisker(scale.place(low), scale.place(high), low < scale.low, high > scale.high)


def shortened(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
