"""The JSON of a file that somebody hands out: read strictly, or not at all.

No release has written a field twice, a number that no float holds, half a character or dozens of
brackets in each other: programs differ in what they make of these.
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

    Responses are left as they are: each is checked as the wire checks it.
    """
    try:
        document = parse_json(content)
        check_values(document)
    except (ReportRejected, ValueError, RecursionError):
        raise DataError(refused) from None
    return document


def check_values(document: Any) -> None:
    """Raises ValueError if a value of a file is none that a release has written."""
    _check(document, 0)
    # Half a character, as an escape may name it, has no bytes.
    json.dumps(document, ensure_ascii=False, default=_unpacked).encode()


def _unpacked(listed: ListedEntries) -> list[Any]:
    """The entries whose texts may hold anything: a response's id and reports do not."""
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
