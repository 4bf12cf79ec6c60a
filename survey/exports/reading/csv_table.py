"""Reads a CSV strictly, and reports every fault in a sentence that names the line."""

import csv
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from survey.core.instrument.instrument import Question
from survey.core.responses.reports import RESPONSE_ID
from survey.errors import DataError

DELIMITERS = ",;\t"
LONGEST_NAME = 60
LONGEST_ROW = 1024 * 1024  # characters, on however many lines; a file may have any size
MOST_COLUMNS = 1_000

# A line that survey.exports.results_csv writes: "# q1: kind = yes/no; gamma = 1/4; …"
# A spreadsheet that saves the file may quote the line.
_ABOUT = re.compile(r"\"?# (?P<column>\w+): (?P<settings>.* = .*)")
_SETTING = re.compile(r"\b(kind|low|high|options|gamma) = ([^;,\"\s]+)")

# A line about the whole survey: "# class_size: 60"
_FACT = re.compile(r"\"?# (?P<name>[a-z_0-9]{1,30}): (?P<value>[\w ]{1,80})[,;\"\s]*")

_FOR_EXCEL = re.compile(r'"?sep=.?"?\s*')  # which tells Excel the delimiter
_QUOTED = re.compile(r'"[^"]*("|$)')


@dataclass(frozen=True)
class CsvTable:
    """A header, its rows, and each column's settings and the facts in the `#` lines above.

    `rows` reads lazily and yields (number of the line, cells), as many cells as `names`.
    `questions` holds the columns' questions, if their texts are known, too; if they are not,
    `other_codebooks` are those of other surveys in the same folder.
    """

    name: str
    names: list[str]
    header_line: int
    settings: dict[str, dict[str, str]]
    rows: Iterator[tuple[int, list[str]]]
    facts: dict[str, str] = field(default_factory=dict)
    questions: Mapping[str, Question] = field(default_factory=dict)
    other_codebooks: Sequence[Path] = ()

    def places(self, wanted: Sequence[str]) -> list[int]:
        """The indices of the wanted columns; of all but response ids if none is named."""
        # A name that contains a line break, as a question may, matches by its words.
        wanted = [" ".join(each.split()) for each in wanted]
        occurrences = Counter(self.names)
        for column in wanted:
            if column not in occurrences:
                raise DataError(
                    f"{self.name} has no column {column!r}; "
                    f"it has {', '.join(map(short, self.names[:20]))}."
                )
        chosen = wanted or [column for column in self.names if column != RESPONSE_ID]
        for column in chosen:
            if occurrences[column] > 1:
                raise DataError(
                    f"{self.name} has two columns named {short(column)}. Rename one of them."
                )
        places = {column: index for index, column in enumerate(self.names)}
        return [places[column] for column in dict.fromkeys(chosen)]


def read_table(lines: Iterable[str], name: str) -> CsvTable:
    """The table of these lines, which keep their line ends."""
    lines = iter(lines)
    (settings, facts), header_line, header = _read_head(lines, name)
    delimiter = max(DELIMITERS, key=_QUOTED.sub("", header).count)
    rows = _rows(itertools.chain([header], lines), delimiter, header_line, name)
    _, cells = next(rows)
    if len(cells) > MOST_COLUMNS:
        raise DataError(
            f"{name} has {len(cells):,} columns; at most {MOST_COLUMNS:,} are read. Keep those "
            "with reports."
        )
    names = [" ".join(each.split()) for each in cells]
    return CsvTable(name, names, header_line, settings, _even(rows, len(names), name), facts)


def short(column: str) -> str:
    """A column's name for an error's sentence: cut if long, control characters escaped."""
    return repr(column if len(column) <= LONGEST_NAME else column[: LONGEST_NAME - 1] + "…")


def printable(name: str) -> str:
    """A name with control characters escaped, since a file may come from anyone."""
    return name if name.isprintable() else repr(name)


def _read_head(
    lines: Iterator[str], name: str
) -> tuple[tuple[dict[str, dict[str, str]], dict[str, str]], int, str]:
    """The settings and facts in the `#` lines, and the header's first line with its number."""
    settings: dict[str, dict[str, str]] = {}
    facts: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        _check_length(len(line), number, name)
        if "\0" in line:
            raise DataError(
                f"{name} is not text: line {number} holds a NUL character. Save it as CSV (UTF-8)."
            )
        if line.startswith(("#", '"#')):
            if match := _ABOUT.match(line):
                settings[match["column"]] = dict(_SETTING.findall(match["settings"]))
            elif fact := _FACT.fullmatch(line):
                facts.setdefault(fact["name"], fact["value"].strip())
        elif line.strip() and not _FOR_EXCEL.fullmatch(line):
            return (settings, facts), number, line
    raise DataError(f"{name} is empty: a header line and a line a respondent are needed.")


def _rows(
    lines: Iterator[str], delimiter: str, first_line: int, name: str
) -> Iterator[tuple[int, list[str]]]:
    """Every row with the number of its last line; `first_line` is the first row's."""
    length = 0

    def checked() -> Iterator[str]:
        nonlocal length
        for number, line in enumerate(lines, start=first_line):
            length += len(line)
            _check_length(length, number, name)
            yield line

    # Strict, so that a file that ends within a quoted cell is refused as incomplete.
    rows = csv.reader(checked(), delimiter=delimiter, strict=True)
    try:
        for row in rows:
            length = 0
            yield first_line + rows.line_num - 1, row
    except csv.Error as error:
        line = first_line + rows.line_num - 1
        raise DataError(f"{name}, line {line} is not CSV: {error}.") from error


def _check_length(length: int, number: int, name: str) -> None:
    """Raises DataError once a row is longer than any row of reports."""
    if length > LONGEST_ROW:
        raise DataError(
            f"{name}, line {number}: this row is longer than {LONGEST_ROW:,} characters, so that "
            "the file is no table of reports. Save it as CSV (UTF-8)."
        )


def _even(
    rows: Iterator[tuple[int, list[str]]], width: int, name: str
) -> Iterator[tuple[int, list[str]]]:
    """The rows; raises DataError unless each has as many cells as the header."""
    for line, row in rows:
        # A table of one column may hold a missing report as an empty line.
        if not row and width > 1:
            continue
        cells = row or [""]
        if len(cells) != width:
            raise DataError(
                f"{name}, line {line}: {len(cells)} cells, but the header has {width}. "
                "Every line needs one cell a column."
            )
        yield line, cells
