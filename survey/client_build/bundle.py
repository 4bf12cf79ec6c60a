"""Joins the client's modules into one script, so that a phone asks for one file.

Each module becomes a function that is called once, in the order of the imports; what it exports
is what it returns. So names of one module are unknown in all others, as they were. Comments
stay in the source: they are a quarter of what a phone would load.
"""

import re
from pathlib import Path

from survey.errors import ConfigError

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
_BLANKS = re.compile(r"\n{2,}")
_LEFT = re.compile(r"^\s*(?:import\b|export\b)|\bimport\(", re.MULTILINE)


def join_modules(folder: Path, entry: str) -> str:
    """The script that does what the module `entry` of this folder does, with all that it imports.

    Raises ConfigError for modules that import each other, or write an import or export in
    another way than all of them do.
    """
    done: dict[str, str] = {}
    _add(folder, entry, (), done)
    return "".join(done.values())


def _add(folder: Path, name: str, above: tuple[str, ...], done: dict[str, str]) -> None:
    """Adds a module behind all that it imports."""
    if name in above:
        raise ConfigError(f"The client's modules import each other: {' → '.join((*above, name))}.")
    if name in done:
        return
    source = _COMMENT.sub("", (folder / name).read_text("utf-8"))
    imported = []
    for names, path in _IMPORT.findall(source):
        other = (folder / name).parent.joinpath(path).resolve().relative_to(folder.resolve())
        _add(folder, other.as_posix(), (*above, name), done)
        wanted = re.sub(r"\b(\w+) as (\w+)\b", r"\1: \2", " ".join(names.split()).rstrip(","))
        imported.append(f"const {{ {wanted} }} = {_variable(other.as_posix())};\n")
    exported = [found[2] for found in _EXPORT.finditer(source)]
    body = _BLANKS.sub("\n", _EXPORT.sub(r"\1 \2", _IMPORT.sub("", source)))
    if _LEFT.search(body):
        raise ConfigError(f"The client's module {name} holds an import or export that is not read.")
    done[name] = (
        f"const {_variable(name)} = (() => {{\n{''.join(imported)}{body}"
        f"return {{ {', '.join(exported)} }};\n}})();\n"
    )


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))  # no module calls anything so
