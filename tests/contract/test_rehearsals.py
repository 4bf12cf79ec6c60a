"""Rehearsals on every engine: a store beside the other, shared by all who share that one."""

from contextlib import closing
from functools import partial

import psycopg
import pytest
from contract_survey import INSTRUMENT, response
from pending_wipes_contract import REFUSAL

from survey.core.simulation.students import simulated_responses
from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store import State, Survey, open_store
from survey.store.maintenance.open import open_rehearsals
from survey.store.postgresql.connection import connect
from survey.store.postgresql.store import address_of_rehearsals
from survey.store.rehearsals import Rehearsals, add_together
from survey.store.sql.group_writer import MOST_WAITING

DRAFT = Survey("drft34", INSTRUMENT, results_public=True, fewest_responses=3, tokens_required=True)
SHARES = [[0.3], [0.3]]


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, config):
    """The place of the other store, which holds the draft."""
    sqlite = request.param == "sqlite"
    place = config.database if sqlite else request.getfixturevalue("postgresql_url")
    with closing(open_store(place)) as store:
        store.surveys.add(DRAFT)
        yield place


def debts(rehearsals: Rehearsals) -> int:
    with rehearsals.existing().database.reading() as rows:
        return rows.execute("SELECT count(*) FROM debt").fetchone()[0]


@pytest.fixture
def opened(place):
    """Opens the rehearsals, as another process or machine does at each call; closes them all."""
    every = []

    def opened() -> Rehearsals:
        every.append(Rehearsals(partial(open_rehearsals, place)))
        return every[-1]

    yield opened
    for each in every:
        if store := each.existing():
            store.close()


def test_there_is_none_before_the_first(opened):
    rehearsals = opened()
    assert rehearsals.existing() is None
    assert rehearsals.find("drft34") is None
    rehearsals.end("drft34")
    rehearsals.wipe()
    assert opened().existing() is None


def test_it_is_an_open_survey_that_nobody_joins(opened):
    rehearsals = opened()
    rehearsals.begin(DRAFT)
    assert rehearsals.find("drft34") == Survey("drft34", INSTRUMENT, State.OPEN, fewest_responses=3)


def test_the_other_store_holds_nothing_of_it(place, opened):
    rehearsals = opened()
    rehearsals.begin(DRAFT)
    add_together(rehearsals.existing(), "drft34", [response(1), response(2)])
    with closing(open_store(place)) as store:
        assert [*store.responses.all("drft34")] == []
        assert store.responses.tally("drft34").responses == 0
        assert store.surveys.all()[0].state is State.DRAFT


def test_all_who_share_the_store_share_its_rehearsals(opened):
    one, another = opened(), opened()
    one.begin(DRAFT)
    add_together(one.existing(), "drft34", [response(1)])
    assert another.existing().responses.tally("drft34").responses == 1
    another.end("drft34")
    assert one.find("drft34") is None
    with pytest.raises(SurveyNotFound):
        add_together(one.existing(), "drft34", [response(2)])


def test_beginning_anew_leaves_nothing_of_the_former(opened):
    rehearsals = opened()
    for number in range(2):
        rehearsals.begin(DRAFT)
        add_together(rehearsals.existing(), "drft34", [response(number)])
        found = [each for each, _ in rehearsals.existing().responses.all("drft34")]
        assert found == [f"{number:032x}"]


def test_more_arrive_at_once_than_a_writer_lets_wait(opened):
    rehearsals = opened()
    rehearsals.begin(DRAFT)
    students = MOST_WAITING + 1
    add_together(rehearsals.existing(), "drft34", simulated_responses(INSTRUMENT, SHARES, students))
    assert rehearsals.existing().responses.tally("drft34").responses == students


def test_what_cannot_be_wiped_is_owed_to_the_next_start(opened, monkeypatch):
    rehearsals = opened()
    rehearsals.begin(DRAFT)
    store = rehearsals.existing()

    def full() -> None:
        raise StoreUnavailable(REFUSAL)

    with monkeypatch.context() as patch:
        patch.setattr(store.database, "wipe", full)
        rehearsals.end("drft34")
        with pytest.raises(StoreUnavailable):
            rehearsals.wipe()
    later = opened()
    assert debts(later) > 0
    later.wipe()
    assert debts(later) == 0
    assert later.find("drft34") is None


def test_a_role_that_may_not_make_a_schema_is_told(postgresql_server, postgresql_store):
    """The app runs on; only rehearsing is refused."""
    url = postgresql_store.database.connections._pool.conninfo
    with connect(url) as connection:
        name = connection.info.dbname
        connection.execute("CREATE ROLE weak LOGIN PASSWORD 'weak'")
        connection.execute(f'REVOKE CREATE ON DATABASE "{name}" FROM PUBLIC')
    weak = psycopg.conninfo.make_conninfo(url, user="weak", password="weak")
    with pytest.raises(StoreUnavailable, match="does not let its role do this"):
        address_of_rehearsals(weak, make=True)
    assert address_of_rehearsals(weak, make=False) is None
