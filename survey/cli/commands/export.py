"""survey export: what the dashboard's downloads hold, and a folder for Datasette."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import click

from survey.cli.options import confidence_option, instance_options
from survey.cli.server.existing_data import existing_place
from survey.exports.codebook import codebook_csv, codebook_document
from survey.exports.results_csv import estimates_csv, reports_csv
from survey.exports.results_json import everything_json
from survey.store import Store, Survey, open_store

DATASETTE = "datasette"
BINARY = ("xlsx", "parquet")
# They hold no report, so they need no threshold, and a draft has one, too.
CODEBOOKS = ("codebook-csv", "codebook-json")


@click.command(
    epilog="""\b
Formats:
  json           everything: instrument, every report, estimates
  csv            the reports, a row a response
  estimates-csv  the estimates, a row a share or mean
  codebook-csv   what each code of each column means, and how to debias it
  codebook-json  the same
  xlsx           all of these in one workbook, and programs that recompute it
  parquet        the reports in typed columns: pip install pyarrow
  datasette      a folder: a SQLite file and metadata.json, in which you fill
                 in the licence before you publish it

\b
Examples:
  survey export bcd234 --format csv > reports.csv
  survey export bcd234 --format json --output all.json
  survey export bcd234 --format xlsx --output bcd234.xlsx
  survey export bcd234 --format datasette --output published
  datasette published
"""
)
@click.argument("code")
@instance_options
@click.option(
    "--format",
    "format_",
    type=click.Choice(["json", "csv", "estimates-csv", *CODEBOOKS, *BINARY, DATASETTE]),
    default="json",
    show_default=True,
    help="See below.",
)
@confidence_option
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="A file, or the folder for Datasette; else to stdout.",
)
def export(
    code: str,
    data: Path,
    database: str | None,
    format_: str,
    confidence: float,
    output: Path | None,
) -> None:
    """Write the reports and estimates of the survey with CODE."""
    if format_ == DATASETTE and output is None:
        raise click.UsageError("A Datasette export is a folder: name it with --output FOLDER.")
    if format_ in BINARY and output is None and sys.stdout.isatty():
        raise click.UsageError(f"A terminal cannot show {format_}: name a file with --output FILE.")
    with closing(open_store(existing_place(data, database))) as store:
        if format_ == DATASETTE and output is not None:
            _write_folder(store, code, confidence, output)
            return
        pieces = _pieces(store, code, format_, confidence)
        if output is None:
            for piece in pieces:
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
        else:
            with output.open("wb") as file:
                file.writelines(pieces)


def _pieces(store: Store, code: str, format_: str, confidence: float) -> Iterable[bytes]:
    """The file's bytes; text as UTF-8, with the line ends that it has."""
    if format_ in CODEBOOKS:
        return _encoded(_codebook(store.survey(code), format_))
    survey, responses = _shown(store, code)
    instrument = survey.instrument
    if format_ == "xlsx":
        # Both are loaded only now: `--help` and text need neither.
        from survey.exports.xlsx.workbook import workbook

        return workbook(
            instrument, store.responses(code), responses, confidence, name=f"{code}.xlsx"
        )
    if format_ == "parquet":
        from survey.exports.parquet import parquet

        return parquet(instrument, store.responses(code))
    if format_ == "csv":
        return _encoded(reports_csv(instrument, store.responses(code)))
    if format_ == "json":
        return _encoded(everything_json(instrument, confidence, store.responses(code)))
    return _encoded(estimates_csv(instrument, store.tally(code), confidence))


def _shown(store: Store, code: str) -> tuple[Survey, int]:
    """The survey and how many have responded; raises ResultsHidden if those are too few."""
    survey, responses = store.survey(code), store.tally(code).responses
    survey.check_shown(responses)
    return survey, responses


def _codebook(survey: Survey, format_: str) -> Iterable[str]:
    if format_ == "codebook-csv":
        return codebook_csv(survey.instrument)
    return [json.dumps(codebook_document(survey.instrument), ensure_ascii=False, indent=1) + "\n"]


def _encoded(pieces: Iterable[str]) -> Iterator[bytes]:
    return (piece.encode() for piece in pieces)


def _write_folder(store: Store, code: str, confidence: float, folder: Path) -> None:
    from survey.exports.datasette.folder import METADATA, write_datasette

    survey, _ = _shown(store, code)
    write_datasette(folder, code, survey.instrument, store.responses(code), confidence)
    click.echo(
        f"Say in {folder / METADATA} under which licence it may be used, then: datasette {folder}",
        err=True,
    )
