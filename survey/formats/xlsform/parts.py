"""The parts of an .xlsx file that name its sheets and hold their cells, of a bounded size.

An .xlsx is a zip of XML. Only the parts that name the sheets and hold the cells of wanted ones are
unpacked, and their size and number of elements are limited before anything parses them.
"""

import io
import posixpath
import re
import zipfile
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from survey.errors import InstrumentInvalid
from survey.translations.marked import N_

LARGEST_UNPACKED = 8 * 1024 * 1024  # bytes, of all parts that are read
LARGEST_INDEX = 256 * 1024  # bytes of a part that only names sheets and other parts
MOST_ELEMENTS = 200_000  # XML tags; a cell with a value has two to four

# Pictures, macros and links to other files are never read.
_TYPES, _BOOK, _TARGETS = "[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_STRINGS = "xl/sharedStrings.xml"
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_DECLARATION = re.compile(rb"<!(DOCTYPE|ENTITY)")

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

UNREADABLE = N_(
    "This is not an .xlsx file, or it is damaged: open it in a spreadsheet program and save it "
    "as .xlsx."
)
TOO_LARGE = N_(
    "This workbook has more in it than a questionnaire: keep only the sheets survey, choices and "
    "settings, and clear the rows and columns that look empty."
)


@dataclass(frozen=True)
class WorkbookSheet:
    relation: str  # its id among the workbook's relations
    part: str  # the name of the part with its cells


def sheets_of(packed: zipfile.ZipFile) -> dict[str, WorkbookSheet]:
    """Every sheet of the workbook by its name, in order."""
    from defusedxml.ElementTree import fromstring

    targets = {
        each.get("Id", ""): posixpath.normpath(posixpath.join("/xl", each.get("Target", "")))[1:]
        for each in fromstring(xml_of(packed, _TARGETS, LARGEST_INDEX))
    }
    sheets: dict[str, WorkbookSheet] = {}
    for each in fromstring(xml_of(packed, _BOOK, LARGEST_INDEX)).iterfind("{*}sheets/{*}sheet"):
        # Strict Office Open XML uses another namespace for the id.
        (relation,) = [value for name, value in each.items() if name.endswith("}id")]
        sheets.setdefault(each.attrib["name"], WorkbookSheet(relation, targets.get(relation, "")))
    return sheets


def begins_in_1904(packed: zipfile.ZipFile) -> bool:
    """Whether this workbook counts days from 1904, as workbooks from old Macs do."""
    from defusedxml.ElementTree import fromstring

    properties = fromstring(xml_of(packed, _BOOK, LARGEST_INDEX)).find("{*}workbookPr")
    return properties is not None and properties.get("date1904") in {"1", "true"}


def first_of_each(sheets: dict[str, WorkbookSheet], wanted: set[str]) -> dict[str, WorkbookSheet]:
    """The first sheet for each wanted name."""
    found: dict[str, str] = {}
    for name in sheets:
        found.setdefault(name.strip().lower(), name)
    return {found[each]: sheets[found[each]] for each in sorted(wanted & found.keys())}


def cells_only(packed: zipfile.ZipFile, sheets: dict[str, WorkbookSheet]) -> io.BytesIO:
    """A workbook with only these sheets' cells; raises InstrumentInvalid if it is too large."""
    reduced = io.BytesIO()
    parts = {each.part for each in sheets.values() if _SHEET.fullmatch(each.part)}
    parts |= {_TYPES, _TARGETS, _STRINGS}
    left, elements = LARGEST_UNPACKED, 0
    with zipfile.ZipFile(reduced, "w") as kept:
        for name in sorted(parts & set(packed.namelist())):
            xml = xml_of(packed, name, left)
            left -= len(xml)
            elements += xml.count(b"<")
            kept.writestr(name, xml)
        if elements > MOST_ELEMENTS:
            raise InstrumentInvalid({"file": TOO_LARGE})
        kept.writestr(_BOOK, _book(sheets))
    reduced.seek(0)
    return reduced


def xml_of(packed: zipfile.ZipFile, name: str, largest: int) -> bytes:
    """A part of the file; raises InstrumentInvalid above `largest` bytes, or for declarations."""
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


def _book(sheets: dict[str, WorkbookSheet]) -> str:
    """The workbook part that names only these sheets."""
    named = "".join(
        f"<sheet name={quoteattr(name)} sheetId='{number}' r:id={quoteattr(sheet.relation)}/>"
        for number, (name, sheet) in enumerate(sheets.items(), start=1)
    )
    return f"<workbook xmlns='{_MAIN}' xmlns:r='{_RELATIONS}'><sheets>{named}</sheets></workbook>"
