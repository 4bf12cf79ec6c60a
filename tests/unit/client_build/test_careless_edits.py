"""Each careless edit of tests/support/leaks.py changes one place of the client."""

import re

import pytest
from leaks import LEAKS

from survey.app.folders import folder
from survey.client_build.build import build_client


@pytest.fixture(scope="module")
def client() -> str:
    """The whole client, as the single file has it."""
    return build_client(folder("static"), folder("templates")).single_file.content.decode()


@pytest.mark.parametrize("leak", LEAKS)
def test_an_edit_finds_its_one_place(client, leak):
    pattern, _ = LEAKS[leak]
    assert len(re.findall(pattern, client)) == 1
