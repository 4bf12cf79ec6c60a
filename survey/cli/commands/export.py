"""survey export: writes the files of the dashboard's downloads, and a folder for Datasette."""

import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from survey.cli.options import confidence_option, instance_options
from survey.cli.server.existing_data import existing_place
from survey.exports.catalog import EXPORTS, Export, Source
from survey.store import Store, Survey, open_store

DATASETTE = "datasette"  # a folder and not a file, so that only a command can write it
FORMATS = {each.format: each for each in EXPORTS}


def _line(each: Export) -> str:
    needed = f": {each.needs}" if each.needs else ""
    return f"  {each.format:<14} {each.sentence}{needed}"


@click.command(
    epilog="\b\nFormats:\n"
    + "\n".join(map(_line, EXPORTS))
    + """
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
    type=click.Choice([*FORMATS, DATASETTE]),
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
    chosen = FORMATS.get(format_)
    if chosen and chosen.binary and output is None and sys.stdout.isatty():
        raise click.UsageError(f"A terminal cannot show {format_}: name a file with --output FILE.")
    with closing(open_store(existing_place(data, database))) as store:
        survey = store.surveys.get(code)
        if chosen is None or chosen.results:
            survey.check_shown(store.responses.tally(code).responses)
        if chosen is None:
            assert output is not None
            _write_folder(store, survey, confidence, output)
            return
        pieces = chosen.encoded(_source(store, survey, confidence))
        if output is None:
            for piece in pieces:
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
        else:
            with output.open("wb") as file:
                file.writelines(pieces)


def _source(store: Store, survey: Survey, confidence: float) -> Source:
    code = survey.code
    source = Source(
        code,
        survey.instrument,
        lambda: store.responses.all(code),
        lambda: store.responses.tally(code),
        confidence,
        statements=tuple(store.surveys.statements(code)),
    )
    # Statements of another list would accuse this one: it is open again, or a few came late.
    return source if source.facts else replace(source, statements=())


def _write_folder(store: Store, survey: Survey, confidence: float, folder: Path) -> None:
    from survey.exports.datasette.folder import METADATA, write_datasette

    code, facts = survey.code, _source(store, survey, confidence).facts
    responses = store.responses.all(code)
    write_datasette(folder, code, survey.instrument, responses, confidence, facts)
    click.echo(
        f"Say in {folder / METADATA} under which licence it may be used, then: datasette {folder}",
        err=True,
    )
