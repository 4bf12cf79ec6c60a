"""/docs: open to all, in order, rendered once and not before somebody reads it."""

import re
import subprocess
import sys

import pytest

from survey.docs_site import site as site_module
from survey.web.learning.documentation import FOLDER, site


def test_the_index_shows_every_page(respondent):
    text = respondent.get("/docs").text
    places = [text.index(f'href="{entry.path}"') for entry in site().navigation.entries]
    assert places == sorted(places)
    assert len(places) == len(list(FOLDER.rglob("*.md")))


def test_every_page_is_shown_and_says_where_one_is(respondent):
    entries = site().navigation.entries
    for before, entry, after in zip((None, *entries), entries, (*entries[1:], None), strict=False):
        answer = respondent.get(entry.path)
        assert answer.status_code == 200
        assert f'href="{entry.path}" aria-current="page"' in answer.text
        assert answer.text.count("aria-current") == 1
        assert (f'rel="prev" href="{before.path}"' in answer.text) if before else True
        assert (f'rel="next" href="{after.path}"' in answer.text) if after else True
        assert not re.search(r"\sstyle=|<style|\son\w+=|<script", answer.text)


@pytest.mark.parametrize("path", ["/docs/how-to/nothing", "/docs/nothing/deploy"])
def test_a_page_that_does_not_exist_is_said_so(respondent, path):
    answer = respondent.get(path)
    assert answer.status_code == 404
    assert "no such page in the documentation" in answer.text


def test_every_page_leads_to_the_documentation(respondent):
    assert 'href="/docs"' in respondent.get("/").text


def test_a_page_is_rendered_once(respondent, monkeypatch):
    path = site().navigation.entries[0].path
    first = respondent.get(path).text
    monkeypatch.setattr(site_module, "render", None)
    assert respondent.get(path).text == first


def test_the_app_starts_without_the_reader_of_markdown():
    code = "import sys, survey.app; print([m for m in sys.modules if 'mark' + 'down_it' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
