"""The demo is there at the first start, and never comes back."""

from dataclasses import replace

import pytest
from instruments import make_instrument

from survey.app.first_start import add_demo_if_new
from survey.core.demo.survey import is_demo
from survey.core.instrument.instructor_names import INSTRUCTOR
from survey.store import Instructor, State, Survey
from survey.web.accounts.sign_in import make_sign_in_link


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def new_store(request):
    names = {"SQLite": "store", "PostgreSQL": "postgresql_store"}
    return request.getfixturevalue(names[request.param])


def test_a_new_store_gets_one_demo_open_and_without_a_response(new_store):
    assert add_demo_if_new(new_store)
    (survey,) = new_store.surveys()
    assert is_demo(survey.instrument)
    assert (survey.owner, survey.state) == (INSTRUCTOR, State.OPEN)
    assert new_store.tally(survey.code).responses == 0
    assert not add_demo_if_new(new_store)
    assert len(new_store.surveys()) == 1


def test_once_removed_it_stays_away(store):
    """As at every later start: a link was made, or a password is set."""
    add_demo_if_new(store)
    make_sign_in_link(store)
    store.delete_survey(store.surveys()[0].code)
    assert not add_demo_if_new(store)
    known = store.instructor(INSTRUCTOR)
    store.save_instructor(replace(known, password_hash="scrypt:x", link_hash=None))
    assert not add_demo_if_new(store)
    assert store.surveys() == []


@pytest.mark.parametrize(
    "change",
    [
        lambda store: store.add_survey(Survey("bcd234", make_instrument())),
        lambda store: store.add_instructor(Instructor("ada")),
        lambda store: store.save_instructor(Instructor(INSTRUCTOR, largest_epsilon=2.0)),
    ],
)
def test_whoever_has_begun_gets_none(store, change):
    change(store)
    before = store.surveys()
    assert not add_demo_if_new(store)
    assert store.surveys() == before
