"""survey verify: recomputes an export from its own reports."""

import json
from typing import Any, TextIO

import click

from survey.cli.columns.csv_table import printable
from survey.cli.options import text_format_option
from survey.core.responses.receipts import reports_in_words
from survey.errors import DataError
from survey.exports.verify import NOT_AN_EXPORT, Verification
from survey.exports.verify import verify as verified


@click.command(
    epilog="""\b
Examples:
  survey verify bcd234.json
  survey verify bcd234.json --receipt 3fa85f6457174562b3fc2c963f66afa6
  curl https://survey.example.org/s/bcd234/reports.json | survey verify -
"""
)
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--receipt", metavar="ID", help="Look for the response with this id, too.")
@text_format_option
def verify(file: TextIO, receipt: str | None, format_: str) -> None:
    """Check the export in FILE (JSON): digest, responses, and every figure, from it alone.

    A receipt proves which reports were counted, and not an answer.
    """
    found = verified(_read(file))
    reports = found.reports_of(receipt.strip().lower()) if receipt else None
    if format_ == "json":
        click.echo(json.dumps(_document(found, receipt, reports), indent=1))
    else:
        _tell(found)
        if receipt:
            _tell_receipt(found, reports)
    if found.faults or (receipt and reports is None):
        raise SystemExit(1)


def _read(file: TextIO) -> object:
    try:
        return json.load(file)
    except (ValueError, RecursionError):
        raise DataError(NOT_AN_EXPORT) from None


def _document(
    found: Verification, receipt: str | None, reports: tuple[int, ...] | None
) -> dict[str, Any]:
    document = {
        "verified": not found.faults,
        "instrument_sha256": found.instrument.digest,
        "responses": len(found.responses),
        "figures": found.figures,
        "faults": list(found.faults),
    }
    if receipt:
        document["receipt"] = None if reports is None else list(reports)
    return document


def _tell(found: Verification) -> None:
    click.secho(printable(found.instrument.title), bold=True)
    click.echo(f"Digest of the questionnaire: {found.instrument.digest}")
    click.echo(f"{len(found.responses):,} responses, {found.figures:,} figures recomputed.")
    for fault in found.faults:
        click.secho(f"  {printable(fault)}", fg="red")
    if found.faults:
        click.secho("This export does not agree with itself.", fg="red", bold=True)
    else:
        click.secho("Everything agrees.", fg="green", bold=True)


def _tell_receipt(found: Verification, reports: tuple[int, ...] | None) -> None:
    if reports is None:
        click.secho("No response has this id.", fg="red", bold=True)
        return
    click.secho("The response with this id was counted. Its reports:", bold=True)
    for question, said in reports_in_words(found.instrument, reports):
        click.echo(f"  {printable(said)}  {printable(question)}")
