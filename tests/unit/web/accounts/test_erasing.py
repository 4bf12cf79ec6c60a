"""A reply says if another program keeps what was deleted in the database's log."""

import pytest
from passwords import PASSWORD

from survey.errors import StoreUnavailable
from survey.web.accounts.sign_in import make_sign_in_link

PAGE = "/settings/colleagues"
KEPT = "The former bytes cannot be erased from the database’s files yet: another program reads them"


@pytest.fixture(params=[True, False])
def kept(request, store, monkeypatch) -> bool:
    monkeypatch.setattr(store.database, "keeps_deleted", lambda: request.param)
    return request.param


def test_signing_out_says_what_is_left(instructor, kept):
    page = instructor.post("/sign-out", follow_redirects=True).text
    assert "You are signed out." in page
    assert (KEPT in page) is kept


def test_a_new_password_says_what_is_left(instructor, kept):
    form = {"current": PASSWORD, "password": "another good one", "again": "another good one"}
    page = instructor.post("/password", form, follow_redirects=True).text
    assert "every other browser is signed out" in page
    assert (KEPT in page) is kept


def test_a_link_that_is_spent_says_what_is_left(stranger, store, kept):
    stranger.choose_password(make_sign_in_link(store))
    assert (KEPT in stranger.get("/surveys").text) is kept


@pytest.mark.parametrize("own", [True, False])
def test_an_account_that_is_removed_says_what_is_left(
    instructor, signed_in_as, store, monkeypatch, own
):
    def refuse():
        raise StoreUnavailable("in use")

    browser = signed_in_as("ada") if own else instructor
    if not own:
        signed_in_as("ada")
    with monkeypatch.context() as patch:
        patch.setattr(store.database, "wipe", refuse)
        page = browser.post(f"{PAGE}/ada/remove", follow_redirects=True).text
    assert store.instructors.get("ada") is None
    assert KEPT in page
