"""The order of the pages: survey/docs/navigation.toml."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from survey.docs_site.faults import Fault, FaultKind

FILE = "navigation.toml"


@dataclass(frozen=True)
class Entry:
    """A page: its section, its name in the address, its file within the folder and its summary."""

    section: str
    name: str
    file: str
    about: str

    @property
    def path(self) -> str:
        return f"/docs/{self.section}/{self.name}"


@dataclass(frozen=True)
class Section:
    """The pages of one purpose: to learn, to do, to look up, or to understand."""

    name: str
    title: str
    about: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Navigation:
    """All sections in their order, and the new address of each page that moved.

    `moved` maps an old "section/name", as in old links and bookmarks, to the new one.
    """

    sections: tuple[Section, ...]
    moved: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All pages in the order in which they are read."""
        return tuple(entry for section in self.sections for entry in section.entries)

    @cached_property
    def by_file(self) -> dict[str, Entry]:
        return {entry.file: entry for entry in self.entries}

    def entry(self, section: str, name: str) -> Entry | None:
        """The page of this address; None if there is none."""
        return next((e for e in self.entries if (e.section, e.name) == (section, name)), None)

    def moved_to(self, section: str, name: str) -> str | None:
        """The address of the page that replaced this one; None if there was none."""
        now = self.moved.get(f"{section}/{name}")
        return now and f"/docs/{now}"

    def section(self, entry: Entry) -> Section:
        """The section that a page is in."""
        return next(section for section in self.sections if entry in section.entries)

    def neighbours(self, entry: Entry) -> tuple[Entry | None, Entry | None]:
        """The page before this one, and the page after it."""
        at = self.entries.index(entry)
        before = self.entries[at - 1] if at else None
        after = self.entries[at + 1] if at + 1 < len(self.entries) else None
        return before, after

    def faults(self, folder: Path) -> list[Fault]:
        """A fault for each file and page that do not correspond one to one."""
        files = Counter(entry.file for entry in self.entries)
        there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}
        paths = Counter(entry.path for entry in self.entries)
        moved = {(f"/docs/{old}", f"/docs/{new}") for old, new in self.moved.items()}
        return [
            *(Fault(FaultKind.UNLISTED, FILE, file) for file in sorted(there - set(files))),
            *(Fault(FaultKind.MISSING, FILE, file) for file in sorted(set(files) - there)),
            *(Fault(FaultKind.TWICE, FILE, file) for file, count in files.items() if count > 1),
            *(Fault(FaultKind.TWICE, FILE, path) for path, count in paths.items() if count > 1),
            *(
                Fault(FaultKind.MOVED, FILE, f"{old} to {new}")
                for old, new in sorted(moved)
                if old in paths or new not in paths
            ),
        ]


def read_navigation(folder: Path) -> Navigation:
    """The navigation of this folder. A page's file may lie outside its section's folder."""
    document = tomllib.loads((folder / FILE).read_text("utf-8"))
    return Navigation(
        tuple(
            Section(
                section["name"],
                section["title"],
                section["about"],
                tuple(
                    Entry(section["name"], Path(page["file"]).stem, page["file"], page["about"])
                    for page in section["pages"]
                ),
            )
            for section in document["sections"]
        ),
        document.get("moved", {}),
    )
