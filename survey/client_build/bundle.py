"""Joins the client's modules into few scripts, so that a phone asks for few files.

The modules follow one another in the order of their imports, and the import lines are dropped.
All top-level names differ, so each keeps its meaning. A function around each module would add a
tenth to what a phone loads; dropping comments and indentation saves more than a quarter.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from survey.errors import ConfigError

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const|class) )", re.MULTILINE)
OWN_NAME = re.compile(
    r"^(?:(?:async )?function|const|let|class) (?:(\w+)|[{\[]([^}\]]*)[}\]])", re.MULTILINE
)
_COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
_BEHIND = re.compile(r"(?<=[;,{}]) +(?:// [^\n]*|/\* [^\n]*\*/)$", re.MULTILINE)
_INDENTATION = re.compile(r"^[ \t]+(?=\S)", re.MULTILINE)
_BLANKS = re.compile(r"\n{2,}")
_LEFT = re.compile(r"^\s*(?:import\b|export\b)|\bimport\(", re.MULTILINE)


def join_modules(folder: Path, *entries: str) -> str:
    """One script made of the modules `entries` of this folder and all that they import.

    Raises ConfigError for modules that import each other, define the same name, or write an
    import or export in an unknown way.
    """
    joined = _ModuleOrder(folder)
    for entry in entries:
        joined.add(entry)
    return "".join(joined.bodies.values())


def join_in_parts(folder: Path, *entries: str) -> list[str]:
    """`join_modules` in parts, one for each entry, to run in this order; raises ConfigError, too.

    A part holds its entry and the modules that it imports, except those of earlier parts. It
    hands later parts their imports through `globalThis.begun`.
    """
    joined = _ModuleOrder(folder)
    names: list[list[str]] = []
    for entry in entries:
        before = len(joined.bodies)
        joined.add(entry)
        names.append(list(joined.bodies)[before:])
    parts = []
    for place, part in enumerate(names):
        later = [each for other in names[place + 1 :] for each in other]
        body = "".join(joined.bodies[each] for each in part)
        taken = joined.taken(part, [each for other in names[:place] for each in other])
        given = joined.taken(later, part)
        parts.append(
            (f"const {{ {', '.join(taken)} }} = globalThis.begun;\n" if taken else "")
            + body
            + (
                f"globalThis.begun = {{ ...globalThis.begun, {', '.join(given)} }};\n"
                if given
                else ""
            )
        )
    return parts


def within_page(script: str) -> str:
    """Wraps a script so that it runs at once within a page, with no global names."""
    return f'(() => {{\n"use strict";\n{script}}})();\n'


def for_a_phone(source: str) -> str:
    """A script or style without indentation, and without comments on own lines or at line ends.

    No text within a script spans two lines, so the result means the same.
    """
    return _INDENTATION.sub("", _BEHIND.sub("", _COMMENT.sub("", source)))


class _ModuleOrder:
    """Bodies of modules in the order in which they run, and the names that each one imports.

    `owners` are the modules that have each name.
    """

    def __init__(self, folder: Path):
        self._folder = folder.resolve()
        self.bodies: dict[str, str] = {}
        self.imported: dict[str, set[str]] = {}
        self.owners: dict[str, str] = {}

    def add(self, name: str, above: tuple[str, ...] = ()) -> None:
        """Adds a module behind all that it imports."""
        if name in above:
            path = " → ".join((*above, name))
            raise ConfigError(f"The client's modules import each other: {path}.")
        if name in self.bodies:
            return
        source = (self._folder / name).read_text("utf-8")
        self.imported[name] = set()
        for names, path in IMPORT.findall(source):
            if " as " in names:
                raise ConfigError(f"The client's module {name} gives what it imports another name.")
            self.imported[name] |= set(re.findall(r"\w+", names))
            other = (self._folder / name).parent.joinpath(path).resolve()
            self.add(other.relative_to(self._folder).as_posix(), (*above, name))
        body = _EXPORT.sub("", IMPORT.sub("", source))
        self._own(name, body)
        body = _BLANKS.sub("\n", for_a_phone(body))
        if _LEFT.search(body):
            raise ConfigError(
                f"The client's module {name} holds an import or export that is not read."
            )
        self.bodies[name] = body.lstrip("\n")

    def taken(self, users: Iterable[str], owners: Iterable[str]) -> list[str]:
        """The names that the modules `users` import of the modules `owners`."""
        wanted = set().union(*(self.imported[each] for each in users))
        return sorted(each for each in wanted if self.owners[each] in set(owners))

    def _own(self, name: str, body: str) -> None:
        for one, several in OWN_NAME.findall(body):
            for own in re.findall(r"\w+", one or several):
                owner = self.owners.setdefault(own, name)
                if owner != name:
                    raise ConfigError(f"The client's modules {owner} and {name} both have {own}.")
