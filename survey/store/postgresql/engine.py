"""PostgreSQL as an Engine of survey.store.maintenance.open; a place is an address.

Modules that need the driver are imported only once it is found.
"""

from importlib.util import find_spec
from pathlib import Path

from survey.errors import ConfigError
from survey.store.interface.store import Store
from survey.store.models import Inspection


def open_store(place: str | Path) -> Store:
    _check_driver()
    from survey.store.postgresql.store import PostgreSQLStore

    return PostgreSQLStore(str(place))


def open_served(place: str | Path) -> Store:
    return open_store(place)


def open_rehearsals(place: str | Path, make: bool) -> Store | None:
    """Opens a second schema of the same database, which all machines reach."""
    _check_driver()
    from survey.store.postgresql.store import PostgreSQLStore, address_of_rehearsals

    address = address_of_rehearsals(str(place), make)
    return PostgreSQLStore(address) if address else None


def open_replica(place: str | Path) -> Store:
    _check_driver()
    from survey.store.postgresql.replica import PostgreSQLReplicaStore

    return PostgreSQLReplicaStore(str(place))


def is_used(place: str | Path) -> bool:
    _check_driver()
    from survey.store.postgresql.inspection import has_tables

    return has_tables(str(place))


def inspect(place: str | Path) -> Inspection:
    _check_driver()
    from survey.store.postgresql.inspection import inspect_server

    return inspect_server(str(place))


def named_holders(place: str | Path) -> tuple[str, ...]:
    _check_driver()
    from survey.store.postgresql import inspection

    return inspection.named_holders(str(place))


def described(place: str | Path) -> str:
    _check_driver()
    from survey.store.postgresql.address import name_of

    return name_of(str(place))


def _check_driver() -> None:
    """Raises ConfigError if the driver is not installed."""
    if not (find_spec("psycopg") and find_spec("psycopg_pool")):
        raise ConfigError("PostgreSQL needs its driver: pip install 'psycopg[binary,pool]'")
