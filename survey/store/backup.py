"""A copy of the database while it is in use, and the way back from it."""

import os
import secrets
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from survey.errors import StoreUnavailable
from survey.store.connection import BUSY_SECONDS
from survey.store.connection import connect
from survey.store.connection import translated_errors
from survey.store.files import link_durably
from survey.store.schema import all_steps
from survey.store.schema import applied_steps
from survey.store.sqlite import SQLiteStore


@dataclass(frozen=True)
class Kept:
    """What a backup holds."""

    surveys: int
    responses: int


def back_up(database: Path, target: Path) -> Kept:
    """Writes all surveys and responses of one moment to `target`, whole or not at all.

    The app may run meanwhile: its writes wait while the pages are copied. The
    copy is checked, and rewritten, so that no deleted byte and no order of
    arrival is in it. Only its owner may read it. Raises StoreUnavailable, also
    if there is a file already.
    """
    if target.exists():
        raise StoreUnavailable(f"{target} exists already. Name another file, or delete it first.")
    unfinished = target.with_name(f"{target.name}.{secrets.token_hex(8)}")
    with translated_errors():
        try:
            os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            with closing(connect(database)) as source, closing(connect(unfinished)) as copy:
                source.backup(copy, progress=_patience())
                copy.execute("VACUUM")
                kept = _checked(copy, database)
            link_durably(unfinished, target)
        finally:
            unfinished.unlink(missing_ok=True)
    return kept


def restore(backup: Path, database: Path, replace: bool = False) -> Kept:
    """Makes the database what the backup holds; what it held itself is gone.

    The backup may be of an earlier release. Done in one transaction: whoever
    uses the database sees the former or the new. Raises StoreUnavailable for a
    file that is damaged, or no backup, or of a later release, and if there are
    surveys already, unless `replace`.
    """
    with translated_errors(), closing(_open_backup(backup)) as source:
        kept = _checked(source, backup)
        if not replace and _surveys_in(database):
            raise StoreUnavailable(
                "There are surveys already, which would be gone. Back them up, and restore "
                "with --replace."
            )
        if not database.exists():
            os.close(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(connect(database)) as target:
            source.backup(target, progress=_patience())
    # Opening it brings an earlier schema up to date.
    SQLiteStore(database).close()
    return kept


def _open_backup(path: Path) -> sqlite3.Connection:
    """Read-only: a backup is never changed by looking at it."""
    if not path.is_file():
        raise StoreUnavailable(f"There is no file {path}.")
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _surveys_in(database: Path) -> int:
    if not database.exists():
        return 0
    with closing(connect(database)) as connection:
        if not _tables(connection) & {"survey"}:
            return 0
        return connection.execute("SELECT COUNT(*) FROM survey").fetchone()[0]


def _checked(connection: sqlite3.Connection, path: Path) -> Kept:
    """What is in it; raises StoreUnavailable unless it is sound, ours, and not of the future."""
    damaged = StoreUnavailable(f"{path} is damaged: it cannot be trusted as it is.")
    if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        raise damaged
    if not _tables(connection) >= {"survey", "response", "tally", "_sqlite_migrations"}:
        raise StoreUnavailable(f"{path} is no database of this app.")
    applied = applied_steps(connection)
    if applied - all_steps():
        raise StoreUnavailable(f"{path} was made by a later release. Install that one, or newer.")
    surveys = connection.execute("SELECT COUNT(*) FROM survey").fetchone()[0]
    responses = connection.execute("SELECT COUNT(*) FROM response").fetchone()[0]
    column = "item" if "m004_tally_of_items" in applied else "question"
    query = f"SELECT COALESCE(SUM(reports), 0) FROM tally WHERE {column} = 0"  # noqa: S608
    if connection.execute(query).fetchone()[0] != responses:
        raise damaged
    return Kept(surveys, responses)


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}


def _patience() -> Callable[[int, int, int], None]:
    """Ends a copy that has waited too long for a database that another program holds."""
    deadline = time.monotonic() + BUSY_SECONDS
    busy = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}

    def progress(status: int, remaining: int, total: int) -> None:
        if status in busy and time.monotonic() > deadline:
            raise StoreUnavailable("The database is in use by another program. Please try again.")

    return progress
