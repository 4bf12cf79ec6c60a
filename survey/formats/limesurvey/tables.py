"""The tables of a LimeSurvey file."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from survey.errors import InstrumentInvalid
from survey.formats.xml_root import xml_root
from survey.translations.marked import N_

Row = dict[str, str]

UNREADABLE = N_(
    "This is no file of LimeSurvey, or it is damaged. Export there the survey's structure (.lss), "
    "a group (.lsg) or one question (.lsq)."
)


class LimeSurveyFile:
    """The rows of each table by its name."""

    def __init__(self, content: bytes):
        root = xml_root(content, UNREADABLE)
        if root.tag != "document" or root.find("LimeSurveyDocType") is None:
            raise InstrumentInvalid({"file": UNREADABLE})
        self.tables: dict[str, list[Row]] = {each.tag: list(_rows(each)) for each in root}
        self.languages = [each.text or "" for each in root.iterfind("languages/language")]

    def rows(self, table: str) -> list[Row]:
        return self.tables.get(table, [])

    def ordered(self, table: str, by: str) -> list[Row]:
        return sorted(self.rows(table), key=lambda row: _whole(row.get(by, "")))


def _rows(table: Element) -> Iterator[Row]:
    for row in table.iterfind("rows/row"):
        yield {each.tag: (each.text or "").strip() for each in row}


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
