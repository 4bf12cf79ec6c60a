"""The instructor's limit: kept as typed, and no draft above it is ever published."""

import re

import pytest
from instruments import make_instrument
from page_words import words_of
from passwords import PASSWORD

from survey.store import State, Survey
from survey.store.models import INSTRUCTOR
from survey.web.accounts.sign_in import make_sign_in_link

PATH = "/surveys/bcd234"  # three questions, ε = 3.11


@pytest.fixture
def limit(instructor, store):
    """Sets the limit through the form; returns what is stored then."""

    def set_limit(typed: str):
        answer = instructor.post("/settings", {"largest_epsilon": typed})
        assert answer.status_code == 302
        return store.instructors.get(INSTRUCTOR).largest_epsilon

    return set_limit


@pytest.fixture
def draft(store, instrument):
    store.surveys.add(Survey("bcd234", instrument))


def test_the_language_of_the_pages_is_chosen_and_kept(instructor, store):
    assert instructor.post("/settings", {"language": "de"}).status_code == 302
    assert store.instructors.get(INSTRUCTOR).language == "de"
    page = instructor.get("/settings").text
    assert "Sprache deiner Seiten" in page
    assert re.search(r'<option selected value="de">', page)
    assert instructor.post("/settings", {"language": "tlh"}).status_code == 422


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("3.3", 3.3), ("3", 3.0), (" 3.30 ", 3.3), (".5", 0.5), ("0.01", 0.01), ("1000", 1000.0),
     ("3,30", 3.3), ("٣", 3.0), ("1/4", 0.25), ("", None), ("   ", None)],
)  # fmt: skip
def test_limit_is_kept_and_shown_again(instructor, limit, typed, stored):
    assert limit(typed) == stored
    page = instructor.get("/settings").text
    shown = "" if stored is None else f"{stored:.2f}"
    assert f'value="{shown}"' in re.search(r'<input[^>]*name="largest_epsilon"[^>]*>', page)[0]
    assert ("there is no limit" if stored is None else f"above ε = {stored:,.2f}") in page


@pytest.mark.parametrize(
    "typed", ["0", "0.00", "-1", "1000.01", "1001", "99999", "1.000", "1,000", "3.333", "1e2",
              "nan", "inf", "much", "3 3", "3.", "1/3"],
)  # fmt: skip
def test_unusable_limit_is_refused_at_its_field_and_changes_nothing(
    instructor, store, limit, typed
):
    limit("2.5")
    answer = instructor.post("/settings", {"largest_epsilon": typed})
    assert answer.status_code == 422
    field = re.search(r'<input[^>]*name="largest_epsilon"[^>]*>', answer.text)[0]
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="largest_epsilon-hint largest_epsilon-error"' in field
    assert f'value="{typed}"' in field
    fault = re.search(r'id="largest_epsilon-error" role="alert">([^<]+)<', answer.text)[1]
    assert fault.startswith("Please give a number from 0.01 to 1000")
    assert store.instructors.get(INSTRUCTOR).largest_epsilon == 2.5


def test_settings_are_for_whoever_is_signed_in(stranger, store, instructor):
    assert stranger.get("/settings").headers["Location"] == "/sign-in?next=/settings"
    refused = stranger.post("/settings", {"largest_epsilon": "1"}, at="/sign-in")
    assert refused.headers["Location"] == "/sign-in"
    assert store.instructors.get(INSTRUCTOR).largest_epsilon is None


def test_draft_above_the_limit_is_not_published(instructor, respondent, store, draft, limit):
    limit("3.10")
    answer = instructor.post(f"{PATH}/publish")
    assert answer.status_code == 409
    assert "All questions together make ε = 3.11, above your limit of 3.10." in answer.text
    assert store.surveys.get("bcd234").state is State.DRAFT
    assert respondent.get("/s/bcd234").status_code == 404


@pytest.mark.parametrize("typed", ["3.11", "1000", ""])
def test_draft_within_the_limit_is_published(instructor, store, draft, limit, typed):
    limit(typed)
    assert instructor.post(f"{PATH}/publish").status_code == 302
    assert store.surveys.get("bcd234").state is State.OPEN


def test_what_is_published_already_stays_so_and_a_copy_of_it_does_not(
    instructor, store, draft, limit
):
    instructor.post(f"{PATH}/publish")
    limit("1")
    assert instructor.post(f"{PATH}/publish").status_code == 409  # pressed again: no harm
    assert store.surveys.get("bcd234").state is State.OPEN
    copy = instructor.post(f"{PATH}/duplicate").headers["Location"].removesuffix("/edit")
    assert instructor.post(f"{copy}/publish").status_code == 409


def test_draft_page_shows_the_sum_beside_the_limit(instructor, draft, limit):
    assert "your limit" not in instructor.get(PATH).text
    limit("3.3")
    within = words_of(instructor.get(PATH).text)
    assert "At most ε = 3.11 for a respondent. Your limit is 3.30." in within
    assert "This survey cannot be published" not in within


def test_draft_page_says_before_the_button_what_to_do(instructor, draft, limit):
    limit("2")
    page = words_of(instructor.get(PATH).text)
    assert "This survey cannot be published as it is." in page
    assert page.index("γ = 0.16 for every question would do.") < page.index("Publish ")
    assert 'href="/settings">To your account</a></p>' in instructor.get(PATH).text


def test_limit_outlives_a_new_password_and_a_new_link(app, stranger, instructor, store, limit):
    limit("2.5")
    new = "another good password"
    changed = {"current": PASSWORD, "password": new, "again": new}
    assert instructor.post("/password", changed).status_code == 302
    assert store.instructors.get(INSTRUCTOR).largest_epsilon == 2.5
    stranger.choose_password(make_sign_in_link(store), PASSWORD)
    assert store.instructors.get(INSTRUCTOR).largest_epsilon == 2.5
    assert stranger.post("/sign-out").status_code == 302
    assert stranger.post("/sign-in", {"password": PASSWORD}, at="/sign-in").status_code == 302


def test_limit_leaves_password_and_sign_ins_alone(instructor, store, limit):
    before = store.instructors.get(INSTRUCTOR).password_hash
    limit("2.5")
    assert store.instructors.get(INSTRUCTOR).password_hash == before
    assert instructor.get("/surveys").status_code == 200


def test_respondents_learn_nothing_of_the_limit(instructor, respondent, store, limit):
    limit("977.31")
    store.surveys.add(Survey("opn234", make_instrument("1/4"), State.OPEN))
    for path in ("/s/opn234", "/s/opn234/instrument.json", "/s/opn234/state", "/s/opn234/coin"):
        # Drawn ids and tokens may hold any digits.
        assert not re.search(r"(?<![\w.-])977(?![\w-])", respondent.get(path).text)


def test_ledger_page_is_the_same_for_everyone(instructor, respondent, open_survey):
    page = respondent.get("/ledger")
    assert page.status_code == 200
    assert "It sends nothing of it" in words_of(page.text)
    respondent.get("/s/bcd234")
    assert respondent.get("/ledger").text == page.text
