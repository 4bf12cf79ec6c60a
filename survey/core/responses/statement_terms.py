"""The terms of a statement: the lines after `follows`, each a name and its value as JSON.

    definitions "<64 hex digits>"
    cap 130
    closes "by hand"
    figures "once closed"
    final true

A term without a value has no line. A later release may add lines of other names: they are signed
like these, and a reader that does not know them reports this.
"""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from survey.core.instrument.digest_forms import is_digest

CLOSES = ("by hand", "at a time")
FIGURES_ONCE_CLOSED = "once closed"
FIGURES = ("while open", FIGURES_ONCE_CLOSED)

_NAME = re.compile("[a-z][a-z_]*")


@dataclass(frozen=True)
class Terms:
    """The terms fixed for a survey; None for a term that its statement does not have.

    `definitions` is the SHA-256 of the export's definitions (survey.text.glossary), as 64 hex
    digits; `cap` the number of responses at which the survey closed by itself; `closes` how else
    it was to close, one of CLOSES; `figures` from when on they could be seen, one of FIGURES.
    `final` is True where the survey could not be opened again: then each response that it
    acknowledged is in the list.
    """

    definitions: str | None = None
    cap: int | None = None
    closes: str | None = None
    figures: str | None = None
    final: bool | None = None


_KNOWN = tuple(field.name for field in fields(Terms))


@dataclass(frozen=True)
class TermLines:
    """The lines of a statement's terms as (name, JSON), in their order."""

    lines: tuple[tuple[str, str], ...] = ()

    @cached_property
    def terms(self) -> Terms:
        """The lines whose names this release knows."""
        return Terms(**{name: json.loads(told) for name, told in self.lines if name in _KNOWN})

    @property
    def unknown(self) -> list[str]:
        """The names of lines whose name or value this release does not know."""
        terms = self.terms
        odd = {"closes": terms.closes, "figures": terms.figures}
        known = {"closes": (None, *CLOSES), "figures": (None, *FIGURES)}
        strange = [name for name, value in odd.items() if value not in known[name]]
        return [name for name, _ in self.lines if name not in _KNOWN or name in strange]


def term_lines(**values: Any) -> TermLines:
    """The lines of these terms, in this order; raises ValueError for a value of another kind."""
    written = ((name, compact_json(value)) for name, value in values.items() if value is not None)
    return read_term_lines([f"{name} {told}" for name, told in written])


def read_term_lines(lines: Sequence[str], besides: Collection[str] = ()) -> TermLines:
    """Reads lines of terms; raises ValueError for a malformed one, or for a name in `besides`."""
    told = tuple((name, value) for name, _, value in (line.partition(" ") for line in lines))
    names = [*besides, "follows", *(name for name, _ in told)]
    if len(set(names)) < len(names):
        raise ValueError("a line stands twice")
    for name, written in told:
        value = json.loads(written)
        known = name not in _KNOWN or (
            written == compact_json(value) and _is_of_its_kind(name, value)
        )
        if not (_NAME.fullmatch(name) and known):
            raise ValueError("no line of a statement")
    return TermLines(told)


def _is_of_its_kind(name: str, value: Any) -> bool:
    if name == "definitions":
        return type(value) is str and is_digest(value)
    if name == "cap":
        return type(value) is int and value > 0
    return value is True if name == "final" else type(value) is str


def compact_json(value: Any) -> str:
    """A value as statements write it: JSON on one line, without blanks, in any script."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
