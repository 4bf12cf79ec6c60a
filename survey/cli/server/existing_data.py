"""The data of commands that work on what is there already."""

from pathlib import Path

from survey.app.configuration import DATABASE_FILE
from survey.errors import ConfigError


def database_in(data: Path) -> Path:
    """The database of an instance folder that has one; else ConfigError."""
    database = data / DATABASE_FILE
    if not database.is_file():
        raise ConfigError(f"There is no survey data in {data}. Name the folder with --data.")
    return database


def existing_place(data: Path, database_url: str | None) -> str | Path:
    """The PostgreSQL database if one is named, else that of the instance folder; or ConfigError."""
    return database_url or database_in(data)
