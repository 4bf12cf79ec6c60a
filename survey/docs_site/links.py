"""Links between pages: written as files, so that they work in a checkout too."""

import posixpath
from urllib.parse import urlsplit

from markdown_it.token import Token

from survey.docs_site.faults import Kind
from survey.docs_site.render_context import Link, Noted


def follow(token: Token, noted: Noted) -> None:
    """Puts the address of the page in place of its file, and notes the link for later."""
    written = str(token.attrGet("href"))
    parts = urlsplit(written)
    if parts.scheme == "https":
        return
    if parts.scheme or parts.netloc:
        noted.fault(Kind.LINK, f"{written}; of other sites, https only")
        return
    path = parts.path
    if not path.startswith("/"):
        path = _address(path, noted)
        if not path:
            noted.fault(Kind.LINK, written)
            return
        token.attrSet("href", path + (f"#{parts.fragment}" if parts.fragment else ""))
    noted.links.append(Link(path, parts.fragment))


def _address(file: str, noted: Noted) -> str:
    """The address of a file that is named from this one; itself for an anchor alone."""
    folder = posixpath.dirname(noted.file)
    named = posixpath.normpath(posixpath.join(folder, file)) if file else noted.file
    return noted.address(named) or ""
