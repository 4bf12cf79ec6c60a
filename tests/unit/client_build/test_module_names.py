"""Every module imports what it uses of others: joined in one scope, it would find it without."""

import re

import pytest

from survey.app.folders import folder
from survey.client_build.bundle import IMPORT, OWN_NAME

APART = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', re.DOTALL)
TEMPLATE = re.compile(r"(?<=[`}])[^`{}]*(?=`|\$\{)")  # the text around what is filled in
USED = re.compile(r"(?<![\w.$])([A-Za-z_]\w*)(?!\w|\s*:)")
# Where a name of a function's own is given: declared, a parameter, in a pattern, or a method.
BOUND = (r"(?:const|let|function|catch \() *[({{\[]?{0}\b|[({{,\[] *{0} *(?:[,)}}\]=]|=>)|\b{0} =>"
         r"|\.\.\.{0} }}\) \{{|^ +(?:async )?{0}\([^;]*\) \{{$")  # fmt: skip


def sources() -> dict[str, str]:
    client = folder("static") / "client"
    return {
        path.relative_to(client).as_posix(): path.read_text("utf-8")
        for path in client.rglob("*.js")
    }


def unknown(modules: dict[str, str]) -> set[tuple[str, str]]:
    """(module, name) of what a module uses though only others have it."""
    own = {
        name: set(re.findall(r"\w+", " ".join("".join(found) for found in OWN_NAME.findall(code))))
        for name, code in ((n, re.sub("^export ", "", s, flags=re.M)) for n, s in modules.items())
    }
    of_all = set().union(*own.values())
    found = set()
    for name, source in modules.items():
        imported = {
            each for names, _ in IMPORT.findall(source) for each in re.findall(r"\w+", names)
        }
        code = TEMPLATE.sub(" ", APART.sub(" ", IMPORT.sub("", source)))
        for used in set(USED.findall(code)) & of_all - own[name] - imported:
            if not re.search(BOUND.format(used), code, re.MULTILINE):
                found.add((name, used))
    return found


def test_no_module_uses_what_it_does_not_import():
    assert unknown(sources()) == set()


@pytest.mark.parametrize(
    ("module", "said", "instead", "name"),
    [("kinds/radios.js", "(MIRRORED &&", "(RIGHT_TO_LEFT &&", "RIGHT_TO_LEFT"),
     ("respond.js", 'import { byId } from "./page/elements.js";\n', "", "byId")],
)  # fmt: skip
def test_a_name_that_is_not_imported_is_caught(module, said, instead, name):
    modules = sources()
    assert said in modules[module]
    modules[module] = modules[module].replace(said, instead)
    assert unknown(modules) == {(module, name)}
