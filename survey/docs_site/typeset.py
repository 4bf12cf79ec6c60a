"""Lines with formulas in them, such as "so $n = 2^k$": as MathML for a page, and as text."""

import re
from functools import cache
from html import escape

from latex2mathml.converter import convert

from survey.docs_site.formula_text import in_a_line

_FORMULA = re.compile(r"\$([^$]+)\$")


@cache
def typeset(line: str) -> str:
    """The line as HTML, each `$LaTeX$` in it drawn as MathML, which needs no script or style."""
    parts = _FORMULA.split(line)  # words, formula, words, …
    return "".join(
        convert(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )


def in_plain_text(line: str) -> str:
    """The line with each formula as text: "so n = 2^k"."""
    return _FORMULA.sub(lambda found: in_a_line(found[1]), line)
