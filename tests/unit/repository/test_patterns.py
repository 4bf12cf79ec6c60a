"""Every pattern that meets text of others takes time in proportion to its length."""

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest
from foreign_patterns import OWN, PYTHON
from pattern_time import STEPS, slow_text, uses
from sources import files_of

ROOT = Path(__file__).parent.parent.parent.parent
METHODS = {"match", "fullmatch", "search", "sub", "split", "findall", "finditer"}
MAKERS = METHODS | {"compile", "subn"}


@cache
def _trees() -> dict[str, ast.Module]:
    """The source of each module of the product that imports re, by its name."""
    found = {}
    for path in files_of("survey", "*.py"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        source = path.read_text()
        if re.search(r"^\s*(import|from) re\b", source, re.M) and not is_own(name):
            found[name] = ast.parse(source)
    return found


def is_own(module: str) -> bool:
    """Whether the module meets texts of the product alone."""
    own = any(module == each or module.startswith(f"{each}.") for each in OWN)
    return own and module not in PYTHON


def made_in(tree: ast.AST) -> list[ast.Call]:
    """The calls of re's functions: where a pattern is made, or used without a name."""
    functions = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "re"
        for alias in node.names
    }
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (
            ast.unparse(node.func).removeprefix("re.") in MAKERS
            and ast.unparse(node.func).startswith("re.")
            or ast.unparse(node.func) in functions
        )
    ]


def named_in(tree: ast.Module) -> dict[str, ast.Assign]:
    """The patterns to which the module gives a name at its top, and where."""
    calls = set(made_in(tree))
    return {
        name.id: node
        for node in tree.body
        if isinstance(node, ast.Assign) and not calls.isdisjoint(ast.walk(node))
        for target in node.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }


def methods_of(module: str, name: str) -> set[str]:
    """What the module does with a pattern of its own; the usual where it hands the pattern on."""
    found = {
        node.attr
        for node in ast.walk(_trees()[module])
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and node.attr in METHODS
    }
    return found or {"fullmatch"}


def test_every_pattern_is_listed_and_no_other():
    found = {module: set(named_in(tree)) for module, tree in _trees().items()}
    assert {module: names for module, names in found.items() if names} == {
        module: set(names) for module, names in PYTHON.items()
    }


def test_every_pattern_has_a_name_at_the_top_of_its_module():
    """So that it can be listed, and is made once."""
    for module, tree in _trees().items():
        named = {call for node in named_in(tree).values() for call in ast.walk(node)}
        unnamed = [ast.unparse(call) for call in made_in(tree) if call not in named]
        assert unnamed == [], module


PATTERNS = [(module, name) for module, names in PYTHON.items() for name in names]


@pytest.mark.parametrize(("module", "name"), PATTERNS, ids=[".".join(each) for each in PATTERNS])
def test_pattern_takes_time_in_proportion_to_its_text(module, name, exhaustive):
    pattern = getattr(importlib.import_module(module), name)
    for method, use in uses(pattern, methods_of(module, name)).items():
        steps = STEPS if exhaustive else STEPS[:-1]
        assert slow_text(use, PYTHON[module][name], steps) is None, method


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("method", "pattern", "example"),
    [("search", r"\s+or[_ ](specify[_ ])?other$", "select_one a or other"),
     ("findall", r"(\w+)\s*=\s*([^\s,;]+)", "start = 1"),
     ("split", r"\s*::?\s*", "label :: German (de)"),
     ("split", r"\s+and\s+", ". >= 0 and . <= 40"),
     ("fullmatch", r"[\w-]+:[\t ]*([\t -~]*)", "Content-Type: \t text/html"),
     ("findall", r"[ \n]*[^ \n]+", "a b"),
     ("sub", r"(?<![\d.])\d+\.\d+(?![\d,.]*\d)", "1.55,5"),
     ("fullmatch", r"(a+)+b", "ab")],
)  # fmt: skip
def test_a_pattern_that_takes_longer_is_found(method, pattern, example):
    """Those that this project had, and one that takes exponential time."""
    (use,) = uses(re.compile(pattern), [method]).values()
    assert slow_text(use, [example], STEPS[:-1]) is not None
