"""Formulas as text in one line, for the search to find and to quote: "p̂ = (Ȳ−1/2+γ)/(2γ)"."""

from functools import cache
from unicodedata import normalize
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring
from latex2mathml.converter import convert

# What stands above a letter, as the character that combines with the letter before it.
_ABOVE = {"^": "\u0302", "\u00af": "\u0304", "~": "\u0303"}
_RELATIONS = "=<>≤≥≈∈→≠∼"


@cache
def in_a_line(source: str) -> str:
    """The formula of this LaTeX source; "" if it cannot be read."""
    try:
        return normalize("NFC", _text(fromstring(convert(source))).strip())
    # The converter's own errors have no class in common; the page notes them as faults.
    except Exception:
        return ""


def _text(element: Element) -> str:
    parts = [_text(child) for child in element]
    match element.tag.rpartition("}")[2], parts:
        case "mfrac", [above, below]:
            return f"{_held(above)}/{_held(below)}"
        case "msqrt", _:
            return f"√({''.join(parts)})"
        case "msub" | "munder", [base, below]:
            return f"{base}_{_held(below)}"
        case "mover", [base, above]:
            return base + _ABOVE.get(above, f"^{_held(above)}")
        case "msup", [base, above]:
            return f"{base}^{_held(above)}"
        case "msubsup" | "munderover", [base, below, above]:
            return f"{base}_{_held(below)}^{_held(above)}"
        case "mspace" | "mtd", _:
            return "".join(parts) + " "
        case _:
            own = element.text or ""
            return f" {own} " if own and own in _RELATIONS else own + "".join(parts)


def _held(part: str) -> str:
    """In brackets, unless it is one letter or one number."""
    return part if len(part) == 1 or part.isdigit() else f"({part})"
