"""What is closed is stated once, in the same bytes for whatever order of arrival."""

from contextlib import closing

import pytest
from contract_survey import INSTRUMENT, response
from signing_keys import KEY

from survey.core.responses.leaf import leaf_hash
from survey.core.responses.merkle_tree import root
from survey.errors import DataError, StoreUnavailable, SurveyNotFound
from survey.store import State, Survey
from survey.store.sqlite.store import SQLiteStore
from survey.wire.keys import SigningKey
from survey.wire.statement import read_signed_statement
from survey.wire.stating import pay_statements

CODE = "open34"


@pytest.fixture
def opened(store):
    store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
    for number in (2, 1, 3):
        store.responses.add(CODE, response(number))
    return store


def close(store, key=KEY):
    store.surveys.set_state(CODE, State.CLOSED)
    pay_statements(store, key)


def stated(store):
    return [read_signed_statement(each) for each in store.surveys.statements(CODE)]


def test_statement_says_what_is_stored(opened):
    close(opened)
    (statement,) = stated(opened)
    leaves = sorted(
        leaf_hash(each, reports, INSTRUMENT.digest) for each, reports in opened.responses.all(CODE)
    )
    assert statement.root == root(leaves).hex()
    assert statement.tally == opened.responses.tally(CODE)
    assert (statement.code, statement.closing, statement.follows) == (CODE, 1, None)
    assert (statement.title, statement.tokens) == (INSTRUMENT.title, None)
    assert statement.key == KEY.public.hex


def test_tokens_are_counted(store):
    store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
    store.surveys.add_tokens(CODE, ["one", "two", "three"])
    store.responses.add(CODE, response(1), "two")
    close(store)
    assert stated(store)[0].tokens == (3, 1)


def test_nothing_open_is_stated_and_nothing_twice(opened):
    pay_statements(opened, KEY)
    assert stated(opened) == []
    for _ in range(2):
        close(opened)
    assert len(stated(opened)) == 1


def come_late(store, first, last):
    store.surveys.set_state(CODE, State.OPEN)
    for number in range(first, last + 1):
        store.responses.add(CODE, response(number))


def test_each_closing_names_the_one_before_whichever_key_signed_that(opened):
    opened.surveys.set_sharing(CODE, True, 3)
    close(opened)
    come_late(opened, 4, 8)
    close(opened, SigningKey("02" * 32))
    first, second = stated(opened)
    assert second.follows == first.text_hash
    assert (first.tally.responses, second.tally.responses) == (3, 8)
    assert first.key != second.key


def test_fewer_than_five_that_come_late_are_stated_with_later_ones(opened):
    """Two tallies that differ by one response are that response."""
    opened.surveys.set_sharing(CODE, True, 3)
    close(opened)
    for latest in (3, 4, 7):
        come_late(opened, 4, latest)
        close(opened)
        assert len(stated(opened)) == 1
        assert opened.surveys.owed_statements() == []
    come_late(opened, 8, 8)
    close(opened)
    first, second = stated(opened)
    assert second.follows == first.text_hash
    assert (second.closing, second.tally.responses) == (5, 8)


def test_what_was_too_few_to_be_shown_is_not_followed(opened):
    opened.surveys.set_sharing(CODE, True, 4)
    close(opened)
    come_late(opened, 4, 4)
    close(opened)
    assert [(each.closing, each.follows) for each in stated(opened)] == [(1, None), (2, None)]


def test_every_order_of_arrival_is_stated_in_the_same_bytes(tmp_path):
    texts = set()
    for place, order in enumerate(((1, 2, 3, 4), (4, 2, 1, 3), (3, 4, 2, 1))):
        with closing(SQLiteStore(tmp_path / f"{place}.db")) as store:
            store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
            for number in order:
                store.responses.add(CODE, response(number, number % 2, 1))
            close(store)
            texts.update(store.surveys.statements(CODE))
    assert len(texts) == 1


def test_what_is_reopened_while_it_is_stated_is_stated_when_it_closes_again(opened, monkeypatch):
    opened.surveys.set_state(CODE, State.CLOSED)
    read = opened.responses.all

    def reopened_meanwhile(code):
        found = list(read(code))
        opened.surveys.set_state(CODE, State.OPEN)
        opened.responses.add(CODE, response(4))
        opened.surveys.set_state(CODE, State.CLOSED)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(opened.responses, "all", reopened_meanwhile)
        pay_statements(opened, KEY)
    assert stated(opened) == []
    pay_statements(opened, KEY)
    (statement,) = stated(opened)
    assert (statement.closing, statement.tally.responses) == (2, 4)


def test_what_is_deleted_while_it_is_stated_is_passed_over(opened, monkeypatch):
    opened.surveys.set_state(CODE, State.CLOSED)
    monkeypatch.setattr(opened.surveys, "owed_statements", lambda: ["gone34", CODE])
    with pytest.raises(SurveyNotFound):
        opened.surveys.get("gone34")
    pay_statements(opened, KEY)
    assert len(stated(opened)) == 1


def test_what_cannot_be_stored_stays_owed(opened, monkeypatch):
    def full(*_):
        raise StoreUnavailable("The disk is full. Free some space and try again.")

    opened.surveys.set_state(CODE, State.CLOSED)
    with monkeypatch.context() as patch, pytest.raises(StoreUnavailable):
        patch.setattr(opened.surveys, "add_statement", full)
        pay_statements(opened, KEY)
    assert opened.surveys.owed_statements() == [CODE]
    pay_statements(opened, KEY)
    assert len(stated(opened)) == 1


def test_a_damaged_statement_is_not_followed(opened):
    opened.surveys.set_state(CODE, State.CLOSED)
    opened.surveys.add_statement(CODE, 1, "altered")
    opened.surveys.set_state(CODE, State.OPEN)
    with pytest.raises(DataError):
        close(opened)
