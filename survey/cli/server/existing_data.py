"""The data of commands that work on an existing instance."""

from contextlib import closing
from pathlib import Path

from survey.app.configuration import DATABASE_FILE
from survey.app.instance_folder import check_kept
from survey.errors import ConfigError
from survey.store import Store, open_store
from survey.store.maintenance.open import described, is_used


def database_in(data: Path) -> Path:
    """The database of an instance folder; raises ConfigError if it never had one or lost it."""
    check_kept(data)
    database = data / DATABASE_FILE
    if not database.is_file():
        raise ConfigError(
            f"There is no survey data in {data}. Name the folder that has some with --data; "
            "survey serve makes a new one."
        )
    return database


def existing_place(data: Path, database_url: str | None) -> str | Path:
    """The PostgreSQL database if one is named, else the folder's; raises ConfigError if none."""
    if database_url is None:
        return database_in(data)
    if not is_used(database_url):
        raise ConfigError(
            f"There is no survey data in the {described(database_url)}. Name the database that "
            "has some with --database; survey serve makes a new one."
        )
    return database_url


def existing_store(data: Path, database_url: str | None) -> closing[Store]:
    """Opens the store at `existing_place` for a block."""
    return closing(open_store(existing_place(data, database_url)))


def refuse_postgresql(database: str | None) -> None:
    """Raises ConfigError if the database is PostgreSQL, which has its own tools for backups."""
    if database is not None:
        raise ConfigError(
            "PostgreSQL has tools of its own for this: pg_dump --format=custom makes a backup "
            "while the app runs, pg_restore --clean brings it back."
        )
