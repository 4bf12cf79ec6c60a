"""The JSON of a file that somebody hands out: read strictly, or not at all.

No release has written a field twice, a number that no float holds, half a character or dozens of
brackets in each other: programs differ in what they make of these.
"""

import json
import math
import re
from typing import Any

from survey.core.responses.response import parse_json
from survey.errors import DataError, ReportRejected

DEEPEST = 40  # brackets in each other
LARGEST = 2**63  # of whole numbers

_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # the escape of a half, which may stand beside the other


def read_strictly(content: bytes, refused: str) -> Any:
    """The value of a file; raises DataError with this sentence for anything else.

    Responses are left as they are: each is checked as the wire checks it.
    """
    try:
        document = parse_json(content)
        if _HALF.search(content.decode()):
            json.dumps(document, ensure_ascii=False).encode()
        _check(document, 0)
    except (ReportRejected, ValueError, RecursionError):
        raise DataError(refused) from None
    return document


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
