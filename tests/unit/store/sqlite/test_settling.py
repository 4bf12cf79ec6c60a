"""Closing moves a survey's rows in pieces: whole, in the order of their ids, through any crash."""

import hashlib
import itertools
import sqlite3
import threading
import time
from contextlib import closing

import pytest
from contract_survey import INSTRUMENT, response
from scipy.stats import kendalltau

from survey.app.configuration import Config
from survey.core.responses.response import Response
from survey.errors import ResponseConflict, StoreUnavailable, SurveyNotOpen
from survey.store import State, Survey
from survey.store.sqlite import database, settling
from survey.store.sqlite.engine import SQLiteStore

CODE, OTHER = "clsd34", "open34"
MANY = 3000
IDS = [hashlib.sha256(b"%d" % number).hexdigest()[:32] for number in range(MANY)]
# σ = sqrt(2(2n+5)/(9n(n−1))) = 0.012 for 3,000: 0.07 is 5.7 σ.
LARGEST_TAU = 0.07
PAGE, LEAF = 4096, 10


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """So that there are many; and the file is not rewritten as a whole."""
    monkeypatch.setattr(settling, "PIECE", 100)
    monkeypatch.setattr(settling, "LEAF", 8)
    monkeypatch.setattr(settling, "LEAVES", 4)
    monkeypatch.setattr(database, "SMALL_FILE", 0)


@pytest.fixture
def filled(store):
    for code in (CODE, OTHER):
        store.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
    store.responses.add(OTHER, response(1))
    store.database.write(
        lambda rows: rows.insert("response (survey, response_id, reports)", rows_of(IDS))
    )
    with store.database._only_connection() as connection:
        connection.execute("DELETE FROM tally")
        connection.execute(store.responses._table.count)
    return store


def rows_of(ids):
    return [(CODE, each, f"[{int(each[0], 16) % 2},1]") for each in ids]


def everything(store, code=CODE):
    return list(store.responses.all(code)), store.responses.tally(code)


def in_tables(store) -> list[int]:
    with store.database.reading() as rows:
        return [
            rows.execute(f"SELECT count(*) FROM {table} WHERE survey = ?", (CODE,)).fetchone()[0]  # noqa: S608
            for table in rows.response_tables
        ]


def test_all_rows_are_moved_and_read_as_before(filled):
    before = everything(filled)
    cross = filled.responses.cross_tally(CODE, 0, 1)
    assert filled.surveys.set_state(CODE, State.CLOSED) is True
    assert everything(filled) == before
    assert len(before[0]) == MANY
    assert filled.responses.cross_tally(CODE, 0, 1) == cross
    assert list(filled.responses.all(CODE, "a")) == [
        each for each in before[0] if each[0][0] == "a"
    ]
    assert in_tables(filled) == [0, MANY]
    assert filled.responses.add(OTHER, response(2))
    with filled.database.reading() as rows:
        assert settling.unsettled(rows) == []


def sent(number: int, reports=None) -> Response:
    held = (int(IDS[number][0], 16) % 2, 1)
    return Response(INSTRUMENT.digest, IDS[number], reports or held)


def test_a_response_that_was_moved_is_known_and_a_new_one_is_refused(filled):
    filled.surveys.set_state(CODE, State.CLOSED)
    assert filled.responses.add(CODE, sent(0)) is False
    with pytest.raises(ResponseConflict):
        filled.responses.add(CODE, sent(0, (2, 0)))
    with pytest.raises(SurveyNotOpen):
        filled.responses.add(CODE, response(77))


def test_a_survey_that_was_moved_can_be_deleted(filled, config):
    filled.surveys.set_state(CODE, State.CLOSED)
    assert filled.surveys.delete(CODE) is True
    assert in_tables(filled) == [0, 0]
    left = b"".join(file.read_bytes() for file in config.data.iterdir())
    assert not any(each.encode() in left for each in IDS[::10])


class Killed(BaseException):
    """The process ends here."""


def test_killed_at_any_step_every_row_is_there_and_the_next_goes_on(filled, config, monkeypatch):
    """Everything is read in each state that a crash can leave."""
    before = everything(filled)
    write, states = filled.database.writer.write_piece, set()
    for steps in itertools.cycle((1, 2, 3, 4, 12)):
        left = iter(range(steps))

        def write_some(job, left=left):
            if next(left, None) is None:
                raise Killed
            return write(job)

        filled.database.writer.write_piece = write_some
        try:
            if filled.surveys.get(CODE).state is State.OPEN:
                filled.surveys.set_state(CODE, State.CLOSED)
            else:
                filled.maintenance.wipe()
            break
        except Killed:
            assert everything(filled) == before
            assert filled.responses.add(CODE, sent(steps)) is False
            states.add(tuple(0 < number < MANY for number in in_tables(filled)))
            with filled.database.reading() as rows:
                assert database.is_wipe_pending(rows)
    # Nothing moved; partly copied; all copied; partly deleted.
    assert states >= {(False, True), (False, False), (True, False)}
    assert in_tables(filled) == [0, MANY]
    assert everything(filled) == before
    filled.close()
    with closing(SQLiteStore(config.database, serving=True)) as again:
        assert everything(again) == before


def test_a_row_without_its_copy_is_never_deleted(filled, monkeypatch):
    """The control: whatever goes wrong before, no response is lost."""
    copy = settling._copy_piece

    def losing(rows, code):
        more = copy(rows, code)
        rows.execute("DELETE FROM closed_response WHERE response_id = ?", (IDS[7],))
        return more

    monkeypatch.setattr(settling, "_copy_piece", losing)
    assert filled.surveys.set_state(CODE, State.CLOSED) is False
    with filled.database.reading() as rows:
        assert database.is_wipe_pending(rows)
        assert rows.execute("SELECT response_id FROM response WHERE survey = ?", (CODE,)
                            ).fetchall()[0][0] == IDS[7]  # fmt: skip


def test_responses_to_another_survey_go_on_between_the_pieces(filled):
    stop, stored = threading.Event(), []

    def send():
        for number in itertools.count(100):
            if stop.is_set():
                break
            stored.append(filled.responses.add(OTHER, response(number)))

    sender = threading.Thread(target=send)
    sender.start()
    filled.surveys.set_state(CODE, State.CLOSED)
    stop.set()
    sender.join()
    assert all(stored)
    assert len(stored) > 10
    assert filled.responses.tally(OTHER).responses == len(stored) + 1


def test_two_processes_that_move_at_once_move_each_row_once(filled, config):
    before = everything(filled)
    filled.database.write(
        lambda rows: rows.execute("UPDATE survey SET state = 'closed' WHERE code = ?", (CODE,))
    )
    filled.database.write(filled.database.note_pending_wipe)
    with closing(SQLiteStore(config.database)) as other:
        threads = [threading.Thread(target=each.maintenance.wipe) for each in (filled, other)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert everything(other) == before
        assert in_tables(other) == [0, MANY]


def places(config) -> list[int]:
    """Where each id is in the file, in the order in which they came."""
    content = config.database.read_bytes()
    found = [content.find(each.encode()) for each in IDS]
    assert -1 not in found
    assert len(content.split(IDS[0].encode())) == 2  # each is there once
    return found


def tau(values) -> float:
    return abs(kendalltau(range(len(values)), values).statistic)


def leaves(config, held: list[str]) -> list[bytes]:
    """The contents of the pages without children that hold some of these texts, sorted."""
    content = config.database.read_bytes()
    pages = [content[place : place + PAGE] for place in range(0, len(content), PAGE)]
    found = [
        page for page in pages if page[0] == LEAF and any(each.encode() in page for each in held)
    ]
    return sorted(found)


def arrive(config, order: list[int], hashes: list[str] | None = None) -> SQLiteStore:
    """A new store with responses that came one by one, in this order; each spent a token."""
    store = SQLiteStore(config.database)
    for code in (CODE, OTHER):
        store.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
    if hashes:
        store.surveys.add_tokens(CODE, hashes)
    for number in order:
        store.responses.add(CODE, sent(number), hashes[number] if hashes else None)
    return store


@pytest.fixture
def two_orders(tmp_path):
    """Two instances, and an order of arrival for each."""
    folders = [Config(tmp_path / name) for name in ("one", "other")]
    for each in folders:
        each.data.mkdir()
    return list(zip(folders, (range(800), range(799, -1, -1)), strict=True))


def test_the_pages_are_the_same_whatever_the_order_of_arrival(two_orders):
    before, after = [], []
    for config, order in two_orders:
        with closing(arrive(config, order)) as store:
            before.append(leaves(config, IDS))
            store.surveys.set_state(CODE, State.CLOSED)
            after.append(leaves(config, IDS))
    assert len(after[0]) > 10
    assert before[0] != before[1]
    assert after[0] == after[1]


def test_moving_in_the_order_of_arrival_is_caught(two_orders, monkeypatch):
    after = []
    for config, order in two_orders:

        def as_they_came(rows, code, order=order):
            for number in order:
                rows.execute(
                    "INSERT OR IGNORE INTO closed_response SELECT survey, response_id, reports"
                    " FROM response WHERE survey = ? AND response_id = ?", (code, IDS[number])
                )  # fmt: skip

        monkeypatch.setattr(settling, "_copy_piece", as_they_came)
        with closing(arrive(config, order)) as store:
            assert store.surveys.set_state(CODE, State.CLOSED) is True
            after.append(leaves(config, IDS))
    assert after[0] != after[1]


def test_the_pages_of_tokens_are_the_same_whatever_the_order_of_spending(two_orders):
    hashes = [hashlib.sha256(b"token %d" % number).hexdigest() for number in range(1000)]
    before, after = [], []
    for config, order in two_orders:
        with closing(arrive(config, order, hashes)) as store:
            before.append(leaves(config, hashes))
            tokens, tally = store.surveys.tokens(CODE), store.responses.tally(CODE)
            store.surveys.set_state(CODE, State.CLOSED)
            after.append(leaves(config, hashes))
            assert store.surveys.tokens(CODE) == tokens
            assert store.responses.tally(CODE) == tally
    assert before[0] != before[1]
    assert after[0] == after[1]


def test_the_pages_come_in_no_order_of_arrival(store, config):
    arrive_one_by_one(store)
    store.surveys.set_state(CODE, State.CLOSED)
    assert tau(places(config)) <= LARGEST_TAU


def arrive_one_by_one(store) -> None:
    for code in (CODE, OTHER):
        store.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
    for number in range(MANY):
        store.responses.add(CODE, sent(number))


def free_pages(config) -> list[int]:
    """The numbers of the free pages, in the order of their list (sqlite.org/fileformat2.html)."""
    content, found = config.database.read_bytes(), []
    trunk = int.from_bytes(content[32:36], "big")
    while trunk:
        page = content[(trunk - 1) * PAGE : trunk * PAGE]
        many = int.from_bytes(page[4:8], "big")
        leaves = range(8, 8 + 4 * many, 4)
        found += [trunk, *(int.from_bytes(page[each : each + 4], "big") for each in leaves)]
        trunk = int.from_bytes(page[:4], "big")
    return found


def free_in_the_order_of_ids(config, store) -> float:
    """How well the list of free pages tells the order of the ids that were on them."""
    arrive_one_by_one(store)
    store.database.write(lambda rows: None)
    content = config.database.read_bytes()
    first_id = {}
    for each in sorted(IDS):
        page = content.find(each.encode()) // PAGE + 1
        if content[(page - 1) * PAGE] == LEAF:
            first_id.setdefault(page, each)
    store.surveys.set_state(CODE, State.CLOSED)
    freed = [first_id[page] for page in free_pages(config) if page in first_id]
    assert len(freed) > 30
    return tau([sorted(freed).index(each) for each in freed])


def test_the_list_of_free_pages_says_nothing_of_the_ids_on_them(store, config):
    # σ of 40 values is 0.11.
    assert free_in_the_order_of_ids(config, store) < 0.6


def test_deleting_from_the_first_id_on_is_caught(store, config, monkeypatch):
    monkeypatch.setattr(settling.secrets, "token_hex", lambda size: "")
    assert free_in_the_order_of_ids(config, store) > 0.7


def test_a_survey_that_is_deleted_meanwhile_is_moved_no_more(filled):
    filled.surveys.delete(CODE)
    settling.settle(filled.database.writer.write_piece, CODE)
    assert in_tables(filled) == [0, 0]


def test_earlier_pages_that_another_program_may_read_keep_the_debt(filled, config):
    with closing(sqlite3.connect(config.database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM response").fetchone()
        assert filled.surveys.set_state(CODE, State.CLOSED) is False
        assert in_tables(filled) == [MANY, 0]
        with pytest.raises(StoreUnavailable):
            filled.maintenance.wipe()
    filled.maintenance.wipe()
    assert in_tables(filled) == [0, MANY]


def test_a_file_of_many_free_pages_is_rewritten_once_in_a_night(filled, config):
    filled.surveys.set_state(CODE, State.CLOSED)
    filled.surveys.delete(CODE)
    database = filled.database
    large = config.database.stat().st_size
    night, noon = time.struct_time((2026, 12, 1, 3, *[0] * 5)), time.struct_time([2026, *[12] * 8])
    database._shrink_at_night(noon)
    database.write(lambda rows: None)
    assert config.database.stat().st_size == large
    database._shrink_at_night(night)
    database.write(lambda rows: None)
    assert config.database.stat().st_size < large / 2
    assert filled.responses.tally(OTHER).responses == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_vacuum", lambda: pytest.fail("a second time"))
        database._shrink_at_night(night)
