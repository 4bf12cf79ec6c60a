"""Anchors: what a heading is called in an address."""

import re

from markdown_it.token import Token


def text_of(inline: Token) -> str:
    """The words of a heading or a picture, without markup."""
    return "".join(child.content for child in inline.children or ())


def anchor_of(text: str) -> str:
    """The anchor as GitHub makes it, so that links lead there in both places."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
