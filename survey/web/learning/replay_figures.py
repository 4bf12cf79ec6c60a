"""The figures behind the pictures of a replayed class, as rows of a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flask_babel import gettext

from survey.core.intervals.counts import ReportCount
from survey.lab.replay import Redraw, Wall, expected_mean
from survey.web.i18n.page_language import page_translator

Rows = Sequence[tuple[str, ...]]
TENTHS = [Fraction(each, 10) for each in range(11)]


@dataclass(frozen=True)
class PictureRows:
    """The figures behind four pictures, as rows: the line, both walls and the groups of ten."""

    path: Rows
    wall: Rows
    on_sight: Rows
    tens: Rows


def figures_behind(count: ReportCount, wall: Wall, tens: Sequence[float]) -> PictureRows:
    """Shares in percent, to one decimal, not clipped; the line at every tenth of the true share."""
    say = page_translator()
    return PictureRows(
        [(say.percent(each), say.percent(expected_mean(each, count), 1)) for each in TENTHS],
        _redrawn(wall.redraws),
        _redrawn(wall.on_sight.rows) if wall.on_sight else (),
        [(say.whole(place), say.percent(each, 1)) for place, each in enumerate(tens, start=1)],
    )


def _redrawn(redraws: Sequence[Redraw]) -> Rows:
    say = page_translator()
    return [
        (
            say.whole(place),
            *(say.percent(each, 1) for each in (redraw.estimate, redraw.low, redraw.high)),
            gettext("No") if redraw.missed else gettext("Yes"),
        )
        for place, redraw in enumerate(redraws, start=1)
    ]
