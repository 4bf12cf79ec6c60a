"""New database files, which are there whole or not at all, and copies of one moment in them."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

from survey.store.files import create_private, name_of, new_file, unfinished_name
from survey.store.sqlite.connection import SQLiteConnection, connect
from survey.store.sqlite.debts import deleted_codes
from survey.store.sqlite.erasing import TABLES as ERASED
from survey.store.sqlite.faults import translated_errors

PIECE = 1024 * 1024  # bytes
# No journal with a name of its own: nobody reads the file before it is whole.
ALONE = "PRAGMA journal_mode = MEMORY"


@contextmanager
def new_database(target: Path) -> Iterator[SQLiteConnection]:
    """Gives a connection to a new file, which is durably at `target` once the block has ended well.

    Raises as `new_file` does. A process that is killed leaves nothing of it, where the system
    allows that.
    """
    with new_file(target) as file:
        if name := name_of(file):
            with closing(_connected(name)) as connection:
                yield connection
        else:
            with _scratch(target) as (connection, written):
                yield connection
                shutil.copyfileobj(written, file, PIECE)


@contextmanager
def _scratch(target: Path) -> Iterator[tuple[SQLiteConnection, BinaryIO]]:
    """A database that SQLite has opened, and whose name is gone; and the file, to be read.

    SQLite opens no file that never had a name. A process that is killed in between leaves an empty
    file, which the next one removes.
    """
    path = unfinished_name(target)
    create_private(path)
    try:
        with path.open("rb") as written, closing(_connected(path)) as connection:
            path.unlink()
            yield connection, written
    finally:
        path.unlink(missing_ok=True)


def _connected(path: Path) -> SQLiteConnection:
    with translated_errors():
        connection = connect(path, ALONE)
        try:
            connection.execute("PRAGMA synchronous = OFF")  # it is flushed once it is whole
        except BaseException:
            connection.close()
            raise
    return connection


def copy_in_order(source: Path, target: SQLiteConnection) -> None:
    """Copies everything to an empty database, in the order of keys, as of one moment.

    So the copy at no moment holds a deleted byte or an order of arrival. This is what VACUUM INTO
    does, which would need a file with a name, and would copy what is left of deleted surveys.
    """
    target.execute("ATTACH ? AS source", (str(source),))
    target.execute("PRAGMA foreign_keys = OFF")  # the tables come one by one
    (size,) = target.execute("PRAGMA source.page_size").fetchone()
    target.execute(f"PRAGMA main.page_size = {size:d}")
    target.execute("BEGIN")
    for name in ("user_version", "application_id"):
        (number,) = target.execute(f"PRAGMA source.{name}").fetchone()
        target.execute(f"PRAGMA main.{name} = {number:d}")
    found = target.execute(
        "SELECT type, name, sql FROM source.sqlite_master WHERE sql IS NOT NULL"
    ).fetchall()
    made = {kind: [row for row in found if row["type"] == kind] for kind in _KINDS}
    for row in made["table"] + made["index"]:
        target.execute(row["sql"])
    names = [row["name"] for row in made["table"]]
    debts = target.execute("SELECT debt_id FROM source.debt").fetchall() if "debt" in names else ()
    gone = json.dumps(deleted_codes(note for (note,) in debts))
    for name in names:
        quoted = '"{}"'.format(name.replace('"', '""'))
        rows = f"INSERT INTO main.{quoted} SELECT * FROM source.{quoted}"  # noqa: S608
        if name in ERASED and gone != "[]":
            others = f"{rows} WHERE survey NOT IN (SELECT value FROM json_each(?))"  # noqa: S608
            target.execute(others, (gone,))
        else:
            target.execute(rows)  # whole pages
    for row in made["view"] + made["trigger"]:
        target.execute(row["sql"])
    target.execute("COMMIT")
    target.execute("DETACH source")


_KINDS = ("table", "index", "view", "trigger")
