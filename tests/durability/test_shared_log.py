"""The write-ahead log between processes: turns, long readers, a failing disk, folders of others."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from contract_survey import INSTRUMENT, response
from faulty_disk import failing
from patience import wait_until

from survey.errors import ConfigError, StoreUnavailable
from survey.store import State, Survey
from survey.store.maintenance.backup import back_up, restore
from survey.store.maintenance.open import inspect
from survey.store.sqlite import (
    connection as store_connection,
)
from survey.store.sqlite import (
    database,
    faults,
    inspection,
    process_locks,
    serving,
    write_ahead_log,
    writer,
)
from survey.store.sqlite.connection import connect
from survey.store.sqlite.engine import SQLiteStore
from survey.store.sqlite.process_locks import ProcessLock, turn_of
from survey.store.sqlite.write_ahead_log import log_size

CODE = "open34"
NOBODY = 65534


@pytest.fixture
def path(tmp_path) -> Path:
    """A file with an open survey, and with a log, that nobody has open."""
    file = tmp_path / "instance" / "survey.db"
    file.parent.mkdir()
    with closing(SQLiteStore(file, serving=True)) as store:
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
    return file


@contextmanager
def child(source: str, *arguments: object) -> Iterator[subprocess.Popen]:
    """Another process; it says `ready`, and ends when its input does."""
    process = subprocess.Popen(
        [sys.executable, "-c", source, *map(str, arguments)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.stdin.close()
        process.wait(60)
        process.stdout.close()


READER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN")
connection.execute("SELECT count(*) FROM response").fetchone()
print("ready", flush=True)
if sys.stdin.readline():
    connection.execute("COMMIT")
    print("ready", flush=True)
    sys.stdin.readline()
"""


def test_another_programs_long_reading_refuses_nobody_and_the_debt_of_a_closing_stays(path):
    with closing(SQLiteStore(path, serving=True)) as store:
        store.surveys.add(Survey("clsd34", INSTRUMENT, State.OPEN))
        with child(READER, path):
            for number in range(200):
                assert store.responses.add(CODE, response(number))
            assert store.surveys.set_state("clsd34", State.CLOSED) is False
            with pytest.raises(StoreUnavailable, match="in use"):
                store.maintenance.wipe()
            assert log_size(path) > 0
            assert inspect(path).wipe_pending
        wait_until(lambda: not log_size(path))
        store.maintenance.wipe()
        assert not inspect(path).wipe_pending


def test_a_debt_that_is_paid_while_the_log_keeps_the_old_pages_is_caught(path, monkeypatch):
    monkeypatch.setattr(database.SQLiteDatabase, "_empty_log", lambda self, connection: None)
    with closing(SQLiteStore(path, serving=True)) as store, child(READER, path):
        store.surveys.set_state(CODE, State.CLOSED)
        assert log_size(path) > 0
        assert not inspect(path).wipe_pending


CLOSINGS = 6


def log_after_closings(path: Path) -> int:
    """The bytes by which closings beside a reader make the log grow."""
    with closing(SQLiteStore(path, serving=True)) as store:
        for number in range(2000):
            store.responses.add(CODE, response(number))
        codes = [f"one{number}34" for number in range(CLOSINGS)]
        for code in codes:
            store.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
        with child(READER, path):
            before = log_size(path)
            for code in codes:
                assert store.surveys.set_state(code, State.CLOSED) is False
            assert store.responses.add(CODE, response(9999))
            return log_size(path) - before


def test_closings_beside_a_reader_rewrite_nothing(path):
    assert log_after_closings(path) < 300_000


def test_rewriting_before_the_look_is_caught(path, monkeypatch):
    """Each closing would write the whole file into the log."""
    monkeypatch.setattr(database.SQLiteDatabase, "_empty_log", lambda self, connection: None)
    monkeypatch.setattr(database.SQLiteDatabase, "wipe", lambda self: [self._rewrite(), fail()])
    assert log_after_closings(path) > 1_000_000


def fail() -> None:
    raise StoreUnavailable("in use")


WRITER = """
import os, sys
from pathlib import Path
from contract_survey import response
from survey.store.sqlite.engine import SQLiteStore
path, first, many = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
store = SQLiteStore(path, serving=sys.argv[4] == "serving")
print("ready", flush=True)
sys.stdin.readline()
for number in range(first, first + many):
    assert store.responses.add("open34", response(number))
    if number % 25 == 0:
        store.surveys.set_labels("open34", [str(number)])
print("done", flush=True)
store.close()
"""


def test_three_processes_that_write_and_take_over_lose_nothing(path, monkeypatch, exhaustive):
    support = Path(__file__).parents[1] / "support"
    monkeypatch.setenv("PYTHONPATH", str(support))
    many = 20_000 if exhaustive else 300
    kinds = ("serving", "command", "command")
    with closing(SQLiteStore(path)):  # keeps the file open
        with (
            child(WRITER, path, 0, many, kinds[0]) as one,
            child(WRITER, path, many, many, kinds[1]) as two,
            child(WRITER, path, 2 * many, many, kinds[2]) as three,
        ):
            for each in (one, two, three):
                each.stdin.write("\n")
                each.stdin.flush()
            for each in (one, two, three):
                assert each.stdout.readline() == "done\n"
        with closing(connect(path)) as connection:
            count, tallied = connection.execute(
                "SELECT (SELECT count(*) FROM response), sum(reports) FROM tally WHERE item = 0"
            ).fetchone()
            assert count == tallied == 3 * many
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


@pytest.fixture
def free_turns(path, monkeypatch) -> list[bool]:
    """Whether another process could have taken the turn, at each taking over of a log."""
    found, take_over = [], write_ahead_log.take_over

    def spying(file, connection, mode):
        with closing(turn_of(path)) as other:
            found.append(other.acquire())
        return take_over(file, connection, mode)

    for module in (write_ahead_log, serving):
        monkeypatch.setattr(module, "take_over", spying)
    return found


def use_all(path: Path) -> None:
    with closing(SQLiteStore(path, serving=True)) as store:
        store.responses.add(CODE, response(1))
        wait_until(lambda: not log_size(path))
        store.surveys.set_labels(CODE, ["one"])
        store.surveys.set_state(CODE, State.CLOSED)
        store.responses.take_due_steps()


def test_the_turn_is_held_while_a_log_is_taken_over(path, free_turns):
    use_all(path)
    assert len(free_turns) > 5
    # The first is that of a start, which nobody else can have open.
    assert not any(free_turns[1:])


def test_a_turn_that_is_released_before_is_caught(path, free_turns, monkeypatch):
    empty = writer.Writer.empty_log

    def released_too_early(self, connection):
        self._turn.release()
        return empty(self, connection)

    monkeypatch.setattr(writer.Writer, "empty_log", released_too_early)
    use_all(path)
    assert any(free_turns[1:])


@pytest.fixture
def command(path) -> Iterator[SQLiteStore]:
    """A command that has the file open before a server first begins a log."""
    with closing(connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0] == "delete"
    with closing(SQLiteStore(path)) as store:
        store.surveys.set_labels(CODE, ["one"])
        yield store


def test_a_command_takes_turns_once_a_server_has_begun_a_log(path, command, free_turns):
    serving.begin(path)
    free_turns.clear()
    command.surveys.set_labels(CODE, ["two"])
    assert free_turns == [False]


def test_a_log_that_is_begun_during_a_commit_is_taken_over_in_turn(
    path, command, free_turns, monkeypatch
):
    serving.begin(path)
    free_turns.clear()
    has_log, answers = store_connection.has_log, iter([False])
    monkeypatch.setattr(writer, "has_log", lambda each: next(answers, True) and has_log(each))
    command.surveys.set_labels(CODE, ["two"])
    wait_until(lambda: not log_size(path))
    assert free_turns
    assert not any(free_turns)


def test_a_folder_that_is_moved_away_is_told_of_and_not_made_anew(path):
    folder = path.parent
    with closing(SQLiteStore(path, serving=True)) as store:
        moved = folder.rename(folder.with_name("moved"))
        with pytest.raises(StoreUnavailable, match="Check its folder"):
            store.responses.add(CODE, response(1))
        assert not folder.exists()
        moved.rename(folder)
        assert store.responses.add(CODE, response(1))


@pytest.fixture
def link(path, tmp_path) -> Path:
    """A name of the file in another folder."""
    name = tmp_path / "linked" / "survey.db"
    name.parent.mkdir()
    name.symlink_to(path)
    return name


def test_the_log_of_a_linked_file_is_emptied_and_its_turn_is_the_file_s(path, link, free_turns):
    use_all(link)
    assert len(free_turns) > 5
    assert not any(free_turns[1:])
    assert log_size(path) == 0
    assert [each.name for each in link.parent.iterdir()] == ["survey.db"]


def test_a_linked_file_is_claimed_read_and_replaced_at_its_place(path, link, tmp_path):
    backup = tmp_path / "backup.db"
    back_up(path, backup)
    with serving.claimed(path, "runs"), pytest.raises(ConfigError), serving.claimed(link, "runs"):
        pass
    with closing(SQLiteStore(path, serving=True)) as store, child(READER, path):
        store.responses.add(CODE, response(1))
        assert inspect(link).kept.responses == 1
    path.write_bytes(b"damaged" * 1000)
    restore(backup, link, replace=True)
    assert link.is_symlink()
    assert inspect(path).kept.surveys == 1


HOLDERS, ROUNDS = 4, 150


def most_holders(lock_of: Callable[[], ProcessLock], move: Callable[[], None]) -> int:
    """How many hold the lock at once at most, while its file or folder is moved again and again."""
    held, most, guard, stop = 0, 0, threading.Lock(), threading.Event()

    def hold():
        nonlocal held, most
        with closing(lock_of()) as lock:
            for _ in range(ROUNDS):
                with lock.held(60):
                    with guard:
                        held += 1
                        most = max(most, held)
                    stop.wait(0.0005)
                    with guard:
                        held -= 1

    def keep_moving():
        while not stop.is_set():
            move()
            stop.wait(0.001)

    threads = [threading.Thread(target=hold) for _ in range(HOLDERS)]
    mover = threading.Thread(target=keep_moving)
    for each in (*threads, mover):
        each.start()
    for each in threads:
        each.join()
    stop.set()
    mover.join()
    return most


def test_no_two_ever_hold_the_turn_though_files_of_the_folder_are_removed(path):
    def remove():
        for file in path.parent.glob("survey.db.*"):
            file.unlink()

    assert most_holders(lambda: turn_of(path), remove) == 1
    with closing(SQLiteStore(path)) as store:
        assert store.responses.add(CODE, response(1))


def test_a_turn_that_is_a_file_which_can_be_removed_is_caught(path):
    file = path.with_name("survey.db.turn")
    assert most_holders(lambda: ProcessLock(file), lambda: file.unlink(missing_ok=True)) > 1


@pytest.mark.parametrize("looked_at_again", [True, False])
def test_a_lock_is_the_one_that_others_see(tmp_path, monkeypatch, looked_at_again):
    """Its file was removed after it was opened; the control takes what it has locked."""
    file = tmp_path / "lock"
    if not looked_at_again:
        monkeypatch.setattr(process_locks.ProcessLock, "_is_seen", lambda self, descriptor: True)
    with closing(ProcessLock(file)) as one, closing(ProcessLock(file)) as other:
        with one.held():
            assert not other.acquire()
            file.unlink()
        assert other.acquire()
        with closing(ProcessLock(file)) as third:
            assert third.acquire() is not looked_at_again


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that every account reaches."""
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


AS_ANOTHER = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from contract_survey import response
from survey.store.maintenance.open import inspect
from survey.store.sqlite import inspection
from survey.store.sqlite.engine import SQLiteStore
from survey.errors import StoreUnavailable
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
print("ready", flush=True)
for line in sys.stdin:
    try:
        if line == "write\\n":
            store = SQLiteStore(Path(sys.argv[1]))
            print(store.responses.add("open34", response(77)), flush=True)
            store.close()
        elif line == "statements\\n":
            print(SQLiteStore(Path(sys.argv[1])).surveys.statements("open34"), flush=True)
        else:
            print(inspect(Path(sys.argv[1])).kept.responses, flush=True)
    except StoreUnavailable as error:
        print(error.message, flush=True)
    except Exception as error:
        print("traceback", error, flush=True)
"""
SUPPORT = Path(__file__).parents[1] / "support"


def asked(another: subprocess.Popen, line: str) -> str:
    another.stdin.write(f"{line}\n")
    another.stdin.flush()
    return another.stdout.readline().strip()


def test_a_command_of_root_locks_nobody_out(path, shared_folder):
    """In a folder of the account that runs the app, whose file is its own."""
    copied = shared_folder / "survey.db"
    shutil.copy(path, copied)
    with child(AS_ANOTHER, copied, SUPPORT) as another:
        if os.geteuid() == 0:
            for each in (shared_folder, copied):
                os.chown(each, NOBODY, NOBODY)
        with closing(SQLiteStore(copied)) as store:
            store.surveys.set_labels(CODE, ["one"])
            assert asked(another, "write") == "True"
            owners = {file.stat().st_uid for file in shared_folder.iterdir()}
            assert owners == {copied.stat().st_uid}


def left_by_a_kill(path: Path, folder: Path, with_memory: bool) -> Path:
    """A copy of a running server's folder, five responses of which are in its log alone."""
    target = folder / "survey.db"
    with closing(SQLiteStore(path, serving=True)) as store:
        store.database.writer.log.note = lambda jobs: None
        for number in range(5):
            store.responses.add(CODE, response(number))
        for ending in ("", "-wal", "-shm") if with_memory else ("", "-wal"):
            shutil.copy(f"{path}{ending}", f"{target}{ending}")
    return target


READ_ONLY = ["at rest", "after a kill", "after a kill, without its memory"]


def read_as_another(path: Path, folder: Path, state: str) -> str:
    if state == "at rest":
        with closing(SQLiteStore(path)) as store:
            for number in range(5):
                store.responses.add(CODE, response(number))
        copied = Path(shutil.copy(path, folder))
    else:
        copied = left_by_a_kill(path, folder, state == "after a kill")
    for each in folder.iterdir():
        each.chmod(0o444)
    with child(AS_ANOTHER, copied, SUPPORT) as another:
        folder.chmod(0o555)
        try:
            return asked(another, "read")
        finally:
            folder.chmod(0o755)


@pytest.mark.parametrize("state", READ_ONLY)
def test_a_folder_that_cannot_be_written_is_read_or_told_of(path, shared_folder, state):
    said = read_as_another(path, shared_folder, state)
    if state == "after a kill, without its memory":
        assert "has a log beside it that can only be read where its folder can be written" in said
    else:
        assert said == "5"


def test_a_statement_is_read_from_a_folder_that_cannot_be_written(
    path, shared_folder, monkeypatch, without_log
):
    """Nobody can confirm it there; a server that cannot write shows none."""
    with closing(SQLiteStore(path, serving=True)) as store:
        store.surveys.set_state(CODE, State.CLOSED)
        assert store.surveys.add_statement(CODE, "signed")
    copied = Path(shutil.copy(path, shared_folder))
    copied.chmod(0o444)
    with child(AS_ANOTHER, copied, SUPPORT) as another:
        assert asked(another, "statements") == "['signed']"
    with closing(SQLiteStore(path, serving=True)) as store:
        monkeypatch.setattr(store.database.writer, "write_piece", refused_as_read_only)
        with pytest.raises(StoreUnavailable, match="cannot be written"):
            store.surveys.statements(CODE)


def refused_as_read_only(job):
    with faults.translated_errors():
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = sqlite3.SQLITE_READONLY
        raise error


def test_without_reading_it_as_it_is_a_file_at_rest_would_not_open(path, monkeypatch):
    """The control: what SQLite says by itself."""
    monkeypatch.setattr(inspection, "_NO_SHARED_MEMORY", set())
    monkeypatch.setattr(inspection, "_opened", refused_by_sqlite)
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        inspect(path)


def refused_by_sqlite(path, how):
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    raise error


def test_a_file_that_changes_while_it_is_read_as_it_is_is_read_again(path, monkeypatch):
    opened, ways = inspection._opened, []

    def without_memory(file, how):
        ways.append(how)
        if how == "mode=ro":
            refused_by_sqlite(file, how)
        if len(ways) == 2:
            with file.open("r+b") as changed:
                changed.seek(24)
                changed.write(b"\1\2\3\4")
        return opened(file, how)

    monkeypatch.setattr(inspection, "_opened", without_memory)
    assert inspect(path).kept.surveys == 1
    assert ways == ["mode=ro", "immutable=1"] * 2


def test_another_account_reads_right_numbers_beside_a_running_server(
    path, shared_folder, exhaustive
):
    copied = Path(shutil.copy(path, shared_folder))
    copied.chmod(0o644)
    with (
        closing(SQLiteStore(copied, serving=True)) as store,
        child(AS_ANOTHER, copied, SUPPORT) as another,
    ):
        for number in range(300 if exhaustive else 30):
            store.responses.add(CODE, response(number))
            assert asked(another, "read") == str(number + 1)


def mode_of(path: Path) -> tuple[str, int]:
    with closing(connect(path)) as connection:
        return tuple(
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous")
        )


@pytest.fixture
def without_log(monkeypatch):
    monkeypatch.setenv(serving.JOURNAL_VARIABLE, "delete")


def test_a_command_leaves_the_mode_that_the_server_has_set(path, without_log, monkeypatch):
    with closing(SQLiteStore(path, serving=True)) as store:
        monkeypatch.delenv(serving.JOURNAL_VARIABLE)
        with closing(SQLiteStore(path)) as command:
            command.surveys.set_labels(CODE, ["one"])
        assert mode_of(path) == ("delete", 3)
        assert store.responses.add(CODE, response(1))
    assert not log_size(path)


def test_a_command_that_sets_the_mode_is_caught(path, without_log, monkeypatch):
    with closing(SQLiteStore(path, serving=True)):
        monkeypatch.delenv(serving.JOURNAL_VARIABLE)
        monkeypatch.setattr(
            store_connection,
            "PRAGMAS",
            ("PRAGMA journal_mode = WAL", *store_connection.PRAGMAS),
        )
        SQLiteStore(path).close()
        assert mode_of(path)[0] == "wal"


def test_a_server_that_shall_write_no_log_ends_one_and_the_next_begins_it_again(
    path, without_log, monkeypatch
):
    assert mode_of(path)[0] == "wal"
    SQLiteStore(path, serving=True).close()
    assert mode_of(path)[0] == "delete"
    monkeypatch.delenv(serving.JOURNAL_VARIABLE)
    SQLiteStore(path, serving=True).close()
    assert mode_of(path)[0] == "wal"


@pytest.mark.parametrize("kind", ["nfs", "cifs", "fuse.sshfs"])
def test_on_a_network_s_drive_no_log_is_written(path, monkeypatch, kind):
    monkeypatch.setattr("survey.store.drives.file_system", lambda folder: kind)
    assert kind in serving.reason_for_journal(path.parent)
    SQLiteStore(path, serving=True).close()
    assert mode_of(path)[0] == "delete"


def test_where_sqlite_can_write_no_log_the_journal_s_setting_is_in_force(
    tmp_path, monkeypatch, caplog
):
    """SQLite says so without an error: here for a system of files that shares no memory."""
    real = sqlite3.connect

    def without_memory(path, **options):
        return real(f"{Path(path).as_uri()}?vfs=unix-dotfile", uri=True, **options)

    monkeypatch.setattr(store_connection.sqlite3, "connect", without_memory)
    path = tmp_path / "other.db"
    with closing(SQLiteStore(path, serving=True)) as store:
        assert mode_of(path) == ("delete", 3)
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
        assert store.responses.add(CODE, response(1))
    assert serving.NO_LOG in caplog.text
    assert not path.with_name("other.db-wal").exists()


# Three takings over: a reader cuts the first one short, the disk fails in the second one.
FAILING = """
import os, sys
from contextlib import closing
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from contract_survey import response
from survey.store.sqlite import write_ahead_log
from survey.store.sqlite.connection import connect
from survey.store.sqlite.engine import SQLiteStore
path, how = Path(sys.argv[1]), sys.argv[3]
store = SQLiteStore(path)
store.database.writer.log.note = lambda jobs: None
if how == "go on":
    def end_process(path):
        print("failed", flush=True)
        sys.stdin.readline()
    write_ahead_log.end_process = end_process
if how == "without headers":
    write_ahead_log._let_all_read_anew = lambda path: None
print("ready", flush=True)
for line in sys.stdin:
    if line.startswith("store"):
        first, many = map(int, line.split()[1:])
        for number in range(first, first + many):
            store.responses.add("open34", response(number))
        print("stored", flush=True)
    else:
        connection = connect(path)
        try:
            said = write_ahead_log.take_over(path, connection, line.strip())
        except Exception as error:
            said = error
        print(said, flush=True)
"""


def lost_by_a_failing_disk(path: Path, how: str, reader_stays: bool) -> int:
    """How many of 840 acknowledged responses the next start lacks.

    While it takes over the log, the disk fails, and forgets all that was not synced by then.
    """
    with child(FAILING, path, SUPPORT, how) as server:
        assert asked(server, "store 0 800") == "stored"
        synced = path.read_bytes()
        with child(READER, path) as reader:
            assert asked(server, "store 800 40") == "stored"
            assert asked(server, "RESTART") == "False"
            reader.stdin.write("end\n")
            reader.stdin.flush()
            assert reader.stdout.readline() == "ready\n"
            if not reader_stays:
                reader.stdin.close()
                reader.wait(60)
            with failing([server.pid], "fsync,fdatasync", "EIO", path):
                said = asked(server, "RESTART")
                with path.open("r+b") as file:
                    file.write(synced)
                    file.truncate()
                if how != "go on":
                    assert server.wait(60) == 1
            if how == "go on":
                assert said == "failed"
                asked(server, "")
                assert asked(server, "TRUNCATE") == "True"
            with closing(SQLiteStore(path, serving=True)) as again:
                try:
                    stored = {each for each, _ in again.responses.all(CODE)}
                except StoreUnavailable:  # the pages do not fit each other
                    stored = set()
    return len({f"{number:032x}" for number in range(840)} - stored)


@pytest.mark.parametrize("reader_stays", [False, True])
def test_a_disk_that_fails_while_the_log_is_taken_over_loses_nothing(path, reader_stays):
    assert lost_by_a_failing_disk(path, "end", reader_stays) == 0
    with closing(connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


@pytest.mark.parametrize(("how", "reader_stays"), [("go on", False), ("without headers", True)])
def test_going_on_after_the_disk_has_failed_is_caught(path, how, reader_stays):
    assert lost_by_a_failing_disk(path, how, reader_stays) > 0
