"""survey estimate: debiased shares from a CSV of reports."""

import json
from collections.abc import Sequence
from fractions import Fraction

import click

from survey.cli.options import confidence_option
from survey.cli.options import format_option
from survey.cli.options import gamma_option
from survey.cli.reports_file import Column
from survey.cli.reports_file import count_reports
from survey.cli.reports_file import open_text
from survey.cli.reports_file import with_progress
from survey.core.documents import estimate_document
from survey.core.estimation import Estimate
from survey.core.intervals import INTERVALS
from survey.core.privacy import parse_gamma
from survey.core.reading import ends_in_words
from survey.core.reading import read_share
from survey.core.sentences import percent
from survey.core.tables import ESTIMATE_COLUMNS
from survey.core.tables import interval_columns
from survey.core.tables import plain_csv
from survey.core.tables import share_row
from survey.errors import DataError
from survey.errors import ParameterError


@click.command(
    epilog="""\b
Examples:
  survey estimate reports.csv                     the app's own export knows its γ
  survey estimate nigeria.csv --gamma 1/3
  survey estimate exams.csv --gamma 1/3 --column copied --format json
  survey estimate exams.csv --gamma 1/3 --interval all
"""
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@gamma_option(required=False)
@confidence_option
@click.option(
    "--interval",
    type=click.Choice([*INTERVALS, "all"]),
    default="hoeffding",
    show_default=True,
    help="class: exact for this class; population: the class is a sample; "
    "anytime: looked at again and again.",
)
@click.option(
    "--expected",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Respondents expected before the data; tunes the anytime interval.",
)
@click.option("--column", "columns", multiple=True, help="Only this column; may be repeated.")
@format_option
def estimate(
    file: str,
    gamma: Fraction | None,
    confidence: float,
    interval: str,
    expected: int,
    columns: tuple[str, ...],
    format_: str,
) -> None:
    """Estimate the share of truthful "yes" in each column of FILE.

    Cells are 0/1, yes/no or true/false; empty and NA cells are missing.
    """
    name = "standard input" if file == "-" else file
    with open_text(file, name) as text:
        counted = count_reports(with_progress(text, f"Reading {name}"), name, columns)
    estimates = [
        (column, _estimate(column, gamma, confidence, expected, name)) for column in counted
    ]
    intervals = INTERVALS if interval == "all" else (interval,)
    if format_ == "json":
        questions = [
            {**estimate_document(column.name, result, intervals), "missing": column.missing}
            for column, result in estimates
        ]
        click.echo(json.dumps({"confidence": confidence, "questions": questions}, indent=1))
    elif format_ == "csv":
        header = [*ESTIMATE_COLUMNS, *interval_columns(intervals), "missing"]
        rows = [
            [*share_row(column.name, result, intervals), column.missing]
            for column, result in estimates
        ]
        click.echo(plain_csv(header, rows), nl=False)
    else:
        paragraphs = [_paragraph(column, result, intervals) for column, result in estimates]
        click.echo("\n\n".join(paragraphs))


def _estimate(
    column: Column, gamma: Fraction | None, confidence: float, expected: int, name: str
) -> Estimate:
    if gamma is None and column.gamma:
        try:
            gamma = parse_gamma(column.gamma)
        except ParameterError as error:
            raise DataError(f"{name}, the γ of {column.name}: {error.message}") from error
    if gamma is None:
        raise DataError(f"{name} does not say its γ. Give it with --gamma, such as --gamma 1/4.")
    return Estimate(column.respondents, column.reported_yes, gamma, confidence, expected)


def _paragraph(column: Column, result: Estimate, intervals: Sequence[str]) -> str:
    rows = [
        ("respondents", f"{result.respondents:,}"),
        ("missing", f"{column.missing:,}"),
        ("reported yes", f"{result.reported_yes:,} ({percent(result.share, 1)})"),
        ("estimate", percent(result.estimate, 1) + _not_clipped(result)),
    ]
    rows += [
        (f"{name} {percent(result.confidence)}", ends_in_words(result, name)) for name in intervals
    ]
    rows.append(("privacy", f"γ = {result.gamma}, ε = {result.epsilon:.4f}"))
    width = max(len(label) for label, _ in rows)
    lines = [click.style(_printable(column.name), bold=True)]
    lines += [f"  {label:<{width}}  {value}" for label, value in rows]
    lines.append(f"  {read_share(result)}")
    return "\n".join(lines)


def _not_clipped(result: Estimate) -> str:
    if result.estimate is None or 0 <= result.estimate <= 1:
        return ""
    return " (not clipped: chance can carry an unbiased estimate outside 0% to 100%)"


def _printable(name: str) -> str:
    # A file may come from anyone: its column names must not steer the terminal.
    return name if name.isprintable() else repr(name)
