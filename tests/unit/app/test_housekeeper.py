"""What is due is closed within a second, whatever has happened meanwhile."""

import hashlib
import logging
import secrets
import time
from contextlib import closing
from dataclasses import replace
from itertools import pairwise

import pytest
from instruments import make_instrument
from patience import wait_until
from signing_keys import KEY

from survey.app.housekeeper import Housekeeper
from survey.core.instrument.parsing import from_canonical_json
from survey.core.responses.response import Response
from survey.errors import PrivacyTooWeak, StoreUnavailable, SurveyNotOpen
from survey.store import State, Survey
from survey.store.sqlite.engine import SQLiteStore

CODE = "bcd234"
NOW = 1_800_000_000


@pytest.fixture
def at(store, open_survey):
    """Looks once, so many seconds after NOW; the state of the survey then."""

    def at(seconds: float) -> State:
        Housekeeper(store, KEY, lambda: NOW + seconds).look()
        return store.surveys.get(CODE).state

    store.surveys.plan_closing(CODE, NOW + 60)
    return at


def test_it_closes_a_minute_after_its_second_and_not_before(at, store):
    assert (at(59.9), store.surveys.get(CODE).closing) == (State.OPEN, False)
    assert (at(60.0), store.surveys.get(CODE).closing) == (State.OPEN, True)
    assert [at(119.9), at(120.0)] == [State.OPEN, State.CLOSED]


def test_a_minute_is_left_though_the_server_was_away_at_the_time(at, store):
    """Phones that waited for it still send."""
    assert at(86_400) is State.OPEN
    assert store.surveys.get(CODE).closes_at == NOW + 86_460
    assert [at(86_459), at(86_460)] == [State.OPEN, State.CLOSED]


def test_a_clock_set_while_nothing_runs_changes_what_is_left_of_the_last_minute(at):
    assert [at(60), at(30), at(86_400)] == [State.OPEN, State.OPEN, State.CLOSED]


def test_what_was_due_while_nothing_ran_is_closed_at_the_start(store, open_survey):
    store.surveys.begin_last_minute(CODE, 1)
    housekeeper = Housekeeper(store, KEY)
    housekeeper.start()
    assert store.surveys.get(CODE).state is State.CLOSED
    housekeeper.stop()


def test_an_earlier_release_s_survey_with_odds_above_99_is_closed_at_the_start(store, open_survey):
    """Without a planned time; its results stay, and the others stay open."""
    strong = from_canonical_json(make_instrument().canonical_json.replace('"1/4"', '"499/1000"'))
    for code, state in (("strg34", State.OPEN), ("drft34", State.DRAFT)):
        store.surveys.add(Survey(code, strong, state))
    store.responses.add("strg34", Response(strong.digest, "0" * 32, (1,)))
    housekeeper = Housekeeper(store, KEY)
    housekeeper.start()
    housekeeper.stop()
    states = {survey.code: survey.state for survey in store.surveys.all()}
    assert states == {"strg34": State.CLOSED, "drft34": State.DRAFT, CODE: State.OPEN}
    assert store.responses.tally("strg34").responses == 1
    with pytest.raises(SurveyNotOpen):
        store.responses.add("strg34", Response(strong.digest, "1" * 32, (1,)))
    with pytest.raises(PrivacyTooWeak, match="odds of 999 to 1"):
        store.surveys.set_state("drft34", State.OPEN)


def test_a_running_one_closes_within_a_second(store, open_survey):
    several = [Housekeeper(store, KEY) for _ in range(3)]
    for each in several:
        each.start()
    closes_at = int(time.time()) + 2
    store.surveys.begin_last_minute(CODE, closes_at - 60)
    while store.surveys.get(CODE).state is State.OPEN:
        assert time.time() < closes_at + 1
        time.sleep(0.02)
    assert time.time() >= closes_at
    for each in several:
        each.stop()
    response = Response(open_survey.instrument.digest, secrets.token_hex(16), (0, 1, 0))
    with pytest.raises(SurveyNotOpen):
        store.responses.add(CODE, response)


@pytest.fixture
def wipes(store, monkeypatch):
    """How often the file was rewritten; `wipes.refused` is how often that is refused first."""
    rewrite = store.database._rewrite

    class Wipes:
        refused, done, tried = 0, 0, 0

        def __call__(self) -> None:
            self.tried += 1
            if self.tried <= self.refused:
                raise StoreUnavailable("The disk is full. Free some space and try again.")
            rewrite()
            self.done += 1

    wipes = Wipes()
    monkeypatch.setattr(store.database, "_rewrite", wipes)
    return wipes


def test_order_is_wiped_once(store, open_survey, wipes):
    store.surveys.begin_last_minute(CODE, NOW - 60)
    housekeeper = Housekeeper(store, KEY, lambda: NOW)
    for _ in range(3):
        housekeeper.look()
    assert (wipes.tried, wipes.done) == (1, 1)


NOT_WIPED = (
    "What was deleted, or the order in which responses to a closed survey came, is not erased yet: "
    "The disk is full. Free some space and try again."
)


def test_wiping_that_fails_is_said_once_and_tried_less_and_less_often(
    store, open_survey, wipes, caplog
):
    store.surveys.begin_last_minute(CODE, NOW - 60)
    wipes.refused = 12
    tried_at, second = [], 0
    housekeeper = Housekeeper(store, KEY, lambda: NOW, lambda: second)
    with caplog.at_level(logging.WARNING):
        for second in range(2000):
            before = wipes.tried
            housekeeper.look()
            if wipes.tried > before:
                tried_at.append(second)
    pauses = [later - sooner for sooner, later in pairwise(tried_at)]
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    assert (wipes.tried, wipes.done) == (13, 1)
    assert [record.getMessage() for record in caplog.records] == [NOT_WIPED]


def test_another_survey_that_closes_meanwhile_is_wiped_at_once_and_failing_said_anew(
    store, open_survey, wipes, caplog
):
    store.surveys.add(replace(open_survey, code="late34"))
    store.surveys.begin_last_minute("late34", NOW - 59)
    store.surveys.begin_last_minute(CODE, NOW - 60)
    wipes.refused = 2
    passed = 0.0
    housekeeper = Housekeeper(store, KEY, lambda: NOW + passed, lambda: passed)
    with caplog.at_level(logging.WARNING):
        while passed <= 2:
            housekeeper.look()
            passed += 0.5
    assert (wipes.tried, wipes.done) == (3, 1)
    assert [record.getMessage() for record in caplog.records] == [NOT_WIPED] * 2


def test_what_failed_when_it_was_closed_by_hand_is_wiped_by_the_next_look(
    store, open_survey, wipes
):
    wipes.refused = 1
    assert store.surveys.set_state(CODE, State.CLOSED) is False
    for _ in range(2):
        Housekeeper(store, KEY).look()
    assert (wipes.tried, wipes.done) == (2, 1)


def lying(path, instrument, ids, closed_by, then_look) -> list[str]:
    """The ids as they lie in the file, after a process ended between closing and wiping."""
    with closing(SQLiteStore(path)) as store:
        store.surveys.add(Survey(CODE, instrument, State.OPEN))
        for response_id in ids:
            store.responses.add(CODE, Response(instrument.digest, response_id, (0, 1, 0)))
        closed_by(store)
    with closing(SQLiteStore(path)) as restarted:
        assert restarted.surveys.get(CODE).state is State.CLOSED
        if then_look:
            Housekeeper(restarted, KEY).look()
    content = path.read_bytes()
    return sorted(ids, key=lambda response_id: content.index(response_id.encode()))


def at_its_time(store) -> None:
    store.surveys.begin_last_minute(CODE, NOW - 60)
    assert store.surveys.close_due(NOW) == [CODE]


def by_hand(store) -> None:
    class Killed(BaseException):
        pass

    def killed() -> None:
        raise Killed

    store.database._rewrite = killed
    with pytest.raises(Killed):
        store.surveys.set_state(CODE, State.CLOSED)


@pytest.mark.parametrize("then_look", [True, False])
@pytest.mark.parametrize("closed_by", [at_its_time, by_hand])
def test_a_restart_wipes_what_a_killed_process_left(tmp_path, instrument, closed_by, then_look):
    """Without the look the file tells the order, which is the control."""
    ids = [hashlib.sha256(bytes([number])).hexdigest()[:32] for number in range(200)]
    one = lying(tmp_path / "one.db", instrument, ids, closed_by, then_look)
    other = lying(tmp_path / "other.db", instrument, ids[::-1], closed_by, then_look)
    assert (one == other) is then_look


def test_a_database_that_is_away_is_looked_at_again(at, store, monkeypatch):
    def away(now: int):
        raise StoreUnavailable("The database is in use by another program. Please try again.")

    with monkeypatch.context() as patch:
        patch.setattr(store.surveys, "close_due", away)
        assert at(61) is State.OPEN
    assert [at(61), at(121)] == [State.OPEN, State.CLOSED]


def test_a_fault_does_not_end_it(store, open_survey, monkeypatch, caplog):
    def fault(now: int):
        raise RuntimeError("canary")

    monkeypatch.setattr("survey.app.housekeeper.EVERY_SECONDS", 0.01)
    housekeeper = Housekeeper(store, KEY)
    housekeeper.start()
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(store.surveys, "close_due", fault)
        while not caplog.records:
            time.sleep(0.01)
    assert caplog.records[0].getMessage() == "unexpected RuntimeError while closing surveys"
    store.surveys.begin_last_minute(CODE, 1)
    wait_until(lambda: store.surveys.get(CODE).state is not State.OPEN)
    housekeeper.stop()


def test_what_is_closed_is_stated_by_the_same_look_and_by_the_next_if_that_fails(
    store, open_survey, wipes, monkeypatch
):
    def full(*_) -> bool:
        raise StoreUnavailable("The disk is full. Free some space and try again.")

    store.surveys.begin_last_minute(CODE, NOW - 60)
    housekeeper = Housekeeper(store, KEY, lambda: NOW)
    with monkeypatch.context() as patch:
        patch.setattr(store.surveys, "add_statement", full)
        housekeeper.look()
    assert (store.surveys.get(CODE).state, wipes.done) == (State.CLOSED, 1)
    assert store.surveys.statements(CODE) == []
    housekeeper.look()
    assert len(store.surveys.statements(CODE)) == 1


def test_what_closes_at_its_time_is_stated_at_once(at, store):
    for seconds in (61, 121):
        at(seconds)
    assert len(store.surveys.statements(CODE)) == 1


def test_each_look_takes_the_steps_that_the_public_sees(store, open_survey):
    """Though nobody asks for them."""
    housekeeper = Housekeeper(store, KEY, lambda: NOW)
    for number in range(15):
        reports = Response(open_survey.instrument.digest, f"{number:032x}", (0, 1, 0))
        store.responses.add(CODE, reports)
        housekeeper.look()
    assert store.responses.kept_steps(CODE).shown.responses == 10
