"""Lines of CSV that are safe in a spreadsheet and read alike by any statistics program."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

# Some spreadsheet runs a cell as a formula if it begins with one of these (OWASP, ASVS 1.2.10),
# the full-width forms included.
FORMULA_STARTS = tuple("=+-@|%\t\r\n\0＝＋－＠")
# Where a guard stands: before a text that begins so, and where a spreadsheet that splits lines at
# `;` or tabs starts a formula within a text. There, quotation marks count only at the beginning of
# its own cells. Apostrophes before it are typed ones: they get one more, so that taking one off
# gives every text back.
_STARTS = re.escape("".join(FORMULA_STARTS))
_WITHIN = re.escape("".join(each for each in FORMULA_STARTS if each not in "\t\r\n\0"))
_BEFORE_FORMULA = re.compile(rf"""\A(?='*[{_STARTS}])|(?<=[;\t\r\n])(?=["'\0]*[{_WITHIN}])""")
_GUARD = re.compile(rf"""\A'(?='*[{_STARTS}])|(?<=[;\t\r\n])'(?=["']*[{_WITHIN}])""")
# The fact by which a reader knows the guard. Files of release 0.2.0 and before lack it: they have
# none before a text that begins with an apostrophe.
GUARD_FACT = ("guard", "one apostrophe more before a text that begins as a formula does")
_EARLIER_GUARD = re.compile(rf"(?:\A|(?<=[;\t\r\n]))'(?=\"*[{_STARTS}])")

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
    start a cell; `unguarded` takes it off. Numbers stay numbers: a negative estimate is no formula.
    """
    if not isinstance(value, str):
        return value
    return _BEFORE_FORMULA.sub("'", value).replace("\0", "")


def unguarded(text: str, earlier: bool = False) -> str:
    """The text that `safe_cell` guarded; with `earlier`, as release 0.2.0 guarded it.

    `"=1"` and `"'=1"` have one guarded form in such a file, which is read as `"=1"`.
    """
    return (_EARLIER_GUARD if earlier else _GUARD).sub("", text)


def _cell(cell: Any) -> str:
    if not isinstance(cell, str):
        return "" if cell is None else str(cell)
    text: str = safe_cell(cell)
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
