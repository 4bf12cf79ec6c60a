"""All that a database holds, table by table, in the same values on every engine.

For copying between engines, below the verbs of the store: rows come and go as
tuples of text, numbers, truth values, and reports as a tuple of numbers.
"""

import hashlib
from abc import ABC
from abc import abstractmethod
from collections.abc import Iterable
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from survey.core.instrument import Instrument
from survey.core.instrument import from_canonical_json
from survey.core.tally import Tally
from survey.store.decisions import tally_of

Row = tuple[object, ...]

# The columns of every table, and the order in which its rows are read and written. Surveys
# are numbered anew as they come, so they come in the order in which they were made. Counts
# follow from the responses, and are counted again from what is copied. Whether the order of
# arrival is yet to be wiped stays behind, as that order does: responses come sorted.
TABLES: dict[str, tuple[tuple[str, ...], str]] = {
    "instructor": (("name", "password_hash", "link_hash", "largest_epsilon"), "name"),
    "sign_in": (("token_hash", "instructor"), "token_hash"),
    "survey": (
        (
            "code",
            "state",
            "instrument",
            "results_public",
            "fewest_responses",
            "tokens_required",
            "owner",
            "closes_at",
        ),
        "position",
    ),
    "token": (("token_hash", "survey", "spent"), "token_hash"),
    "response": (("survey", "response_id", "reports"), "survey, response_id"),
}


class Contents(ABC):
    """One database, read in one moment, or written in one transaction.

    A context manager: what was written is kept by `keep`, and undone without it.
    Every method raises StoreUnavailable.
    """

    @abstractmethod
    def rows(self, table: str) -> Iterator[Row]:
        """The rows of this table, in its order."""

    @abstractmethod
    def write(self, table: str, rows: Iterable[Row]) -> None:
        """Adds these rows, which come in the table's order."""

    @abstractmethod
    def execute(self, statement: str) -> list[Row]:
        """Runs a statement that both engines understand; gives its rows, if it has any."""

    @abstractmethod
    def recount(self) -> None:
        """Stores the counts of all responses that are there."""

    @abstractmethod
    def keep(self) -> None:
        """Makes durable what was written."""

    @abstractmethod
    def close(self) -> None:
        """Undoes what was not kept, and lets go of the database."""

    def count(self, table: str) -> int:
        """How many rows this table has."""
        return self.execute(f"SELECT count(*) FROM {table}")[0][0]  # noqa: S608

    def empty(self, table: str) -> None:
        """Removes all rows of this table."""
        self.execute(f"DELETE FROM {table}")  # noqa: S608

    def tallies(self) -> dict[str, Tally]:
        """The counts of every survey by its code, as they are stored."""
        counts: dict[str, list[tuple[int, int, int]]] = {}
        query = "SELECT survey, item, value, sum(reports) FROM tally GROUP BY 1, 2, 3"
        for survey, *row in self.execute(query):
            counts.setdefault(survey, []).append(tuple(row))
        return {
            code: tally_of(_instrument(row), counts.get(code, []))
            for code, row in survey_rows(self).items()
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def survey_rows(contents: Contents) -> dict[str, Row]:
    """The rows of surveys by their codes."""
    return {survey_value(row, "code"): row for row in contents.rows("survey")}


def survey_value(row: Row, column: str) -> str:
    """The text in this column of a survey's row."""
    columns, _ = TABLES["survey"]
    return str(row[columns.index(column)])


def instrument_digest(row: Row) -> str:
    """The digest of the instrument in a survey's row."""
    return _instrument(row).digest


def _instrument(row: Row) -> Instrument:
    return from_canonical_json(survey_value(row, "instrument"))


class Digests:
    """SHA-256 over the responses of each survey as they go by, sorted; and how many they are."""

    def __init__(self):
        self._hashes: dict[str, hashlib._Hash] = {}
        self.counts: dict[str, int] = {}

    def passing(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows themselves; each has been counted when it has passed."""
        for row in rows:
            survey, response_id, reports = row
            digest = self._hashes.setdefault(survey, hashlib.sha256())
            digest.update(f"{response_id} {','.join(map(str, reports))}\n".encode())
            self.counts[survey] = self.counts.get(survey, 0) + 1
            yield row

    def of(self, survey: str) -> str:
        """64 hex digits."""
        return self._hashes.get(survey, hashlib.sha256()).hexdigest()
