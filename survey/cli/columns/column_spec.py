"""The meaning of the cells of a column of reports, from the file or the command's options."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import click

from survey.core.instrument.instrument import Question
from survey.core.kinds.bit import CELLS
from survey.core.kinds.registry import KINDS
from survey.core.library.column_values import CellReader, WrongCell, designed_question
from survey.core.library.exported import AskedOf
from survey.core.mechanism.channel import Channel
from survey.core.mechanism.privacy import parse_gamma
from survey.errors import DataError, ParameterError
from survey.exports.reading.column_questions import column_question, document_of
from survey.exports.reading.csv_export import unlabelled
from survey.exports.reading.csv_table import CsvTable, short
from survey.exports.reading.one_each import RowCount

NO_DESIGN = (
    "A design is of yes/no columns, in place of γ: leave out --gamma, --kind and its options."
)


@dataclass(frozen=True)
class ReportColumn:
    """A column of reports: its name, its index in the table, and its question.

    `described` is true if the file itself says what its cells are: the codes of the app's files.
    `option_of` names the question of which it is one option to tick; "" for any other column.
    """

    name: str
    place: int
    question: Question
    described: bool = False
    coded: bool | None = None
    option_of: str = ""

    @cached_property
    def reader(self) -> CellReader:
        return CellReader(self.question.item, self.described or self.coded)

    def read(self, cells: list[str], line: int, file: str) -> int | None:
        """The report of this row, None if it is missing; raises DataError for anything else."""
        try:
            return self.reader.report(cells[self.place].strip(), line)
        except WrongCell:
            raise DataError(self._wrong(file, line)) from None

    def check(self, file: str) -> None:
        """Raises DataError, after the last row, if the cells could be codes as well as labels."""
        try:
            doubt = self.reader.doubt()
        except WrongCell as wrong:
            raise DataError(self._wrong(file, wrong.place)) from None
        if doubt:
            raise DataError(
                f"{file}, column {short(self.name)}: {doubt[0].lower()}{doubt[1:]}. Say --codes, "
                "or --labels if they are what was reported."
            )

    def _wrong(self, file: str, line: int) -> str:
        kinds = any(each.name == "kind" for each in click.get_current_context().command.params)
        more = " For other columns give --kind." if kinds and not self.described else ""
        return (
            f"{file}, line {line}, column {short(self.name)} is no report: use "
            f"{self.reader.sought}, and leave missing cells empty.{more}"
        )


def report_columns(
    table: CsvTable,
    wanted: tuple[str, ...],
    gamma: Fraction | None,
    given: Mapping[str, Any],
    design: Channel | None = None,
    coded: bool | None = None,
) -> list[ReportColumn]:
    """The wanted columns of a table (all if none is named).

    `gamma` overrides the file's. `given` is an instrument's document of a question,
    without γ and text, for the columns of a file that does not describe them; if it
    has a kind, it overrides the file. With a `design` they are yes/no, and it stands in place of γ.
    `coded` says of columns that the file does not describe whether their cells are codes.
    """
    if design is not None and (gamma is not None or given):
        raise ParameterError(NO_DESIGN, "design")
    places = table.places(wanted)
    if not places:
        raise DataError(f"{table.name} has no column of reports.")
    if all(name.lower() in CELLS for name in table.names):
        # Read as names of columns, these reports would be lost silently.
        raise DataError(
            f"{table.name}, line {table.header_line} holds reports, not names of columns. "
            "Put a header line above them."
        )
    if design is not None:
        question = designed_question(design)
        found = [(table.names[place], place) for place in places]
        return [ReportColumn(name, place, question) for name, place in found]
    columns = [_column(table, place, gamma, given, coded) for place in places]
    if "kind" not in given:
        names = [each.name for each in columns if each.name not in table.questions]
        if said := unlabelled(table, names, table.other_codebooks):
            click.echo(f"Warning: {said}", err=True)
    return columns


def with_other_options(table: CsvTable, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """These columns, then those of the other options of their questions, which a lead is among."""
    asked = {_option_of(table, each) for each in wanted} - {""}
    others = [each for each in table.names if _option_of(table, each) in asked]
    return tuple(dict.fromkeys([*wanted, *others]))


def count(
    table: CsvTable, columns: list[ReportColumn]
) -> tuple[list[tuple[list[int], int]], AskedOf]:
    """For each column: the counts of its reports 0..k−1, the missing ones, and who was asked."""
    counts = [[0] * column.question.options for column in columns]
    missing = [0] * len(columns)
    seen = RowCount(table)
    for line, cells in seen.counted(table.rows):
        for index, column in enumerate(columns):
            report = column.read(cells, line, table.name)
            if report is None:
                missing[index] += 1
            else:
                counts[index][report] += 1
    for column in columns:
        column.check(table.name)
    return list(zip(counts, missing, strict=True)), seen.asked_of


def _option_of(table: CsvTable, name: str) -> str:
    kind = KINDS.get(table.settings.get(name, {}).get("kind", ""))
    return name.rpartition("_")[0] if kind and kind.column_each else ""


def _column(
    table: CsvTable,
    place: int,
    gamma: Fraction | None,
    given: Mapping[str, Any],
    coded: bool | None,
) -> ReportColumn:
    name = table.names[place]
    settings = table.settings.get(name, {})
    described = "kind" in settings
    if described and "kind" not in given and name in table.questions:
        known = table.questions[name]
        if gamma is not None:
            _warn_of_another(gamma, settings["gamma"], f"{table.name}, column {short(name)}")
            known = replace(known, gamma=gamma)
        return ReportColumn(name, place, known, True, option_of=_option_of(table, name))
    document = dict(given) if "kind" in given or not described else document_of(settings)
    if gamma is not None:
        document["gamma"] = str(gamma)
        _warn_of_another(gamma, settings.get("gamma"), f"{table.name}, column {short(name)}")
    elif "gamma" in settings:
        document["gamma"] = settings["gamma"]
    elif table.settings and not table.settings.keys() & set(table.names):
        raise DataError(
            f"{table.name} is about reports and holds none, as estimates and codebooks do. Give "
            "the file of survey export CODE --format csv."
        )
    else:
        raise DataError(
            f"{table.name} does not say its γ. Give it with --gamma, such as --gamma 1/4."
        )
    question = column_question(table.name, name, document)
    # Whatever --kind calls them, the cells of the app's own files are codes.
    option_of = "" if "kind" in given else _option_of(table, name)
    return ReportColumn(name, place, question, described, coded, option_of)


def _warn_of_another(gamma: Fraction, written: str | None, place: str) -> None:
    """Warns if the file says another γ than the one given, which counts."""
    with suppress(ParameterError):  # what is no γ in the file cannot be another one
        if written is not None and parse_gamma(written) != gamma:
            click.echo(
                f"Warning: {place}: the file says γ = {written}, and --gamma says {gamma}, which "
                "counts. Leave --gamma out to take the file's.",
                err=True,
            )
