"""Reads JSON of others strictly: it refuses everything that programs read differently.

That is a field that stands twice, a number that no float holds, half a character, and dozens of
nested brackets. No release has written any of them.
"""

import json
import math
from typing import Any

from survey.core.responses.response import parse_json
from survey.errors import DataError, ReportRejected
from survey.exports.verification.listed_entries import ListedEntries

DEEPEST = 40  # brackets in each other
LARGEST = 2**63  # of whole numbers


def read_strictly(content: bytes, refused: str) -> Any:
    """The value of a file; raises DataError with this sentence for anything else.

    It does not check responses, which the caller checks as the wire does.
    """
    try:
        document = parse_json(content)
        check_values(document)
    except (ReportRejected, ValueError, RecursionError):
        raise DataError(refused) from None
    return document


def check_values(document: Any) -> None:
    """Raises ValueError for a value that no release writes."""
    _check(document, 0)
    # Half a character, as an escape may name it, has no bytes.
    json.dumps(document, ensure_ascii=False, default=_unpacked).encode()


def _unpacked(listed: ListedEntries) -> list[Any]:
    """The entries that are not packed responses, and so may hold any text."""
    return list(listed.others.values())


def _check(value: Any, depth: int) -> None:
    if depth > DEEPEST:
        raise ValueError("too deep")
    if isinstance(value, dict):
        for name, each in value.items():
            if depth or name != "reports":
                _check(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            _check(each, depth + 1)
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError("beyond a float")
    elif isinstance(value, int) and abs(value) >= LARGEST:
        raise ValueError("too large")
