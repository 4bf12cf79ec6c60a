"""The cells of an .xlsx file as text, read so that no file can exhaust the machine.

The reader gets only the parts that hold the cells of wanted sheets, whose size is limited
(survey/formats/xlsform/parts.py); defusedxml, which openpyxl uses if it is installed, refuses
entities.
"""

import io
import warnings
import zipfile
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from survey.core.instrument.limits import LONGEST_TEXTS
from survey.errors import InstrumentInvalid
from survey.formats.import_result import shown
from survey.formats.xlsform.formulas import without_values
from survey.formats.xlsform.number_formats import NumberFormats, number_formats
from survey.formats.xlsform.parts import (
    TOO_LARGE,
    UNREADABLE,
    begins_in_1904,
    cells_only,
    first_of_each,
    sheets_of,
)
from survey.translations.marked import N_

if TYPE_CHECKING:
    from openpyxl.cell.read_only import ReadOnlyCell
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

MOST_CELLS = 2_000_000  # the empty ones to the left of others count, too
MOST_COLUMNS = 2_000  # cells of one row with something in them
# Characters of all cells together. Many cells may share one text, so 8 MiB unpacked could become
# 40,000 texts of 8 million characters each.
MOST_CHARACTERS = 2_000_000
LAST_ROW = 1_048_576  # the format allows no more rows
# Characters read from one cell: one more than any text of a questionnaire may have, so that a
# longer text is still refused for its length, and no pattern has to search more.
LONGEST_CELL = max(LONGEST_TEXTS.values()) + 1

NO_VALUE = N_(
    "the file has the formula of this cell and not its value; open it in a spreadsheet program "
    "and save it there"
)


@dataclass(frozen=True)
class SheetRow:
    """A row that is not empty: its number in the sheet, from 1, and its cells as text.

    The other fields use the cells' places, from 0. `cut` has the cells of which only the first
    LONGEST_CELL characters were read, `shown` the texts of numbers that the sheet shows
    differently from what was typed, `remarks` a note on each of these, and `unreadable` the
    reason why a cell has no value.
    """

    number: int
    cells: tuple[str, ...]
    cut: tuple[int, ...] = ()
    shown: Mapping[int, str] = field(default_factory=dict)
    remarks: Mapping[int, str] = field(default_factory=dict)
    unreadable: Mapping[int, str] = field(default_factory=dict)


def read_sheets(content: bytes, wanted: set[str]) -> dict[str, list[SheetRow]]:
    """Every sheet of the workbook by its name; only `wanted` sheets come with their rows.

    `wanted` holds names in lower case. Of several sheets whose names differ only by
    case or blanks, the first has rows. Raises InstrumentInvalid if the content is not
    an .xlsx file or is too large.
    """
    # Imported late: it takes a while, and few runs read a workbook.
    import openpyxl

    # openpyxl warns about parts that it drops, such as drop-down lists; they are not needed here.
    warnings.filterwarnings("ignore", module=r"openpyxl\.")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            sheets = sheets_of(packed)
            read = first_of_each(sheets, wanted)
            cells = cells_only(packed, read)
            formats = number_formats(packed, begins_in_1904(packed))
        with zipfile.ZipFile(cells) as kept:
            there = {name: each.part for name, each in read.items() if each.part in kept.namelist()}
            unknown = {name: without_values(kept.read(part)) for name, part in there.items()}
        book = openpyxl.load_workbook(cells, read_only=True, data_only=True, keep_links=False)
        rows = {
            sheet.title: list(_rows(sheet, formats, unknown.get(sheet.title, frozenset())))
            for sheet in book.worksheets
        }
        return {name: rows.get(name, []) for name in sheets}
    except InstrumentInvalid:
        raise
    # The libraries do not document which errors a damaged or hostile file causes in them.
    except Exception as error:
        raise InstrumentInvalid({"file": UNREADABLE}) from error


def _rows(
    sheet: "ReadOnlyWorksheet", formats: NumberFormats, unknown: Set[tuple[int, int]]
) -> Iterator[SheetRow]:
    # The size of the sheet that the file declares may be too small or too large.
    sheet.reset_dimensions()
    cells = characters = 0
    for number, row in enumerate(sheet.iter_rows(), start=1):
        if number > LAST_ROW:
            raise InstrumentInvalid({"file": TOO_LARGE})
        if not row:  # fast, since a million empty rows may precede a cell
            continue
        values = [cell.value for cell in row]
        cells += len(values)
        characters += sum(len(value) for value in values if isinstance(value, str))
        filled = len(values) - values.count(None)
        if cells > MOST_CELLS or characters > MOST_CHARACTERS or filled > MOST_COLUMNS:
            raise InstrumentInvalid({"file": TOO_LARGE})
        read = _row(number, row, formats, unknown)
        if any(read.cells) or read.unreadable:
            yield read


def _row(
    number: int,
    row: tuple["ReadOnlyCell", ...],
    formats: NumberFormats,
    unknown: Set[tuple[int, int]],
) -> SheetRow:
    """A row with its cells as typed, and the numbers that its sheet shows differently."""
    texts, seen, remarks, unreadable = [], {}, {}, {}
    for place, cell in enumerate(row):
        value = cell.value
        texts.append("")
        if value is None:
            if unknown and (getattr(cell, "row", 0), getattr(cell, "column", 0)) in unknown:
                unreadable[place] = NO_VALUE
            continue
        if cell.data_type == "e":
            unreadable[place] = N_(
                "the cell says %(value)s, an error of its formula", value=shown(str(value))
            )
            continue
        texts[-1] = _text(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            text, remark = formats.show(value, cell._style_id)
            if text:
                seen[place] = text
            if remark:
                remarks[place] = remark
    cut = tuple(place for place, text in enumerate(texts) if len(text) > LONGEST_CELL)
    return SheetRow(
        number, tuple(text[:LONGEST_CELL] for text in texts), cut, seen, remarks, unreadable
    )


def _text(value: object) -> str:
    """The text of a cell as it was typed: 40 and not 40.0, TRUE and not 1."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    # A line break typed in Excel is stored with the escape of a carriage return.
    return str(value).replace("_x000D_", "").replace("\t", " ").strip()
