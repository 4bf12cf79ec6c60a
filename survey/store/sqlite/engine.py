"""SQLite as an Engine of survey.store.maintenance.open; a place is the path of a file."""

from pathlib import Path

from survey.store.interface.store import Store
from survey.store.models import Inspected
from survey.store.sqlite.inspection import inspect_file
from survey.store.sqlite.store import SQLiteStore


def open_store(place: str | Path) -> Store:
    return SQLiteStore(Path(place))


def inspect(place: str | Path) -> Inspected:
    return inspect_file(Path(place))


def described(place: str | Path) -> str:
    return str(place)
