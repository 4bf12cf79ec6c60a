"""One respondent's reports to the whole instrument, and the strict reading of the wire.

    {"instrument": digest, "response_id": 32 hex digits, "reports": [int or null, ...],
     "token": optional}

Strict means: UTF-8 JSON without duplicate keys, exactly these fields, true integers; null stands
for a report on a question that was not asked, if each respondent is asked one. Every refusal names
the field, and none repeats what was sent. For a form without scripts two parties make the response
id together, so that neither chooses it alone.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

from survey.core.instrument.digest_forms import is_digest
from survey.core.instrument.instrument import Instrument
from survey.core.responses.reports import Reports, check_answered
from survey.errors import ReportRejected, ResponseConflict
from survey.translations.marked import N_

# Bytes; 50 questions of 20 options each need about 2,200, and 5,100 where one of them is asked.
LARGEST_RESPONSE = 6144

ANOTHER_VERSION = N_(
    "This response belongs to another version of the questionnaire. Please reload the page."
)

_128_BITS = re.compile(r"[0-9a-f]{32}")
_FIELDS = {"instrument", "response_id", "reports"}


@dataclass(frozen=True)
class Response:
    """Reports with the random id that the respondent's browser drew for them."""

    instrument: str
    response_id: str
    reports: Reports
    token: str | None = None

    def body(self) -> bytes:
        """The response on the wire."""
        document = {
            "instrument": self.instrument,
            "response_id": self.response_id,
            "reports": list(self.reports),
        }
        if self.token is not None:
            document["token"] = self.token
        return json.dumps(document, separators=(",", ":")).encode()


def parse_response(body: bytes) -> Response:
    """The response in a request's body; raises ReportRejected."""
    document = parse_json(body)
    if not isinstance(document, dict):
        raise ReportRejected("The body must be a JSON object.", "body")
    for field in sorted(_FIELDS - document.keys()):
        raise ReportRejected(f"The field {field} is missing.", field)
    if document.keys() - _FIELDS - {"token"}:
        raise ReportRejected("Only instrument, response_id, reports and token may be sent.", "body")
    if not (isinstance(document["instrument"], str) and is_digest(document["instrument"])):
        raise ReportRejected("instrument must be 64 lower-case hex digits.", "instrument")
    if not is_response_id(document["response_id"]):
        raise ReportRejected("response_id must be 32 lower-case hex digits.", "response_id")
    reports = document["reports"]
    # type() and not isinstance: True is an int to Python, and no report.
    if not isinstance(reports, list) or any(
        report is not None and type(report) is not int for report in reports
    ):
        raise ReportRejected("reports must be a list of whole numbers.", "reports")
    token = document.get("token")
    if "token" in document and not isinstance(token, str):
        raise ReportRejected("token must be text.", "token")
    return Response(document["instrument"], document["response_id"], tuple(reports), token)


def check_response(response: Response, instrument: Instrument) -> None:
    """Raises an error unless the response answers exactly this instrument.

    ResponseConflict for another digest, ReportRejected for a wrong number of
    reports or of questions answered, or a report outside its item's options.
    """
    if response.instrument != instrument.digest:
        raise ResponseConflict(ANOTHER_VERSION, "instrument")
    if len(response.reports) != len(instrument.items):
        entries = f"{len(response.reports)} entr{'y' if len(response.reports) == 1 else 'ies'}"
        raise ReportRejected(
            f"reports has {entries}; this questionnaire needs {len(instrument.items)}.", "reports"
        )
    for report, item in zip(response.reports, instrument.items, strict=True):
        if report is not None and not 0 <= report < item.options:
            raise ReportRejected(
                f"the report of {item.name} must be between 0 and {item.options - 1}.", "reports"
            )
    check_answered(instrument, response.reports)


def parse_json(body: bytes) -> Any:
    """The value of strict JSON; raises ReportRejected, which repeats none of it."""
    try:
        return STRICT_JSON.decode(body.decode("utf-8"))
    # RecursionError: thousands of nested brackets. `from None`: the decoder's
    # error quotes the body.
    except (ValueError, RecursionError):
        raise ReportRejected("The body is not valid JSON in UTF-8.", "body") from None


def is_response_id(value: Any) -> bool:
    """Whether this is 128 bits as the wire writes them: 32 hex digits in lower case."""
    return isinstance(value, str) and _128_BITS.fullmatch(value) is not None


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) != len(pairs):
        raise ValueError("duplicate key")
    return document


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


# No name twice in an object, and no NaN.
STRICT_JSON = json.JSONDecoder(
    object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant
)


FEWEST_TYPED = 8  # characters that the respondent types


def shared_response_id(form_part: str, typed: str) -> str:
    """The first 128 bits of SHA-256(form_part ‖ 0x00 ‖ typed), 32 hex digits.

    `form_part`, 32 hex digits, comes with the form, and the respondent types `typed`. A server that
    hands the same part to two people still gets two ids, since they type different words. Raises
    ReportRejected for a malformed `form_part`.
    """
    if not _128_BITS.fullmatch(form_part):
        raise ReportRejected("form_part must be 32 lower-case hex digits.", "form_part")
    return hashlib.sha256(f"{form_part}\0{typed}".encode()).hexdigest()[:32]
