"""survey crosstab: two columns of reports beside each other."""

import json
from fractions import Fraction

import click

from survey.cli.csv_table import open_table
from survey.cli.csv_table import printable
from survey.cli.options import confidence_option
from survey.cli.options import format_option
from survey.cli.options import gamma_option
from survey.cli.pairs import Pairs
from survey.cli.pairs import read_pairs
from survey.cli.text_table import aligned
from survey.core.groups import Relation
from survey.core.intervals import Interval
from survey.core.relation_documents import COLUMNS
from survey.core.relation_documents import relation_document
from survey.core.relation_documents import relation_rows
from survey.core.relations import CrossTable
from survey.core.sentences import percent
from survey.core.sentences import points
from survey.core.tables import plain_csv


@click.command(
    epilog="""\b
Examples:
  survey crosstab reports.csv q1 q2               the app's own export knows its questions
  survey crosstab benefit.csv wrote hours --gamma 3/10
  survey crosstab exams.csv faculty copied --openly faculty --gamma 1/3 --format json
"""
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.argument("first")
@click.argument("second")
@gamma_option(required=False)
@click.option(
    "--openly", multiple=True, help="This column was not randomized: its cells are groups."
)
@confidence_option
@format_option
def crosstab(
    file: str,
    first: str,
    second: str,
    gamma: Fraction | None,
    openly: tuple[str, ...],
    confidence: float,
    format_: str,
) -> None:
    """Estimate the joint and conditional shares of the columns FIRST and SECOND of FILE.

    FIRST makes the groups between which SECOND is compared.
    """
    if first == second:
        raise click.UsageError("Give two different columns.")
    with open_table(file) as table:
        pairs = read_pairs(table, (first, second), gamma, openly)
    relation = Relation(
        CrossTable(*pairs.items, pairs.counts, confidence), pairs.questions[0], pairs.questions[1]
    )
    if format_ == "json":
        click.echo(json.dumps(relation_document(relation) | {"missing": pairs.missing}, indent=1))
    elif format_ == "csv":
        click.echo(plain_csv(COLUMNS, relation_rows(relation)), nl=False)
    else:
        click.echo(_text(relation, pairs))


def _text(relation: Relation, pairs: Pairs) -> str:
    table = relation.table
    groups, options = ([printable(label) for label in item.labels] for item in pairs.items)
    first, second = (printable(item.name) for item in pairs.items)
    head = f"{table.respondents:,} respondents, {pairs.missing:,} left out for a missing report"
    if table.joint is None:
        return head
    joint = [
        [group, *(percent(cell, 1) for cell in row)]
        for group, row in zip(groups, table.joint, strict=True)
    ]
    within = [
        [
            group,
            *(
                _with_ends(table.conditional(a, b), table.conditional_interval(a, b))
                for b in range(len(options))
            ),
        ]
        for a, group in enumerate(groups)
    ]
    differences = [
        [
            group,
            *(
                _with_ends(table.difference(a, 0, b), table.difference_interval(a, 0, b))
                for b in range(len(options))
            ),
        ]
        for a, group in enumerate(groups[1:], start=1)
    ]
    confidence = percent(table.confidence)
    parts = [
        (
            f"Both answers together, ±{points(table.joint_half_width())} points each "
            f"({confidence}, Hoeffding, not clipped)",
            joint,
        ),
        (f"{second} among each answer to {first}, with its {confidence} interval", within),
        (f"Difference from {first} = {groups[0]}", differences),
    ]
    corner = f"{first} \\ {second}"
    return "\n\n".join(
        [head]
        + [
            click.style(title, bold=True) + "\n" + aligned([[corner, *options], *rows])
            for title, rows in parts
        ]
    )


def _with_ends(share: float | None, ends: Interval | None) -> str:
    if share is None:
        return "–"
    return percent(share, 1) + (f" [{percent(ends[0], 1)}, {percent(ends[1], 1)}]" if ends else "")
