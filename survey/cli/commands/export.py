"""survey export: writes the files of the dashboard's downloads, and a folder for Datasette."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import fill

import click

from survey.cli.options import code_argument, confidence_option, instance_options
from survey.cli.output_files import is_stream, write_output
from survey.cli.paths import NamedPath
from survey.cli.server.existing_data import existing_store
from survey.core.responses.reports import Reports
from survey.core.responses.tally import Tally, tally
from survey.exports.catalog import EXPORTS, Export, Source
from survey.exports.result_terms import ResultTerms
from survey.store import State, Store, Survey
from survey.wire.stating import stated_definitions

DATASETTE = "datasette"  # a folder and not a file, so that only a command can write it
FORMATS = {each.format: each for each in EXPORTS}


def _line(each: Export) -> str:
    needed = f": {each.needs}" if each.needs else ""
    return fill(
        f"{each.format:<14} {each.sentence}{needed}",
        width=76,
        initial_indent="  ",
        subsequent_indent=" " * 17,
        break_on_hyphens=False,
    )


@click.command(
    epilog="\b\nFormats:\n"
    + "\n".join(map(_line, EXPORTS))
    + """
  datasette      a folder: a SQLite file and metadata.json, in which you fill
                 in the licence before you publish it

\b
Examples:
  survey export bcd234 --format csv --output reports.csv
  survey export bcd234 --format datasette --output published
"""
)
@code_argument
@instance_options
@click.option(
    "--format",
    "format_",
    type=click.Choice([*FORMATS, DATASETTE]),
    default="json",
    show_default=True,
    metavar="FORMAT",
    help="One of those below.",
)
@confidence_option
@click.option(
    "--output",
    type=NamedPath(path_type=Path),
    help="A file, or the folder for Datasette; otherwise standard output.",
)
def export(
    code: str,
    data: Path,
    database: str | None,
    format_: str,
    confidence: float,
    output: Path | None,
) -> None:
    """Write a survey's reports or estimates to a file."""
    if format_ == DATASETTE and (output is None or is_stream(output)):
        raise click.UsageError("A Datasette export is a folder: name it with --output FOLDER.")
    chosen = FORMATS.get(format_)
    if chosen and output is not None and output.is_dir():
        raise click.BadParameter(f"File '{output}' is a directory.", param_hint="'--output'")
    if chosen and chosen.binary and output is None and sys.stdout.isatty():
        raise click.UsageError(f"A terminal cannot show {format_}: name a file with --output FILE.")
    with existing_store(data, database) as store:
        survey = store.surveys.get(code)
        if chosen is None or chosen.results:
            survey.check_settled()
            survey.check_shown(store.responses.tally(code).responses)
        if chosen is None:
            assert output is not None
            _write_folder(store, survey, confidence, output)
            return
        pieces = chosen.encoded(_source(store, survey, confidence, chosen.signed))
        write_output(output or Path("-"), pieces)


def _source(store: Store, survey: Survey, confidence: float, signed: bool = False) -> Source:
    """The contents of the file; for a `signed` file of a closed survey, the stated list."""
    code = survey.code
    listed = store.surveys.listed(code) if signed and survey.state is State.CLOSED else None

    def responses() -> Iterator[tuple[str, Reports]]:
        found = store.responses.all(code)
        return (each for each in found if listed is None or each[0] in listed)

    def counted() -> Tally:
        if listed is None:
            return store.responses.tally(code)
        return tally(survey.instrument, (reports for _, reports in responses()))

    source = Source(
        code,
        survey.instrument,
        responses,
        counted,
        ResultTerms(
            confidence,
            told=survey.told,
            closed=survey.state is State.CLOSED,
            limits=survey.limits,
        ),
        tuple(store.surveys.statements(code)),
    )
    # A statement of another list would make this one look wrong: the survey is open again, or
    # a few responses came late.
    if not source.is_stated:
        return replace(source, statements=())
    definitions = stated_definitions(store, source.statements[-1])
    return replace(source, terms=replace(source.terms, definitions=definitions))


def _write_folder(store: Store, survey: Survey, confidence: float, folder: Path) -> None:
    from survey.exports.datasette.folder import METADATA, write_datasette

    code, facts = survey.code, _source(store, survey, confidence).facts
    responses = store.responses.all(code)
    write_datasette(folder, code, survey.instrument, responses, confidence, facts)
    click.echo(
        f"Say in {folder / METADATA} under which licence it may be used, then: datasette {folder}",
        err=True,
    )
