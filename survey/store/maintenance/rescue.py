"""Rescues the readable part of a damaged database."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from survey.store.models import StoredCounts
from survey.store.sqlite.connection import SQLiteConnection
from survey.store.sqlite.faults import translated_errors
from survey.store.sqlite.inspection import checked
from survey.store.sqlite.new_database import new_database
from survey.store.sqlite.rescued_rows import RescuedRows


@dataclass(frozen=True)
class RescueSummary:
    """The contents of the new file, and the unreadable parts of the old one, in words."""

    kept: StoredCounts
    lost: tuple[str, ...]


def rescue(database: Path, target: Path) -> RescueSummary:
    """Writes the readable part of a damaged database to `target`, whole or not at all.

    Raises StoreUnavailable if not even the tables can be read, ConfigError if `target` exists, and
    OSError if it cannot be written.
    """
    with (
        new_database(target) as copy,
        translated_errors(),
        # Not read-only: a transaction that a crash left half-written must be undone first.
        closing(
            sqlite3.connect(database, isolation_level=None, factory=SQLiteConnection)
        ) as source,
    ):
        source.execute("PRAGMA query_only = ON")
        source.text_factory = _text
        rows = RescuedRows(source, copy, database.stat().st_size)
        rows.copy()
        return RescueSummary(checked(copy, target), tuple(rows.lost))


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")
