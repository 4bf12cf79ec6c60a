"""One sheet of a workbook: text as text, numbers as numbers, never a formula or a link."""

from collections.abc import Iterable, Sequence
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format

from survey.exports.csv_lines import FORMULA_STARTS


class Sheet:
    """Writes rows from the top down, each to disk before the next.

    XlsxWriter's own `write` guesses from the first character what a value is,
    so this does not use it. Text that would be a formula if somebody typed it also
    gets Excel's "quote prefix": it stays text when its cell is edited, and the text
    itself is unchanged.
    """

    def __init__(self, workbook: Workbook, name: str, widths: Sequence[int]):
        self._sheet = workbook.add_worksheet(name)
        self._bold = workbook.add_format({"bold": True})
        self._quoted = workbook.add_format({"quote_prefix": True})
        self._rows = 0
        for column, width in enumerate(widths):
            self._sheet.set_column(column, column, width)

    def header(self, names: Iterable[str], frozen: bool = True) -> None:
        """Writes a row in bold; if frozen, it and the rows above it stay in sight."""
        self._write_row(names, self._bold)
        if frozen:
            self._sheet.freeze_panes(self._rows, 0)

    def row(self, cells: Iterable[Any]) -> None:
        """Writes text, numbers and truth values; None leaves a cell empty."""
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
