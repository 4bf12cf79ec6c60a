"""survey estimate: debiased shares from a CSV of reports."""

import json
from fractions import Fraction

import click

from survey.cli.options import confidence_option
from survey.cli.options import format_option
from survey.cli.options import gamma_option
from survey.cli.reports_file import Column
from survey.cli.reports_file import count_reports
from survey.cli.reports_file import open_text
from survey.cli.reports_file import with_progress
from survey.core.estimation import Estimate
from survey.core.privacy import parse_gamma
from survey.core.results import estimate_document
from survey.core.sentences import percent
from survey.core.sentences import read_aloud
from survey.core.tables import ESTIMATE_COLUMNS
from survey.core.tables import estimate_row
from survey.core.tables import plain_csv
from survey.errors import DataError


@click.command(
    epilog="""\b
Examples:
  survey estimate reports.csv                     the app's own export knows its γ
  survey estimate nigeria.csv --gamma 1/3
  survey estimate exams.csv --gamma 1/3 --column copied --format json
"""
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@gamma_option(required=False)
@confidence_option
@click.option("--column", "columns", multiple=True, help="Only this column; may be repeated.")
@format_option
def estimate(
    file: str, gamma: Fraction | None, confidence: float, columns: tuple[str, ...], format_: str
) -> None:
    """Estimate the share of truthful "yes" in each column of FILE.

    Cells are 0/1, yes/no or true/false; empty and NA cells are missing.
    """
    name = "standard input" if file == "-" else file
    with open_text(file) as text:
        counted = count_reports(with_progress(text, f"Reading {name}"), name, columns)
    estimates = [(column, _estimate(column, gamma, confidence, name)) for column in counted]
    if format_ == "json":
        questions = [
            {**estimate_document(column.name, result), "missing": column.missing}
            for column, result in estimates
        ]
        click.echo(json.dumps({"confidence": confidence, "questions": questions}, indent=1))
    elif format_ == "csv":
        rows = [
            [*estimate_row(column.name, result), column.missing] for column, result in estimates
        ]
        click.echo(plain_csv([*ESTIMATE_COLUMNS, "missing"], rows), nl=False)
    else:
        click.echo("\n\n".join(_paragraph(column, result) for column, result in estimates))


def _estimate(column: Column, gamma: Fraction | None, confidence: float, name: str) -> Estimate:
    if gamma is None and column.gamma is None:
        raise DataError(f"{name} does not say its γ. Give it with --gamma, such as --gamma 1/4.")
    return Estimate(
        column.respondents, column.reported_yes, gamma or parse_gamma(column.gamma), confidence
    )


def _paragraph(column: Column, result: Estimate) -> str:
    low, high = result.hoeffding or (None, None)
    rows = [
        ("respondents", f"{result.respondents:,}"),
        ("missing", f"{column.missing:,}"),
        ("reported yes", f"{result.reported_yes:,} ({percent(result.share, 1)})"),
        ("estimate", percent(result.estimate, 1)),
        (f"Hoeffding {percent(result.confidence)}", f"{percent(low, 1)} to {percent(high, 1)}"),
        ("privacy", f"γ = {result.gamma}, ε = {result.epsilon:.4f}"),
    ]
    width = max(len(label) for label, _ in rows)
    lines = [click.style(column.name, bold=True)]
    lines += [f"  {label:<{width}}  {value}" for label, value in rows]
    lines.append(f"  {read_aloud(result)}")
    return "\n".join(lines)
