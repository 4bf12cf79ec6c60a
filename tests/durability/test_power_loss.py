"""Power loss at any moment: what was acknowledged is on disk, and nothing is torn.

The store's own statements are recorded once and run on a disk that notes every
write and sync; then the power is cut at random moments.
"""

import random
import re
import secrets
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import groupby
from pathlib import Path

import apsw
import pytest
from instruments import make_instrument
from power_loss import Disk, RecordingVFS
from signing_keys import KEY

from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.sqlite import connection as store_connection
from survey.store.sqlite.engine import SQLiteStore
from survey.wire.stating import sign_missing_statements

RESPONSES = 60
CODE, DELETED = "ppp234", "ddd234"
STATED = f"{CODE} 1"
MARKS = {STATED, DELETED}  # what is acknowledged beside responses


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> tuple[bytes, list[str]]:
    """A database with an open survey, and the statements by which the store fills it."""
    path = tmp_path_factory.mktemp("recorded") / "survey.db"
    instrument = make_instrument("1/4", "1/3")
    store = SQLiteStore(path)
    for code in (CODE, DELETED):
        store.surveys.add(Survey(code, instrument, State.OPEN))
    store.close()
    before = path.read_bytes()
    with tracing(path) as (store, statements):
        for _ in range(RESPONSES):
            reports = (secrets.randbelow(2), secrets.randbelow(2))
            store.responses.add(CODE, Response(instrument.digest, secrets.token_hex(16), reports))
        for code in (CODE, DELETED):
            close(store, code)
        store.surveys.delete(DELETED)
    return before, statements


WRITING = (
    "BEGIN", "INSERT", "UPDATE", "DELETE", "COMMIT", "VACUUM", "CREATE TEMPORARY TRIGGER",
    "PRAGMA user_version =",
)  # fmt: skip


@contextmanager
def tracing(path: Path) -> Iterator[tuple[SQLiteStore, list[str]]]:
    """A store on this file and, once the block has ended, the statements by which it wrote."""
    connect, traced, statements = sqlite3.connect, [], []

    def connect_and_trace(*arguments, **options):
        connection = connect(*arguments, **options)
        connection.set_trace_callback(traced.append)
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_connection.sqlite3, "connect", connect_and_trace)
        with closing(SQLiteStore(path)) as store:
            yield store, statements
    # A statement is traced once more for whatever its trigger does.
    stripped = [text.strip() for text, _ in groupby(traced)]
    statements += [text for text in stripped if text.startswith(WRITING)]


def close(store: SQLiteStore, code: str) -> None:
    """Rewrites the file, too."""
    store.surveys.set_state(code, State.CLOSED)
    sign_missing_statements(store, KEY)


def run(recorded, folder: Path, settings: dict[str, str]) -> list[tuple]:
    """The events on the disk, with ("ack", ids and marks) wherever a commit has returned."""
    before, statements = recorded
    path = folder / "survey.db"
    path.write_bytes(before)
    vfs = RecordingVFS(name := f"recording-{secrets.token_hex(4)}")
    connection = apsw.Connection(str(path), vfs=name)
    # A write-ahead log without shared memory, which the recording cannot map.
    if settings.get("journal_mode") == "WAL":
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    for pragma in store_connection.PRAGMAS:
        name = re.match(r"PRAGMA (\w+)", pragma)[1]
        value = settings.get(name)
        connection.execute(f"PRAGMA {name} = {value}" if value else pragma).fetchall()
    vfs.events.clear()
    ids: list[str] = []
    for statement in statements:
        before_it = connection.total_changes()
        with suppress(apsw.ConstraintError):  # a response that is stored already
            connection.execute(statement).fetchall()
        # One that would pass a step of the public's stores nothing, and is followed by another.
        stored = connection.total_changes() > before_it
        if stored and statement.startswith("INSERT INTO response"):
            ids += re.findall(rf'\["{CODE}","([0-9a-f]{{32}})"', statement)
        if re.match(rf"INSERT INTO statement .* WHERE code = '{CODE}' AND", statement, re.DOTALL):
            ids.append(STATED)
        if statement == f"DELETE FROM survey WHERE code = '{DELETED}'":
            ids.append(DELETED)
        # Whatever stands outside of a transaction is one.
        if not connection.in_transaction:
            vfs.events.append(("ack", tuple(ids)))
    events = list(vfs.events)
    connection.close()
    return events


def outcomes(recorded, folder: Path, settings: dict[str, str], states: int) -> Counter:
    """How many power cuts lost an acknowledged response, or left a torn or corrupt file."""
    events = run(recorded, folder, settings)
    last = [event for event in events if event[0] == "ack"][-1][1]
    assert len(last) == RESPONSES + len(MARKS)
    assert set(last) > MARKS
    seed = 20261120
    dice = random.Random(seed)
    moments = sorted(dice.randrange(len(events) + 1) for _ in range(states))
    disk = Disk({"survey.db": recorded[0]})
    result: Counter = Counter()
    played, acknowledged = 0, ()
    for moment in moments:
        for event in events[played:moment]:
            if event[0] == "ack":
                acknowledged = event[1]
            else:
                disk.play(event)
        played = moment
        result[judge(disk.after_power_loss(dice), acknowledged, folder / "after")] += 1
    return result


def judge(files: dict[str, bytes], acknowledged: tuple[str, ...], folder: Path) -> str:
    """Opens what the power cut left, as the next start would."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    connection = sqlite3.connect(folder / "survey.db")
    try:
        if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            return "corrupt"
        stored = {row[0] for row in connection.execute("SELECT response_id FROM response")}
        tallied = connection.execute("SELECT sum(reports) FROM tally WHERE item = 0").fetchone()
        if (tallied[0] or 0) != len(stored):
            return "torn"
        stored |= marks(connection)
        return "kept" if set(acknowledged) <= stored else "lost"
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # a message may quote the torn bytes
        return "corrupt"
    finally:
        connection.close()


def marks(connection: sqlite3.Connection) -> set[str]:
    """The statements of the one survey, and whether nothing of the other one is left."""
    stated = connection.execute("SELECT survey, closing FROM statement").fetchall()
    found = {f"{code} {closing}" for code, closing in stated if code == CODE}
    codes = {code for (code,) in connection.execute("SELECT code FROM survey")}
    left = codes | {code for code, _ in stated}
    return found if DELETED in left else found | {DELETED}


def test_nothing_acknowledged_is_lost_with_the_stores_own_settings(recorded, tmp_path, exhaustive):
    states = 100_000 if exhaustive else 1500
    assert outcomes(recorded, tmp_path, {}, states) == {"kept": states}


def test_a_retry_is_durable_that_follows_a_kill_right_before_the_end_of_its_commit(tmp_path):
    """The journal is gone, but its folder not synced: a power cut brings it back."""
    path = tmp_path / "survey.db"
    instrument = make_instrument("1/4", "1/3")
    response = Response(instrument.digest, secrets.token_hex(16), (0, 1))
    with closing(SQLiteStore(path)) as store:
        store.surveys.add(Survey(CODE, instrument, State.OPEN))
    before = path.read_bytes()
    with tracing(path) as (store, statements):
        assert [store.responses.add(CODE, response) for _ in range(2)] == [True, False]
    events = run((before, statements), tmp_path, {})
    deleted = next(place for place, event in enumerate(events) if event[0] == "delete")
    killed = [*events[:deleted], (*events[deleted][:2], False)]
    retried = [*killed, *events[deleted + 1 :]]

    def after_cuts(events) -> set[str]:
        disk, dice = Disk({"survey.db": before}), random.Random(20261125)
        for event in events:
            if event[0] != "ack":
                disk.play(event)
        acknowledged = (response.response_id,)
        cuts = (disk.after_power_loss(dice) for _ in range(50))
        return {judge(files, acknowledged, tmp_path / "after") for files in cuts}

    assert after_cuts(killed) == {"kept", "lost"}  # so it must not be acknowledged yet
    assert after_cuts(retried) == {"kept"}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("settings", "failure"),
    [
        ({"journal_mode": "DELETE", "synchronous": "FULL"}, "lost"),
        ({"journal_mode": "DELETE", "synchronous": "NORMAL"}, "lost"),
        ({"journal_mode": "WAL", "synchronous": "NORMAL"}, "lost"),
        ({"journal_mode": "DELETE", "synchronous": "OFF"}, "corrupt"),
    ],
    ids=lambda value: "/".join(value.values()) if isinstance(value, dict) else value,
)
def test_weaker_settings_are_caught(recorded, tmp_path, settings, failure):
    cuts = 1500
    result = outcomes(recorded, tmp_path, settings, cuts)
    print(f"{cuts} cuts with {settings}: {dict(result)}")
    assert result[failure] > 0, result
