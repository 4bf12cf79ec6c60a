"""The plain text of a page, cut at its headings, for the search to look through and quote."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from survey.docs_site.formula_text import in_a_line


@dataclass(frozen=True)
class Passage:
    """A heading with the text below it. A page's title has level 1 and no anchor."""

    level: int
    heading: str
    anchor: str
    text: str


def passages_of(title: str, tokens: Sequence[Token]) -> tuple[Passage, ...]:
    """All passages of a page in their order; its headings must have their anchors."""
    return tuple(_passages(title, tokens))


def _passages(title: str, tokens: Sequence[Token]) -> Iterator[Passage]:
    level, heading, anchor, texts = 1, title, "", list[str]()
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            yield Passage(level, heading, anchor, _joined(texts))
            level, heading, anchor = (
                int(token.tag[1]),
                _text(tokens[at + 1]),
                str(token.attrGet("id")),
            )
            texts = []
        elif token.type != "inline" or tokens[at - 1].type != "heading_open":
            texts.append(_text(token))
    yield Passage(level, heading, anchor, _joined(texts))


def _joined(texts: Sequence[str]) -> str:
    """The texts in one line, with one dot between cells of a table, even around empty ones."""
    text = re.sub(r"\s+", " ", " ".join(texts)).strip()
    return re.sub(r"(?: ·)+", " ·", text)


def _text(token: Token) -> str:
    match token.type:
        case "inline":
            return "".join(map(_text, token.children or ()))
        case "math_inline" | "math_block":
            return in_a_line(token.content)
        case "softbreak" | "hardbreak":
            return " "
        case "td_close" | "th_close":
            return "·"
        case "text" | "code_inline" | "fence" | "code_block":
            return token.content
        case _:
            return ""
