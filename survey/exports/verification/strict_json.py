"""Reads the JSON of a file strictly: a file from anyone may be ambiguous.

No release has written a field twice, a number that no float holds, half a character or dozens of
nested brackets: programs read these differently.
"""

import json
import math
from typing import Any

from survey.core.responses.response import parse_json
from survey.errors import DataError, ReportRejected
from survey.exports.verification.listed_entries import ListedEntries

DEEPEST = 40  # levels of nested brackets
LARGEST = 2**63  # of whole numbers


def read_strictly(content: bytes, refused: str) -> Any:
    """The value of a file; raises DataError with the sentence `refused` for anything else.

    It does not check responses: each is later checked as the wire checks it.
    """
    try:
        document = parse_json(content)
        check_values(document)
    except (ReportRejected, ValueError, RecursionError):
        raise DataError(refused) from None
    return document


def check_values(document: Any) -> None:
    """Raises ValueError for a value of a kind that no release has written."""
    _check(document, 0)
    # Half a character, which an escape can spell, has no bytes.
    json.dumps(document, ensure_ascii=False, default=_unpacked).encode()


def _unpacked(listed: ListedEntries) -> list[Any]:
    """The entries that are not packed: only their texts may hold half a character."""
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
