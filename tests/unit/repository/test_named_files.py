"""A file that a comment, a docstring or a page of the documentation names is there."""

import re
from pathlib import Path

import pytest
from sources import files_of

ROOT = Path(__file__).parent.parent.parent.parent
SOURCES = [
    path
    for folder, pattern in [("survey", "*.py"), ("survey", "*.md"), ("static", "*.js"),
                            ("static", "*.css"), ("templates", "*.*"), ("tests/support", "*.*")]
    for path in files_of(folder, pattern)
]  # fmt: skip
NAMED = re.compile(
    r"(?<![\w./-])(?:survey|static|templates|tests)/[\w/.-]+\.(?:py|js|css|html|toml)\b"
)


def missing(text: str) -> set[str]:
    """The paths in a text that lead to no file of the repository."""
    return {path for path in NAMED.findall(text) if not (ROOT / path).is_file()}


def test_every_named_file_is_there():
    faults = {path.relative_to(ROOT): missing(path.read_text("utf-8")) for path in SOURCES}
    assert {path: names for path, names in faults.items() if names} == {}


@pytest.mark.parametrize(
    "text", ["See survey/core/nowhere.py.", "tests/unit/test_nowhere.py looks"]
)
def test_a_file_that_is_gone_is_caught(text):
    assert missing(text)
    assert not missing("See survey/errors.py and https://example.org/survey/nowhere.py.")
