"""SQLite as an Engine of survey.store.maintenance.open; a place is the path of a file."""

from pathlib import Path

from survey.store.interface.store import Store
from survey.store.models import Inspected
from survey.store.sqlite.inspection import inspect_file
from survey.store.sqlite.store import SQLiteStore

REHEARSALS_FILE = "rehearsals.db"


def open_store(place: str | Path) -> Store:
    return SQLiteStore(Path(place))


def open_rehearsals(place: str | Path, make: bool) -> Store | None:
    """A second file, beside the first."""
    file = Path(place).with_name(REHEARSALS_FILE)
    return SQLiteStore(file) if make or file.exists() else None


def inspect(place: str | Path) -> Inspected:
    return inspect_file(Path(place))


def described(place: str | Path) -> str:
    return str(place)
