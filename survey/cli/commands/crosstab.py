"""survey crosstab: relates two columns of reports."""

import json
from fractions import Fraction

import click

from survey.cli.columns.column_pairs import Pairs, read_pairs
from survey.cli.columns.opened_table import open_table
from survey.cli.options import (
    confidence_option,
    design_option,
    file_argument,
    format_option,
    gamma_option,
)
from survey.cli.output import aligned
from survey.core.mechanism.channel import Channel
from survey.core.results.crosstab import CrossTable, Relation
from survey.exports.csv_lines import plain_csv
from survey.exports.reading.csv_table import printable
from survey.exports.relation_values import COLUMNS, relation_document, relation_rows
from survey.text.crosstab_summaries import (
    difference_ends_in_words,
    difference_in_words,
    joint_ends_in_words,
    likely_ends_in_words,
    share_ends_in_words,
    share_in_words,
)
from survey.text.translator import ENGLISH

NOT_CUT = (
    "Shares are not cut: chance can carry an unbiased estimate below 0% or above 100%. Intervals "
    "are cut to 0% to 100%, where every class lies, so that a share may lie outside its own."
)


@click.command(
    epilog="""\b
Examples:
  survey crosstab reports.csv q1 q2         (a file of this app)
  survey crosstab exams.csv wrote copied --gamma 1/3 --format json
"""
)
@file_argument
@click.argument("first")
@click.argument("second")
@gamma_option
@design_option
@confidence_option
@format_option
def crosstab(
    file: str,
    first: str,
    second: str,
    gamma: Fraction | None,
    design: Channel | None,
    confidence: float,
    format_: str,
) -> None:
    """Relate two columns: shares, groups and differences.

    FIRST makes the groups between which SECOND is compared.
    """
    if first == second:
        raise click.UsageError("Give two different columns.")
    with open_table(file) as table:
        pairs = read_pairs(table, (first, second), gamma, design)
    cross_table = CrossTable(*pairs.items, pairs.counts, confidence, pairs.cap)
    if pairs.one_each and not cross_table.respondents:
        click.echo(
            "Warning: each respondent answered one question, so that no two answers are of one "
            "person. Relate questions that everybody was asked.",
            err=True,
        )
    relation = Relation(cross_table, *pairs.questions)
    if format_ == "json":
        click.echo(json.dumps(relation_document(relation) | {"missing": pairs.missing}, indent=1))
    elif format_ == "csv":
        click.echo(plain_csv(COLUMNS, relation_rows(relation)), nl=False)
    else:
        click.echo(_text(relation, pairs))


def _text(relation: Relation, pairs: Pairs) -> str:
    table = relation.table
    groups, options = (list(map(printable, each)) for each in (relation.groups, relation.options))
    first, second = (printable(item.name) for item in pairs.items)
    head = f"{table.respondents:,} respondents, {pairs.missing:,} left out for a missing report"
    if table.joint is None:
        return head
    corner = [f"{first} \\ {second}", *options]
    confidence = ENGLISH.exact_percent(table.confidence)
    joint = [[group, *_joint(table, a)] for a, group in enumerate(groups)]
    within = [[group, *_within(relation, a)] for a, group in enumerate(groups)]
    differences = [[group, *_beside_first(relation, a)] for a, group in enumerate(groups) if a]
    tables = {
        f"Both answers together, with their {confidence} intervals": [corner, *joint],
        f"{second} among each answer to {first}, with its {confidence} interval": [corner, *within],
        f"Difference from {first} = {groups[0]}, in points": [corner, *differences],
    }
    if table.likelihood_interval(0, 0):
        likely = [[group, *_likely(table, a)] for a, group in enumerate(groups)]
        title = f"{second} among each answer to {first}, approximate {confidence} intervals"
        tables[title] = [corner, *likely]
    notes = [NOT_CUT] if _beyond(table) else []
    parts = [f"{click.style(title, bold=True)}\n{aligned(rows)}" for title, rows in tables.items()]
    return "\n\n".join([head, *parts, *notes])


def _beyond(table: CrossTable) -> bool:
    """Whether a share that is shown lies below 0 % or above 100 %."""
    places = [(a, b) for a in range(table.first.options) for b in range(table.second.options)]
    shares = [table.joint[a][b] for a, b in places] if table.joint else []
    within = [table.conditional(a, b) for a, b in places]
    return any(not 0 <= each <= 1 for each in [*shares, *within] if each is not None)


def _joint(table: CrossTable, group: int) -> list[str]:
    """The joint shares of this group, with their intervals."""
    shares = table.joint[group] if table.joint else ()
    return [
        _bracketed(ENGLISH.percent(share, 1), joint_ends_in_words(table, group, b))
        for b, share in enumerate(shares)
    ]


def _likely(table: CrossTable, group: int) -> list[str]:
    return [likely_ends_in_words(table, group, b) for b in range(table.second.options)]


def _within(relation: Relation, group: int) -> list[str]:
    """The shares within this group, with their intervals."""
    table = relation.table
    return [
        _bracketed(share_in_words(table, group, b), share_ends_in_words(table, group, b))
        for b in range(table.second.options)
    ]


def _beside_first(relation: Relation, group: int) -> list[str]:
    """The differences of this group's shares from the first group's, with their intervals."""
    table = relation.table
    return [
        _bracketed(
            difference_in_words(table, group, 0, b), difference_ends_in_words(table, group, 0, b)
        )
        for b in range(table.second.options)
    ]


def _bracketed(figure: str, ends: str) -> str:
    return figure if ends == "–" else f"{figure} [{ends}]"
