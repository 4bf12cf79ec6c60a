"""Nothing but a kind's own module knows which kind a question is."""

import ast
import re
from pathlib import Path

import pytest
from sources import files_of

from survey.core.kinds.item import Item
from survey.core.kinds.registry import KINDS
from survey.text.kinds.item_words import ItemWords
from survey.text.kinds.kind_words import WORDS

ROOT = Path(__file__).parent.parent.parent.parent
OWN_MODULES = {kind.items.__module__ for kind in KINDS.values()}

# Where a kind may be named, and why.
ALLOWED = {
    "survey/core/kinds/": "the kinds themselves, and the registry of them",
    "survey/docs/programs/": "programs that share nothing with the app",
    "survey/formats/": "another tool's types of questions are read as kinds",
    "survey/docs_site/generated/instrument_reference.py": "the limits of a rating, in the docs",
    "survey/web/authoring/question_form.py": "the highest rating, in the form's words",
    "survey/web/authoring/declining.py": "the two kinds that have a place for not answering",
    "static/client/kinds/": "the kinds themselves, and the registry of them",
}
PAGES = [*files_of("static", "*.js"), *files_of("templates")]


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
    modules = [path for path in files_of("survey", "*.py") if not allowed(path)]
    assert {
        path.relative_to(ROOT).as_posix(): found
        for path in modules
        if (found := named_kinds(path.read_text("utf-8")))
    } == {}


def test_no_script_and_no_template_compares_kinds():
    pages = [path for path in PAGES if not allowed(path)]
    for path in pages:
        assert not COMPARED.search(path.read_text("utf-8")), path


def test_every_room_that_may_name_a_kind_does():
    for room in ALLOWED:
        of_python = room.startswith("survey")
        pattern = "*.py" if of_python else "*.js"
        modules = files_of(room, pattern) if room.endswith("/") else [ROOT / room]
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


# A selector that names a field, which a kind of other fields does not have.
FIELD = re.compile(
    r"(?:querySelector(?:All)?|matches|closest)\(\s*[\"'`][^\"'`]*(?:\b(?:input|select|textarea)\b|:checked)"
)
# Fields of the client that answer no question, and what they are for.
OTHER_FIELDS = {
    "page/token.js": "the token of a slip",
    "single_file/asking.js": "a questionnaire that is pasted",
    "single_file/given.js": "a questionnaire's file",
}


def test_only_a_kind_looks_for_its_fields():
    client = ROOT / "static" / "client"
    named = {
        name
        for path in client.rglob("*.js")
        if FIELD.search(path.read_text("utf-8"))
        and not (name := path.relative_to(client).as_posix()).startswith("kinds/")
    }
    assert named == OTHER_FIELDS.keys()


@pytest.mark.parametrize(
    "source",
    ['missing[0].querySelector("input").focus()', "form.querySelectorAll('select')",
     'fieldset.querySelector("label > input:valid")', 'target.matches("input, textarea")',
     "fieldset.querySelector(`:checked`)", 'target.closest(\n"select")'],
)  # fmt: skip
def test_a_field_that_is_looked_for_elsewhere_is_caught(source):
    assert FIELD.search(source)


# Where a kind's own values may be looked at, to decide anything.
OWN_ROOMS = {
    "survey/core/kinds/": "the kinds themselves",
    "survey/core/estimates/": "what a kind's quantities are made of",
    "survey/text/kinds/item_words.py": "what is said of each sort of item",
    "survey/core/instrument/question_validation.py": "the two sorts of fields that kinds share",
}
# Of an item, whatever its kind is: the mechanism's part, and its names.
COMMON = {"name", "text", "gamma", "labels", "options", "odds", "count"}
OF_ITEMS = {name for name in dir(Item) if not name.startswith("_")} - COMMON
# What it says is said and not asked; these are properties of its words.
OF_WORDS = {name for name, of in vars(ItemWords).items() if name[0] != "_" and not callable(of)}


def classes_in(room: str) -> set[str]:
    """The names of the classes that the modules of this room define."""
    trees = [ast.parse(path.read_text("utf-8")) for path in files_of(room, "*.py")]
    return {
        node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    }


CLOSED = classes_in("survey/core/kinds") | classes_in("survey/core/estimates")


def _conditions(tree: ast.AST) -> list[ast.AST]:
    """Every expression that decides which way the code goes."""
    found: list[ast.AST] = []
    for node in ast.walk(tree):
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                found.append(test)
            case ast.Match(subject=test) | ast.Assert(test=test):
                found.append(test)
            case ast.comprehension(ifs=tests):
                found += tests
            case ast.BoolOp(values=tests):
                found += tests
            case ast.UnaryOp(op=ast.Not(), operand=test):
                found.append(test)
    return found


def _of_a_kind(node: ast.AST) -> bool:
    """`item.settings`, `question.item.values`, `words_of(item).of_the_page`."""
    match node:
        case ast.Attribute(attr=name, value=ast.Call(func=ast.Name(id="words_of"))):
            return name in OF_WORDS
        case ast.Attribute(attr=name, value=ast.Name(id=owner) | ast.Attribute(attr=owner)):
            return (owner.endswith("item") and name in OF_ITEMS) or (
                owner == "words" and name in OF_WORDS
            )
    return False


def flags_asked(source: str) -> list[str]:
    """Where Python source decides by what a kind made of an item, or by a class of its own."""
    tree = ast.parse(source)
    found = [
        ast.unparse(condition)
        for condition in _conditions(tree)
        if any(map(_of_a_kind, ast.walk(condition)))
    ]
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, sought]):
                names = {each.id for each in ast.walk(sought) if isinstance(each, ast.Name)}
                found += [ast.unparse(node)] if names & CLOSED else []
            case ast.Call(func=ast.Name(id="hasattr"), args=[ast.AST() as owner, *_]):
                found += [ast.unparse(node)] if ast.unparse(owner).endswith("item") else []
    return found


# {% if question.item.settings %}, {{ its if not chosen.item.named }}
_NAMES = "|".join(OF_ITEMS)
FLAG_IN_TEMPLATE = re.compile(
    rf"\b(?:el)?if\b[^%}}]*\b(?:item\.(?:{_NAMES})|words_of\([^)]*\)\.\w+)|"
    rf"\b(?:select|reject)attr\([\"'](?:{_NAMES})\b"
)


def test_nothing_outside_the_rooms_of_the_kinds_decides_by_one():
    rooms = tuple(OWN_ROOMS)
    asked = {
        name: found
        for path in files_of("survey", "*.py")
        if not (name := path.relative_to(ROOT).as_posix()).startswith(rooms)
        if (found := flags_asked(path.read_text("utf-8")))
    }
    assert asked == {}
    for path in files_of("templates"):
        assert not FLAG_IN_TEMPLATE.search(path.read_text("utf-8")), path


def test_every_room_that_may_decide_by_a_kind_does_something_of_the_sort():
    for room in OWN_ROOMS:
        modules = files_of(room, "*.py") if room.endswith("/") else [ROOT / room]
        assert any("core.kinds" in path.read_text("utf-8") for path in modules) or room.endswith(
            "estimates/"
        )


@pytest.mark.parametrize(
    "source",
    ["if question.item.settings:\n    pass", "low = item.range[0] if item.settings else 0",
     "found = [each for each in items if item.values]", "x = item.particulars and y",
     "if not first_item.named:\n    pass", "isinstance(quantity.statistic, OptionShare)",
     "isinstance(item, (str, Bit))", "match item.words:\n    case _:\n        pass",
     "y = 1 if words_of(item).of_the_page else 2", "if words.listed:\n    pass",
     "hasattr(question.item, 'low')", "isinstance(found, Quantity)"],
)  # fmt: skip
def test_a_question_to_a_kind_in_python_is_caught(source):
    assert flags_asked(source)


@pytest.mark.parametrize(
    "source",
    ["{% if question.item.settings %}", "{{ its if not chosen.item.named }}",
     "{% elif words_of(item).of_the_page %}", '{{ items | rejectattr("settings") | first }}'],
)  # fmt: skip
def test_a_question_to_a_kind_in_a_template_is_caught(source):
    assert FLAG_IN_TEMPLATE.search(source)
