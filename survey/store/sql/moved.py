"""The mark that `survey copy` leaves in a database whose contents went to another one.

A table of its own, which no other database has. So an earlier release opens a marked database, and
a database that never moved has the schema of its migrations alone.
"""

from survey.errors import StoreUnavailable
from survey.store.sql.database import Rows

_TABLE = "moved"


def moved_to(rows: Rows) -> str | None:
    """The name of the database to which everything was copied; None if there is no mark."""
    if not rows.execute(rows.count_of_tables, (_TABLE,)).fetchone()[0]:
        return None
    row = rows.execute(f"SELECT name FROM {_TABLE}").fetchone()  # noqa: S608
    return str(row[0]) if row else None


def mark_moved(rows: Rows, name: str | None) -> None:
    """Leaves the mark, with the new database's name; takes it back if that is None."""
    rows.execute(f"DROP TABLE IF EXISTS {_TABLE}")
    if name is not None:
        rows.execute(f"CREATE TABLE {_TABLE} (name text NOT NULL)")
        rows.execute(f"INSERT INTO {_TABLE} VALUES (?)", (name,))  # noqa: S608


def check_not_moved(rows: Rows, place: object) -> None:
    """Raises StoreUnavailable, with the new database's name, for one that has the mark."""
    if name := moved_to(rows):
        raise abandoned(place, name)


def abandoned(place: object, name: str) -> StoreUnavailable:
    """The refusal of a database from which everything was copied to the one of this name."""
    return StoreUnavailable(
        f"Everything in {place} was copied to {name}. Name that one with $SURVEY_DATABASE, "
        "--database or --data. To go on here instead, run: survey copy --undo SOURCE"
    )
