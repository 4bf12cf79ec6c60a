"""Which engine a database is on: an address is PostgreSQL's, a path SQLite's."""

from importlib.util import find_spec
from pathlib import Path
from typing import TypeGuard

from survey.errors import ConfigError
from survey.store.interface import Store
from survey.store.sqlite.store import SQLiteStore

SCHEMES = ("postgresql://", "postgres://")

Place = str | Path


def is_address(place: Place) -> TypeGuard[str]:
    """Whether this is the address of a PostgreSQL database, and not a path."""
    return isinstance(place, str) and place.startswith(SCHEMES)


def open_store(place: Place) -> Store:
    """The store at a postgresql:// address or in a SQLite file; its schema is brought up to date.

    Raises StoreUnavailable, and ConfigError if the address cannot be read or
    the driver is not installed.
    """
    if not is_address(place):
        return SQLiteStore(Path(place))
    check_driver()
    from survey.store.postgresql.store import PostgreSQLStore

    return PostgreSQLStore(place)


def described(place: Place) -> str:
    """The database in words, without a password."""
    if not is_address(place):
        return str(place)
    check_driver()
    from survey.store.postgresql.connection import name_of

    return name_of(place)


def check_driver() -> None:
    """Raises ConfigError if PostgreSQL's driver is not installed."""
    if not (find_spec("psycopg") and find_spec("psycopg_pool")):
        raise ConfigError("PostgreSQL needs its driver: pip install 'psycopg[binary,pool]'")
