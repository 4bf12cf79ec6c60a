"""Each careless edit of tests/support/leaks.py changes one place of the client."""

import re

import pytest
from leaks import LEAKS
from release_client import RELEASE


@pytest.fixture(scope="module")
def client() -> str:
    """The whole client, as the single file has it."""
    return RELEASE.single_file.content.decode()


@pytest.mark.parametrize("leak", LEAKS)
def test_an_edit_finds_its_one_place(client, leak):
    pattern, _ = LEAKS[leak]
    assert len(re.findall(pattern, client)) == 1
