"""Backs up the database while it is in use, and restores it."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from survey.errors import StoreUnavailable
from survey.store.files import create_private, link_durably, unfinished_beside
from survey.store.models import Kept
from survey.store.sqlite.connection import BUSY_SECONDS, connect, translated_errors
from survey.store.sqlite.inspection import checked, open_read_only, table_names
from survey.store.sqlite.store import SQLiteStore
from survey.store.withdrawn import check_all_randomized


def back_up(database: Path, target: Path) -> Kept:
    """Writes all surveys and responses of one moment to `target`, whole or not at all.

    The app may run meanwhile: its writes wait while the database is read. The rows are
    copied in the order of their keys, so that the copy at no moment holds a deleted byte
    or an order of arrival; then the copy is checked. Only its owner may read it. Removes
    what a killed backup left in the folder. Raises StoreUnavailable, also if `target`
    exists.
    """
    if target.exists():
        raise StoreUnavailable(f"{target} exists already. Name another file, or delete it first.")
    with translated_errors(), unfinished_beside(target) as unfinished:
        with closing(connect(database)) as source:
            source.execute("VACUUM INTO ?", (str(unfinished),))
        with closing(connect(unfinished)) as copy:
            kept = checked(copy, database)
        link_durably(unfinished, target)
    return kept


def restore(backup: Path, database: Path, replace: bool = False) -> Kept:
    """Replaces what the database holds by what the backup holds.

    The backup may be of an earlier release. One transaction does it: whoever uses the
    database sees the former contents or the new. Raises StoreUnavailable for a file
    that is damaged, no backup, of a later release, or holds answers that are not
    randomized; and if there are surveys already, unless `replace`.
    """
    with translated_errors(), closing(open_read_only(backup)) as source:
        kept = checked(source, backup)
        check_all_randomized(source)
        if not replace and _surveys_in(database):
            raise StoreUnavailable(
                "There are surveys already, which would be gone. Back them up, and restore "
                "with --replace."
            )
        if not database.exists():
            create_private(database)
        with closing(connect(database)) as target:
            source.backup(target, progress=_patience())
    # Opening it brings an earlier schema up to date.
    SQLiteStore(database).close()
    return kept


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
            raise StoreUnavailable("The database is in use by another program. Please try again.")

    return progress
