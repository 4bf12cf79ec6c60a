"""survey regress: fits how the odds of a truthful yes depend on covariates."""

import json
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

import click

from survey.cli.columns.column_spec import ReportColumn, report_columns
from survey.cli.columns.covariates import Covariate, covariates_of
from survey.cli.columns.opened_table import open_table
from survey.cli.columns.regression_summary import COLUMNS, RegressionSummary
from survey.cli.options import (
    WholeNumber,
    confidence_option,
    design_option,
    file_argument,
    format_option,
    gamma_option,
)
from survey.core.estimates.likelihood import STARTS
from survey.core.estimates.regression import regress as fit
from survey.core.library.column_values import MISSING
from survey.core.library.covariates import check_signs, number
from survey.core.mechanism.channel import Channel
from survey.errors import DataError, ParameterError
from survey.exports.csv_lines import plain_csv
from survey.exports.reading.csv_table import CsvTable, printable


@click.command(
    epilog="""\b
Examples:
  survey regress exams.csv --outcome copied --gamma 1/3 --on age,faculty
  survey regress exams.csv --outcome copied --gamma 1/3 --on age --format csv
"""
)
@file_argument
@click.option("--outcome", required=True, help="The column of yes/no reports.")
@gamma_option
@design_option
@click.option("--on", "covariates", default="", help="Columns of covariates, as a,b.")
@click.option(
    "--weights", metavar="COLUMN", help="A column of weights above 0, such as a survey's."
)
@confidence_option
@click.option(
    "--starts",
    type=WholeNumber(1, 10_000),
    default=STARTS,
    show_default=True,
    help="Starts of the search for the likelihood's maximum: it may have several.",
)
@format_option
def regress(
    file: str,
    outcome: str,
    gamma: Fraction | None,
    design: Channel | None,
    covariates: str,
    weights: str | None,
    confidence: float,
    starts: int,
    format_: str,
) -> None:
    """Fit a logistic regression to the answers behind reports.

    Maximizes the likelihood of P(report is yes) = (1/2 − γ) + 2γ · logistic(β·x).
    Numbers enter as they are; texts as groups, compared with the first.
    Needs statsmodels: pip install statsmodels.
    """
    names = [name for name in covariates.split(",") if name.strip()]
    with open_table(file) as table:
        column = _outcome(table, outcome, gamma, design)
        if outcome in names:
            raise DataError(f"{printable(outcome)} cannot explain itself: leave it out of --on.")
        chosen = covariates_of(table, names)
        cases, missing = _complete_cases(table, column, chosen, weights)
    columns: dict[str, list[float]] = {}
    warnings: list[str] = []
    for place, covariate in enumerate(chosen):
        known = [case.covariates[place] for case in cases]
        columns |= covariate.columns(known)
        warnings += covariate.warnings(known)
    for warning in warnings:
        click.echo(f"Warning: {warning}", err=True)
    result = fit(
        [case.report for case in cases],
        list(zip(*columns.values(), strict=True)) if columns else [()] * len(cases),
        list(columns),
        column.question.item.chances(1),
        confidence,
        starts,
        _checked_weights([case.weight for case in cases], weights) if weights else None,
    )
    summary = RegressionSummary(result, outcome, missing, warnings)
    if format_ == "json":
        click.echo(json.dumps(summary.document, indent=1))
    elif format_ == "csv":
        click.echo(plain_csv(COLUMNS, summary.rows), nl=False)
    else:
        click.echo(summary.text)


class CompleteCase(NamedTuple):
    """A row without a missing cell."""

    report: int
    covariates: list[str]
    weight: str


def _outcome(
    table: CsvTable, name: str, gamma: Fraction | None, design: Channel | None
) -> ReportColumn:
    """The column of reports; raises DataError unless it is yes/no."""
    (column,) = report_columns(table, (name,), gamma, {}, design)
    try:
        column.question.item.check_bit()
    except ParameterError:
        kind = column.question.kind
        raise DataError(f"{table.name}: the outcome must be yes/no, not {kind}.") from None
    return column


def _complete_cases(
    table: CsvTable, outcome: ReportColumn, chosen: Sequence[Covariate], weights: str | None
) -> tuple[list[CompleteCase], int]:
    """The rows without a missing cell, and the number of the others."""
    cases, missing, weight_of = [], 0, _weights(table, weights)
    for line, cells in table.rows:
        report = outcome.read(cells, line, table.name)
        values = [cell for each in chosen if (cell := each.read(cells)) is not None]
        weight = weight_of(cells, line)
        if report is None or weight is None or len(values) < len(chosen):
            missing += 1
        else:
            cases.append(CompleteCase(report, values, weight))
    return cases, missing


def _weights(table: CsvTable, name: str | None) -> Callable[[list[str], int], str | None]:
    """A function that returns a row's weight, None if missing; 1 without a column of weights."""
    if name is None:
        return lambda cells, line: "1"
    (place,) = table.places((name,))

    def read(cells: list[str], line: int) -> str | None:
        cell = cells[place].strip()
        if cell.lower() in MISSING:
            return None
        try:
            weight = number(cell)
        except ValueError:
            weight = 0.0
        if not 0 < weight < math.inf:
            raise DataError(f"{table.name}, line {line}: a weight must be a number above 0.")
        return cell

    return read


def _checked_weights(cells: list[str], name: str) -> list[float]:
    check_signs(cells, printable(name))
    return [number(cell) for cell in cells]
