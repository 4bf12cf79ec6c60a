"""An instructor's row, held while something refers to it."""

from survey.errors import InstructorNotFound
from survey.store.sql.database import Rows


def check_instructor(rows: Rows, name: str, held: str) -> None:
    """Raises InstructorNotFound, or holds the row until the transaction ends.

    `held` is Rows.for_share or for_update. A foreign key would find it out too, but as a
    fault of the database, which in SQLite undoes everything that is committed together.
    """
    statement = f"SELECT 1 FROM instructor WHERE name = ?{held}"  # noqa: S608
    if not rows.execute(statement, (name,)).fetchone():
        raise InstructorNotFound(name)
