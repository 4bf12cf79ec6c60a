"""The colleagues who share a survey, in an SQL database: a column of the survey.

Several transactions may change one survey's colleagues at once, so each reads its row for update.
"""

from collections.abc import Iterable

from survey.errors import InstructorRefused
from survey.store.models import Role, Survey
from survey.store.sql.database import Rows
from survey.store.sql.survey_rows import (
    check_instructor,
    read_colleagues,
    stored_colleagues,
    stored_name,
    update_survey,
)


def set_colleague(rows: Rows, survey: Survey, name: str, role: Role | None) -> None:
    """Gives a colleague a role; the role None ends the sharing."""
    if name == survey.owner:
        raise InstructorRefused(f"{name} owns this survey, and may do everything with it.")
    if role is not None:
        check_instructor(rows, name, rows.for_share)
    colleagues = _held(rows, survey.code)
    colleagues.pop(name, None)
    if role is not None:
        colleagues[name] = role
    update_survey(rows, survey.code, colleagues=stored_colleagues(colleagues))


def hand_over(rows: Rows, survey: Survey, heir: str) -> None:
    """Makes the heir its owner, and the former owner a colleague who edits it."""
    check_instructor(rows, heir, rows.for_share)
    if heir == survey.owner:
        return
    colleagues = _held(rows, survey.code)
    colleagues.pop(heir, None)
    colleagues[survey.owner] = Role.EDIT
    update_survey(rows, survey.code, owner=heir, colleagues=stored_colleagues(colleagues))


def forget_colleague(rows: Rows, name: str) -> None:
    """Removes a colleague from every survey."""
    statement = "SELECT code FROM survey WHERE colleagues LIKE ? ORDER BY code"
    _forget(rows, name, rows.execute(statement, (f"%{stored_name(name)}%",)).fetchall())


def forget_owners_role(rows: Rows, owner: str) -> None:
    """Removes this owner from the colleagues of every survey that they own."""
    statement = "SELECT code FROM survey WHERE owner = ? AND colleagues LIKE ? ORDER BY code"
    _forget(rows, owner, rows.execute(statement, (owner, f"%{stored_name(owner)}%")).fetchall())


def _forget(rows: Rows, name: str, codes: Iterable[tuple[str]]) -> None:
    for (code,) in codes:
        colleagues = _held(rows, code)
        colleagues.pop(name, None)
        update_survey(rows, code, colleagues=stored_colleagues(colleagues))


def _held(rows: Rows, code: str) -> dict[str, Role]:
    statement = f"SELECT colleagues FROM survey WHERE code = ?{rows.for_update}"  # noqa: S608
    row = rows.execute(statement, (code,)).fetchone()
    return dict(read_colleagues(row[0]))
