"""Reading a CSV of reports, one yes/no column a question."""

import csv
import io
import itertools
import re
import sys
from collections import Counter
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
LONGEST_NAME = 60

# What survey.core.tables writes above its table: "# q1: gamma = 1/4; epsilon = …"
# A spreadsheet that saves it again may quote the line.
_GAMMA = re.compile(r"\"?# (?P<column>\w+): gamma = (?P<gamma>\S+);")


_QUOTED = re.compile(r'"[^"]*("|$)')


@dataclass
class Column:
    """The counts of one column; `gamma` is what the file itself says, if it does."""

    name: str
    respondents: int = 0
    reported_yes: int = 0
    missing: int = 0
    gamma: str | None = None


@contextmanager
def open_text(path: str, name: str) -> Iterator[TextIO]:
    """The file as UTF-8 text, or standard input for "-"; what is not text is a DataError."""
    try:
        with click.open_file(path, "rb") as binary:
            yield io.TextIOWrapper(binary, encoding="utf-8-sig", newline="")
    except UnicodeDecodeError as error:
        raise DataError(f"{name} is not text in UTF-8. Save it as CSV (UTF-8).") from error


def count_reports(lines: Iterable[str], name: str, wanted: tuple[str, ...] = ()) -> list[Column]:
    """The counts of every wanted column (of all columns if none is named).

    `lines` keep their line ends. Raises DataError with the line and the column
    of what cannot be read.
    """
    lines = iter(lines)
    gammas, header_line, header = _read_head(lines, name)
    delimiter = max(DELIMITERS, key=_QUOTED.sub("", header).count)
    rows = _rows(itertools.chain([header], lines), delimiter, header_line, name)
    _, header_cells = next(rows)
    # A question with a line break in it is one name all the same.
    names, wanted = ([" ".join(each.split()) for each in some] for some in (header_cells, wanted))
    if all(column.lower() in REPORTS for column in names):
        # Taken as names, these reports would be lost without a word.
        raise DataError(
            f"{name}, line {header_line} holds reports, not names of columns. "
            "Put a header line above them."
        )
    chosen = _choose_columns(names, wanted, name)
    columns = {index: Column(names[index], gamma=gammas.get(names[index])) for index in chosen}
    for line, row in rows:
        # A table of one column may hold a missing report as an empty line.
        if not row and len(names) > 1:
            continue
        cells = row or [""]
        if len(cells) != len(names):
            raise DataError(
                f"{name}, line {line}: {len(cells)} cells, but the header has {len(names)}. "
                "Every line needs one cell a column."
            )
        for index, column in columns.items():
            _count(column, cells[index], name, line)
    return list(columns.values())


def _read_head(lines: Iterator[str], name: str) -> tuple[dict[str, str], int, str]:
    """The γ of the `#` lines, and the header's first line with its number."""
    gammas = {}
    for number, line in enumerate(lines, start=1):
        if "\0" in line:
            raise DataError(
                f"{name} is not text: line {number} holds a NUL character. Save it as CSV (UTF-8)."
            )
        if line.startswith(("#", '"#')):
            if match := _GAMMA.match(line):
                gammas[match["column"]] = match["gamma"]
        elif line.strip():
            return gammas, number, line
    raise DataError(f"{name} is empty: a header line and a line a respondent are needed.")


def _rows(
    lines: Iterator[str], delimiter: str, first_line: int, name: str
) -> Iterator[tuple[int, list[str]]]:
    """Every row with the number of its last line, `first_line` being that of the first."""
    # Strict, so that a file cut off within a quoted cell is not taken for a whole one.
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        for row in rows:
            yield first_line + rows.line_num - 1, row
    except csv.Error as error:
        line = first_line + rows.line_num - 1
        raise DataError(f"{name}, line {line} is not CSV: {error}.") from error


def _choose_columns(names: list[str], wanted: list[str], name: str) -> list[int]:
    occurrences = Counter(names)
    for column in wanted:
        if column not in occurrences:
            raise DataError(
                f"{name} has no column {column!r}; it has {', '.join(map(_short, names[:20]))}."
            )
    chosen = wanted or [column for column in names if column != RESPONSE_ID]
    for column in chosen:
        if occurrences[column] > 1:
            raise DataError(f"{name} has two columns named {_short(column)}. Rename one of them.")
    if not chosen:
        raise DataError(f"{name} has no column of reports.")
    places = {column: index for index, column in enumerate(names)}
    return [places[column] for column in dict.fromkeys(chosen)]


def _short(column: str) -> str:
    """A column's name as an error names it: whole questions are cut, control characters shown."""
    return repr(column if len(column) <= LONGEST_NAME else column[: LONGEST_NAME - 1] + "…")


def _count(column: Column, cell: str, name: str, line: int) -> None:
    text = cell.strip().lower()
    if text in MISSING:
        column.missing += 1
        return
    report = REPORTS.get(text)
    if report is None:
        raise DataError(
            f"{name}, line {line}, column {_short(column.name)}: a report must be 0/1, yes/no or "
            "true/false, and empty or NA where it is missing. Choose columns with --column."
        )
    column.respondents += 1
    column.reported_yes += report


def with_progress(lines: TextIO, label: str) -> Iterable[str]:
    """The lines, with a progress bar on a terminal once there are many."""
    # Elsewhere click would still print the label.
    if not sys.stderr.isatty():
        return lines
    first = list(itertools.islice(lines, 20_000))
    if len(first) < 20_000:
        return first

    def rest() -> Iterator[str]:
        yield from first
        # Drawn at every line, the bar would take longer than the file.
        with click.progressbar(
            lines, label=label, file=sys.stderr, show_eta=False, update_min_steps=10_000
        ) as bar:
            yield from bar

    return rest()
