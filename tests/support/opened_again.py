"""A survey as left by earlier releases, which could open a closed survey again."""

from collections.abc import Iterable

from survey.core.responses.response import Response
from survey.store.sqlite.database import SQLiteDatabase


def come_after_the_statement(store, code: str, responses: Iterable[Response]) -> None:
    """Adds responses that the statement of this closed survey does not cover."""
    listed = "".join(response_id for response_id, _ in store.responses.all(code))
    run(store, "UPDATE statement SET listed = ? WHERE survey = ?", listed, code)
    force_state(store, code, "open")
    for response in responses:
        store.responses.add(code, response)
    force_state(store, code, "closed")


def force_state(store, code: str, state: str) -> None:
    """Puts a survey into a state without the store's methods, which never open a closed one."""
    if isinstance(store.database, SQLiteDatabase) and state == "open":
        move_back(store, code)
    run(store, "UPDATE survey SET state = ? WHERE code = ?", state, code)


def move_back(store, code: str) -> None:
    """Puts a closed survey's responses where they arrived, in a SQLite file."""
    columns = "survey, response_id, reports"
    with store.database._only_connection() as rows:  # which counts no response again
        for statement in (
            f"INSERT INTO response SELECT {columns} FROM closed_response WHERE survey = ?",
            "DELETE FROM closed_response WHERE survey = ?",
            "UPDATE survey SET moved = 0 WHERE code = ?",
        ):
            rows.execute(statement, (code,))


def run(store, statement: str, *values: object) -> None:
    store.database.write(lambda rows: rows.execute(statement, values))
