"""Reading a CSV of reports, one yes/no column a question."""

import csv
import io
import itertools
import re
import sys
from collections.abc import Iterable
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO

import click

from survey.core.tables import RESPONSE_ID
from survey.errors import DataError

REPORTS = {"1": 1, "yes": 1, "true": 1, "0": 0, "no": 0, "false": 0}
MISSING = {"", "na"}
DELIMITERS = ",;\t"

# What survey.core.tables writes above its table: "# q1: gamma = 1/4; epsilon = …"
_GAMMA = re.compile(r"# (?P<column>\w+): gamma = (?P<gamma>\S+);")


@dataclass
class Column:
    """The counts of one column; `gamma` is what the file itself says, if it does."""

    name: str
    respondents: int = 0
    reported_yes: int = 0
    missing: int = 0
    gamma: str | None = None


@contextmanager
def open_text(path: str) -> Iterator[TextIO]:
    """The file as UTF-8 text, or standard input for "-"; what is not text is a DataError."""
    try:
        with click.open_file(path, "rb") as binary:
            yield io.TextIOWrapper(binary, encoding="utf-8-sig", newline="")
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not text in UTF-8. Save it as CSV (UTF-8).") from error
    except csv.Error as error:
        raise DataError(f"{path} is not CSV: {error}.") from error


def count_reports(lines: Iterable[str], name: str, wanted: tuple[str, ...] = ()) -> list[Column]:
    """The counts of every wanted column (of all columns if none is named).

    `lines` keep their line ends. Raises DataError with the line and the column
    of what cannot be read.
    """
    numbered = enumerate(lines, start=1)
    gammas, header_line, header = _read_head(numbered, name)
    delimiter = max(DELIMITERS, key=header.count)
    names = [cell.strip() for cell in next(csv.reader([header], delimiter=delimiter))]
    chosen = _choose_columns(names, wanted, name)
    columns = {index: Column(names[index], gamma=gammas.get(names[index])) for index in chosen}
    rows = csv.reader((line for _, line in numbered), delimiter=delimiter)
    for row in rows:
        # A table of one column may hold a missing report as an empty line.
        if not row and len(names) > 1:
            continue
        cells = row or [""]
        line = header_line + rows.line_num
        if len(cells) != len(names):
            raise DataError(
                f"{name}, line {line}: {len(cells)} cells, but the header has {len(names)}."
            )
        for index, column in columns.items():
            _count(column, cells[index], name, line)
    return list(columns.values())


def _read_head(numbered: Iterator[tuple[int, str]], name: str) -> tuple[dict[str, str], int, str]:
    """The γ of the `#` lines, and the header with its line number."""
    gammas = {}
    for number, line in numbered:
        if "\0" in line:
            raise DataError(f"{name} is not text: line {number} holds a NUL character.")
        if line.startswith("#"):
            if match := _GAMMA.match(line):
                gammas[match["column"]] = match["gamma"]
        elif line.strip():
            return gammas, number, line
    raise DataError(f"{name} is empty: a header line and a line a respondent are needed.")


def _choose_columns(names: list[str], wanted: tuple[str, ...], name: str) -> list[int]:
    duplicates = {column for column in names if names.count(column) > 1}
    for column in wanted:
        if column not in names:
            raise DataError(
                f"{name} has no column {column!r}; it has {', '.join(map(repr, names[:20]))}."
            )
    chosen = wanted or [column for column in names if column != RESPONSE_ID]
    for column in chosen:
        if column in duplicates:
            raise DataError(f"{name} has two columns named {column!r}. Rename one of them.")
    if not chosen:
        raise DataError(f"{name} has no column of reports.")
    return [names.index(column) for column in dict.fromkeys(chosen)]


def _count(column: Column, cell: str, name: str, line: int) -> None:
    text = cell.strip().lower()
    if text in MISSING:
        column.missing += 1
        return
    report = REPORTS.get(text)
    if report is None:
        raise DataError(
            f"{name}, line {line}, column {column.name!r}: a report must be 0/1, yes/no or "
            "true/false, and empty or NA where it is missing."
        )
    column.respondents += 1
    column.reported_yes += report


def with_progress(lines: TextIO, label: str) -> Iterable[str]:
    """The lines, with a progress bar on a terminal once there are many."""
    first = list(itertools.islice(lines, 20_000))
    if len(first) < 20_000:
        return first

    def rest() -> Iterator[str]:
        yield from first
        with click.progressbar(lines, label=label, file=sys.stderr, show_eta=False) as bar:
            yield from bar

    return rest()
