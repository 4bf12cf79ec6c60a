"""A response that its respondent hands over as a line of text, where there is no network.

{"format": "deniable-response/1", "code": CODE, "response": the body that the wire takes}
"""

import json
import re
from typing import Any

from survey.core.responses.response import LARGEST_RESPONSE, parse_json
from survey.errors import DataError, ReportRejected

FORMAT = "deniable-response/1"
LARGEST_LINE = LARGEST_RESPONSE + 256  # bytes: a body with format and code around it

_CODE = re.compile(r"[0-9a-z]{1,32}")
_FIELDS = {"format", "code", "response"}


def read_handed_over(line: bytes) -> tuple[str, bytes]:
    """(the survey's code, the body that a request would have) from one line.

    Checks only the line; the body is checked when the response is taken. Raises DataError with a
    sentence that repeats nothing of the line.
    """
    if len(line) > LARGEST_LINE:
        raise DataError(f"This is too long for a response: more than {LARGEST_LINE:,} bytes.")
    try:
        document = parse_json(line)
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise DataError(f"This is no response that was handed over ({FORMAT}).")
        if document.keys() != _FIELDS:
            raise DataError("Only format, code and response may be in this line, and all three.")
        return _code(document["code"]), _body(document["response"])
    except (ReportRejected, RecursionError):
        raise DataError("This is not valid JSON in UTF-8.") from None


def _code(value: Any) -> str:
    if not isinstance(value, str) or not _CODE.fullmatch(value):
        raise DataError("code must be a survey's code.")
    return value


def _body(value: Any) -> bytes:
    """The response as it is sent; JSON keeps apart what the wire does, such as 1, 1.0 and true."""
    return json.dumps(value, separators=(",", ":")).encode()
