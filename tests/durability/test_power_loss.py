"""Power loss at any moment: what was acknowledged is on disk, and nothing is torn.

The store's own statements are recorded once and run on a disk that notes every
write and sync; then the power is cut at random moments.
"""

import random
import re
import secrets
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Settings:
    """How the statements are run: with a log, taken over after every so many of them."""

    journal_mode: str = "DELETE"
    synchronous: str | None = None  # the store's own
    taken_over_every: int | None = None  # statements; None as the store itself did
    by: str = "RESTART"

    def __str__(self) -> str:
        every = f" {self.by} {self.taken_over_every}" if self.taken_over_every else ""
        return f"{self.journal_mode}/{self.synchronous or 'its own'}{every}"


WRITING = (
    "BEGIN", "INSERT", "UPDATE", "DELETE", "COMMIT", "VACUUM", "CREATE TEMPORARY TRIGGER",
    "PRAGMA user_version =", "PRAGMA foreign_keys =", "PRAGMA wal_checkpoint",
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
        with closing(SQLiteStore(path, serving=True)) as store:
            yield store, statements
    # A statement is traced once more for whatever its trigger does.
    stripped = [text.strip() for text, _ in groupby(traced)]
    statements += [text for text in stripped if text.startswith(WRITING)]


def close(store: SQLiteStore, code: str) -> None:
    """Rewrites the file, too."""
    store.surveys.set_state(code, State.CLOSED)
    sign_missing_statements(store, KEY)


NAME = "survey.db"
LOG = f"{NAME}-wal"


def run(recorded, folder: Path, settings: Settings) -> tuple[bytes, list[tuple]]:
    """The file before, and then the events on the disk.

    ("ack", ids and marks) is among them wherever a commit has returned.
    """
    before, statements = recorded
    path = folder / NAME
    for old in folder.glob(f"{NAME}*"):
        old.unlink()
    path.write_bytes(before)
    vfs = RecordingVFS(name := f"recording-{secrets.token_hex(4)}")
    connection = apsw.Connection(str(path), vfs=name)
    if settings.journal_mode == "WAL":
        # Without shared memory, which the recording cannot map.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute(f"PRAGMA journal_mode = {settings.journal_mode}").fetchall()
    for pragma in store_connection.PRAGMAS:
        connection.execute(pragma).fetchall()
    if settings.synchronous:
        connection.execute(f"PRAGMA synchronous = {settings.synchronous}")
    before = path.read_bytes()
    vfs.events[:] = [("open", LOG)] if settings.journal_mode == "WAL" else []
    ids: list[str] = []
    for number, statement in enumerate(statements, 1):
        if statement.startswith("PRAGMA wal_checkpoint") and settings.taken_over_every:
            continue
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
            if settings.taken_over_every and number % settings.taken_over_every == 0:
                connection.execute(f"PRAGMA wal_checkpoint({settings.by})").fetchall()
    events = list(vfs.events)
    connection.close()
    return before, events


def outcomes(recorded, folder: Path, settings: Settings, states: int) -> Counter:
    """How many power cuts lost an acknowledged response, or left a torn or corrupt file."""
    before, events = run(recorded, folder, settings)
    last = [event for event in events if event[0] == "ack"][-1][1]
    assert len(last) == RESPONSES + len(MARKS)
    assert set(last) > MARKS
    seed = 20261120
    dice = random.Random(seed)
    moments = sorted(dice.randrange(len(events) + 1) for _ in range(states))
    return cut(before, events, moments, dice, folder)


def cut(
    before: bytes, events: list[tuple], moments: Sequence[int], dice: random.Random, folder: Path
) -> Counter:
    """What the next start finds after a power cut at each of these moments, in their order."""
    disk = Disk({NAME: before})
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
        stored = {row[0] for row in connection.execute("SELECT response_id FROM every_response")}
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


OWN = [
    Settings(),
    Settings("WAL"),
    *(Settings("WAL", None, every, by) for every in (7, 1, 60) for by in ("RESTART", "TRUNCATE")),
]


@pytest.mark.first_cell
@pytest.mark.parametrize("settings", OWN[2:], ids=str)
def test_nothing_acknowledged_is_lost_however_the_log_is_taken_over(
    recorded, tmp_path, settings, exhaustive
):
    states = 20_000 if exhaustive else 1500
    assert outcomes(recorded, tmp_path, settings, states) == {"kept": states}


@pytest.mark.parametrize("settings", OWN[:2], ids=str)
def test_nothing_acknowledged_is_lost_with_the_stores_own_settings(
    recorded, tmp_path, settings, exhaustive
):
    states = 100_000 if exhaustive else 1500
    assert outcomes(recorded, tmp_path, settings, states) == {"kept": states}


class LossyDice(random.Random):
    """Keeps one in 32 of the writes that were not synced, so that old bytes stand between new."""

    def random(self) -> float:
        return super().random() ** 0.2


def overwriting(recorded, folder: Path) -> tuple[bytes, list[tuple], list[int]]:
    """The events, and the moments at which old frames stand behind new ones in the log.

    From the second time on that the log is overwritten, while its first transaction is written.
    """
    before, events = run(recorded, folder, Settings("WAL", None, 7, "RESTART"))
    begun = [
        place
        for place, (kind, *rest) in enumerate(events)
        if kind == "write" and rest[:2] == [LOG, 0]
    ]
    moments = []
    for place in begun[2:]:
        ended = next(at for at in range(place, len(events)) if events[at][0] == "ack")
        moments += range(place, ended + 1)
    return before, events, moments


def test_nothing_is_lost_while_the_log_is_overwritten(recorded, tmp_path, exhaustive):
    before, events, moments = overwriting(recorded, tmp_path)
    moments = sorted(moments * (50 if exhaustive else 5))
    for dice in (random.Random(20261201), LossyDice(20261201)):
        result = cut(before, events, moments, dice, tmp_path)
        assert result == {"kept": len(moments)}


def test_a_log_whose_header_is_not_synced_before_its_frames_is_caught(recorded, tmp_path):
    before, events, moments = overwriting(recorded, tmp_path)
    for place, (kind, *rest) in enumerate(events):
        if kind == "write" and rest[:2] == [LOG, 0]:
            assert events[place + 1] == ("sync", LOG)
            events[place + 1] = ("nothing", LOG)
    moments = sorted(moments * 10)
    result = cut(before, events, moments, LossyDice(20261201), tmp_path)
    print(f"{len(moments)} cuts: {dict(result)}")
    assert result.keys() - {"kept"}


@dataclass(frozen=True)
class Confirmed:
    """Something that is stored, and then confirmed by another commit: by which statements."""

    name: str  # a response's id, or a mark
    recorded: tuple[bytes, list[str]]

    def without_writing(self) -> tuple[bytes, list[str]]:
        """The control: the confirming commit writes nothing."""
        before, statements = self.recorded
        return before, [each for each in statements if "user_version" not in each]


def confirmed(name: str, before: bytes, statements: list[str]) -> Confirmed:
    """From the statements up to the end of the confirming commit."""
    kept = [each for each in statements if not each.startswith("PRAGMA wal_checkpoint")]
    written = next(place for place, each in enumerate(kept) if "user_version" in each)
    return Confirmed(name, (before, kept[: kept.index("COMMIT", written) + 1]))


@pytest.fixture(scope="module")
def sent_twice(tmp_path_factory) -> Confirmed:
    """A response that was stored and sent again."""
    path = tmp_path_factory.mktemp("twice") / NAME
    instrument = make_instrument("1/4", "1/3")
    response = Response(instrument.digest, secrets.token_hex(16), (0, 1))
    with closing(SQLiteStore(path)) as store:
        store.surveys.add(Survey(CODE, instrument, State.OPEN))
    before = path.read_bytes()
    with tracing(path) as (store, statements):
        assert [store.responses.add(CODE, response) for _ in range(2)] == [True, False]
    return confirmed(response.response_id, before, statements)


@pytest.fixture(scope="module")
def stated_and_seen(tmp_path_factory) -> Confirmed:
    """A statement that was signed, and then read by somebody."""
    path = tmp_path_factory.mktemp("stated") / NAME
    with closing(SQLiteStore(path)) as store:
        store.surveys.add(Survey(CODE, make_instrument("1/4"), State.CLOSED))
    before = path.read_bytes()
    with tracing(path) as (store, statements):
        sign_missing_statements(store, KEY)
        store.surveys.statements(CODE)
    return confirmed(STATED, before, statements)


def after_cuts(before: bytes, events: list[tuple], name: str, folder: Path) -> set[str]:
    """What power cuts at the end of these events leave of what was acknowledged."""
    disk, dice = Disk({NAME: before}), random.Random(20261125)
    for event in events:
        if event[0] != "ack":
            disk.play(event)
    cuts = (disk.after_power_loss(dice) for _ in range(400))
    return {judge(files, (name,), folder / "after") for files in cuts}


def test_a_retry_is_durable_that_follows_a_kill_right_before_the_end_of_its_commit(
    sent_twice, tmp_path
):
    """The journal is gone, but its folder not synced: a power cut brings it back."""
    before, events = run(sent_twice.recorded, tmp_path, Settings())
    deleted = next(place for place, event in enumerate(events) if event[0] == "delete")
    killed = [*events[:deleted], (*events[deleted][:2], False)]
    retried = [*killed, *events[deleted + 1 :]]
    # So it must not be acknowledged yet.
    assert after_cuts(before, killed, sent_twice.name, tmp_path) == {"kept", "lost"}
    assert after_cuts(before, retried, sent_twice.name, tmp_path) == {"kept"}


@pytest.mark.parametrize("nothing_is_written", [False, True])
@pytest.mark.parametrize("what", ["sent_twice", "stated_and_seen"])
def test_what_is_confirmed_is_durable_after_a_kill_right_before_the_logs_sync(
    request, tmp_path, what, nothing_is_written
):
    """The next process reads the frames that the killed one wrote, and no sync was made for them.

    It starts beside another connection, so that it does not take over the log at once. The control
    is a confirmation that commits without writing.
    """
    found: Confirmed = request.getfixturevalue(what)
    recorded = found.without_writing() if nothing_is_written else found.recorded
    before, events = run(recorded, tmp_path, Settings("WAL"))
    acknowledged = [place for place, event in enumerate(events) if event[0] == "ack" and event[1]]
    first = acknowledged[0]
    assert events[first - 1] == ("sync", LOG)
    killed = events[: first - 1]
    assert "lost" in after_cuts(before, killed, found.name, tmp_path)
    confirmed = [*killed, *events[first:]]
    syncs = confirmed[len(killed) :].count(("sync", LOG))
    assert syncs == (0 if nothing_is_written else 1)
    outcome = after_cuts(before, confirmed, found.name, tmp_path)
    assert ("lost" in outcome) is nothing_is_written
    assert outcome <= {"kept", "lost"}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("settings", "failure"),
    [
        (Settings("DELETE", "FULL"), "lost"),
        (Settings("DELETE", "NORMAL"), "lost"),
        (Settings("WAL", "NORMAL"), "lost"),
        (Settings("DELETE", "OFF"), "corrupt"),
    ],
    ids=str,
)
def test_weaker_settings_are_caught(recorded, tmp_path, settings, failure):
    cuts = 1500
    result = outcomes(recorded, tmp_path, settings, cuts)
    print(f"{cuts} cuts with {settings}: {dict(result)}")
    assert result[failure] > 0, result
