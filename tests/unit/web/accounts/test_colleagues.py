"""The first instructor invites and removes colleagues by pages; each may delete their account."""

import re

import pytest
from instruments import make_instrument
from passwords import InstructorClient

from survey.core.responses.response import Response
from survey.store import Instructor, State, Survey
from survey.store.models import INSTRUCTOR, Role
from survey.web.accounts.sign_in import make_sign_in_link
from survey.web.http.security_headers import LISTENER

PAGE = "/settings/colleagues"
INSTRUMENT = make_instrument("1/4")


def link_in(page: str) -> str:
    """The path of the sign-in link that a page shows."""
    return re.search(r'value="http://[^/]+(/sign-in/[\w-]+)"', page)[1]


def test_an_invited_colleague_chooses_a_password_once(app, instructor, store):
    invited = instructor.post(PAGE, {"name": "ada.l"})
    assert "is invited" in invited.text
    link = link_in(invited.text)
    assert link not in instructor.get(PAGE).text
    ada = InstructorClient(app.test_client())
    assert ada.choose_password(link).status_code == 302
    assert ada.get("/surveys").status_code == 200
    assert "is invited" not in instructor.get(PAGE).text
    assert InstructorClient(app.test_client()).get(link).status_code != 200


def test_an_invitation_says_who_invites_whom_to_which_server(app, instructor, stranger, store):
    invited = instructor.post(PAGE, {"name": "ada"}).text
    asked = f"{INSTRUCTOR}, the first account of localhost, invites you. You will sign in as ada."
    link = link_in(invited)
    assert asked in stranger.get(link).text
    store.instructors.add(Instructor("grace"))
    by_operator = "The person who runs localhost invites you. You will sign in as grace."
    assert by_operator in stranger.get(make_sign_in_link(store, "grace")).text
    for name in (INSTRUCTOR, "ada"):
        if name == "ada":
            InstructorClient(app.test_client()).choose_password(link)
        said = f"You choose the password of {name} on localhost."
        assert said in stranger.get(make_sign_in_link(store, name)).text


def test_a_link_says_that_somebody_else_is_signed_in_here(instructor, stranger):
    link = link_in(instructor.post(PAGE, {"name": "ada"}).text)
    said = f"In this browser {INSTRUCTOR} is signed in."
    assert said in instructor.get(link).text
    assert "is signed in" not in stranger.get(link).text
    own = link_in(instructor.post(f"{PAGE}/{INSTRUCTOR}/link").text)
    assert "is signed in" not in instructor.get(own).text


def test_a_used_invitation_says_whom_to_ask_and_leads_to_the_sign_in(app, instructor, stranger):
    link = link_in(instructor.post(PAGE, {"name": "ada"}).text)
    InstructorClient(app.test_client()).choose_password(link)
    refused = stranger.get(link)
    assert refused.status_code == 403
    assert "Ask the person who invited you for a new one." in refused.text
    assert '<a href="/sign-in">' in refused.text


def test_the_name_that_was_invited_leaves_the_field_and_a_refused_one_stays(instructor):
    assert 'value="ada"' not in instructor.post(PAGE, {"name": "ada"}).text
    assert 'value="ada"' in instructor.post(PAGE, {"name": "ada"}).text


@pytest.mark.parametrize(
    ("settings", "begins", "only_here"),
    [
        ({}, "http://localhost/", True),
        ({"PUBLIC_URL": "https://survey.example.org"}, "https://survey.example.org/", False),
        # With --lan, the address in the network has no page for instructors.
        (
            {"PUBLIC_URL": "http://192.0.2.1:8000", "NETWORK": "192.0.2.1"},
            "http://localhost/",
            True,
        ),
    ],
)
def test_a_link_is_one_that_a_colleague_can_open_or_the_page_says_that_none_is(
    app, instructor, settings, begins, only_here
):
    form = {"csrf_token": instructor.token(PAGE), "name": "ada"}
    app.config.update(settings)
    page = instructor.client.post(PAGE, data=form, environ_base={LISTENER: "127.0.0.1"}).text
    assert f'value="{begins}sign-in/' in page
    assert ("Only this computer can open the links" in page) is only_here


def test_a_new_link_takes_the_place_of_one_that_was_lost(instructor):
    first = link_in(instructor.post(PAGE, {"name": "ada"}).text)
    second = link_in(instructor.post(f"{PAGE}/ada/link").text)
    assert first != second
    assert instructor.get(first).status_code != 200
    assert instructor.post(f"{PAGE}/nobody/link").status_code == 302


@pytest.mark.parametrize("name", ["", "Ada Lovelace", "ä", "a" * 41, INSTRUCTOR])
def test_a_name_that_cannot_be_is_said(instructor, store, name):
    answer = instructor.post(PAGE, {"name": name})
    assert answer.status_code == 422
    assert 'class="error"' in answer.text
    assert len(store.instructors.all()) == 1


def test_nobody_but_the_first_invites_or_removes_others(signed_in_as, store):
    ada, _ = signed_in_as("ada"), signed_in_as("grace")
    for path in (PAGE, f"{PAGE}/grace/link", f"{PAGE}/grace/remove"):
        assert ada.post(path, {"name": "eve"}).status_code == 403
    assert ada.get(PAGE).status_code == 403
    assert "grace" in {each.name for each in store.instructors.all()}
    account = ada.get("/settings").text
    assert f'href="{PAGE}"' not in account
    assert f'href="{PAGE}/ada/remove"' in account


@pytest.fixture
def ada(signed_in_as, store) -> InstructorClient:
    """Who owns a survey with a response, which grace may edit."""
    browser = signed_in_as("ada")
    store.instructors.add(Instructor("grace"))
    store.surveys.add(Survey("adas34", INSTRUMENT, State.OPEN, owner="ada"))
    store.responses.add("adas34", Response(INSTRUMENT.digest, "0" * 32, (1,)))
    store.surveys.set_colleague("adas34", "grace", Role.EDIT)
    return browser


def test_removing_an_account_asks_where_its_surveys_go(instructor, ada, store):
    path = f"{PAGE}/ada/remove"
    asked = instructor.get(path).text
    assert "1 survey of this account" in asked
    assert instructor.post(path).status_code == 422
    assert instructor.post(path, {"surveys": "to-nobody"}).status_code == 422
    assert store.surveys.get("adas34").owner == "ada"
    assert instructor.post(path, {"surveys": "to-grace"}).status_code == 302
    survey = store.surveys.get("adas34")
    assert (survey.owner, survey.colleagues) == ("grace", ())
    assert store.responses.tally("adas34").responses == 1
    assert store.instructors.get("ada") is None
    assert ada.get("/surveys").status_code == 302


def test_a_colleague_deletes_their_account_with_its_surveys(ada, store):
    assert ada.post(f"{PAGE}/ada/remove", {"surveys": "delete"}).status_code == 302
    assert store.surveys.all() == []
    assert store.instructors.get("ada") is None
    assert "/sign-in" in ada.get("/surveys").location


def test_without_surveys_nothing_is_asked(instructor, signed_in_as, store):
    signed_in_as("ada")
    assert "<fieldset" not in instructor.get(f"{PAGE}/ada/remove").text
    instructor.post(f"{PAGE}/ada/remove")
    assert store.instructors.get("ada") is None


@pytest.mark.parametrize("name", [INSTRUCTOR, "nobody"])
def test_the_first_account_and_nobodys_are_not_removed_here(instructor, store, name):
    store.instructors.add(Instructor("ada"))
    answer = instructor.post(f"{PAGE}/{name}/remove", {"surveys": "delete"})
    assert answer.status_code == 404
    assert len(store.instructors.all()) == 2
