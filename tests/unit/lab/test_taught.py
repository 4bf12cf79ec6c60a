"""The table of what the lab teaches: each lesson is in it, and each test that it names exists."""

import re
from pathlib import Path

import survey
from survey.lab.catalog import LESSONS

ROOT = Path(survey.__file__).parent.parent
TABLE = (Path(__file__).parent / "taught.md").read_text("utf-8")


def test_every_lesson_is_in_the_table_and_no_other_page():
    linked = set(re.findall(r"\(`/lab/([\w-]+)`\)", TABLE))
    assert linked == {lesson.name for lesson in LESSONS} | {"assignments", "accusation"}


def test_every_named_test_exists():
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", TABLE)
    assert named
    for path, test in named:
        source = (ROOT / path).read_text("utf-8")
        assert not test or f"def {test}(" in source, (path, test)
