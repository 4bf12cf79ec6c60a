"""The whole site: renders each page at its first request, and keeps it in memory."""

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path

from survey.docs_site.faults import Fault, FaultKind
from survey.docs_site.navigation import Entry, Navigation, read_navigation
from survey.docs_site.page import Page, render
from survey.docs_site.pictures import read_size
from survey.docs_site.search import IndexEntry, SearchResult, find_passages
from survey.errors import PageNotFound


class Site:
    """The pages of a folder in the order of its navigation."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._pages: dict[str, Page] = {}

    @cached_property
    def navigation(self) -> Navigation:
        return read_navigation(self._folder)

    def entry(self, section: str, name: str) -> Entry:
        """The page's entry in the navigation; raises PageNotFound for another address."""
        entry = self.navigation.entry(section, name)
        if entry is None:
            raise PageNotFound("There is no such page in the documentation.")
        return entry

    def source(self, entry: Entry) -> str:
        """The page's Markdown."""
        return (self._folder / entry.file).read_text("utf-8")

    def title(self, entry: Entry) -> str:
        """The page's title, without rendering it."""
        return self._titles[entry.file]

    def page(self, entry: Entry) -> Page:
        """The page, rendered once; two requests at once may both render it, which does no harm."""
        if entry.file not in self._pages:
            self._pages[entry.file] = render(
                self.source(entry), entry.file, self._address, partial(read_size, self._folder)
            )
        return self._pages[entry.file]

    def search(self, query: str) -> SearchResult:
        """The passages of all pages that a query finds."""
        return find_passages(self._index, query)

    @cached_property
    def _index(self) -> tuple[IndexEntry, ...]:
        """Every passage of every page. The first search renders all pages, within two seconds."""
        return tuple(
            IndexEntry.of(passage, page.title, entry.path)
            for entry in self.navigation.entries
            for page in [self.page(entry)]
            for passage in page.passages
        )

    def faults(self, is_route: Callable[[str], bool]) -> list[Fault]:
        """All faults of the site; `is_route` knows the pages of the app."""
        found = self.navigation.faults(self._folder)
        if found:
            return found
        pages = {entry.path: self.page(entry) for entry in self.navigation.entries}
        for entry in self.navigation.entries:
            page = pages[entry.path]
            found += page.faults
            for link in page.links:
                if link.path not in pages:
                    if not is_route(link.path):
                        found.append(Fault(FaultKind.ROUTE, entry.file, link.path))
                elif link.anchor and link.anchor not in pages[link.path].anchors:
                    found.append(Fault(FaultKind.ANCHOR, entry.file, f"{link.path}#{link.anchor}"))
        return found

    @cached_property
    def _titles(self) -> dict[str, str]:
        return {
            entry.file: self.source(entry).partition("\n")[0].removeprefix("# ")
            for entry in self.navigation.entries
        }

    def _address(self, file: str) -> str | None:
        entry = self.navigation.by_file.get(file)
        return entry.path if entry else None
