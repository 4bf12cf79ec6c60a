"""What is closed is stated once, in the same bytes for whatever order of arrival."""

import json
from contextlib import closing

import pytest
from contract_survey import INSTRUMENT, response
from opened_again import come_after_the_statement
from signing_keys import KEY

from survey.core.responses.merkle_tree import leaf_hash, root
from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store import State, Survey
from survey.store.sqlite.engine import SQLiteStore
from survey.text.earlier_definitions import last_unsigned
from survey.wire import stating
from survey.wire.keys import SigningKey
from survey.wire.signed_note import read_signed_statement
from survey.wire.stating import sign_missing_statements

CODE = "open34"


@pytest.fixture
def opened(store):
    store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
    for number in (2, 1, 3):
        store.responses.add(CODE, response(number))
    return store


def close(store, key=KEY):
    store.surveys.set_state(CODE, State.CLOSED)
    sign_missing_statements(store, key)


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
    sign_missing_statements(opened, KEY)
    assert stated(opened) == []
    for _ in range(2):
        close(opened)
    assert len(stated(opened)) == 1


def test_exports_carry_the_definitions_that_were_stated(opened, monkeypatch):
    """Of what an earlier release stated, which signed none, those of the last such release."""
    monkeypatch.setattr(stating, "definitions_text", lambda: '{"share":"what it was"}')
    close(opened)
    (note,) = opened.surveys.statements(CODE)
    monkeypatch.undo()
    assert stating.stated_definitions(opened, note) == {"share": "what it was"}
    monkeypatch.setattr(opened.surveys, "definitions", lambda code: {})
    assert stating.stated_definitions(opened, note) == json.loads(last_unsigned())


def test_it_says_that_closing_was_final_and_whichever_key_comes_later_signs_no_second_one(opened):
    close(opened)
    (statement,) = stated(opened)
    assert statement.terms.final is True
    sign_missing_statements(opened, SigningKey("02" * 32))
    assert stated(opened) == [statement]


def test_what_an_earlier_release_opened_again_is_stated_no_more(opened):
    close(opened)
    before = stated(opened)
    come_after_the_statement(opened, CODE, map(response, range(4, 20)))
    close(opened)
    assert stated(opened) == before


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


def test_what_is_deleted_while_it_is_stated_is_passed_over(opened, monkeypatch):
    opened.surveys.set_state(CODE, State.CLOSED)
    monkeypatch.setattr(opened.surveys, "missing_statements", lambda: ["gone34", CODE])
    with pytest.raises(SurveyNotFound):
        opened.surveys.get("gone34")
    sign_missing_statements(opened, KEY)
    assert len(stated(opened)) == 1


def test_what_cannot_be_stored_stays_owed(opened, monkeypatch):
    def full(*_):
        raise StoreUnavailable("The disk is full. Free some space and try again.")

    opened.surveys.set_state(CODE, State.CLOSED)
    with monkeypatch.context() as patch, pytest.raises(StoreUnavailable):
        patch.setattr(opened.surveys, "add_statement", full)
        sign_missing_statements(opened, KEY)
    assert opened.surveys.missing_statements() == [CODE]
    sign_missing_statements(opened, KEY)
    assert len(stated(opened)) == 1
