"""The figures behind a replayed class's pictures, row by row, as the page writes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flask_babel import gettext

from survey.core.estimation.shares import Estimate
from survey.lab.experiments.replay import Wall, expected_mean
from survey.web.i18n.localized_numbers import percent, whole

Rows = Sequence[tuple[str, ...]]
TENTHS = [Fraction(each, 10) for each in range(11)]


@dataclass(frozen=True)
class Behind:
    """What the line, the wall and the groups of ten are drawn from."""

    path: Rows
    wall: Rows
    tens: Rows


def figures_behind(estimate: Estimate, wall: Wall, tens: Sequence[float]) -> Behind:
    """Shares in percent, to one decimal, not clipped; the line at every tenth of the true share."""
    return Behind(
        [(percent(each), percent(expected_mean(each, estimate), 1)) for each in TENTHS],
        [
            (
                whole(place),
                *(percent(each, 1) for each in (redraw.estimate, redraw.low, redraw.high)),
                gettext("No") if redraw.missed else gettext("Yes"),
            )
            for place, redraw in enumerate(wall.redraws, start=1)
        ],
        [(whole(place), percent(each, 1)) for place, each in enumerate(tens, start=1)],
    )
