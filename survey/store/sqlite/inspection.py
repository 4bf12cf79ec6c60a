"""Inspects a SQLite file, and changes nothing."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from survey.errors import StoreUnavailable
from survey.store.models import Inspection, StoredCounts
from survey.store.sql.database import is_wipe_pending
from survey.store.sql.moved import check_not_moved
from survey.store.sql.store import read_keys
from survey.store.sql.survey_rows import NAMED_HOLDERS
from survey.store.sqlite.connection import PRAGMAS, SQLiteConnection, has_log
from survey.store.sqlite.faults import translated_errors
from survey.store.sqlite.schema import all_steps, applied_steps, check_applied, table_names
from survey.store.sqlite.write_ahead_log import held_up, log_size
from survey.store.stored_rows import check_all_randomized, check_questionnaires, counted_responses
from survey.systems import real_path

WITH_LOG = "a write-ahead log, processes write in turn"
WITHOUT_LOG = "a rollback journal"
LOG_IS_LEFT = (
    "{path} has a log beside it that can only be read where its folder can be written. Start the "
    "app, which takes it over."
)
LEFT_IN_A_WRITE = (
    "{path} was left in the middle of a write. Start the app, which undoes what was not "
    "acknowledged."
)
_NO_SHARED_MEMORY = {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY_CANTINIT,
    sqlite3.SQLITE_READONLY_DIRECTORY,
    sqlite3.SQLITE_READONLY_RECOVERY,
}

# SQLite's replies once PRAGMAS are in force (https://www.sqlite.org/pragma.html).
PROMISED = {
    "synchronous": 3,
    "wal_autocheckpoint": 0,
    "fullfsync": 1,
    "foreign_keys": 1,
    "secure_delete": 1,
}


def inspect_file(path: Path) -> Inspection:
    """Inspects this file; raises StoreUnavailable if it is missing or not as it must be."""
    try:
        return _inspected(path)
    except StoreUnavailable:
        # SQLite reports a page that the disk could not read for a moment as damage.
        return _inspected(path)


def _inspected(path: Path) -> Inspection:
    with translated_errors(), read_only(path) as connection:
        # One snapshot: a response stored between two queries would look like a wrong tally.
        connection.execute("BEGIN")
        kept = checked(connection, path)
        check_all_randomized(connection)
        applied = applied_steps(connection)
        pending = len(all_steps() - applied)
        wipe_pending = "m010_debts" in applied and is_wipe_pending(connection)
        keys = read_keys(connection) if "m017_secret" in applied else None
        connection.execute("COMMIT")
        _check_durability(connection)
        written = WITH_LOG if has_log(connection) else WITHOUT_LOG
    if sentence := held_up(real_path(path)):
        raise StoreUnavailable(sentence)
    engine = f"SQLite {sqlite3.sqlite_version}, {written}"
    return Inspection(engine, kept, pending, wipe_pending, keys)


def named_holders(path: Path) -> tuple[str, ...]:
    """The addresses of the client that surveys in this file name; raises StoreUnavailable."""
    with translated_errors(), read_only(path) as connection:
        if "m027_client_at" not in applied_steps(connection):
            return ()
        return tuple(address for (address,) in connection.execute(NAMED_HOLDERS))


@contextmanager
def read_only(path: Path) -> Iterator[SQLiteConnection]:
    """Lends a connection that cannot change the file; raises StoreUnavailable if there is no file.

    If nobody can write beside a file with a log, it is read as it is; raises StoreUnavailable
    if it was changed meanwhile, or if the log holds something.
    """
    with translated_errors():
        path = real_path(path)
    if path.is_dir():
        raise StoreUnavailable(f"{path} is a folder. Name the file in it.")
    if not path.is_file():
        raise StoreUnavailable(f"There is no file {path}.")
    before = None
    try:
        connection = _opened(path, "mode=ro")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode not in _NO_SHARED_MEMORY:
            raise
        before = _state(path)
        if before is None:
            raise StoreUnavailable(LOG_IS_LEFT.format(path=path)) from error
        connection = _opened(path, "immutable=1")
    with closing(connection):
        yield connection
    if before and _state(path) != before:
        raise StoreUnavailable(f"{path} was changed while it was read. Please try again.")


def _opened(path: Path, how: str) -> SQLiteConnection:
    """A connection that has read from the file."""
    connection = sqlite3.connect(
        f"{path.as_uri()}?{how}", uri=True, isolation_level=None, factory=SQLiteConnection
    )
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
            raise StoreUnavailable(LEFT_IN_A_WRITE.format(path=path)) from error
        raise
    except BaseException:
        connection.close()
        raise
    return connection


def _state(path: Path) -> tuple[int, int, bytes] | None:
    """What changes with the file: its size, time, and count of changes; None beside a log."""
    if log_size(path):
        return None
    with path.open("rb") as file:  # no connection of this process locks the file
        header = file.read(28)
    status = path.stat()
    return status.st_size, status.st_mtime_ns, header[24:]


def checked(connection: SQLiteConnection, path: Path) -> StoredCounts:
    """Inspects an open file.

    Raises StoreUnavailable if it is damaged, foreign, of a later release, or copied to another.
    """
    damaged = StoreUnavailable(f"{path} is damaged: it cannot be trusted as it is.")
    if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        raise damaged
    if not table_names(connection) >= {"survey", "response", "tally", "_sqlite_migrations"}:
        raise StoreUnavailable(f"{path} is no database of this app.")
    applied = applied_steps(connection)
    check_applied(applied)
    check_not_moved(connection, path)
    surveys = connection.execute("SELECT code, instrument FROM survey").fetchall()
    everybody = "every_response" if "m030_closed_responses" in applied else "response"
    query = f"SELECT survey, COUNT(*) FROM {everybody} GROUP BY 1"  # noqa: S608
    responses = dict(connection.execute(query))
    if "m008_digest" in applied:
        check_questionnaires(connection.execute("SELECT code, instrument, digest FROM survey"))
    column = "item" if "m004_tally_of_items" in applied else "question"
    query = f"SELECT survey, {column}, SUM(reports) FROM tally GROUP BY 1, 2"  # noqa: S608
    if counted_responses(surveys, connection.execute(query)) != Counter(responses):
        raise damaged
    return StoredCounts(len(surveys), sum(responses.values()))


def _check_durability(connection: sqlite3.Connection) -> None:
    """Raises StoreUnavailable unless PRAGMAS take effect: some builds ignore them silently."""
    for pragma in PRAGMAS:
        connection.execute(pragma).fetchall()
    for name, promised in PROMISED.items():
        in_force = connection.execute(f"PRAGMA {name}").fetchone()
        if in_force is None or in_force[0] != promised:
            raise StoreUnavailable(
                f"This SQLite does not set {name} to {promised}: what is acknowledged or deleted "
                "would not be as durable as promised. Use another build of Python or SQLite."
            )
