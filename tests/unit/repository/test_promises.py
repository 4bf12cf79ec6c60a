"""Each promise names tests that the usual run has, or says that they are of `--exhaustive`."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "survey/docs/explanation/promises.md").read_text("utf-8")
NAMED = re.compile(r"`(tests/[\w./]+)`( \(`--exhaustive`\))?")
ROWS = [row for row in re.findall(r"^\| .* \|$", PAGE, re.M) if not row.startswith("| promise ")]


def runs(path: str) -> set[str]:
    """In which runs a file or folder has tests: "usual", "exhaustive" or both."""
    place = ROOT / path
    files = [place] if place.is_file() else place.rglob("test_*.py")
    return {run for file in files for run in runs_of(file.read_text("utf-8"))}


def runs_of(source: str) -> set[str]:
    module = ast.parse(source)
    marks = [each for each in module.body if ast.unparse(each).startswith("pytestmark")]
    whole = any("mark.exhaustive" in ast.unparse(each) for each in marks)
    tests = [
        each
        for each in ast.walk(module)
        if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")
    ]
    return {"exhaustive" if whole or is_longer(test) else "usual" for test in tests}


def is_longer(test: ast.FunctionDef) -> bool:
    return any(ast.unparse(each) == "pytest.mark.exhaustive" for each in test.decorator_list)


def test_there_are_many_promises():
    assert len(ROWS) > 20


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2:50])
def test_a_promise_names_tests_of_the_usual_run_or_says_otherwise(row):
    named = NAMED.findall(row)
    assert named
    for path, exhaustive in named:
        assert ("exhaustive" if exhaustive else "usual") in runs(path), path


def test_a_file_of_longer_tests_alone_is_no_part_of_the_usual_run():
    source = "@pytest.mark.exhaustive\ndef test_long():\n    pass\n"
    assert runs_of(source) == {"exhaustive"}
    assert runs_of(f"{source}\ndef test_short():\n    pass\n") == {"usual", "exhaustive"}
    assert runs_of("pytestmark = [pytest.mark.exhaustive]\ndef test_long():\n    pass\n") == {
        "exhaustive"
    }
