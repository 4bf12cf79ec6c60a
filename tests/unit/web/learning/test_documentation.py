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
        assert answer.text.count('aria-current="page"') == 1
        assert (f'rel="prev" href="{before.path}"' in answer.text) if before else True
        assert (f'rel="next" href="{after.path}"' in answer.text) if after else True
        assert not re.search(
            r"\sstyle=|<style|\son\w+=|<script(?! type=\"module\" src=)", answer.text
        )


@pytest.mark.parametrize("path", ["/docs/how-to/nothing", "/docs/nothing/deploy"])
def test_a_page_that_does_not_exist_is_said_so(respondent, path):
    answer = respondent.get(path)
    assert answer.status_code == 404
    assert "no such page in the documentation" in answer.text


@pytest.mark.parametrize("old", sorted(site().navigation.moved))
def test_an_old_address_leads_to_its_page(respondent, old):
    answer = respondent.get(f"/docs/{old}")
    assert answer.status_code == 301
    assert respondent.get(answer.headers["Location"]).status_code == 200


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


def test_the_search_answers_without_a_script(respondent):
    text = respondent.get("/docs/search?q=survey+export").text
    assert '<a href="/docs/reference/commands#survey-export">survey export</a>' in text
    assert "<mark>export</mark>" in text
    assert 'value="survey export"' in text


def test_what_is_typed_is_text(respondent):
    text = respondent.get("/docs/search", query_string={"q": '"><script>x</script>'}).text
    assert "<script>x" not in text
    assert "&lt;script&gt;x" in text


@pytest.mark.parametrize(("query", "status"), [("", 200), ("x" * 100, 200), ("x" * 101, 422)])
def test_a_query_that_is_too_long_is_refused_with_the_field_at_hand(respondent, query, status):
    answer = respondent.get("/docs/search", query_string={"q": query})
    assert answer.status_code == status
    assert ("at most 100 characters" in answer.text) is (status == 422)
    assert f'value="{query[:100]}" maxlength="100"' in answer.text


def test_the_site_marks_the_documentation_as_the_place_where_one_is(respondent):
    marked = 'href="/docs" aria-current="true"'
    for path in ("/docs", "/docs/search", "/docs/how-to/tokens"):
        assert marked in respondent.get(path).text
    assert marked not in respondent.get("/").text
