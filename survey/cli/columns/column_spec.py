"""What the cells of a column of reports mean, as the file or the command's options say."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from survey.cli.columns.csv_table import CsvTable, printable, short
from survey.core.instrument.question_validation import check_question
from survey.core.instrument.questions import Question
from survey.core.instrument.validation import Validation
from survey.core.kinds.bit import CELLS
from survey.core.kinds.registry import KINDS
from survey.core.library.column_values import MISSING
from survey.core.mechanism.privacy import parse_gamma
from survey.errors import DataError

# How a sentence names a setting at fault.
_SPOKEN = {"gamma": "γ", "high": "highest number", "low": "lowest number", "highest": "options"}


@dataclass(frozen=True)
class ReportColumn:
    """A column of reports: its name, its index in the table, and its question.

    `reports` maps a cell in lower case to the report 0..k−1 that it stands for.
    """

    name: str
    place: int
    question: Question
    reports: Mapping[str, int]

    def read(self, cells: list[str], line: int, file: str) -> int | None:
        """The report of this row, None if it is missing; raises DataError for anything else."""
        cell = cells[self.place].strip().lower()
        report = self.reports.get(cell)
        if report is None and cell not in MISSING:
            raise DataError(
                f"{file}, line {line}, column {short(self.name)}: a report must be "
                f"{self._known()}, and empty or NA where it is missing. Choose another column, "
                "or say what it holds: --help has examples."
            )
        return report

    def _known(self) -> str:
        if self.reports == CELLS:
            return "0/1, yes/no or true/false"
        known = list(self.reports)
        return ", ".join(known[:10]) + (", …" if len(known) > 10 else "")


def report_columns(
    table: CsvTable, wanted: tuple[str, ...], gamma: Fraction | None, given: Mapping[str, Any]
) -> list[ReportColumn]:
    """The wanted columns of a table (all if none is named).

    `gamma` overrides the file's. `given` is an instrument's document of a question,
    without γ and text, for the columns of a file that does not describe them; if it
    has a kind, it overrides the file.
    """
    places = table.places(wanted)
    if not places:
        raise DataError(f"{table.name} has no column of reports.")
    if all(name.lower() in CELLS for name in table.names):
        # These reports, taken as names, would be lost silently.
        raise DataError(
            f"{table.name}, line {table.header_line} holds reports, not names of columns. "
            "Put a header line above them."
        )
    return [_column(table, place, gamma, given) for place in places]


def count(table: CsvTable, columns: list[ReportColumn]) -> list[tuple[list[int], int]]:
    """For each column the counts of its reports 0..k−1, and how many are missing."""
    counts = [[0] * column.question.options for column in columns]
    missing = [0] * len(columns)
    for line, cells in table.rows:
        for index, column in enumerate(columns):
            report = column.read(cells, line, table.name)
            if report is None:
                missing[index] += 1
            else:
                counts[index][report] += 1
    return list(zip(counts, missing, strict=True))


def _column(
    table: CsvTable, place: int, gamma: Fraction | None, given: Mapping[str, Any]
) -> ReportColumn:
    name = table.names[place]
    settings = table.settings.get(name, {})
    by_file = "kind" in settings and "kind" not in given
    document = document_of(settings) if by_file else dict(given)
    if gamma is not None:
        document["gamma"] = str(gamma)
    elif "gamma" in settings:
        document["gamma"] = settings["gamma"]
    else:
        raise DataError(
            f"{table.name} does not say its γ. Give it with --gamma, such as --gamma 1/4."
        )
    check = Validation(parse_gamma)  # any γ, since these reports are drawn already
    question = check_question(check, {"text": "a column", **document}, 1)
    for field, sentence in check.errors.items():
        part = field.removeprefix("questions.1.")
        raise DataError(
            f"{table.name}, the {_SPOKEN.get(part, part)} of {printable(name)}: {sentence}"
        )
    reports = question.item.codes if by_file else question.item.cells
    return ReportColumn(name, place, question, reports)


def document_of(settings: Mapping[str, str]) -> dict[str, Any]:
    """A question's document from the settings in an export's `#` line, its kind among them."""
    # Limited, since Python refuses to read very many digits, and a million options would only
    # cost memory before they are refused.
    typed = settings.get("options", "")
    options = min(int(typed), 1000) if typed.isdecimal() and len(typed) < 10 else 0
    kind = KINDS.get(settings["kind"])
    return {"kind": settings["kind"]} | (kind.column(options, settings) if kind else {})
