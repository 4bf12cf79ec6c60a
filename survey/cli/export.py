"""survey export: what the dashboard's downloads hold."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from survey.cli.existing_data import existing_place
from survey.cli.options import confidence_option
from survey.cli.options import data_option
from survey.cli.options import database_option
from survey.core.documents import everything_json
from survey.core.tables import estimates_csv
from survey.core.tables import reports_csv
from survey.store import Store
from survey.store import open_store


@click.command(
    epilog="""\b
Examples:
  survey export bcd234 --format csv > reports.csv
  survey export bcd234 --format json --output all.json
"""
)
@click.argument("code")
@data_option
@database_option
@click.option(
    "--format",
    "format_",
    type=click.Choice(["json", "csv", "estimates-csv"]),
    default="json",
    show_default=True,
    help="json: everything; csv: a row a response; estimates-csv: a row a question.",
)
@confidence_option
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Else to stdout.")
def export(
    code: str,
    data: Path,
    database: str | None,
    format_: str,
    confidence: float,
    output: Path | None,
) -> None:
    """Write the reports and estimates of the survey with CODE."""
    store = open_store(existing_place(data, database))
    try:
        pieces = _pieces(store, code, format_, confidence)
        if output is None:
            # The bytes as they are: text mode would change the line ends of CSV.
            for piece in pieces:
                sys.stdout.buffer.write(piece.encode())
            sys.stdout.buffer.flush()
        else:
            with output.open("w", encoding="utf-8", newline="") as file:
                file.writelines(pieces)
    finally:
        store.close()


def _pieces(store: Store, code: str, format_: str, confidence: float) -> Iterable[str]:
    survey = store.survey(code)
    survey.check_shown(store.tally(code).responses)
    if format_ == "csv":
        return reports_csv(survey.instrument, store.responses(code))
    if format_ == "json":
        return everything_json(survey.instrument, confidence, store.responses(code))
    return estimates_csv(survey.instrument, store.tally(code), confidence)
