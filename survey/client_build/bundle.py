"""Joins the client's modules into one script, so that a phone asks for one file.

They stand one behind the other, in the order of the imports and without them: all names of the
modules' own are different, so each means what it meant. A function around each module would be
a tenth of what a phone loads; comments and indentation, which stay in the source, are more than
a quarter.
"""

import re
from pathlib import Path

from survey.errors import ConfigError

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const|class) )", re.MULTILINE)
OWN_NAME = re.compile(
    r"^(?:(?:async )?function|const|let|class) (?:(\w+)|[{\[]([^}\]]*)[}\]])", re.MULTILINE
)
_COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
_BEHIND = re.compile(r"(?<=[;,{}]) +// [^\n]*$", re.MULTILINE)
_INDENTATION = re.compile(r"^[ \t]+(?=\S)", re.MULTILINE)
_BLANKS = re.compile(r"\n{2,}")
_LEFT = re.compile(r"^\s*(?:import\b|export\b)|\bimport\(", re.MULTILINE)


def join_modules(folder: Path, entry: str) -> str:
    """The script that does what the module `entry` of this folder does, with all that it imports.

    Raises ConfigError for modules that import each other, have a name of their own in common, or
    write an import or export in another way than all of them do.
    """
    done: dict[str, str] = {}
    owners: dict[str, str] = {}
    _add(folder, entry, (), done, owners)
    return "".join(done.values())


def for_a_phone(source: str) -> str:
    """A script or style without indentation, and comments that have their own lines or end one.

    No text within a script goes on in a second line, so what is left means the same.
    """
    return _INDENTATION.sub("", _BEHIND.sub("", _COMMENT.sub("", source)))


def _add(
    folder: Path, name: str, above: tuple[str, ...], done: dict[str, str], owners: dict[str, str]
) -> None:
    """Adds a module behind all that it imports; `owners` are the modules that have each name."""
    if name in above:
        raise ConfigError(f"The client's modules import each other: {' → '.join((*above, name))}.")
    if name in done:
        return
    source = (folder / name).read_text("utf-8")
    for names, path in IMPORT.findall(source):
        if " as " in names:
            raise ConfigError(f"The client's module {name} gives what it imports another name.")
        other = (folder / name).parent.joinpath(path).resolve().relative_to(folder.resolve())
        _add(folder, other.as_posix(), (*above, name), done, owners)
    body = _EXPORT.sub("", IMPORT.sub("", source))
    for one, several in OWN_NAME.findall(body):
        for own in re.findall(r"\w+", one or several):
            if owners.setdefault(own, name) != name:
                raise ConfigError(f"The client's modules {owners[own]} and {name} both have {own}.")
    body = _BLANKS.sub("\n", for_a_phone(body))
    if _LEFT.search(body):
        raise ConfigError(f"The client's module {name} holds an import or export that is not read.")
    done[name] = body.lstrip("\n")
