"""The responses that a file lists, packed: a million to five questions take 21 MB.

As objects they take half a kilobyte each.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from survey.core.responses.reports import RESPONSE_ID, Reports
from survey.core.responses.response import is_response_id

ID_SIZE = 16  # bytes
NOT_ASKED = 255  # a byte that is no report: no item has so many options

_FIELDS = {RESPONSE_ID, "reports"}


class PackedResponses:
    """Responses of equally many reports each, in the order in which they were added."""

    def __init__(self, responses: Iterable[tuple[str, Reports]] = ()):
        self._ids, self._reports, self.width = bytearray(), bytearray(), 0
        for response_id, reports in responses:
            self.add(response_id, reports)

    def __len__(self) -> int:
        return len(self._ids) // ID_SIZE

    def __iter__(self) -> Iterator[tuple[str, Reports]]:
        ids, reports, width = self._ids, self._reports, self.width
        for number in range(len(self)):
            packed = reports[width * number : width * (number + 1)]
            yield (
                ids[ID_SIZE * number : ID_SIZE * (number + 1)].hex(),
                tuple(None if each == NOT_ASKED else each for each in packed),
            )

    def add(self, response_id: str, reports: Sequence[int | None]) -> None:
        """Adds a response; `response_id` has 32 hex digits, each report is below 255 or None."""
        if not self._ids:
            self.width = len(reports)
        self._ids += bytes.fromhex(response_id)
        self._reports += bytes(NOT_ASKED if each is None else each for each in reports)

    def takes(self, reports: Sequence[Any]) -> bool:
        """Whether these can be added: they are reports, and as many as each response here has."""
        return (not self._ids or len(reports) == self.width) and all(
            each is None or (type(each) is int and 0 <= each < NOT_ASKED) for each in reports
        )

    @property
    def repeated(self) -> bool:
        """Whether two responses have the same id."""
        ids = np.sort(np.frombuffer(self._ids, f"S{ID_SIZE}"))
        return bool((ids[1:] == ids[:-1]).any())


class ListedEntries:
    """The entries of a file's list: responses packed, any other values unchanged."""

    def __init__(self, entries: Iterable[Any] = ()):
        self.packed = PackedResponses()
        self.others: dict[int, Any] = {}  # by their places, from 0
        for each in entries:
            self.append(each)

    def __len__(self) -> int:
        return len(self.packed) + len(self.others)

    def __iter__(self) -> Iterator[Any]:
        """Yields each entry as (id, reports) if it is packed, otherwise unchanged."""
        packed = iter(self.packed)
        for place in range(len(self)):
            yield self.others[place] if place in self.others else next(packed)

    def append(self, entry: Any) -> None:
        if self._is_response(entry):
            self.packed.add(entry[RESPONSE_ID], entry["reports"])
        else:
            self.others[len(self)] = entry

    def _is_response(self, entry: Any) -> bool:
        if not isinstance(entry, dict) or entry.keys() != _FIELDS:
            return False
        response_id, reports = entry[RESPONSE_ID], entry["reports"]
        return (
            is_response_id(response_id) and isinstance(reports, list) and self.packed.takes(reports)
        )
