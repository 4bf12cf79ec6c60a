"""The cells of an .xlsx file as text, read so that no file can exhaust the machine.

An .xlsx is a zip of XML. The reader unpacks only the parts that name the sheets
and hold the cells of wanted ones, and limits their size and number of elements
before anything parses them; defusedxml, which openpyxl uses if it is installed,
refuses entities.
"""

import io
import posixpath
import re
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from survey.core.instrument.limits import LONGEST_TEXTS
from survey.errors import InstrumentInvalid

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

LARGEST_UNPACKED = 8 * 1024 * 1024  # bytes, of all parts that are read
LARGEST_INDEX = 256 * 1024  # bytes of a part that only names sheets and other parts
MOST_ELEMENTS = 200_000  # XML tags; a cell with a value has two to four
MOST_CELLS = 2_000_000  # with the empty ones to the left of others
MOST_COLUMNS = 2_000  # cells of one row with something in them
# Of all cells together. Many may share one text, so that 8 MiB unpacked could be 40,000 texts of
# 8 million characters each.
MOST_CHARACTERS = 2_000_000
LAST_ROW = 1_048_576  # of any sheet, by the format
# Characters of one cell: one more than any text of a questionnaire has, so that it is still refused
# for its length, and no pattern meets more.
LONGEST_CELL = max(LONGEST_TEXTS.values()) + 1

# Styles, pictures, macros and links to other files are never looked at.
_TYPES, _BOOK, _TARGETS = "[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_STRINGS = "xl/sharedStrings.xml"
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_DECLARATION = re.compile(rb"<!(DOCTYPE|ENTITY)")

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

UNREADABLE = (
    "This is not an .xlsx file, or it is damaged: open it in a spreadsheet program and save it "
    "as .xlsx."
)
TOO_LARGE = (
    "This workbook has more in it than a questionnaire: keep only the sheets survey, choices and "
    "settings, and clear the rows and columns that look empty."
)


@dataclass(frozen=True)
class SheetRow:
    """A row that is not empty: its number in the sheet, from 1, and its cells as text.

    `cut` has the places of the cells, from 0, of which only the first LONGEST_CELL characters are
    here.
    """

    number: int
    cells: tuple[str, ...]
    cut: tuple[int, ...] = ()


def read_sheets(content: bytes, wanted: set[str]) -> dict[str, list[SheetRow]]:
    """Every sheet of the workbook by its name, with its rows if it is wanted, else without.

    `wanted` holds names in lower case. Of several sheets whose names differ only by
    case or blanks, the first has rows. Raises InstrumentInvalid if the content is not
    an .xlsx file or is too large.
    """
    # Imported late: it takes a while, and few runs read a workbook.
    import openpyxl

    # It warns of what it drops, such as drop-down lists, which nobody here wants.
    warnings.filterwarnings("ignore", module=r"openpyxl\.")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            sheets = _sheets(packed)
            read = _first_of_each(sheets, wanted)
            cells_only = _cells_only(packed, read)
        book = openpyxl.load_workbook(cells_only, read_only=True, data_only=True, keep_links=False)
        rows = {sheet.title: list(_rows(sheet)) for sheet in book.worksheets}
        return {name: rows.get(name, []) for name in sheets}
    except InstrumentInvalid:
        raise
    # The libraries do not document which errors a damaged or hostile file causes in them.
    except Exception as error:
        raise InstrumentInvalid({"file": UNREADABLE}) from error


@dataclass(frozen=True)
class _Sheet:
    relation: str  # its id among the workbook's relations
    part: str  # the name of the part with its cells


def _sheets(packed: zipfile.ZipFile) -> dict[str, _Sheet]:
    """Every sheet of the workbook by its name, in order."""
    from defusedxml.ElementTree import fromstring

    targets = {
        each.get("Id", ""): posixpath.normpath(posixpath.join("/xl", each.get("Target", "")))[1:]
        for each in fromstring(_xml(packed, _TARGETS, LARGEST_INDEX))
    }
    sheets: dict[str, _Sheet] = {}
    for each in fromstring(_xml(packed, _BOOK, LARGEST_INDEX)).iterfind("{*}sheets/{*}sheet"):
        # The id has another namespace in files of the strict kind.
        (relation,) = [value for name, value in each.items() if name.endswith("}id")]
        sheets.setdefault(each.attrib["name"], _Sheet(relation, targets.get(relation, "")))
    return sheets


def _first_of_each(sheets: dict[str, _Sheet], wanted: set[str]) -> dict[str, _Sheet]:
    """The first sheet for each wanted name."""
    found: dict[str, str] = {}
    for name in sheets:
        found.setdefault(name.strip().lower(), name)
    return {found[each]: sheets[found[each]] for each in sorted(wanted & found.keys())}


def _cells_only(packed: zipfile.ZipFile, sheets: dict[str, _Sheet]) -> io.BytesIO:
    """A workbook with these sheets' cells and nothing else; refuses what is too large."""
    reduced = io.BytesIO()
    parts = {each.part for each in sheets.values() if _SHEET.fullmatch(each.part)}
    parts |= {_TYPES, _TARGETS, _STRINGS}
    left, elements = LARGEST_UNPACKED, 0
    with zipfile.ZipFile(reduced, "w") as kept:
        for name in sorted(parts & set(packed.namelist())):
            xml = _xml(packed, name, left)
            left -= len(xml)
            elements += xml.count(b"<")
            kept.writestr(name, xml)
        if elements > MOST_ELEMENTS:
            raise InstrumentInvalid({"file": TOO_LARGE})
        kept.writestr(_BOOK, _book(sheets))
    reduced.seek(0)
    return reduced


def _xml(packed: zipfile.ZipFile, name: str, largest: int) -> bytes:
    """A part of the file; refuses more bytes than `largest`, and declarations."""
    part = packed.getinfo(name)
    # Python unpacks no more of a part than is declared here.
    if part.file_size > largest:
        raise InstrumentInvalid({"file": TOO_LARGE})
    # Other compression methods may unpack far more at once than was asked for.
    if part.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise InstrumentInvalid({"file": UNREADABLE})
    xml = packed.read(part)
    # A zero byte means UTF-16, in which these checks would find neither declarations nor elements.
    if b"\0" in xml or _DECLARATION.search(xml):
        raise InstrumentInvalid({"file": UNREADABLE})
    return xml


def _book(sheets: dict[str, _Sheet]) -> str:
    """The part that names these sheets alone."""
    named = "".join(
        f"<sheet name={quoteattr(name)} sheetId='{number}' r:id={quoteattr(sheet.relation)}/>"
        for number, (name, sheet) in enumerate(sheets.items(), start=1)
    )
    return f"<workbook xmlns='{_MAIN}' xmlns:r='{_RELATIONS}'><sheets>{named}</sheets></workbook>"


def _rows(sheet: "ReadOnlyWorksheet") -> Iterator[SheetRow]:
    # The size of the sheet that the file declares may be too small or too large.
    sheet.reset_dimensions()
    cells = characters = 0
    for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
        if number > LAST_ROW:
            raise InstrumentInvalid({"file": TOO_LARGE})
        if not values:  # quick, since a million empty rows may precede a cell far down
            continue
        cells += len(values)
        characters += sum(len(value) for value in values if isinstance(value, str))
        filled = len(values) - values.count(None)
        if cells > MOST_CELLS or characters > MOST_CHARACTERS or filled > MOST_COLUMNS:
            raise InstrumentInvalid({"file": TOO_LARGE})
        texts = [_text(value) for value in values]
        if any(texts):
            cut = tuple(place for place, text in enumerate(texts) if len(text) > LONGEST_CELL)
            yield SheetRow(number, tuple(text[:LONGEST_CELL] for text in texts), cut)


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
