"""A link that a chat or a mail has changed: read as it was meant, or refused, never passed over."""

import json
from urllib.parse import urlsplit

import pytest
from mangled_links import (
    DAMAGED,
    ENCODED,
    FINGERPRINT,
    FOLLOWED,
    FULL,
    KEY,
    NEITHER,
    TOKEN,
    TRACKED,
    WHOLE,
)
from playwright.sync_api import expect
from respondent_page import choose, expect_saved, press_send

from survey.core.instrument.digest_forms import full_form
from survey.core.responses.tokens import grouped, hash_token

READ = """async ([url, fragments]) => {
    const { readLink } = await import(url);
    return fragments.map(readLink).map(({ digest, key, token }) =>
        [digest, key, token].map((each) => each === undefined ? "damaged" : each));
}"""


@pytest.fixture
def read(page, module):
    """What the client reads in each fragment: digest, key and token."""
    page.goto("/ledger")
    return lambda fragments: page.evaluate(READ, [module("place"), fragments])


def test_digest_and_key_are_read_however_the_fragment_is_written(read):
    assert read(WHOLE) == [[FULL, FINGERPRINT, None]] * len(WHOLE)


def test_what_is_copied_with_a_link_does_not_damage_it(read):
    told = dict(zip(FOLLOWED, read(FOLLOWED), strict=True))
    assert [each for each, parts in told.items() if parts != [FULL, FINGERPRINT, None]] == []


@pytest.mark.first_cell
@pytest.mark.parametrize("behind", [".", ")”", "%20", " 👍", "https://h.example/s/b#t=x"])
def test_token_is_read_without_what_stands_around_it(read, behind):
    [[_, _, token]] = read([f"#t=({TOKEN}{behind}"])
    assert token.strip() == TOKEN  # as the field and the server read it


def test_a_digest_that_cannot_be_told_is_not_passed_over(read):
    told = dict(zip(DAMAGED, read(DAMAGED), strict=True))
    assert [each for each, (digest, key, _) in told.items() if "damaged" not in (digest, key)] == []


def test_what_others_put_into_a_fragment_is_no_digest(read):
    assert {(digest, key) for digest, key, _ in read(NEITHER)} == {(None, None)}
    assert read([f"#T={TOKEN}"]) == [[None, None, TOKEN]]


@pytest.mark.parametrize("written", ["#q%3D{q}%26k%3D{k}", "#Q={q}&amp;K={k}"])
def test_another_questionnaire_than_a_mangled_link_names_is_refused(page, survey_url, written):
    page.goto(survey_url + written.format(q=FULL, k=KEY))
    expect(page.get_by_text("not the questionnaire that your link names")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)


def test_token_of_a_mangled_link_leaves_the_address_too(page, survey_url, app, store, open_survey):
    store.surveys.add_tokens(open_survey.code, [hash_token(app.secret_key, TOKEN)])
    page.goto(f"{survey_url}#fbclid=x&amp;T={TOKEN}")
    expect(page.get_by_label("Participation token")).to_have_value(grouped(TOKEN))
    assert page.url.endswith(f"{survey_url}#fbclid=x")


def test_typed_token_may_have_a_bracket_or_full_stop_at_its_ends(
    page, survey_url, app, store, open_survey, bodies
):
    store.surveys.add_tokens(open_survey.code, [hash_token(app.secret_key, TOKEN)])
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    page.get_by_label("Participation token").fill(f"“{grouped(TOKEN).upper()}”. ")
    press_send(page)
    expect_saved(page)
    assert json.loads(bodies[0])["token"] == TOKEN


@pytest.mark.first_cell
@pytest.mark.parametrize("written", TRACKED)
def test_a_fragment_counts_beside_the_sign_of_a_tracker(
    page, survey_url, app, store, open_survey, written
):
    store.surveys.add_tokens(open_survey.code, [hash_token(app.secret_key, TOKEN)])
    page.goto(written.format(q=full_form(open_survey.instrument.digest), k=KEY, t=TOKEN))
    expect(page.get_by_label("Participation token")).to_have_value(grouped(TOKEN))
    expect(page.locator("#questionnaire")).to_contain_text("that your link names")


@pytest.mark.first_cell
@pytest.mark.parametrize("written", ENCODED)
def test_an_encoded_fragment_is_put_behind_its_sign_before_anything_is_asked(
    page, watched, survey_url, app, store, open_survey, written
):
    """The token came to the server once, with the page, and comes in no second request."""
    store.surveys.add_tokens(open_survey.code, [hash_token(app.secret_key, TOKEN)])
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(written.format(q=full_form(open_survey.instrument.digest), k=KEY, t=TOKEN))
    expect(page.get_by_label("Participation token")).to_have_value(grouped(TOKEN))
    address, _, fragment = page.url.partition("#")
    assert "t=" not in fragment.replace("%3D", "=")
    assert urlsplit(address).path == survey_url
    assert [TOKEN in url for url in asked] == [True] + [False] * (len(asked) - 1)
    assert {urlsplit(url).path.rpartition("/")[0] for url in asked[1:]} <= {
        survey_url, "/client"
    }  # fmt: skip
    expect(page.locator("#questionnaire")).to_contain_text("that your link names")
    # As the server sees it: no Referer has them either.
    assert [TOKEN in repr(request) for request in watched.requests].count(True) == 1


def test_digest_of_an_encoded_fragment_is_compared_as_that_of_any_link(page, survey_url):
    page.goto(f"{survey_url}%23q={FULL}&k={KEY}&t={TOKEN}")
    expect(page.get_by_text("not the questionnaire that your link names")).to_be_visible()
