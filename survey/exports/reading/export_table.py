"""An export that was read as a whole, as a table of cells like that of a CSV."""

from collections.abc import Iterator
from itertools import zip_longest

from survey.core.library.exported import ExportedColumn, ExportTable
from survey.core.responses.reports import RESPONSE_ID
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.exports.reading.csv_table import CsvTable
from survey.exports.results_csv import EVERY, ONE_EACH


def table_of(export: ExportTable) -> CsvTable:
    """The table of an export; its rows are numbered from 1."""
    columns = {name: each for name, each in export.items() if isinstance(each, ExportedColumn)}
    settings = {name: {"kind": each.kind, "gamma": str(each.gamma)} | _more(each)
                for name, each in columns.items()}  # fmt: skip
    of_all = next(iter(columns.values())).asked_of
    facts = {
        "answered": ONE_EACH if of_all.drawn_from else EVERY,
        "responses": str(export.responses),
    }
    if export.instrument is not None:
        facts["class_size"] = str(export.instrument.class_size)
    if export.cap is not None:
        facts["cap"] = str(export.cap)
    if export.hidden or export.waited:
        facts["figures"] = FIGURES_ONCE_CLOSED

    def rows() -> Iterator[tuple[int, list[str]]]:
        for number, cells in enumerate(zip_longest(export.response_ids, *columns.values()), 1):
            yield number, ["" if each is None else str(each) for each in cells]

    questions = {name: each.question for name, each in columns.items()}
    names = [RESPONSE_ID, *columns]
    return CsvTable(export.file, names, 1, settings, rows(), facts, questions)


def _more(column: ExportedColumn) -> dict[str, str]:
    """The settings of a column: its number of codes, and the ends of its range."""
    ends = {name: str(value) for name, value in column.item.settings.items()}
    return ends | {"options": str(len(column.labels))}
