"""The cells of an .xlsx file as text, read so that no file can exhaust the machine.

An .xlsx is a zip of XML. Only the parts that hold cells are unpacked at all,
and their size and number of elements are limited before anything parses them;
defusedxml, which openpyxl uses where it is installed, refuses entities.
"""

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from survey.errors import InstrumentInvalid

LARGEST_UNPACKED = 8 * 1024 * 1024  # bytes, of all parts that are read
LARGEST_INDEX = 256 * 1024  # bytes of a part that only names sheets and other parts
MOST_ELEMENTS = 200_000  # XML tags; a cell with a value has two to four
MOST_SHEETS = 30
MOST_WORK = 800_000  # elements times sheets, since several sheets may be one and the same part
MOST_CELLS = 2_000_000  # with the empty ones to the left of and above others
LAST_ROW = 1_048_576  # of any sheet, by the format

# Styles, pictures, macros and links to other files are never looked at.
_INDEX = re.compile(
    r"\[Content_Types\]\.xml|xl/workbook\.xml|xl/_rels/workbook\.xml\.rels", re.IGNORECASE
)
_CELLS = re.compile(r"xl/sharedStrings\.xml|xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_SHEET = re.compile(rb"<(?:[\w.-]+:)?sheet[\s/>]")
_DECLARATION = re.compile(rb"<!(DOCTYPE|ENTITY)")

UNREADABLE = (
    "This is not an .xlsx file, or it is damaged: open it in a spreadsheet program and save it "
    "as .xlsx."
)
TOO_LARGE = (
    "This workbook has more in it than a questionnaire: keep only the sheets survey, choices and "
    "settings, and clear the rows and columns that look empty."
)


@dataclass(frozen=True)
class Row:
    """A row that is not empty: its number in the sheet, from 1, and its cells as text."""

    number: int
    cells: tuple[str, ...]


def read_sheets(content: bytes, wanted: set[str]) -> dict[str, list[Row]]:
    """The rows of each sheet that is wanted, and nothing of the others, by the sheet's name.

    `wanted` are names in small letters. Raises InstrumentInvalid for what is not
    an .xlsx file or is too large.
    """
    # Loaded only now: it takes a while, and few start the app to read a workbook.
    import openpyxl

    # It warns of what it does not keep, such as drop-down lists; nobody here wants those.
    warnings.filterwarnings("ignore", module=r"openpyxl\.")
    try:
        cells_only = _cells_only(content)
        book = openpyxl.load_workbook(cells_only, read_only=True, data_only=True, keep_links=False)
        return {
            sheet.title: list(_rows(sheet)) if sheet.title.strip().lower() in wanted else []
            for sheet in book.worksheets
        }
    except InstrumentInvalid:
        raise
    # Which of the many errors a damaged or hostile file causes in there is not documented.
    except Exception as error:
        raise InstrumentInvalid({"file": UNREADABLE}) from error


def _cells_only(content: bytes) -> io.BytesIO:
    """The same workbook with those parts only that hold cells, once its size is known."""
    reduced = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as packed, zipfile.ZipFile(reduced, "w") as kept:
        indexes = [part for part in packed.infolist() if _INDEX.fullmatch(part.filename)]
        cells = [part for part in packed.infolist() if _CELLS.fullmatch(part.filename)]
        parts = indexes + cells
        # Python unpacks no more of a part than is declared here.
        if sum(part.file_size for part in parts) > LARGEST_UNPACKED or any(
            part.file_size > LARGEST_INDEX for part in indexes
        ):
            raise InstrumentInvalid({"file": TOO_LARGE})
        elements = sheets = 0
        for part in parts:
            # Other methods may unpack far more at once than was asked for.
            if part.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
                raise InstrumentInvalid({"file": UNREADABLE})
            xml = packed.read(part)
            # A zero byte is UTF-16, in which the counting below would see nothing.
            if b"\0" in xml or _DECLARATION.search(xml):
                raise InstrumentInvalid({"file": UNREADABLE})
            elements += xml.count(b"<")
            sheets += len(_SHEET.findall(xml))
            kept.writestr(part.filename, xml)
        if elements > MOST_ELEMENTS or sheets > MOST_SHEETS or elements * sheets > MOST_WORK:
            raise InstrumentInvalid({"file": TOO_LARGE})
    reduced.seek(0)
    return reduced


def _rows(sheet) -> Iterator[Row]:
    # What the file says of the sheet's size may be wrong in both directions.
    sheet.reset_dimensions()
    cells = 0
    for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells += len(values)
        if cells > MOST_CELLS or number > LAST_ROW:
            raise InstrumentInvalid({"file": TOO_LARGE})
        row = tuple(map(_text, values))
        if any(row):
            yield Row(number, row)


def _text(value: object) -> str:
    """A cell as it is typed: 40 and not 40.0, TRUE and not 1."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    # A line break typed in Excel is stored with the escape of a carriage return.
    return str(value).replace("_x000D_", "").replace("\t", " ").strip()
