"""The relation of two items as plain JSON values and as rows of a table."""

from typing import Any

from survey.core.intervals.counts import Interval
from survey.core.results.crosstab import Relation
from survey.exports.results_csv import interval_columns

GUARANTEED, LIKELIHOOD = "guaranteed", "likelihood"

COLUMNS = (
    "quantity",
    "group",
    "reference",
    "option",
    "respondents",
    "estimate",
    *interval_columns([GUARANTEED, LIKELIHOOD]),
)

DEFINITIONS = {
    "joint": (
        "the unbiased share of respondents with both answers: M1^-1 (counts / n) M2^-T; of a "
        "number the answer is the end of its range to which it was rounded at random"
    ),
    "conditional": "joint over the sum of its row: the share of the option within the group",
    "difference": "conditional of the group less that of the reference group",
    GUARANTEED: (
        "for any class, by the exact moment generating function of its reports (Chernoff): all "
        "shares in [0; 1] that it does not contradict; each interval by itself; with a cap at "
        "every look at once (Ville), at the rate that is best at the cap"
    ),
    LIKELIHOOD: (
        "approximate, by profile likelihood: conditional shares and their differences, of two "
        "questions with two options, gamma from 1/4 on and 30 respondents or more; else empty"
    ),
}


def relation_document(relation: Relation) -> dict[str, Any]:
    """Everything in the cross-table; null where there is no estimate."""
    table = relation.table
    return {
        "first": {"item": table.first.name, "labels": relation.groups},
        "second": {"item": table.second.name, "labels": relation.options},
        "gammas": [str(table.first.gamma), str(table.second.gamma)],
        "respondents": table.respondents,
        "confidence": table.confidence,
        "cap": table.cap,
        "counts": [list(row) for row in table.counts],
        "rows": [dict(zip(COLUMNS, row, strict=True)) for row in relation_rows(relation)],
        "definitions": DEFINITIONS,
    }


def relation_rows(relation: Relation) -> list[list[Any]]:
    """One row for each figure, under COLUMNS."""
    table = relation.table
    groups, options = relation.groups, relation.options
    rows: list[list[Any]] = []
    for a, group in enumerate(groups):
        for b, option in enumerate(options):
            cell = None if table.joint is None else table.joint[a][b]
            ends = table.joint_interval(a, b)
            rows.append(_row("joint", group, "", option, table.counts[a][b], cell, ends))
    for a, group in enumerate(groups):
        for b, option in enumerate(options):
            share, ends = table.conditional(a, b), table.conditional_interval(a, b)
            likely = table.likelihood_interval(a, b)
            rows.append(_row("conditional", group, "", option, None, share, ends, likely))
    for a, group in enumerate(groups[1:], start=1):
        for b, option in enumerate(options):
            share, ends = table.difference(a, 0, b), table.difference_interval(a, 0, b)
            likely = table.likely_difference(a, 0, b)
            rows.append(_row("difference", group, groups[0], option, None, share, ends, likely))
    return rows


def _row(
    quantity: str,
    group: str,
    reference: str,
    option: str,
    respondents: int | None,
    estimate: float | None,
    ends: Interval | None,
    likely: Interval | None = None,
) -> list[Any]:
    none = (None, None)
    named = [quantity, group, reference, option, respondents, estimate]
    return [*named, *(ends or none), *(likely or none)]
