"""Who holds the client for a survey: set before the first response, and said where it is shared."""

import html
from datetime import date

import pytest
from release_client import RELEASE

from survey.store import State, Survey
from survey.store.models import Role
from survey.web.running.holder_comparisons import FILE, HolderComparison, HolderComparisons

PAGE = "/surveys/bcd234/client"
SHARE = "/surveys/bcd234/share"
HELD = "https://union.example/deniable.html"
SENTENCE = "The page comes from union.example, the reports go to localhost."


def test_links_lead_to_the_holder_and_the_share_page_says_who_holds_what(
    instructor, open_survey, store
):
    assert "The page comes from" not in instructor.get(SHARE).text
    saved = instructor.post(PAGE, {"client_at": f" {HELD} "})
    assert (saved.status_code, saved.location) == (302, SHARE)
    assert store.surveys.get("bcd234").client_at == HELD
    page = html.unescape(instructor.get(SHARE).text)
    assert SENTENCE in page
    assert page.count(f"{HELD}#s=http://localhost/s/bcd234&q=") == 2
    assert "not let a page that came by https reach a server at http" not in page


@pytest.fixture
def kept(app, tmp_path) -> HolderComparisons:
    """The comparisons that the app shows."""
    app.extensions["holder_comparisons"] = found = HolderComparisons(tmp_path)
    return found


def test_share_says_when_the_page_was_compared_and_what_was_found(
    instructor, kept, store, open_survey, tmp_path
):
    def shown() -> str:
        return html.unescape(instructor.get(SHARE).text)

    assert "ompared" not in shown()
    store.surveys.set_client("bcd234", HELD)
    assert "Not compared." in shown()
    sha256, day = RELEASE.single_file.sha256, date(2026, 11, 28)
    kept.note({HELD: HolderComparison(sha256, day), f"{HELD}x": HolderComparison("b" * 64, day)})
    assert f"on Nov 28, 2026: the page is the release's file, SHA-256 {sha256}." in shown()
    kept.note({HELD: HolderComparison("a" * 64, day)})
    assert f"the page is not the release's file. Its SHA-256 was {'a' * 64}." in shown()
    assert kept.last(f"{HELD}x") == HolderComparison("b" * 64, day)
    assert [file.name for file in tmp_path.glob(f"{FILE}*")] == [FILE]
    for damaged in ("", "[]", f'{{"{HELD}": 1}}', f'{{"{HELD}": {{"sha256": "a", "day": "b"}}}}'):
        (tmp_path / FILE).write_text(damaged)
        assert "Not compared." in shown()


def test_the_owner_alone_chooses_the_holder(instructor, signed_in_as, store, open_survey):
    ada = signed_in_as("ada")
    store.surveys.set_colleague("bcd234", "ada", Role.EDIT)
    assert f'href="{PAGE}"' in instructor.get(SHARE).text
    assert f'href="{PAGE}"' not in ada.get(SHARE).text
    assert ada.post(PAGE, {"client_at": HELD}).status_code == 403
    assert store.surveys.get("bcd234").client_at is None


def test_what_browsers_do_not_allow_is_said_beside_it(app, instructor, open_survey):
    app.config.update(CLIENT_AT=HELD, PUBLIC_URL="http://192.0.2.1:8000")
    page = html.unescape(instructor.get(SHARE).text)
    assert "not let a page that came by https reach a server at http" in page


def test_a_survey_may_keep_this_servers_page_where_the_others_are_held(
    app, instructor, open_survey, store
):
    app.config["CLIENT_AT"] = HELD
    assert f'value="{HELD}"' in instructor.get(PAGE).text
    instructor.post(PAGE, {"client_at": ""})
    assert store.surveys.get("bcd234").client_at == ""
    assert HELD not in instructor.get(SHARE).text
    instructor.post(PAGE, {"client_at": HELD})
    assert store.surveys.get("bcd234").client_at is None


@pytest.mark.parametrize("typed", ["union.example", f"{HELD}#a", "https://cloud.example/s/abc"])
def test_what_is_no_address_of_a_page_is_said_at_the_field(instructor, open_survey, store, typed):
    answer = instructor.post(PAGE, {"client_at": typed})
    assert answer.status_code == 422
    assert "give the address of a page, such as https://union.example/deniable.html" in answer.text
    assert typed in answer.text
    assert store.surveys.get("bcd234").client_at is None


def test_it_is_fixed_with_the_first_response(instructor, respondent, open_survey, good, store):
    assert respondent.post("/s/bcd234/responses", json=good).status_code == 201
    answer = instructor.post(PAGE, {"client_at": HELD})
    assert answer.status_code == 422
    assert "The first response fixed who holds the page" in answer.text
    assert store.surveys.get("bcd234").client_at is None


def test_another_group_and_a_copy_are_held_by_the_same(instructor, store, instrument):
    store.surveys.add(Survey("bcd234", instrument, State.OPEN, client_at=HELD))
    instructor.post("/surveys/bcd234/duplicate", {})
    assert [each.client_at for each in store.surveys.all()] == [HELD, HELD]


def test_whoever_types_the_code_is_led_to_the_holder(respondent, store, instrument):
    store.surveys.add(Survey("bcd234", instrument, State.OPEN, client_at=HELD))
    page = respondent.get("/join?code=bcd234")
    assert page.status_code == 200
    # Without a digest: one that this server names would prove nothing.
    assert f'href="{HELD}#s=http://localhost/s/bcd234"' in page.text
    assert "union.example" in page.text


def test_the_own_page_is_the_same_for_every_survey(respondent, store, instrument, open_survey):
    store.surveys.add(Survey("mnp789", instrument, State.OPEN, client_at=HELD))
    assert respondent.get("/s/mnp789").data == respondent.get("/s/bcd234").data
