"""Resolves names of code in pages, and replaces them by descriptions.

A line "::: commands survey.cli:command_line" stands for a description of the object with this
name, and "::: program verify_list.py" for a file. Names are resolved only when a page is
rendered, so that this layer imports nothing from the layers above it.
"""

import importlib
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from survey.docs_site.faults import FaultKind
from survey.docs_site.generated.commands import described_commands
from survey.docs_site.generated.instrument_reference import described_instrument
from survey.docs_site.generated.modules import described_module
from survey.docs_site.generated.terms import described_terms
from survey.docs_site.generated.wire_reference import described_statuses, described_wire
from survey.docs_site.render_context import RenderContext
from survey.errors import SurveyError

DESCRIPTIONS: dict[str, Callable[[Any], str]] = {
    "commands": described_commands,
    "instrument": described_instrument,
    "module": described_module,
    "terms": described_terms,
    "statuses": described_statuses,
    "wire": described_wire,
}

_DIRECTIVE = re.compile(r"^::: (\w+) (\S+)$", re.M)
_NAME = re.compile(
    r"(survey\.(?:app|cli|core|docs_site|errors|exports|formats|lab|store|text|web)\b[\w.]*)(\(.*\))?"
)


class NotInTheCode(SurveyError):
    """A page names something that the code does not have."""


def resolve(name: str) -> Any:
    """The module, class, function or value of this name ("package.module:value" or with dots)."""
    parts = name.replace(":", ".").split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:length]))
            for attribute in parts[length:]:
                found = getattr(found, attribute)
        except (ImportError, AttributeError):
            continue
        return found
    raise NotInTheCode(f"{name} is not in the code.")


def expanded(source: str, context: RenderContext) -> str:
    """The page's source with a description in place of each ":::" line."""

    def description(found: re.Match[str]) -> str:
        kind, name = found.groups()
        try:
            if kind == "program":
                return described_program(name)
            return DESCRIPTIONS[kind](resolve(name))
        except (KeyError, OSError, NotInTheCode):
            context.fault(FaultKind.REFERENCE, found[0])
            return ""

    return _DIRECTIVE.sub(description, source)


def check_name(code: str, context: RenderContext) -> None:
    """Records a fault if this names something of the package that does not exist."""
    named = _NAME.fullmatch(code)
    if not named:
        return
    try:
        resolve(named[1])
    except NotInTheCode:
        context.fault(FaultKind.REFERENCE, code)


_LANGUAGES = {"py": "python", "mjs": "js", "R": "r"}


def described_program(name: str) -> str:
    """The file of this name as a block of code; raises KeyError or OSError if there is none."""
    text = (files("survey") / "docs" / "programs" / name).read_text("utf-8")
    return f"```{_LANGUAGES[name.rpartition('.')[2]]} {name}\n{text}```"
