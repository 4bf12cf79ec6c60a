"""Every text that survey/ reads or writes has an encoding that is named where it is opened.

Else it is the system's: on Windows a code page without γ.
"""

import ast
from pathlib import Path

import pytest
from sources import files_of

ROOT = Path(__file__).parents[3]
MODULES = files_of("survey", "*.py")

# The place of the encoding, and of the mode, among each function's arguments, `self` not counted.
OPENS = {
    "fdopen": (3, 1),
    "open_file": (2, 1),
    "File": (1, 0),  # of click, as is open_file
    "read_text": (0, None),
    "write_text": (1, None),
    "TextIOWrapper": (1, None),
    "NamedTemporaryFile": (2, 0),
    "SpooledTemporaryFile": (3, 1),
    "TemporaryFile": (2, 0),
}
BUILT_IN, METHOD = (3, 1), (2, 0)  # of `open`
TEXT_OF_A_PROCESS = {"text", "universal_newlines"}
OPENED_AS_BYTES = {"NamedTemporaryFile", "SpooledTemporaryFile", "TemporaryFile"}


def faults(source: str) -> list[str]:
    """The calls in a module that open text in the system's encoding."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [ast.unparse(call) for call in calls if _is_text(call) and not _has_encoding(call)]


def _name(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _places(call: ast.Call) -> tuple[int, int | None] | None:
    """Where encoding and mode are; None for what opens nothing."""
    if _name(call) == "open":
        owner = getattr(getattr(call.func, "value", None), "id", None)
        if owner == "os":
            return None  # gives a number, and no text
        return BUILT_IN if owner == "io" or isinstance(call.func, ast.Name) else METHOD
    return OPENS.get(_name(call))


def _argument(call: ast.Call, place: int | None, name: str) -> ast.expr | None:
    named = {each.arg: each.value for each in call.keywords}
    if name in named:
        return named[name]
    return call.args[place] if place is not None and place < len(call.args) else None


def _is_text(call: ast.Call) -> bool:
    asked = {each.arg for each in call.keywords if getattr(each.value, "value", None) is True}
    if TEXT_OF_A_PROCESS & asked:
        return True
    places = _places(call)
    if places is None:
        return False
    mode = _argument(call, places[1], "mode") if places[1] is not None else None
    if mode is None:
        return _name(call) not in OPENED_AS_BYTES
    return not (isinstance(mode, ast.Constant) and "b" in mode.value)


def _has_encoding(call: ast.Call) -> bool:
    places = _places(call)
    return _argument(call, places[0] if places else None, "encoding") is not None


def test_each_is_named():
    found = {path: faults(path.read_text("utf-8")) for path in MODULES}
    assert {path: each for path, each in found.items() if each} == {}


@pytest.mark.parametrize(
    "source",
    ["open(p)", "open(p, 'w')", "p.open()", "p.open('w', newline='')", "p.read_text()",
     "p.write_text(t)", "os.fdopen(3, 'w')", "io.TextIOWrapper(b)", "click.open_file(p, 'w')",
     "click.File()", "subprocess.run(c, text=True)", "TemporaryFile('w+')", "p.open(mode)"],
)  # fmt: skip
def test_each_would_be_found(source):
    assert len(faults(source)) == 1


@pytest.mark.parametrize(
    "source",
    ["open(p, 'rb')", "p.open('rb')", "p.open(encoding='ascii')", "p.read_text('utf-8')",
     "p.write_text(t, 'utf-8')", "os.open(p, os.O_RDONLY)", "TemporaryFile()", "click.File('rb')",
     "open(p, 'w', -1, 'utf-8')", "subprocess.run(c, text=True, encoding='utf-8')"],
)  # fmt: skip
def test_what_names_it_or_is_bytes_is_not(source):
    assert faults(source) == []
