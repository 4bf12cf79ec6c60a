"""The picture of a relation: one row for each group's share, with its interval."""

from dataclasses import replace

from survey.core.results.relation import Relation
from survey.text.crosstab_summaries import group_in_words, option_in_words
from survey.text.translator import ENGLISH
from survey.web.charts.axis import CUT, Key
from survey.web.charts.relation_rows import (
    LABEL_HEIGHT,
    SHARES,
    TOP,
    EstimateRow,
    Picture,
    shortened,
    whisker,
)

MOST_ROWS = 20  # beyond that the table is enough
LEGEND = (
    Key("dot", "debiased share within the group with its interval"),
    Key("raw", "share among the reports as received"),
)


def picture_of_relation(relation: Relation, description: str) -> Picture | None:
    """The conditional shares of "yes", or of every option; None if there are none or too many."""
    table = relation.table
    options = range(table.second.options) if table.second.options > 2 else [1]
    pairs = [(group, option) for group in range(table.first.options) for option in options]
    if len(pairs) > MOST_ROWS:
        return None
    rows, figures, y = [], [], float(TOP)
    for group, option in pairs:
        row = _row(relation, group, option, y)
        if row is not None:
            rows.append(row)
            figures.append(f"{row.label}: {_figures(relation, group, option)}")
            y += LABEL_HEIGHT + row.height
    if not rows:
        return None
    drawn = Picture("relation", description, SHARES, tuple(rows), figures=tuple(figures))
    return replace(drawn, title=description, keys=LEGEND + (CUT,) * drawn.clipped)


def _figures(relation: Relation, group: int, option: int) -> str:
    """The share within a group and its interval; "–" for the share if everything is possible."""
    share = relation.table.conditional(group, option)
    ends = relation.table.conditional_interval(group, option)
    assert ends is not None  # else there is no row
    low, high = (ENGLISH.percent(end, 1) for end in ends)
    shown = "–" if ends == (0, 1) else ENGLISH.percent(share, 1)
    return f"{shown} · {low} to {high}"


def _row(relation: Relation, group: int, option: int, y: float) -> EstimateRow | None:
    table = relation.table
    share, ends = table.conditional(group, option), table.conditional_interval(group, option)
    received = sum(table.counts[group])
    if share is None or ends is None or not received:
        return None
    label = f"{group_in_words(relation, group)}: {option_in_words(relation, option)}"
    return EstimateRow(
        label=shortened(label),
        y=y + LABEL_HEIGHT,
        raw=SHARES.place(table.counts[group][option] / received),
        dot=None if ends == (0, 1) else SHARES.place(share),
        first=whisker(SHARES, ends) if ends[0] < ends[1] else None,
        second=None,
        projected=None,
        clipped=ends != (0, 1) and not SHARES.holds(share),
    )
