"""A class has a name of its own, and the name is a noun."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sources import files_of

import survey

PACKAGE = Path(survey.__file__).parent
SOURCES = [path.read_text(encoding="utf-8") for path in files_of("survey", "*.py")]

IRREGULAR = {
    "Born", "Bought", "Bound", "Broken", "Built", "Cut", "Done", "Drawn", "Found", "Given",
    "Gone", "Grown", "Heard", "Held", "Kept", "Known", "Left", "Lent", "Lost", "Made", "Met",
    "Paid", "Put", "Read", "Said", "Seen", "Sent", "Shown", "Shut", "Slept", "Sold", "Spent",
    "Split", "Spread", "Taught", "Thought", "Thrown", "Told", "Torn", "Understood", "Won",
    "Worn",
}  # fmt: skip
# They end as participles do, and are nouns.
NOUNS = {"Finding", "Greeting", "Heading", "Meaning", "Need", "Reading", "Setting", "Wording"}


def classes_in(source: str) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef))


def last_word(name: str) -> str:
    return re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]*|\d+", name)[-1]


def is_participle(name: str) -> bool:
    word = last_word(name)
    return word in IRREGULAR or (bool(re.search("(ed|en|ing)$", word)) and word not in NOUNS)


def faults(sources: list[str], errors: set[str]) -> list[str]:
    """Names of classes defined twice, or that are participles; `errors` may say what happened."""
    names = [each.name for source in sources for each in classes_in(source)]
    twice = {name for name in names if names.count(name) > 1}
    return sorted(twice | {name for name in names if is_participle(name) and name not in errors})


def test_every_class_has_a_name_of_its_own_which_is_a_noun():
    errors = {each.name for each in classes_in((PACKAGE / "errors.py").read_text("utf-8"))}
    assert faults(SOURCES, errors) == []


@pytest.mark.parametrize("name", ["Told", "Lying", "Stated", "Broken", "PlacedAndKept", "_Asked"])
def test_a_participle_is_caught(name):
    assert faults([f"class {name}: ..."], set()) == [name]
    assert faults([f"class {name}: ..."], {name}) == []


def test_a_name_of_two_classes_is_caught():
    assert faults(["class Scale: ...", "def f():\n    class Scale: ..."], set()) == ["Scale"]
    assert faults(["class Scale: ...", "class Wording: ...\nclass TokenSet: ..."], set()) == []
