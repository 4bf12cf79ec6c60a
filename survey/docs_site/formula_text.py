"""Formulas as MathML for a page, and as one line of text: "p̂ = (Ȳ−1/2+γ)/(2γ)".

The documentation's search finds and quotes this text.
"""

import re
from functools import cache
from html import escape
from unicodedata import normalize
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring
from latex2mathml.converter import convert

# An accent above a letter, as the character that combines with the letter before it.
_ABOVE = {"^": "\u0302", "\u00af": "\u0304", "~": "\u0303"}
_RELATIONS = "=<>≤≥≈∈→≠∼"


@cache
def in_a_line(source: str) -> str:
    """This LaTeX source as text; "" if it cannot be read."""
    try:
        return normalize("NFC", _text(fromstring(convert(source))).strip())
    # The converter's errors have no class in common; the page records them as faults.
    except Exception:
        return ""


def _text(element: Element) -> str:
    parts = [_text(child) for child in element]
    match element.tag.rpartition("}")[2], parts:
        case "mfrac", [above, below]:
            return f"{_bracketed(above)}/{_bracketed(below)}"
        case "msqrt", _:
            return f"√({''.join(parts)})"
        case "msub" | "munder", [base, below]:
            return f"{base}_{_bracketed(below)}"
        case "mover", [base, above]:
            return base + _ABOVE.get(above, f"^{_bracketed(above)}")
        case "msup", [base, above]:
            return f"{base}^{_bracketed(above)}"
        case "msubsup" | "munderover", [base, below, above]:
            return f"{base}_{_bracketed(below)}^{_bracketed(above)}"
        case "mspace" | "mtd", _:
            return "".join(parts) + " "
        case _:
            own = element.text or ""
            return f" {own} " if own and own in _RELATIONS else own + "".join(parts)


def _bracketed(part: str) -> str:
    """Puts a part in brackets, unless it is one letter or one number."""
    return part if len(part) == 1 or part.isdigit() else f"({part})"


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
