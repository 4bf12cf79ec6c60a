"""Small documentation sites for tests, and the app's addresses for links in pages."""

from collections.abc import Callable
from pathlib import Path

from flask import Flask
from werkzeug.exceptions import NotFound

from survey.docs_site.site import Site

NAVIGATION = """
[[sections]]
name = "how-to"
title = "How-to guides"
about = "One task each."
pages = [{pages}]
"""


def routes_of(app: Flask) -> Callable[[str], bool]:
    """A function that checks whether the app has a page at an address."""
    addresses = app.url_map.bind("localhost")

    def is_route(path: str) -> bool:
        try:
            addresses.match(path)
        except NotFound:
            return False
        return True

    return is_route


def site_of(folder: Path, *listed: str, **sources: str) -> Site:
    """A site of these sources, by the names of their pages; `listed` ones, or all, are listed."""
    pages = ", ".join(f'{{ file = "{name}.md", about = "x" }}' for name in listed or sources)
    (folder / "navigation.toml").write_text(NAVIGATION.format(pages=pages))
    for name, source in sources.items():
        (folder / f"{name}.md").write_text(source)
    return Site(folder)
