"""Opens and inspects databases: an address's scheme names the engine, a path a SQLite file."""

from importlib import import_module
from pathlib import Path
from typing import Protocol, TypeGuard, cast

from survey.store.interface.store import Store
from survey.store.models import Inspection
from survey.store.sql.moved import abandoned
from survey.store.sqlite import engine as files

# Each scheme's module, which is an Engine.
ENGINES = {
    "postgresql": "survey.store.postgresql.engine",
    "postgres": "survey.store.postgresql.engine",
}

Place = str | Path


class Engine(Protocol):
    """The functions of an engine's module; they raise ConfigError without its driver."""

    def open_store(self, place: Place) -> Store: ...
    def open_served(self, place: Place) -> Store: ...
    def open_rehearsals(self, place: Place, make: bool) -> Store | None: ...
    def open_replica(self, place: Place) -> Store: ...
    def is_used(self, place: Place) -> bool: ...
    def inspect(self, place: Place) -> Inspection: ...
    def named_holders(self, place: Place) -> tuple[str, ...]: ...
    def described(self, place: Place) -> str: ...


def is_address(place: Place) -> TypeGuard[str]:
    """Whether this is the address of a database, and not a path."""
    scheme, found, _ = str(place).partition("://")
    return isinstance(place, str) and bool(found) and scheme in ENGINES


def open_store(place: Place) -> Store:
    """The store at an address or in a file; its schema is brought up to date.

    Raises StoreUnavailable, also if everything was copied to another database, and ConfigError
    if the address cannot be read or the driver is not installed.
    """
    return _in_use(open_moved(place), place)


def open_served(place: Place) -> Store:
    """`open_store` for `survey serve`, which alone decides how a SQLite file is written."""
    return _in_use(_engine_of(place).open_served(place), place)


def open_moved(place: Place) -> Store:
    """`open_store` for `survey copy --undo`, which alone opens what was copied elsewhere."""
    return _engine_of(place).open_store(place)


def open_rehearsals(place: Place, make: bool) -> Store | None:
    """The store of rehearsals that belongs to the store at this place.

    None if it does not exist and `make` is false. Processes and machines that share one store
    share its rehearsals, too. Raises the errors of open_store.
    """
    return _engine_of(place).open_rehearsals(place, make)


def open_replica(place: Place) -> Store:
    """A store that reads from a server which follows another; it changes nothing there.

    Raises the errors of open_store.
    """
    return _engine_of(place).open_replica(place)


def is_used(place: Place) -> bool:
    """Whether this app has a database there already, which opening the store would make.

    Raises StoreUnavailable if the server does not answer.
    """
    return _engine_of(place).is_used(place)


def inspect(place: Place) -> Inspection:
    """Inspects the database at this address or in this file, and changes nothing.

    Raises StoreUnavailable if it cannot be read, is damaged or of a later
    release, holds answers that are not randomized, or would not be written as
    durably as promised.
    """
    return _engine_of(place).inspect(place)


def named_holders(place: Place) -> tuple[str, ...]:
    """The addresses at which, as surveys say, somebody else holds the client; changes nothing.

    Empty if there is no database yet. Raises StoreUnavailable if it cannot be read.
    """
    return _engine_of(place).named_holders(place)


def described(place: Place) -> str:
    """The database in words, without a password."""
    return _engine_of(place).described(place)


def _in_use(store: Store, place: Place) -> Store:
    """The store; closes it and raises StoreUnavailable if everything was copied to another."""
    try:
        if name := store.maintenance.moved_to():
            raise abandoned(described(place), name)
    except BaseException:
        store.close()
        raise
    return store


def _engine_of(place: Place) -> Engine:
    if not is_address(place):
        return files
    return cast(Engine, import_module(ENGINES[place.partition("://")[0]]))
