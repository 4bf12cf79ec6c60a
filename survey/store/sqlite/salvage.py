"""Reads rows of a damaged SQLite file one by one, around the pages that cannot be read.

It reads rows by their keys, upwards from the last readable one. If that fails, it reads downwards
from the end; if that fails, too, from the middle between both, and so on until the gap is too
narrow to hold a row. The keys must be evenly distributed: random hex digits.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Row = tuple[Any, ...]
HEX = set("0123456789abcdef")


class Unreadable(Exception):
    """A row cannot be read, or its bytes form no row."""


def asked(connection: sqlite3.Connection, query: str, *values: object) -> list[Row]:
    """The rows of a query; raises Unreadable if one of them cannot be read."""
    try:
        return [tuple(row) for row in connection.execute(query, values).fetchall()]
    except (sqlite3.Error, OverflowError) as error:
        raise Unreadable from error


@dataclass
class Salvage:
    """The rows of a table whose key begins with `column = value`, or all, and then is random.

    `columns` end with the random part, `key`, of so many hex digits. The search stops between two
    keys that are `narrowest` apart. `gaps` counts the places where rows could not be read.
    """

    connection: sqlite3.Connection
    table: str
    columns: str
    key: str
    digits: int
    narrowest: int
    where: str = "TRUE"
    values: tuple[object, ...] = ()
    gaps: int = 0
    _end_of_gap: int = field(default=-2, init=False)

    def rows(self) -> Iterator[Row]:
        """Every row that can be read, once."""
        yield from self._upwards(-1, 16**self.digits)

    def _upwards(self, low: int, high: int) -> Iterator[Row]:
        """Yields the readable rows with keys between `low` and `high`, from below."""
        last = low
        try:
            while row := self._above(last, high):
                yield row
                last = self._number(row)
        except Unreadable:
            yield from self._around(last, high)

    def _around(self, low: int, high: int) -> Iterator[Row]:
        """Yields the readable rows between `low` and `high` if the lowest cannot be read."""
        last = high
        try:
            while row := self._below(last, low):
                yield row
                last = self._number(row)
        except Unreadable:
            if last - low <= self.narrowest:
                self._note_gap(low, last)
                return
            middle = (low + last) // 2
            yield from self._around(low, middle)
            yield from self._upwards(middle - 1, last)

    def _above(self, low: int, high: int) -> Row | None:
        """The lowest row between two keys; raises Unreadable."""
        row = self._first(f"{self.key} > ? ORDER BY {self.key}", low)
        if row and self._number(row) <= low:
            raise Unreadable  # from a page that is not in its place
        return row if row and self._number(row) < high else None

    def _below(self, high: int, low: int) -> Row | None:
        """The highest row between two keys; raises Unreadable."""
        row = self._first(f"{self.key} < ? ORDER BY {self.key} DESC", high)
        if row and self._number(row) >= high:
            raise Unreadable
        return row if row and self._number(row) > low else None

    def _first(self, condition: str, number: int) -> Row | None:
        query = (
            f"SELECT {self.columns} FROM {self.table} WHERE {self.where} AND {condition} LIMIT 1"  # noqa: S608, E501
        )
        found = asked(self.connection, query, *self.values, self._text(number))
        return found[0] if found else None

    def _text(self, number: int) -> str:
        """The number as a key: text of so many hex digits."""
        if number < 0:
            return ""
        return f"{number:0{self.digits}x}" if number < 16**self.digits else "g"

    def _number(self, row: Row) -> int:
        key = row[-1]
        if not (isinstance(key, str) and len(key) == self.digits and set(key) <= HEX):
            raise Unreadable
        return int(key, 16)

    def _note_gap(self, low: int, high: int) -> None:
        if low > self._end_of_gap:
            self.gaps += 1
        self._end_of_gap = high
