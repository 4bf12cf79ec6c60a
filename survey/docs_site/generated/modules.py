"""A module as Markdown: its public functions, classes and constants, from their docstrings."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

from survey.docs_site.markdown_tables import cell

# The modules before a type's own name; a number such as 0.95 has none.
_MODULES = re.compile(r"\b(?:[^\W\d]\w*\.)+(?=\w)")


def described_module(module: ModuleType) -> str:
    """The module's docstring, and a section for each of its public functions and classes."""
    name = module.__name__
    parts = [f"## {name}", _docstring(module)]
    for member in _public(module):
        short = f"{name.split('.')[-1]}.{member.__name__}"
        # "class" keeps its anchor apart from that of a function whose name differs only in case.
        title = f"class {short}" if inspect.isclass(member) else short
        parts += [f"### {title}", _signature(member), _docstring(member)]
        if inspect.isclass(member):
            parts += _properties(member)
    return "\n\n".join(filter(None, parts))


def _public(module: ModuleType) -> Iterator[Any]:
    """The public classes and functions that the module itself defines, in its order."""
    for name, member in vars(module).items():
        own = getattr(member, "__module__", None) == module.__name__
        if (
            own
            and not name.startswith("_")
            and (inspect.isclass(member) or inspect.isfunction(inspect.unwrap(member)))
        ):
            yield member


def _signature(member: Any) -> str:
    """The call's signature; "" for an enumeration or an error without arguments of its own."""
    if inspect.isclass(member) and not (is_dataclass(member) or "__init__" in vars(member)):
        return ""
    signature = inspect.signature(member)
    arguments = ",\n    ".join(map(_named, signature.parameters.values()))
    returned = "" if inspect.isclass(member) else _returned(signature)
    call = f"{member.__name__}({', '.join(map(_named, signature.parameters.values()))}){returned}"
    if len(call) > 80:
        call = f"{member.__name__}(\n    {arguments},\n){returned}"
    return f"```text\n{call}\n```"


def _named(parameter: inspect.Parameter) -> str:
    """An argument with its type and default."""
    return _MODULES.sub("", str(parameter)).replace("'", '"')


def _returned(signature: inspect.Signature) -> str:
    kind = signature.return_annotation
    if kind is inspect.Signature.empty:
        return ""
    return " -> " + _MODULES.sub("", inspect.formatannotation(kind))


def _properties(member: type) -> Iterator[str]:
    """A list of the public properties and methods that have a docstring."""
    lines = []
    for name, value in vars(member).items():
        if name.startswith("_"):
            continue
        function = value
        if isinstance(value, property):
            function = value.fget
        elif isinstance(value, cached_property):
            function = value.func
        elif isinstance(value, staticmethod | classmethod):
            function = value.__func__
        if inspect.isfunction(function) and (said := inspect.getdoc(function)):
            first = " ".join(said.split("\n\n")[0].split())
            called = "" if function is not value else "(…)"
            lines.append(f"- `{name}{called}`: {cell(first)}")
    if lines:
        yield "\n".join(lines)


def _docstring(member: Any) -> str:
    """The docstring's paragraphs; an indented one, such as a formula, becomes a block."""
    said = inspect.getdoc(member) or ""
    if inspect.isclass(member) and is_dataclass(member) and said.startswith(f"{member.__name__}("):
        return ""  # `dataclass` writes this one if the class has none
    return "\n\n".join(_paragraph(paragraph) for paragraph in said.split("\n\n"))


def _paragraph(paragraph: str) -> str:
    if paragraph.startswith(" "):
        return f"```text\n{inspect.cleandoc(paragraph)}\n```"
    if paragraph.startswith("- "):
        items = re.split(r"\n?^- ", paragraph, flags=re.M)[1:]
        return "\n".join(f"- {cell(' '.join(item.split()))}" for item in items)
    return cell(" ".join(paragraph.split()))
