"""What is found while one page is rendered."""

from collections.abc import Callable
from dataclasses import dataclass, field

from survey.docs_site.faults import Fault, Kind

# Where the page of a file is; None if no page is made of it.
Address = Callable[[str], str | None]


@dataclass(frozen=True)
class Link:
    """A link within this site: the address that it leads to, and the heading there or ""."""

    path: str
    anchor: str


@dataclass
class Noted:
    """The page's file, its links and its faults so far."""

    file: str
    address: Address
    faults: list[Fault] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def fault(self, kind: Kind, what: str) -> None:
        self.faults.append(Fault(kind, self.file, what))
