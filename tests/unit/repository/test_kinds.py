"""Nothing but a kind's own module knows which kind a question is."""

import ast
import re
from pathlib import Path

import pytest

from survey.core.kinds.registry import KINDS
from survey.text.kind_words import WORDS

ROOT = Path(__file__).parent.parent.parent.parent
OWN_MODULES = {kind.items.__module__ for kind in KINDS.values()}

# Where a kind may be named, and why.
ALLOWED = {
    "survey/core/kinds/": "the kinds themselves, and the registry of them",
    "survey/formats/": "another tool's types of questions are read as kinds",
    "survey/docs_site/generated/instrument.py": "the limits of a number and a rating, in the docs",
    "survey/web/authoring/question_form.py": "the highest rating, in the form's words",
    "survey/web/authoring/declining.py": "the two kinds that have a place for not answering",
    "static/client/kinds/": "the kinds themselves, and the registry of them",
}
PAGES = [*(ROOT / "static").rglob("*.js"), *(ROOT / "templates").rglob("*.*")]


def allowed(path: Path) -> bool:
    return any(path.relative_to(ROOT).as_posix().startswith(room) for room in ALLOWED)


def _is_a_kind(node: ast.AST) -> bool:
    """`question.kind`, `said["kind"]`, `settings.get("kind")`."""
    match node:
        case ast.Attribute(attr="name", value=value):
            return _is_a_kind(value)
        case ast.Attribute(attr="kind", value=owner):
            return not ast.unparse(owner).endswith("dtype")  # numpy has kinds of its own
        case ast.Subscript(slice=ast.Constant(value="kind")):
            return True
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value="kind"), *_]):
            return True
    return False


def named_kinds(source: str) -> list[str]:
    """Where Python source names a kind, or compares one with anything."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=module) if module in OWN_MODULES:
                found.append(f"import of {module}")
            case ast.Compare(left=left, comparators=others) if any(
                map(_is_a_kind, [left, *others])
            ):
                found.append(ast.unparse(node))
            case ast.Match(subject=subject) if _is_a_kind(subject):
                found.append(f"match {ast.unparse(subject)}")
            case ast.Subscript(value=ast.Name(id="KINDS"), slice=ast.Constant()):
                found.append(ast.unparse(node))
    return found


# In scripts and templates: question.kind beside an operator, within a list or an index by name.
COMPARED = re.compile(
    r"\bkind\b\s*(?:[=!]==?|in\b)|[=!]==?\s*[\w.]*\bkind\b|includes\([\w.]*\bkind\)|"
    r"switch\s*\([\w.]*\bkind\)|\}\s*\[[\w.]*\bkind\]|"
    r"\bKINDS(?:\.(?!get\()\w|\.get\([\"'`]|\[[\"'])"
)


def test_no_module_outside_the_rooms_of_the_kinds_names_one():
    modules = [path for path in (ROOT / "survey").rglob("*.py") if not allowed(path)]
    assert len(modules) > 250
    assert {
        path.relative_to(ROOT).as_posix(): found
        for path in modules
        if (found := named_kinds(path.read_text("utf-8")))
    } == {}


def test_no_script_and_no_template_compares_kinds():
    pages = [path for path in PAGES if not allowed(path)]
    assert len(pages) > 70
    for path in pages:
        assert not COMPARED.search(path.read_text("utf-8")), path


def test_every_room_that_may_name_a_kind_does():
    for room in ALLOWED:
        of_python = room.startswith("survey")
        pattern = "*.py" if of_python else "*.js"
        modules = (ROOT / room).rglob(pattern) if room.endswith("/") else [ROOT / room]
        texts = [path.read_text("utf-8") for path in modules]
        assert any(named_kinds(text) if of_python else "KINDS" in text for text in texts), room


@pytest.mark.parametrize(
    "source",
    ["if question.kind is NUMBER:\n    pass", "rounded = entry['kind'] == 'number'",
     "said.get('kind') in {'choice', 'rating'}", "match question.kind:\n    case _:\n        pass",
     "match question.kind.name:\n    case 'several':\n        pass", "KINDS['rating']",
     "from survey.core.kinds.number import NUMBER", "'yes/no' != result.question.kind.name"],
)  # fmt: skip
def test_a_comparison_of_kinds_in_python_is_caught(source):
    assert named_kinds(source)


@pytest.mark.parametrize(
    "source",
    ['question.kind === "several"', '["yes/no", "several"].includes(question.kind)',
     '{% if card.kind != "yes/no" %}', '{% elif question.kind == "number" %}',
     '{% if question.kind in ["choice"] %}', "{{ {'rating': 'ratings'}[question.kind] }}",
     '"number" === kind', "switch (question.kind) {", "KINDS.number.ends", 'KINDS["number"]',
     'KINDS.get("number").ends'],
)  # fmt: skip
def test_a_comparison_of_kinds_on_a_page_is_caught(source):
    assert COMPARED.search(source)


def test_every_kind_has_a_module_words_and_its_part_of_the_script():
    assert len(OWN_MODULES) == len(KINDS)
    assert WORDS.keys() == KINDS.keys()
    folder = ROOT / "static" / "client" / "kinds"
    script = (folder / "registry.js").read_text("utf-8")
    modules = dict(re.findall(r'^import \{ (\w+) \} from "\./(\w+\.js)";$', script, re.M))
    table = script.partition("export const KINDS = new Map([")[2]
    rows = re.findall(r'^  \["([\w/]+)", (\w+)\],$', table, re.M)
    assert [name for name, _ in rows] == list(KINDS)
    assert {part for _, part in rows} == set(modules)
    assert len(set(modules.values())) == len(KINDS)
    for part, module in modules.items():
        assert f"export const {part} = {{" in (folder / module).read_text("utf-8")
