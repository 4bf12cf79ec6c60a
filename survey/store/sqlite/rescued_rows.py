"""Copies the rows of a damaged SQLite file that can be read, table by table."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.responses.response import check_response, parse_response
from survey.errors import StoreUnavailable, SurveyError
from survey.store.sql.moved import abandoned, moved_to
from survey.store.sqlite.connection import SQLiteConnection
from survey.store.sqlite.debts import deleted_codes
from survey.store.sqlite.responses import TABLE
from survey.store.sqlite.salvage import Salvage, Unreadable, asked
from survey.store.sqlite.schema import applied_steps, check_applied, migrate
from survey.store.stored_rows import counted_responses, stored_instrument

LEAST_ROW = 40  # bytes of a response or a token in a file
ID_DIGITS, TOKEN_DIGITS = 32, 64
NAMING_SURVEYS = (
    ("survey", "code"),
    *((name, "survey") for name in (*SQLiteConnection.response_tables, "tally", "token")),
)

Named = dict[str, Any]  # a row, by the names of its columns


class RescuedRows:
    """Copies from a damaged file to an empty one; `lost` has sentences on the lost parts."""

    def __init__(self, source: SQLiteConnection, copy: SQLiteConnection, size: int):
        self._source, self._copy = source, copy
        self._most_rows = max(size // LEAST_ROW, 1)
        self.lost: list[str] = []

    def copy(self) -> None:
        """Copies all that can be read; raises StoreUnavailable if there is no list of tables."""
        try:
            asked(self._source, "SELECT name FROM sqlite_master")
        except Unreadable:
            raise StoreUnavailable(
                "Not even the list of its tables can be read: restore a backup."
            ) from None
        self._check_release()
        migrate(self._copy)
        self._copy.execute("BEGIN IMMEDIATE")
        self._copy_instructors()
        surveys = self._copy_surveys()
        for code, instrument in surveys.items():
            self._copy_responses(code, instrument)
        self._copy_tokens(surveys)
        for table in ("statement", "public_step"):
            self._copy_what_belongs(table, surveys)
        self._copy_keys()
        self._copy.execute(TABLE.count)
        self._copy.execute("COMMIT")

    def _check_release(self) -> None:
        """Raises StoreUnavailable if a later release made it, or everything was copied elsewhere.

        It does so if that much can be read.
        """
        try:
            applied = applied_steps(self._source)
            name = moved_to(self._source)
        except sqlite3.Error:
            return
        check_applied(applied)
        if name:
            raise abandoned("this database", name)

    def _copy_instructors(self) -> None:
        names = self._names(("instructor", "name"), ("survey", "owner"))
        found = [row for name in names for row in self._found("instructor", "name = ?", name)]
        self._copy.execute("DELETE FROM instructor")
        self._insert("instructor", found)
        lost = names.difference(row["name"] for row in found)
        self._copy.insert("instructor (name)", [(name,) for name in lost])
        self._note(len(lost), "instructor's password", "instructors' passwords")

    def _copy_surveys(self) -> dict[str, Instrument]:
        """Copies the surveys, and returns their instruments by code."""
        gone = deleted_codes(self._names(("debt", "debt_id")))
        codes = self._names(*NAMING_SURVEYS).difference(gone)
        found = [
            row
            for code in codes
            for row in self._found("survey", "code = ?", code)
            if _is_sound(row)
        ]
        here = [{**row, "moved": 0} for row in found]  # their responses are copied to one table
        self._insert("survey", sorted(here, key=lambda row: row["position"]))
        self._note(
            len(codes) - len(found), "survey with all responses", "surveys with all responses"
        )
        return {row["code"]: stored_instrument(row["instrument"]) for row in found}

    def _copy_responses(self, code: str, instrument: Instrument) -> None:
        columns = "survey, reports, response_id"
        gaps = faulty = 0
        # A closed survey's rows may be in either table; they are moved again later.
        for table in SQLiteConnection.response_tables:
            salvage = self._salvage(table, columns, ID_DIGITS, survey=code)
            for row in salvage.rows():
                if _is_whole(instrument, response_id=row[2], reports=row[1]):
                    self._copy.execute(
                        f"INSERT OR IGNORE INTO response ({columns}) VALUES (?, ?, ?)",  # noqa: S608
                        row,
                    )
                else:
                    faulty += 1
            gaps += salvage.gaps
        stored = self._copy.execute("SELECT count(*) FROM response WHERE survey = ?", (code,))
        missing = self._counted(code, instrument) - stored.fetchone()[0]
        if missing > 0:
            self._note(missing, f"response to survey {code}", f"responses to survey {code}")
        elif gaps or faulty:
            self.lost.append(f"some responses to survey {code}: its counts cannot be read either")

    def _copy_tokens(self, surveys: Mapping[str, object]) -> None:
        columns = "survey, spent, token_hash"
        table = self._salvage("token", columns, TOKEN_DIGITS)
        # The index holds all columns, too: rows lost from the table may be in the index.
        index = [
            self._salvage(
                "token INDEXED BY token_of_survey", columns, TOKEN_DIGITS, survey=code, spent=spent
            )
            for code in surveys
            for spent in (0, 1)
        ]
        for salvage in (table, *index):
            self._copy.executemany(
                f"INSERT OR IGNORE INTO token ({columns}) VALUES (?, ?, ?)",  # noqa: S608
                (row for row in salvage.rows() if row[0] in surveys and row[1] in {0, 1}),
            )
        if table.gaps and any(salvage.gaps for salvage in index):
            self.lost.append("some tokens")

    def _copy_keys(self) -> None:
        try:
            self._insert("signing_key", self._read("signing_key", "one = 1"))
        except Unreadable:
            self.lost.append("to which keys it belongs: the next start takes the folder's")

    def _copy_what_belongs(self, table: str, surveys: Mapping[str, object]) -> None:
        for code in surveys:
            try:
                self._insert(table, self._read(table, "survey = ?", code))
            except Unreadable:
                self.lost.append(f"what was stated or shown of survey {code}")

    def _counted(self, code: str, instrument: Instrument) -> int:
        """The number of responses by the stored counts; 0 if they cannot be read."""
        query = "SELECT survey, item, SUM(reports) FROM tally WHERE survey = ? GROUP BY 1, 2"
        try:
            counts = asked(self._source, query, code)
        except Unreadable:
            return 0
        return counted_responses([(code, instrument.canonical_json)], counts)[code]

    def _salvage(self, table: str, columns: str, digits: int, **fixed: object) -> Salvage:
        where = " AND ".join(["TRUE", *(f"{column} = ?" for column in fixed)])
        key = columns.rpartition(", ")[2]
        narrowest = 16**digits // self._most_rows
        values = tuple(fixed.values())
        return Salvage(self._source, table, columns, key, digits, narrowest, where, values)

    def _names(self, *places: tuple[str, str]) -> set[str]:
        """The values in these columns (table, column), as far as they can be read."""
        return {
            name
            for table, column in places
            for sign, order in ((">", "ASC"), ("<", "DESC"))
            for name in self._in_order(table, column, sign, order)
        }

    def _in_order(self, table: str, column: str, sign: str, order: str) -> Iterable[str]:
        """The different values of a column, one after the other, until one cannot be read."""
        query = f"SELECT {column} FROM {table}"  # noqa: S608
        condition = ""
        values: tuple[str, ...] = ()
        try:
            while found := asked(
                self._source, f"{query} {condition} ORDER BY {column} {order} LIMIT 1", *values
            ):
                yield found[0][0]
                condition, values = f"WHERE {column} {sign} ?", (found[0][0],)
        except Unreadable:
            return

    def _found(self, table: str, condition: str, *values: object) -> list[Named]:
        """The rows that meet the condition; an empty list if one of them cannot be read."""
        try:
            return self._read(table, condition, *values)
        except Unreadable:
            return []

    def _read(self, table: str, condition: str, *values: object) -> list[Named]:
        """The rows of a table, in the columns that both files have; raises Unreadable."""
        names = "SELECT name FROM pragma_table_info(?)"
        own = {name for (name,) in asked(self._source, names, table)}
        columns = [n for (n,) in asked(self._copy, names, table) if n in own]
        query = f"SELECT {', '.join(columns)} FROM {table} WHERE {condition}"  # noqa: S608
        return [dict(zip(columns, row, strict=True)) for row in asked(self._source, query, *values)]

    def _insert(self, table: str, rows: Iterable[Named]) -> None:
        for row in rows:
            self._copy.insert(f"{table} ({', '.join(row)})", [tuple(row.values())])

    def _note(self, number: int, one: str, several: str) -> None:
        if number:
            self.lost.append(f"{number:,} {one if number == 1 else several}")


def _is_sound(row: Named) -> bool:
    """Whether a survey's questionnaire has its digest; earlier releases stored none."""
    digest = sha256(row["instrument"].encode()).hexdigest()
    return bool(row.setdefault("digest", digest) == digest)


def _is_whole(instrument: Instrument, response_id: str, reports: str) -> bool:
    """Whether this row is a valid response to the instrument."""
    head = json.dumps({"instrument": instrument.digest, "response_id": response_id})
    try:
        check_response(parse_response(f'{head[:-1]}, "reports": {reports}}}'.encode()), instrument)
    except SurveyError:
        return False
    return True
