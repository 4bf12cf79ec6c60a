"""Everything from one database into an empty one, checked before it counts as done."""

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from survey.errors import StoreUnavailable
from survey.store.contents import Contents
from survey.store.contents import Digests
from survey.store.contents import Row
from survey.store.contents import instrument_digest
from survey.store.contents import survey_rows
from survey.store.contents import survey_value
from survey.store.engines import Place
from survey.store.engines import check_driver
from survey.store.engines import is_address
from survey.store.sqlite_contents import SQLiteContents


@dataclass(frozen=True)
class CopiedSurvey:
    """One survey as it arrived; `digest` is SHA-256 over its responses in their ids' order."""

    code: str
    state: str
    instrument: str
    responses: int
    digest: str


def to_read(place: Place) -> Contents:
    """The contents of a database, which stays as it is; raises StoreUnavailable."""
    if not is_address(place):
        return SQLiteContents.to_read(Path(place))
    return _postgresql().to_read(place)


def to_write(place: Place) -> Contents:
    """A database that takes contents; raises StoreUnavailable."""
    if not is_address(place):
        return SQLiteContents.to_write(Path(place))
    return _postgresql().to_write(place)


def copy(
    source: Contents, target: Contents, passed: Callable[[int], object] = lambda number: None
) -> list[CopiedSurvey]:
    """Copies everything and compares what arrived; `passed` is told of every response.

    Nothing is kept unless all agrees: each survey's row, instrument, number
    and digest of responses, and the counts that the source kept with those
    counted anew. Raises StoreUnavailable otherwise, or if the target has surveys.
    """
    if target.count("survey") or target.count("response"):
        raise StoreUnavailable(
            "The target holds surveys already. Name an empty one, or remove the demo that its "
            "first start made."
        )
    for table in ("sign_in", "instructor"):
        target.empty(table)  # the first start of an app makes an instructor
    for table in ("instructor", "sign_in", "survey", "token"):
        target.write(table, source.rows(table))
    sent, arrived = Digests(), Digests()
    target.write("response", _told(sent.passing(source.rows("response")), passed))
    target.recount()
    for _ in arrived.passing(target.rows("response")):
        pass
    for table in ("instructor", "sign_in", "survey", "token"):
        _compare(list(source.rows(table)), list(target.rows(table)), f"table {table}")
    surveys = survey_rows(target)
    counted, recounted = source.tallies(), target.tallies()
    for code in surveys:
        _compare(sent.counts.get(code), arrived.counts.get(code), f"responses to {code}")
        _compare(sent.of(code), arrived.of(code), f"responses to {code}")
        _compare(counted[code], recounted[code], f"counts of {code}")
    _compare(sum(sent.counts.values()), target.count("response"), "number of responses")
    target.keep()
    return [
        CopiedSurvey(
            code,
            survey_value(row, "state"),
            instrument_digest(row),
            arrived.counts.get(code, 0),
            arrived.of(code),
        )
        for code, row in surveys.items()
    ]


def _told(rows: Iterable[Row], passed: Callable[[int], object]) -> Iterator[Row]:
    for row in rows:
        yield row
        passed(1)


def _compare(sent: object, arrived: object, what: str) -> None:
    if sent != arrived:
        raise StoreUnavailable(
            f"The {what} did not arrive as sent, so nothing is kept in the target."
        )


def _postgresql():
    check_driver()
    from survey.store.postgresql_contents import PostgreSQLContents

    return PostgreSQLContents
