"""Values as the lab writes them, and the values behind a chart as a table."""

import math
from collections.abc import Sequence
from fractions import Fraction

from survey.lab.lesson import Chart
from survey.lab.words import FIGURES, said
from survey.translations.marked import N_

MOST_ROWS = 25


def figures_of(chart: Chart) -> list[tuple[str, list[str]]]:
    """The values behind the picture by their places: all, or evenly chosen ones if very many."""
    values = [dict(each.points) for each in chart.series]
    places = sorted({place for each in values for place in each})
    words = chart.x.words
    return [
        (
            words[round(place)] if words else short(place),
            [short(each[place]) if place in each else "–" for each in values],
        )
        for place in _evenly(places, chart.mark)
    ]


def short(value: float) -> str:
    """A value as the tables show it: four digits, commas, powers of ten if huge or tiny."""
    return FIGURES.short(value)


def percentage(share: float | Fraction) -> str:
    """A share in per cent, with a decimal if needed.

    A share below 1 is never written as 100%, and one above 0 never as 0%.
    """
    if 0.9995 <= share < 1:
        return said(N_("more than %(share)s"), share=FIGURES.percent(0.999, 1))
    if 0 < share < 0.0005:
        return said(N_("less than %(share)s"), share=FIGURES.percent(0.001, 1))
    return FIGURES.trimmed_percent(share)


def _evenly(places: Sequence[float], mark: float | None) -> list[float]:
    step = math.ceil(len(places) / MOST_ROWS)
    return [each for number, each in enumerate(places) if number % step == 0 or each == mark]
