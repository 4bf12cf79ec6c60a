"""Surveys as rows of an SQL database, with their tallies and colleagues."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple, fields
from datetime import date
from functools import lru_cache
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.intervals.calibration import Calibration, Design, know
from survey.core.responses.tally import Tally, tally_from, tally_of
from survey.errors import InstructorNotFound, SurveyNotFound
from survey.store.models import SHARED, Colleagues, Role, State, Survey
from survey.store.sql.database import Rows
from survey.store.stored_rows import stored_instrument

NAMED_HOLDERS = "SELECT DISTINCT client_at FROM survey WHERE client_at <> '' ORDER BY 1"

# The columns have the names and the order of the fields.
_NAMES = [field.name for field in fields(Survey)]
_COLUMNS = ", ".join(_NAMES)
_SELECT = f"SELECT {_COLUMNS} FROM survey"  # noqa: S608
_INSERT = (
    f"INSERT INTO survey ({_COLUMNS}, digest) VALUES ({'?, ' * len(_NAMES)}?)"  # noqa: S608
    " ON CONFLICT (code) DO NOTHING"
)


def survey_lock(code: str) -> str:
    """The name of the lock that a transaction holds alone while it changes this survey."""
    return f"survey {code}"


def read_survey(rows: Rows, code: str) -> Survey:
    """The survey with this code; raises SurveyNotFound."""
    row = rows.execute(f"{_SELECT} WHERE code = ?", (code,)).fetchone()
    if row is None:
        raise SurveyNotFound
    return to_survey(*row)


def find_surveys(rows: Rows, owner: str | None) -> list[Any]:
    """The rows of this instructor's surveys, or of all, the newest first; for `to_survey`."""
    return rows.execute(
        f"{_SELECT} WHERE CAST(? AS TEXT) IS NULL OR owner = ? ORDER BY position DESC",
        (owner, owner),
    ).fetchall()


def find_shared(rows: Rows, name: str) -> list[Any]:
    """The rows of the surveys that others share with this instructor, the newest first."""
    return rows.execute(
        f"{_SELECT} WHERE colleagues LIKE ? ORDER BY position DESC", (f"%{stored_name(name)}%",)
    ).fetchall()


def to_survey(
    code: str, instrument: str, state: str, public: int, fewest: int, tokens: int, *rest: Any
) -> Survey:
    """The survey of a row, whose columns have the order of Survey's fields."""
    owner, closes_at, since, archived, group_name, cap, hidden, frozen, *more = rest
    calibrated, colleagues, labels, template, client_at, closes_on_date, *asked_again = more
    asked = stored_instrument(instrument)
    return Survey(
        code, asked, State(state), bool(public), fewest, bool(tokens),
        owner, closes_at, date.fromisoformat(since) if since else None, bool(archived),
        group_name, cap, bool(hidden), read_counts(asked, frozen) if frozen else None,
        read_calibrations(calibrated) if calibrated else (), read_colleagues(colleagues),
        tuple(json.loads(labels or "[]")), bool(template), client_at,
        bool(closes_on_date), *asked_again,
    )  # fmt: skip


def read_counts(instrument: Instrument, stored: str) -> Tally:
    """The tally that a column stores as JSON."""
    return tally_from(instrument, json.loads(stored))


@lru_cache(maxsize=256)
def read_calibrations(stored: str) -> tuple[Calibration, ...]:
    """The calibrations that a column stores as JSON; this process need not compute them again."""
    found = tuple(
        Calibration(Design(*design), confidence, thousandths)
        for design, confidence, thousandths in json.loads(stored)
    )
    know(found)
    return found


def stored_calibrations(calibrations: Iterable[Calibration]) -> str:
    """The calibrations as a column stores them."""
    rows = [(astuple(each.design), each.confidence, each.thousandths) for each in calibrations]
    return json.dumps(rows, separators=(",", ":"))


def stored_labels(labels: Iterable[str]) -> str:
    """The labels as a column stores them: "" for none."""
    listed = list(labels)
    return json.dumps(listed, ensure_ascii=False, separators=(",", ":")) if listed else ""


def stored_counts(tally: Tally) -> str:
    """The tally as a column stores it."""
    return json.dumps(tally.counts, separators=(",", ":"))


def insert_survey(rows: Rows, survey: Survey) -> bool:
    """Adds a survey; False, and nothing added, if its code is taken."""
    if rows.is_being_deleted(survey.code):
        return False
    check_instructor(rows, survey.owner, rows.for_share)
    stored = vars(survey) | {
        "instrument": survey.instrument.canonical_json,
        "since": survey.since and survey.since.isoformat(),
        "frozen": survey.frozen and stored_counts(survey.frozen),
        "calibrated": stored_calibrations(survey.calibrated) if survey.calibrated else None,
        "colleagues": stored_colleagues(dict(survey.colleagues)),
        "labels": stored_labels(survey.labels),
    }
    values = [stored[name] for name in _NAMES]
    return rows.execute(_INSERT, (*values, survey.instrument.digest)).rowcount == 1


def update_survey(rows: Rows, code: str, **values: object) -> None:
    """Sets these columns of a survey."""
    columns = ", ".join(f"{name} = ?" for name in values)
    rows.execute(f"UPDATE survey SET {columns} WHERE code = ?", (*values.values(), code))  # noqa: S608


def delete_survey(rows: Rows, code: str) -> None:
    """Deletes a survey and all that belongs to it."""
    rows.delete_responses_and_tokens(code)
    for table in ("tally", "statement", "public_step"):
        rows.execute(f"DELETE FROM {table} WHERE survey = ?", (code,))  # noqa: S608
    rows.execute("DELETE FROM survey WHERE code = ?", (code,))


def read_tally(rows: Rows, survey: Survey) -> Tally:
    """The counts of all responses."""
    counts = rows.execute(
        "SELECT item, value, sum(reports) FROM tally WHERE survey = ? GROUP BY 1, 2",
        (survey.code,),
    ).fetchall()
    return tally_of(survey.instrument, counts)


def check_instructor(rows: Rows, name: str, held: str) -> None:
    """Locks the instructor's row until the transaction ends; raises InstructorNotFound.

    `held` is Rows.for_share or for_update. A foreign key would also refuse a missing row, but by
    a database error, which in SQLite undoes everything that is committed together.
    """
    statement = f"SELECT 1 FROM instructor WHERE name = ?{held}"  # noqa: S608
    if not rows.execute(statement, (name,)).fetchone():
        raise InstructorNotFound(name)


def read_colleagues(stored: str) -> Colleagues:
    """The colleagues that a column stores as JSON, by name."""
    return tuple((name, SHARED[role]) for name, role in json.loads(stored or "{}").items())


def stored_colleagues(colleagues: Mapping[str, Role]) -> str:
    """The colleagues as a column stores them: "" for none."""
    named = {name: colleagues[name].stored for name in sorted(colleagues)}
    return json.dumps(named, separators=(",", ":")) if named else ""


def stored_name(name: str) -> str:
    """A text that the column of colleagues contains exactly if one of them has this name."""
    return f'"{name}":'
