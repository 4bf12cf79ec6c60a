"""Links between pages. Sources link to files, so that links work in a checkout too."""

import posixpath
import re
from urllib.parse import urlsplit

from markdown_it.token import Token

from survey.docs_site.faults import FaultKind
from survey.docs_site.render_context import Link, RenderContext


def follow(token: Token, context: RenderContext) -> None:
    """Replaces a link's file by its page's address, and records the link to be checked later."""
    written = str(token.attrGet("href"))
    parts = urlsplit(written)
    if parts.scheme == "https":
        return
    if parts.scheme or parts.netloc:
        context.fault(FaultKind.LINK, f"{written}; of other sites, https only")
        return
    path = parts.path
    if not path.startswith("/"):
        path = _address(path, context)
        if not path:
            context.fault(FaultKind.LINK, written)
            return
        token.attrSet("href", path + (f"#{parts.fragment}" if parts.fragment else ""))
    context.links.append(Link(path, parts.fragment))


def _address(file: str, context: RenderContext) -> str:
    """The address of a file that this page names; the page's own for an anchor alone."""
    folder = posixpath.dirname(context.file)
    named = posixpath.normpath(posixpath.join(folder, file)) if file else context.file
    return context.address(named) or ""


def text_of(inline: Token) -> str:
    """The words of a heading or a picture, without markup."""
    return "".join(child.content for child in inline.children or ())


def anchor_of(text: str) -> str:
    """The anchor as GitHub makes it, so that links lead there in both places."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
