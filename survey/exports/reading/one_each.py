"""Finds whether each response answers only one of several questions, from a file's rows alone."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from survey.core.intervals.registry import ANNOUNCED, told_interval
from survey.core.library.exported import AskedOf
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.exports.reading.csv_table import CsvTable
from survey.exports.results_csv import ONE_EACH

Row = tuple[int, list[str]]


def one_each(names: Sequence[Any], rows: Iterable[Sequence[Any]]) -> bool:
    """Whether every row has reports to one question alone, and there are several.

    `names` are the columns, q1, q2, q3_1, …; a cell without a report is None or "".
    """
    questions = [_question(name) for name in names]
    return len(set(questions)) > 1 and all(_is_of_one(questions, row) for row in rows)


class RowCount:
    """Counts a table's rows while they are read, to find which respondents a column was asked."""

    def __init__(self, table: CsvTable):
        self._facts = table.facts
        described = [name for name, each in table.settings.items() if "kind" in each]
        self._places = [place for place, name in enumerate(table.names) if name in described]
        self._questions = [_question(table.names[place]) for place in self._places]
        self._parts = len({_question(name) for name in described})
        said = table.facts.get("answered")
        self._to_see = said is None and len(set(self._questions)) > 1
        self._each = said == ONE_EACH or self._to_see
        self._rows = 0

    def counted(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yields the rows unchanged, and counts them."""
        for line, cells in rows:
            self._rows += 1
            if self._to_see and self._each:
                self._each = _is_of_one(self._questions, [cells[each] for each in self._places])
            yield line, cells

    @property
    def asked_of(self) -> AskedOf:
        """Which respondents the columns were asked, once all rows are read."""
        size, responses, cap = (
            whole(self._facts.get(name)) for name in ("class_size", "responses", "cap")
        )
        each = self._each and self._rows > 0
        expected = 100 if size is None else max(1, size // (self._parts if each else 1))
        waited = self._facts.get("figures") == FIGURES_ONCE_CLOSED
        told = told_interval(waited, cap) if self._parts else ANNOUNCED
        return AskedOf(expected, cap, max(responses or 0, self._rows) if each else 0, told)


def _question(name: Any) -> str:
    return str(name).partition("_")[0]


def _is_of_one(questions: Sequence[str], row: Sequence[Any]) -> bool:
    told = zip(questions, row, strict=False)
    return len({each for each, cell in told if cell is not None and str(cell).strip()}) == 1


def whole(text: str | None) -> int | None:
    """A fact as a whole number; None if it is missing or is no whole number."""
    return int(text) if text and text.isdecimal() and len(text) < 10 else None
