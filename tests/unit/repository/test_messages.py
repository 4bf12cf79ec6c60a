"""Babel finds every message, whichever Python it runs on."""

import ast
from pathlib import Path

from babel.messages.extract import DEFAULT_KEYWORDS
from sources import files_of

ROOT = Path(__file__).parents[3]
MARKS = {*DEFAULT_KEYWORDS, "N_"}


def calls_within_strings(code: str) -> list[str]:
    """The calls that mark a message inside an f-string: Babel sees them only from 3.12 on."""
    strings = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.JoinedStr)]
    calls = [node for each in strings for node in ast.walk(each) if isinstance(node, ast.Call)]
    return [ast.unparse(call) for call in calls if name_of(call.func) in MARKS]


def name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def test_no_message_stands_inside_an_f_string():
    modules = files_of("survey", "*.py")
    assert ROOT / "survey/web/running/lifecycle.py" in modules
    found = {str(each): calls_within_strings(each.read_text("utf-8")) for each in modules}
    assert {name: calls for name, calls in found.items() if calls} == {}


def test_a_message_inside_an_f_string_is_found():
    assert calls_within_strings("""f"{say.gettext('Closed.')} {undo}" """)
    assert calls_within_strings("""f"{wiped(N_('The order'))}" """)
    assert not calls_within_strings("""closed = gettext("Closed."); f"{closed} {undo}" """)
