"""No test is skipped: what a test needs is found or installed, or the test says what is missing."""

import re
from pathlib import Path

import pytest
from sources import files_of

ROOT = Path(__file__).parents[3]
SKIPS = re.compile(r"pytest\.(?:mark\.)?(?:skip|skipif|importorskip|xfail)\b")


def test_no_test_skips():
    files = files_of("tests", "*.py")
    assert [path.name for path in files if SKIPS.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("name", ["skip", "mark.skipif", "importorskip", "mark.xfail"])
def test_each_way_to_skip_would_be_seen(name):
    assert SKIPS.search(f"pytest.{name}('here')")
