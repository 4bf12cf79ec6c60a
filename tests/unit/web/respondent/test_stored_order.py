"""Order is data too: after closing, none of the order of arrival remains in the file."""

import hashlib
import json
import secrets
import shutil
import sqlite3
from pathlib import Path

import pytest
from scipy.stats import kendalltau
from signing_keys import KEY

from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.sqlite.engine import SQLiteStore
from survey.wire.stating import sign_missing_statements


def order_correlation(path: Path, ids_in_order: list[str]) -> float:
    """|Kendall τ| between the order of arrival and the place in the file's bytes."""
    content = path.read_bytes()
    places = [content.find(response_id.encode()) for response_id in ids_in_order]
    assert -1 not in places
    return abs(kendalltau(range(len(places)), places).statistic)


N = 1000
# σ = sqrt(2(2n+5)/(9n(n−1))) = 0.021: 0.12 is 5.7 σ, a false alarm below 2e-8.
LARGEST_TAU = 0.12


def test_no_order_of_arrival_remains_in_the_file_after_closing(store, config, open_survey):
    ids = [secrets.token_hex(16) for _ in range(N)]
    for response_id in ids:
        response = Response(open_survey.instrument.digest, response_id, (0, 1, 0))
        store.responses.add("bcd234", response)
    store.surveys.set_state("bcd234", State.CLOSED)
    assert order_correlation(config.database, ids) <= LARGEST_TAU
    files = {path.name: path.stat().st_size for path in config.data.iterdir()}
    assert files.keys() == {"survey.db", "survey.db-wal", "survey.db-shm"}
    assert files["survey.db-wal"] == 0


def filled(empty: Path, path: Path, instrument, ids: list[str], then_close: bool) -> bytes:
    """An empty file's copy to which ids came in this order; with its statement, if closed."""
    shutil.copy(empty, path)
    store = SQLiteStore(path)
    store.surveys.add(Survey("bcd234", instrument, State.OPEN))
    for response_id in ids:
        store.responses.add("bcd234", Response(instrument.digest, response_id, (0, 1, 0)))
    if then_close:
        store.surveys.set_state("bcd234", State.CLOSED)
        sign_missing_statements(store, KEY)
        assert len(store.surveys.statements("bcd234")) == 1
    store.close()
    return path.read_bytes()


@pytest.mark.parametrize("then_close", [False, True])
def test_file_is_the_same_for_every_order_of_arrival_once_closed(
    new_database, tmp_path, instrument, then_close
):
    """Byte for byte, with its statement. While a survey is open the file does tell something."""
    ids = [hashlib.sha256(bytes([number])).hexdigest()[:32] for number in range(200)]
    one = filled(new_database, tmp_path / "one.db", instrument, ids, then_close)
    other = filled(new_database, tmp_path / "other.db", instrument, ids[::-1], then_close)
    assert (one == other) is then_close


@pytest.mark.parametrize("kind", ["rowid", "WAL"])
def test_the_order_test_catches_a_rowid_table_and_a_write_ahead_log(tmp_path, kind):
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path, isolation_level=None)
    if kind == "WAL":
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
    suffix = "" if kind == "rowid" else " WITHOUT ROWID"
    connection.execute(f"CREATE TABLE response (response_id TEXT PRIMARY KEY, r TEXT){suffix}")
    ids = [secrets.token_hex(16) for _ in range(N)]
    for response_id in ids:
        reports = json.dumps([0])
        connection.execute("INSERT INTO response VALUES (?, ?)", (response_id, reports))
    if kind == "rowid":
        connection.execute("VACUUM")
        content = path
    else:
        content = path.with_name("other.db-wal")
    try:
        assert order_correlation(content, ids) > LARGEST_TAU
    finally:
        connection.close()
