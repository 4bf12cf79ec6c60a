"""Draws tables, code blocks and stray HTML so that they fit 360 pixels and scroll by keyboard."""

import re
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

# A region wider than the page scrolls on its own; tabindex lets the keyboard scroll it.
SCROLLING = '<div class="{}" tabindex="0" role="region" aria-label="{}">'


def set_render_rules(parser: MarkdownIt) -> None:
    """Sets the rules by which these tokens become HTML."""
    # mypy does not know that markdown-it's default renderer, used here, has rules.
    rules: dict[str, Any] = parser.renderer.rules  # type: ignore[attr-defined]
    rules["table_open"] = lambda *_: SCROLLING.format("scrolling", "Table") + "<table>\n"
    rules["table_close"] = lambda *_: "</table></div>\n"
    rules["fence"] = rules["code_block"] = _block
    rules["html_block"] = rules["html_inline"] = _text


def numbered_regions(html: str) -> str:
    """Numbers the labels of the page's scrolling regions: "Table 1", "Table 2"."""
    seen: Counter[str] = Counter()

    def number(label: re.Match[str]) -> str:
        seen[label[1]] += 1
        return f'role="region" aria-label="{label[1]} {seen[label[1]]}"'

    return re.sub(r'role="region" aria-label="([^"]*)"', number, html)


def _block(tokens: Sequence[Token], at: int, *_: Any) -> str:
    """A block of code; a second word after its language is a file's name, for the caption."""
    name = tokens[at].info.partition(" ")[2]
    caption = f"<figcaption><code>{escape(name)}</code></figcaption>" if name else ""
    code = escape(tokens[at].content)
    return (
        f'<figure class="listing">{caption}<pre tabindex="0" role="region" '
        f'aria-label="{escape(name) or "Example"}"><code>{code}</code></pre></figure>\n'
    )


def _text(tokens: Sequence[Token], at: int, *_: Any) -> str:
    return escape(tokens[at].content)
