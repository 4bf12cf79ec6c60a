"""survey estimate: estimates shares and means from a CSV of reports."""

import csv
import json
from fractions import Fraction
from typing import Any

import click

from survey.cli.columns.column_spec import count, report_columns, with_other_options
from survey.cli.columns.column_summary import ColumnSummary
from survey.cli.columns.opened_table import open_table
from survey.cli.options import (
    ANY_WHOLE,
    WholeNumber,
    confidence_option,
    design_option,
    file_argument,
    format_option,
    gamma_option,
)
from survey.core.estimates.quantity import Setting
from survey.core.intervals.counts import LARGEST_CAP
from survey.core.intervals.registry import ANNOUNCED, HORIZON, INTERVALS, in_order
from survey.core.kinds.registry import KINDS
from survey.core.library.arguments import OF_A_COLUMN
from survey.core.mechanism.channel import Channel
from survey.core.results.results import (
    QuestionResult,
    named_intervals,
    question_result,
    share_of_alpha,
    with_lead_among,
)
from survey.errors import ParameterError
from survey.exports.csv_lines import plain_csv
from survey.exports.results_csv import ESTIMATE_COLUMNS, interval_columns, result_rows
from survey.text.interval_words import INTERVAL_WORDS

# The options of the command line that give a kind's field.
NEEDS = {
    "options": "--options, such as --options red,green",
    "highest": "the highest one, such as --options 5",
    "low": "--low and --high: what 0 and 1 stand for",
    "high": "--low and --high: what 0 and 1 stand for",
}


@click.command(
    epilog="""\b
Examples:
  survey estimate reports.csv               (a file of this app)
  survey estimate exams.csv --gamma 1/3 --column copied --interval all
  survey estimate exams.csv --design crosswise:1/4 --column copied
  survey estimate votes.csv --gamma 1/4 --kind choice --options red,green
"""
)
@file_argument
@gamma_option
@design_option
@click.option(
    "--kind",
    type=click.Choice(OF_A_COLUMN),
    help="What the columns hold, if the file does not say; yes/no by default.",
)
@click.option(
    "--options",
    help="The cells of a choice, as a,b,c, one with a comma in quotation marks; the highest "
    "rating, as 5. Not for yes/no.",
)
@click.option("--low", type=ANY_WHOLE, help="Of a number: the low end, which a cell 0 stands for.")
@click.option(
    "--high", type=ANY_WHOLE, help="Of a number: the high end, which a cell 1 stands for."
)
@click.option(
    "--codes/--labels",
    "coded",
    default=None,
    help="With --kind: the cells are codes 0, 1, 2 … as in the app's files, or the ratings and "
    "options themselves.",
)
@confidence_option
@click.option(
    "--interval",
    type=click.Choice([*INTERVALS, "all"]),
    show_default=f"{ANNOUNCED}; of the app's own files also the one that the app tells",
    metavar="NAME",
    help="; ".join(f"{name}: {words.sentence}" for name, words in INTERVAL_WORDS.items())
    + "; all: each of them.",
)
@click.option(
    "--simultaneous", is_flag=True, help="All intervals hold together: each gets alpha/m."
)
@click.option(
    "--expected",
    type=WholeNumber(1),
    help="Respondents expected before the data; tunes the anytime interval. 100, or as the app's "
    "own file says.",
)
@click.option(
    "--cap",
    type=WholeNumber(1, LARGEST_CAP),
    help="At most so many could respond, which was fixed before the first did; for horizon.",
)
@click.option("--column", "columns", multiple=True, help="Only this column; may be repeated.")
@format_option
def estimate(
    file: str,
    gamma: Fraction | None,
    design: Channel | None,
    kind: str | None,
    options: str | None,
    low: int | None,
    high: int | None,
    coded: bool | None,
    confidence: float,
    interval: str | None,
    simultaneous: bool,
    expected: int | None,
    cap: int | None,
    columns: tuple[str, ...],
    format_: str,
) -> None:
    """Estimate shares or means from columns of reports.

    Cells of yes/no and of numbers are 0/1, yes/no or true/false, also as 1.0 or 1,0; empty
    ones, NA, N/A, NaN, null and . are missing. The app's own exports say what their columns hold.
    """
    given = _question_document(kind, options, low, high)
    with open_table(file) as table:
        shown = len(table.places(columns))  # the rest only shows which option is in the lead
        of_all = with_other_options(table, columns)
        chosen = report_columns(table, of_all, gamma, given, design, coded)
        counted, asked_of = count(table, chosen)
    if cap or interval == HORIZON.name:
        try:
            chosen[0].question.item.check_cap()
        except ParameterError as error:
            raise click.UsageError(error.message) from None
    cap = cap or asked_of.cap
    if interval == HORIZON.name and cap is None:
        raise click.UsageError("--interval horizon needs --cap: at most so many could respond.")

    # The sentence is about the interval that was asked for, if a reader can be told it.
    spoken = interval in INTERVALS and INTERVAL_WORDS[interval].spoken
    told = interval if interval and spoken else asked_of.told

    def results(confidence: float) -> list[QuestionResult]:
        setting = Setting(confidence, expected or asked_of.expected, asked_of.drawn_from, told, cap)
        each = [
            question_result(column.name, column.question, [counts], setting)
            for column, (counts, _) in zip(chosen, counted, strict=True)
        ]
        for question in {column.option_of for column in chosen} - {""}:
            own = [place for place, column in enumerate(chosen) if column.option_of == question]
            for place, led in zip(own, with_lead_among([each[one] for one in own]), strict=True):
                each[place] = led
        return each[:shown]

    found = results(confidence)
    if simultaneous:
        found = results(share_of_alpha(confidence, found))
    answered = [
        ColumnSummary(column, result, missing)
        for column, result, (_, missing) in zip(chosen, found, counted, strict=False)
    ]
    if interval == "all":
        intervals = named_intervals(found)
    else:  # with what the sentence tells: of a rating's mean another one than that of shares
        tells = [each.told for result in found for each in result.quantities]
        if interval:
            order = in_order(interval)
            tells = [each for each in tells if each in order[: order.index(interval)]]
        intervals = [*dict.fromkeys([interval or ANNOUNCED, *tells])]
    if format_ == "json":
        head = {"confidence": confidence, "simultaneous": simultaneous}
        questions = [each.document(intervals) for each in answered]
        click.echo(json.dumps({**head, "questions": questions}, indent=1))
    elif format_ == "csv":
        header = [*ESTIMATE_COLUMNS, *interval_columns(intervals), "missing"]
        rows = [
            [*row, each.missing] for each in answered for row in result_rows(each.result, intervals)
        ]
        click.echo(plain_csv(header, rows), nl=False)
    else:
        click.echo("\n\n".join(each.paragraph(intervals) for each in answered))


def _question_document(
    kind: str | None, options: str | None, low: int | None, high: int | None
) -> dict[str, Any]:
    """A question's document from the options of the command line."""
    given = {"options": _listed(options) if options else None, "highest": options or None,
             "low": low, "high": high}  # fmt: skip
    fields = _fields(kind) if kind else []
    if options is not None and not {"options", "highest"}.intersection(fields):
        raise click.UsageError(f"--options goes with {_with('options', 'highest')}.")
    if (low is not None or high is not None) and "low" not in fields:
        raise click.UsageError(f"--low and --high go with {_with('low')}.")
    for field in fields:
        if given[field] is None:
            raise click.UsageError(f"--kind {kind} needs {NEEDS[field]}.")
    if low is not None and high is not None and high <= low:
        raise click.UsageError("--high must be above --low.")
    return {"kind": kind} | {field: given[field] for field in fields} if kind else {}


def _listed(options: str) -> list[str]:
    """The options as a line of CSV; an option with a comma is in quotation marks."""
    try:
        (names,) = csv.reader([options], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        raise click.UsageError(
            "--options is a line of CSV: a,b,c. Put an option with a comma or a quotation mark in "
            "it in quotation marks, such as '\"Yes, often\",No'."
        ) from None
    return names


def _fields(kind: str) -> list[str]:
    return [field.name for field in KINDS[kind].fields]


def _with(*fields: str) -> str:
    """The --kind values, in words, whose kinds have one of these options."""
    kinds = [kind for kind in OF_A_COLUMN if set(fields).intersection(_fields(kind))]
    return " or ".join(f"--kind {kind}" for kind in kinds)
