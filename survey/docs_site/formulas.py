"""Formulas as MathML, which browsers draw without a script or a style."""

import re
from collections.abc import Sequence
from functools import partial
from html import escape
from typing import Any

from defusedxml.ElementTree import fromstring
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from survey.docs_site.drawing import SCROLLING
from survey.docs_site.faults import FaultKind
from survey.docs_site.render_context import RenderContext

# Punctuation that must not begin a line; browsers would break between a formula and it.
_PUNCTUATION = re.compile(r"[.,;:!?)’”]+")


def read_formulas(parser: MarkdownIt, context: RenderContext) -> None:
    """Lets the parser read $…$ and $$…$$."""
    dollarmath_plugin(parser, allow_labels=False, renderer=partial(_drawn, context))
    # mypy does not know that markdown-it's default renderer, used here, has rules.
    rules: dict[str, Any] = parser.renderer.rules  # type: ignore[attr-defined]
    rules["math_inline"] = partial(_within_a_sentence, context)


def _within_a_sentence(context: RenderContext, tokens: Sequence[Token], at: int, *_: Any) -> str:
    """The formula, kept on one line with the punctuation after it."""
    drawn = _drawn(context, tokens[at].content, {"display_mode": False})
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    found = _PUNCTUATION.match(after.content) if after and after.type == "text" else None
    if after is None or found is None:
        return drawn
    after.content = after.content[found.end() :]
    return f'<span class="settled">{drawn}{escape(found[0])}</span>'


def _drawn(context: RenderContext, source: str, options: dict[str, bool]) -> str:
    """The formula as MathML; records a fault if the converter does not know a command.

    The converter copies such a command, or makes XML that is not well-formed.
    """
    display = "block" if options["display_mode"] else "inline"
    try:
        drawn: str = convert(source, display=display)
        read = fromstring(drawn)
    # The converter's errors have no class in common.
    except Exception:
        context.fault(FaultKind.FORMULA, source)
        return ""
    if any("\\" in (element.text or "") for element in read.iter()):
        context.fault(FaultKind.FORMULA, source)
    if display == "block":
        return SCROLLING.format("scrolling formula-line", "Formula") + drawn + "</div>"
    return drawn
