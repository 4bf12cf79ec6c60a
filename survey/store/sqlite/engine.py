"""SQLite as an Engine of survey.store.maintenance.open; a place is the path of a file."""

from pathlib import Path

from survey.errors import ConfigError
from survey.store.interface.store import Store
from survey.store.models import Inspection
from survey.store.sql.store import SQLStore
from survey.store.sqlite import inspection
from survey.store.sqlite.database import SQLiteDatabase
from survey.store.sqlite.responses import TABLE


class SQLiteStore(SQLStore):
    """A store in a file, which is created if it does not exist."""

    def __init__(self, path: Path, serving: bool = False):
        super().__init__(SQLiteDatabase(path, serving), TABLE)


REHEARSALS_FILE = "rehearsals.db"


def open_store(place: str | Path) -> Store:
    return SQLiteStore(Path(place))


def open_served(place: str | Path) -> Store:
    return SQLiteStore(Path(place), serving=True)


def open_rehearsals(place: str | Path, make: bool) -> Store | None:
    """The store of rehearsals: a second file beside the first."""
    file = Path(place).with_name(REHEARSALS_FILE)
    return SQLiteStore(file) if make or file.exists() else None


def open_replica(place: str | Path) -> Store:
    raise ConfigError("Only a PostgreSQL server can follow another one.")


def is_used(place: str | Path) -> bool:
    return Path(place).is_file()


def inspect(place: str | Path) -> Inspection:
    return inspection.inspect_file(Path(place))


def named_holders(place: str | Path) -> tuple[str, ...]:
    return inspection.named_holders(Path(place)) if is_used(place) else ()


def described(place: str | Path) -> str:
    return str(place)
