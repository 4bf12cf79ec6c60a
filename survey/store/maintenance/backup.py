"""Backs up the database in use, and restores it."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from pathlib import Path

from survey.errors import StoreUnavailable
from survey.store.files import create_of_instance
from survey.store.models import KnownKeys, StoredCounts
from survey.store.sql.moved import check_not_moved
from survey.store.sql.store import read_keys
from survey.store.sqlite.connection import BUSY_SECONDS, SQLiteConnection, connect, has_log
from survey.store.sqlite.engine import SQLiteStore
from survey.store.sqlite.faults import IN_USE, is_damage, translated_errors
from survey.store.sqlite.inspection import checked, read_only
from survey.store.sqlite.new_database import copy_in_order, new_database
from survey.store.sqlite.process_locks import turn_of
from survey.store.sqlite.schema import table_names
from survey.store.sqlite.write_ahead_log import take_over
from survey.store.stored_rows import check_all_randomized
from survey.systems import real_path


def back_up(database: Path, target: Path) -> StoredCounts:
    """Writes all surveys and responses of one moment to `target`, whole or not at all.

    The app may run meanwhile: its writes wait while the database is read. The rows are
    copied in the order of their keys, so that the copy at no moment holds a deleted byte
    or an order of arrival; then the copy is checked. Only its owner may read it. Raises
    StoreUnavailable, ConfigError if `target` exists, and OSError if it cannot be written.
    """
    with new_database(target) as copy, translated_errors():
        copy_in_order(database, copy)
        return checked(copy, database)


def tidy(newest: Path, days: int) -> list[Path]:
    """Deletes other backups in the newest one's folder; returns their paths, sorted.

    They are those older than so many days, and all that hold responses to an open survey: two of
    them show which responses came in between. Other files stay.
    """
    oldest = time.time() - days * 24 * 3600
    others = (each for each in newest.parent.glob(f"*{newest.suffix}") if each != newest)
    gone = sorted(each for each in others if _is_superseded(each, oldest))
    for each in gone:
        each.unlink()
    return gone


def _is_superseded(file: Path, oldest: float) -> bool:
    """Whether the file is a backup that is too old, or holds responses to an open survey."""
    try:
        with read_only(file) as backup:
            if not table_names(backup) >= {"survey", "response", "_sqlite_migrations"}:
                return False
            held = backup.execute(
                "SELECT EXISTS (SELECT 1 FROM survey JOIN response ON survey = code"
                " WHERE state = 'open')"
            ).fetchone()[0]
    except (sqlite3.Error, StoreUnavailable):
        return False
    return bool(held) or file.stat().st_mtime < oldest


def restore(backup: Path, database: Path, replace: bool = False) -> StoredCounts:
    """Replaces the contents of the database by those of the backup.

    The backup may be of an earlier release. One transaction replaces them: every reader
    of the database sees the former contents or the new. Raises StoreUnavailable for a file
    that is damaged, no backup, of a later release, or holds answers that are not
    randomized; and, unless `replace`, if there are surveys already or the database is damaged.
    """
    with translated_errors():
        database = real_path(database)
    with translated_errors(), _reading(backup) as source:
        with _damage_told_of(backup):
            kept = checked(source, backup)
            check_all_randomized(source)
        damaged = _is_damaged(database)
        if damaged and not replace:
            raise StoreUnavailable(
                f"The database {database} is damaged. Restore with --replace, which gives it up, "
                "or save what can be read of it first: survey rescue."
            )
        if damaged:
            _remove(database)
        if database.exists():
            with closing(connect(database)) as target:
                check_not_moved(target, database)
        if not replace and _surveys_in(database):
            raise StoreUnavailable(
                "There are surveys already, which would be gone. Back them up, and restore "
                "with --replace."
            )
        if not database.exists():
            os.close(create_of_instance(database))
        _copy(source, database)
    # Opening it brings an earlier schema up to date.
    SQLiteStore(database).close()
    return kept


def _copy(source: SQLiteConnection, database: Path) -> None:
    """Copies all pages in one transaction, and empties the log, in which the former ones are."""
    with (
        closing(connect(database)) as target,
        closing(turn_of(database)) as turn,
        turn.held() if has_log(target) else nullcontext(),
    ):
        source.backup(target, progress=_patience())
        if has_log(target):
            take_over(database, target, "TRUNCATE")


def _is_damaged(database: Path) -> bool:
    if not database.exists():
        return False
    try:
        with closing(connect(database)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
    except sqlite3.Error as error:
        if is_damage(error):
            return True
        raise


def _remove(database: Path) -> None:
    """Removes a file and SQLite's journals beside it, which would change pages of the next file."""
    for ending in ("-journal", "-wal", "-shm", ""):
        database.with_name(database.name + ending).unlink(missing_ok=True)


def known_keys(backup: Path) -> KnownKeys | None:
    """The keys that a backup belongs to, as far as it knows them; None for an earlier release's.

    Raises StoreUnavailable if the file cannot be read.
    """
    with translated_errors(), _reading(backup) as connection:
        columns = "SELECT 1 FROM pragma_table_info('signing_key') WHERE name = 'secret'"
        with _damage_told_of(backup):
            return read_keys(connection) if connection.execute(columns).fetchone() else None


@contextmanager
def _reading(backup: Path) -> Iterator[SQLiteConnection]:
    with ExitStack() as opened:
        with _damage_told_of(backup):
            source = opened.enter_context(read_only(backup))
        yield source


@contextmanager
def _damage_told_of(backup: Path) -> Iterator[None]:
    """Raises StoreUnavailable, with the file's name, if the block finds the backup damaged."""
    try:
        yield
    except sqlite3.Error as error:
        if is_damage(error):
            raise StoreUnavailable(
                f"{backup} is damaged, or no backup of this app. Restore another one."
            ) from error
        raise


def _surveys_in(database: Path) -> int:
    if not database.exists():
        return 0
    with closing(connect(database)) as connection:
        if "survey" not in table_names(connection):
            return 0
        surveys: int = connection.execute("SELECT COUNT(*) FROM survey").fetchone()[0]
        return surveys


def _patience() -> Callable[[int, int, int], None]:
    """A callback that ends a copy once it has waited too long for another program."""
    deadline = time.monotonic() + BUSY_SECONDS
    busy = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}

    def progress(status: int, remaining: int, total: int) -> None:
        if status in busy and time.monotonic() > deadline:
            raise StoreUnavailable(IN_USE)

    return progress
