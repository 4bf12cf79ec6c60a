"""A deleted survey is gone at once; its many rows are deleted in pieces, through any crash."""

import hashlib
import itertools
import threading
from contextlib import closing

import pytest
from contract_survey import INSTRUMENT, response

from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store import Instructor, State, Survey
from survey.store.maintenance.backup import back_up
from survey.store.maintenance.open import inspect
from survey.store.maintenance.rescue import rescue
from survey.store.sqlite import database, erasing, settling
from survey.store.sqlite.engine import SQLiteStore

CODE, OTHER = "gone34", "open34"
MANY, TOKENS = 3000, 40
IDS = [hashlib.sha256(b"%d" % number).hexdigest()[:32] for number in range(MANY)]
HASHES = [hashlib.sha256(b"token %d" % number).hexdigest() for number in range(TOKENS)]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """So that there are many; and the file is not rewritten as a whole."""
    for module in (erasing, settling):
        monkeypatch.setattr(module, "LEAF", 8)
        monkeypatch.setattr(module, "LEAVES", 4)
        monkeypatch.setattr(module, "TOKENS", 15)
    monkeypatch.setattr(settling, "PIECE", 100)
    monkeypatch.setattr(database, "SMALL_FILE", 0)


@pytest.fixture
def filled(store):
    """Two surveys; one has many responses, and tokens that were all issued."""
    store.instructors.add(Instructor("ada"))
    store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN, owner="ada"))
    store.surveys.add_tokens(CODE, HASHES)
    store.surveys.add(Survey(OTHER, INSTRUMENT, State.OPEN))
    store.responses.add(OTHER, response(1))
    rows = [(CODE, each, f"[{int(each[0], 16) % 2},1]") for each in IDS]
    store.database.write(
        lambda connection: connection.insert("response (survey, response_id, reports)", rows)
    )
    with store.database._only_connection() as connection:
        connection.execute("DELETE FROM tally")
        connection.execute(store.responses._table.count)
    return store


def left(store) -> list[int]:
    """How many rows of the deleted survey are in each of the large tables."""
    with store.database.reading() as rows:
        return [
            rows.execute(f"SELECT count(*) FROM {table} WHERE survey = ?", (CODE,)).fetchone()[0]  # noqa: S608
            for table in erasing.TABLES
        ]


def traces(folder) -> int:
    content = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
    return sum(each.encode() in content for each in (*IDS, *HASHES))


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
def half_deleted(filled):
    """Killed after some pieces."""
    write, pieces = filled.database.writer.write_piece, iter(range(5))

    def write_some(job):
        if next(pieces, None) is None:
            raise Killed
        return write(job)

    filled.database.writer.write_piece = write_some
    with pytest.raises(Killed):
        filled.surveys.delete(CODE)
    filled.database.writer.write_piece = write
    assert 0 < left(filled)[0] < MANY
    return filled


def test_no_piece_is_long_and_responses_to_another_survey_go_on_between_them(filled, config):
    write, pieces, stored = filled.database.writer.write_piece, [], []
    stop = threading.Event()

    def counted(job):
        before = sum(left(filled))
        more = write(job)
        pieces.append(before - sum(left(filled)))
        return more

    def send():
        for number in itertools.count(100):
            if stop.is_set():
                break
            stored.append(filled.responses.add(OTHER, response(number)))

    filled.database.writer.write_piece = counted
    sender = threading.Thread(target=send)
    sender.start()
    assert filled.surveys.delete(CODE) is True
    stop.set()
    sender.join()
    assert sum(pieces) == MANY + TOKENS
    assert max(pieces) <= 32
    assert all(stored)
    assert len(stored) > 10
    assert left(filled) == [0, 0, 0]
    assert traces(config.data) == 0


def test_a_survey_is_gone_at_once_though_its_rows_are_still_there(half_deleted):
    with pytest.raises(SurveyNotFound):
        half_deleted.surveys.get(CODE)
    with pytest.raises(SurveyNotFound):
        half_deleted.responses.add(CODE, response(7))
    assert [each.code for each in half_deleted.surveys.all()] == [OTHER]
    # Nobody gets its code, and its rows, meanwhile.
    assert half_deleted.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN)) is False
    half_deleted.maintenance.wipe()
    assert half_deleted.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN)) is True
    assert half_deleted.responses.tally(CODE).responses == 0


def test_whoever_starts_next_goes_on(half_deleted, config):
    inspection = inspect(config.database)
    assert inspection.wipe_pending
    assert (inspection.kept.surveys, inspection.kept.responses) == (1, 1)
    half_deleted.close()
    with closing(SQLiteStore(config.database, serving=True)) as again:
        again.maintenance.wipe()
        assert left(again) == [0, 0, 0]
    assert not inspect(config.database).wipe_pending
    assert traces(config.data) == 0


def test_a_backup_meanwhile_has_nothing_of_it(half_deleted, config, tmp_path):
    assert traces(config.data) > 0
    folder = tmp_path / "kept"
    folder.mkdir()
    assert back_up(config.database, folder / "backup.db").responses == 1
    assert traces(folder) == 0


def test_a_rescue_meanwhile_misses_nothing(half_deleted, config, tmp_path):
    half_deleted.close()
    summary = rescue(config.database, tmp_path / "rescued.db")
    assert (summary.kept.surveys, summary.kept.responses) == (1, 1)
    assert summary.lost == ()
    assert not any(each.encode() in (tmp_path / "rescued.db").read_bytes() for each in IDS)


@pytest.mark.parametrize("pieces", [3, 31, 33, 40])
def test_a_survey_that_is_deleted_while_it_is_moved_is_deleted_whole(filled, config, pieces):
    """3 of 30 pieces copied; all copied; some tokens stored anew; some rows deleted."""
    write, done = filled.database.writer.write_piece, itertools.count()

    def write_some(job):
        if next(done) == pieces:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(type(filled.database), "wipe", refuse)
                assert filled.surveys.delete(CODE) is False
        return write(job)

    filled.database.writer.write_piece = write_some
    assert filled.surveys.set_state(CODE, State.CLOSED) is True
    assert next(done) > pieces
    filled.maintenance.wipe()
    assert left(filled) == [0, 0, 0]
    assert traces(config.data) == 0


def refuse(database) -> None:
    raise StoreUnavailable("in use")


def test_an_instructor_s_surveys_are_deleted_in_pieces_too(filled, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(type(filled.database), "wipe", refuse)
        assert filled.instructors.remove("ada", delete_surveys=True) is False
    assert left(filled) == [MANY, 0, TOKENS]
    filled.maintenance.wipe()
    assert left(filled) == [0, 0, 0]


def test_other_writes_keep_references(filled):
    """The control: only a deletion may leave rows without their survey."""
    filled.surveys.delete(CODE)
    with pytest.raises(StoreUnavailable):
        filled.database.write(
            lambda rows: rows.execute("DELETE FROM survey WHERE code = ?", (OTHER,))
        )
    assert filled.surveys.get(OTHER)
