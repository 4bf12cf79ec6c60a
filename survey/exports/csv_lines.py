"""Lines of CSV that are safe in a spreadsheet and read alike by any statistics program."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

# Some spreadsheet runs a cell as a formula if it begins with one of these (OWASP, ASVS 1.2.10),
# the full-width forms included.
FORMULA_STARTS = tuple("=+-@|%\t\r\n\0＝＋－＠")
# Where a spreadsheet that splits lines at `;` or tabs starts a formula within a text: there,
# quotation marks count only at the beginning of its own cells.
_FORMULA_WITHIN = re.compile('(?<=[;\t\r\n])(?=["\0]*[=+\\-@|%＝＋－＠])')

# Characters at which some program splits, ends or skips a line; R's read.table quotes by an
# apostrophe, too.
_QUOTED = re.compile("[\",;#'\t\r\n]")


def plain_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A header and rows without a preamble."""
    return "".join(line(row) for row in [columns, *rows])


def line(cells: Iterable[Any]) -> str:
    """The cells, each safe in a spreadsheet, with the line's end; None is empty."""
    return ",".join(map(_cell, cells)) + "\r\n"


def comment(text: str) -> str:
    """A line that programs skip, as one plain cell."""
    return "# " + text.replace(",", ";") + "\r\n"


def safe_cell(value: Any) -> Any:
    """Puts an apostrophe before text that a spreadsheet would run as a formula.

    It does so within a text too, where a spreadsheet that splits at `;` or tabs would
    start a cell. Numbers stay numbers: a negative estimate is no formula.
    """
    if not isinstance(value, str):
        return value
    text = _FORMULA_WITHIN.sub("'", value)
    return "'" + text.replace("\0", "") if text.startswith(FORMULA_STARTS) else text


def _cell(cell: Any) -> str:
    if not isinstance(cell, str):
        return "" if cell is None else str(cell)
    text: str = safe_cell(cell)
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
