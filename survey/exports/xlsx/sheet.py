"""One sheet of a workbook: text as text, numbers as numbers, never a formula or a link."""

from collections.abc import Iterable, Sequence
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format

from survey.exports.results_csv import FORMULA_STARTS


class Sheet:
    """Rows from the top, each written to disk before the next.

    XlsxWriter's own `write` guesses from the first character what a value is,
    so nothing is written by it. Text that would be a formula if somebody typed
    it gets Excel's "quote prefix" besides: it stays text when its cell is
    edited, and is no other text for that.
    """

    def __init__(self, workbook: Workbook, name: str, widths: Sequence[int]):
        self._sheet = workbook.add_worksheet(name)
        self._bold = workbook.add_format({"bold": True})
        self._quoted = workbook.add_format({"quote_prefix": True})
        self._rows = 0
        for column, width in enumerate(widths):
            self._sheet.set_column(column, column, width)

    def header(self, names: Iterable[str], frozen: bool = True) -> None:
        """A row in bold; if frozen, what is above its end stays in sight."""
        self._write_row(names, self._bold)
        if frozen:
            self._sheet.freeze_panes(self._rows, 0)

    def row(self, cells: Iterable[Any]) -> None:
        """Text, numbers, truth values; None leaves a cell empty."""
        self._write_row(cells, None)

    def _write_row(self, cells: Iterable[Any], style: Format | None) -> None:
        for column, value in enumerate(cells):
            if isinstance(value, str):
                chosen = self._quoted if value.startswith(FORMULA_STARTS) else style
                self._sheet.write_string(self._rows, column, value, chosen)
            elif isinstance(value, bool):
                self._sheet.write_boolean(self._rows, column, value, style)
            elif value is not None:
                self._sheet.write_number(self._rows, column, value, style)
        self._rows += 1
