"""The links and faults that rendering one page collects."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from survey.docs_site.faults import Fault, FaultKind

if TYPE_CHECKING:
    from survey.docs_site.pictures import PictureSize

# The address of a file's page; None if it has none.
Address = Callable[[str], str | None]
# The size of the picture with this name; None if there is none.
Picture = Callable[[str], "PictureSize | None"]


@dataclass(frozen=True)
class Link:
    """A link within this site: the address that it leads to, and the heading there or ""."""

    path: str
    anchor: str


@dataclass
class RenderContext:
    """The page's file, and its links and faults so far."""

    file: str
    address: Address
    picture: Picture
    faults: list[Fault] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def fault(self, kind: FaultKind, what: str) -> None:
        self.faults.append(Fault(kind, self.file, what))
