"""A replica's responses are shown only of a survey that both know in the same state."""

from dataclasses import replace

import pytest

from survey.errors import StoreUnavailable
from survey.store import State
from survey.store.replicas import PAUSE_SECONDS, Replica
from survey.store.sqlite.engine import SQLiteStore

CODE = "bcd234"


@pytest.fixture
def follower(tmp_path):
    follower = SQLiteStore(tmp_path / "follower.db")
    yield follower
    follower.close()


def test_only_the_responses_are_the_replicas(store, open_survey, follower):
    follower.surveys.add(open_survey)
    chosen = Replica(lambda: follower).beside(store, CODE)
    assert chosen.responses is follower.responses
    assert chosen.surveys is store.surveys
    assert chosen.maintenance is store.maintenance


@pytest.mark.parametrize("known", [None, State.DRAFT, State.CLOSED])
def test_what_the_replica_says_otherwise_is_the_databases(store, open_survey, follower, known):
    if known:
        follower.surveys.add(replace(open_survey, state=known))
    assert Replica(lambda: follower).beside(store, CODE) is store


def test_a_replica_that_is_away_is_not_asked_for_a_while(store, open_survey, follower):
    follower.surveys.add(open_survey)
    now, asked = 100.0, 0

    def opening():
        nonlocal asked
        asked += 1
        raise StoreUnavailable("No PostgreSQL server answers.")

    replica = Replica(opening, lambda: now)
    assert replica.beside(store, CODE) is store
    assert replica.beside(store, CODE) is store
    assert asked == 1
    now += PAUSE_SECONDS
    assert replica.beside(store, CODE) is store
    assert asked == 2
