"""The demo is there at the first start, and never comes back."""

from dataclasses import replace

import pytest
from instruments import make_instrument

from survey.app.instance_folder import add_demo_if_new, translated_demo
from survey.core.instrument.language_tags import MOST_LANGUAGES
from survey.store import Instructor, State, Survey
from survey.store.models import INSTRUCTOR
from survey.translations import catalogs
from survey.translations.catalogs import LANGUAGES, translations
from survey.web.accounts.sign_in import make_sign_in_link


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def new_store(request):
    names = {"SQLite": "store", "PostgreSQL": "postgresql_store"}
    return request.getfixturevalue(names[request.param])


def test_a_new_store_gets_one_demo_open_and_without_a_response(new_store):
    assert add_demo_if_new(new_store)
    (survey,) = new_store.surveys.all()
    assert survey.instrument.is_demo
    assert (survey.owner, survey.state) == (INSTRUCTOR, State.OPEN)
    assert new_store.responses.tally(survey.code).responses == 0
    assert not add_demo_if_new(new_store)
    assert len(new_store.surveys.all()) == 1


def test_demo_is_in_every_language_that_the_pages_speak():
    demo = translated_demo()
    assert set(demo.languages) == set(LANGUAGES)
    for tag in set(LANGUAGES) - {"en"}:
        worded = demo.worded_in(tag)
        assert worded.title == translations(tag).gettext(demo.title) != demo.title
        assert all(
            theirs.text != ours.text
            for theirs, ours in zip(worded.questions, demo.questions, strict=True)
        )


def test_demo_has_the_first_of_more_languages_than_an_instrument_may(monkeypatch):
    many = {tag: tag for tag in ("en", "de", "it", "nl", "pl", "pt", "sv", "tr", "uk")}
    assert len(many) > MOST_LANGUAGES
    german = translations("de")
    monkeypatch.setattr(catalogs, "LANGUAGES", many)
    monkeypatch.setattr(catalogs, "translations", lambda tag: german)
    assert set(translated_demo().languages) == {"en", "de", "it", "nl", "pl", "pt", "sv", "tr"}


def test_once_removed_it_stays_away(store):
    """As at every later start: a link was made, or a password is set."""
    add_demo_if_new(store)
    make_sign_in_link(store)
    store.surveys.delete(store.surveys.all()[0].code)
    assert not add_demo_if_new(store)
    known = store.instructors.get(INSTRUCTOR)
    store.instructors.save(replace(known, password_hash="scrypt:x", link_hash=None))
    assert not add_demo_if_new(store)
    assert store.surveys.all() == []


@pytest.mark.parametrize(
    "change",
    [
        lambda store: store.surveys.add(Survey("bcd234", make_instrument())),
        lambda store: store.instructors.add(Instructor("ada")),
        lambda store: store.instructors.save(Instructor(INSTRUCTOR, largest_epsilon=2.0)),
    ],
)
def test_whoever_has_begun_gets_none(store, change):
    change(store)
    before = store.surveys.all()
    assert not add_demo_if_new(store)
    assert store.surveys.all() == before
