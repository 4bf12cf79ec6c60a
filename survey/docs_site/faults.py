"""The faults that a page can have. The tests build the site and accept none."""

from dataclasses import dataclass
from enum import StrEnum


class FaultKind(StrEnum):
    """The kinds of fault; each has a test with a page that is wrong in this way."""

    LINK = "a link to a page that does not exist"
    ANCHOR = "a link to a heading that does not exist"
    ROUTE = "a link to a page of the app that does not exist"
    IMAGE = "a picture without its alternative, or of no file"
    LANGUAGE = "a block of an unknown language"
    LEVEL = "a heading that skips a level"
    TITLE = "not one title, at the start"
    DUPLICATE = "two headings of the same anchor"
    HTML = "HTML, which is not read"
    FORMULA = "a formula that cannot be read"
    REFERENCE = "a name that is not in the code"
    UNLISTED = "a page that is missing from the navigation"
    TWICE = "a page that is listed twice"
    MISSING = "a page that is listed and does not exist"
    MOVED = "an old address that is a page, or that leads to none"


@dataclass(frozen=True)
class Fault:
    """One fault: its kind, the file it is in, and what exactly is wrong."""

    kind: FaultKind
    file: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}: {self.kind}: {self.what}"
