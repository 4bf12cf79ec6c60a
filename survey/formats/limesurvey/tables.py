"""The tables of a LimeSurvey file."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from survey.errors import InstrumentInvalid

MOST_ELEMENTS = 200_000  # XML tags

Row = dict[str, str]

UNREADABLE = (
    "This is no file of LimeSurvey, or it is damaged: export the survey's structure there (.lss), "
    "a group of its questions (.lsg) or one question (.lsq)."
)
TOO_LARGE = "This file has more in it than a questionnaire: export fewer questions."


class LimeSurveyFile:
    """The rows of each table by its name."""

    def __init__(self, content: bytes):
        from defusedxml.ElementTree import fromstring

        if content.count(b"<") > MOST_ELEMENTS:
            raise InstrumentInvalid({"file": TOO_LARGE})
        try:
            root = fromstring(content, forbid_dtd=True)
        except Exception as error:  # defusedxml's, expat's and those of unknown encodings
            raise InstrumentInvalid({"file": UNREADABLE}) from error
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
