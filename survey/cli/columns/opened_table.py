"""Opens the file of a command as a table, with a progress bar where it is long."""

import io
import itertools
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from survey.errors import DataError
from survey.exports.reading.codebook_file import codebook_of
from survey.exports.reading.csv_export import known_questions
from survey.exports.reading.csv_table import LONGEST_ROW, CsvTable, read_table
from survey.exports.reading.export_table import table_of
from survey.exports.reading.read import read_file, whole_reader


@contextmanager
def open_table(path: str) -> Iterator[CsvTable]:
    """The table in a file, or on standard input for "-".

    Any export of the app is one; raises DataError for a file that is neither one nor CSV in UTF-8.
    """
    name = "standard input" if path == "-" else path
    if path != "-" and whole_reader(Path(path)):
        yield table_of(read_file(Path(path)))
        return
    try:
        with click.open_file(path, "rb") as binary:
            text = io.TextIOWrapper(binary, encoding="utf-8-sig", newline="")
            # A line that is longer than a row may be is never read whole.
            lines = iter(partial(text.readline, LONGEST_ROW + 1), "")
            table = read_table(_with_progress(lines, f"Reading {name}"), name)
            yield table if path == "-" else _with_codebook(Path(path), table)
    except UnicodeDecodeError as error:
        raise DataError(f"{name} is not text in UTF-8. Save it as CSV (UTF-8).") from error


def _with_codebook(path: Path, table: CsvTable) -> CsvTable:
    """The table with its columns' questions, if its codebook is in the same folder."""
    search = codebook_of(path, table)
    if search.found is None:
        return replace(table, other_codebooks=search.others)
    return replace(table, questions=known_questions(path, table, search).by_column)


def _with_progress(lines: Iterator[str], label: str) -> Iterable[str]:
    """The lines, with a progress bar on a terminal once there are many."""
    # Off a terminal click would still print the label.
    if not sys.stderr.isatty():
        return lines
    first = list(itertools.islice(lines, 20_000))
    if len(first) < 20_000:
        return first

    def rest() -> Iterator[str]:
        yield from first
        # A bar that is drawn at every line would take longer than the file.
        with click.progressbar(
            lines, label=label, file=sys.stderr, show_eta=False, update_min_steps=10_000
        ) as bar:
            yield from bar

    return rest()
