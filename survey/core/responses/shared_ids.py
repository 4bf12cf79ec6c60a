"""Response ids that two parties make together, so that neither chooses them alone."""

import hashlib
import re

from survey.errors import ReportRejected

FEWEST_TYPED = 8  # characters of the respondent's own

_PART = re.compile(r"[0-9a-f]{32}")


def shared_response_id(form_part: str, typed: str) -> str:
    """The first 128 bits of SHA-256(form_part ‖ 0x00 ‖ typed), 32 hex digits.

    `form_part` is what the form came with, 32 hex digits, and `typed` is the respondent's own. A
    server that hands the same part to two people still gets two ids, since they type different
    words. Raises ReportRejected for a part of another form.
    """
    if not _PART.fullmatch(form_part):
        raise ReportRejected("form_part must be 32 lower-case hex digits.", "form_part")
    return hashlib.sha256(f"{form_part}\0{typed}".encode()).hexdigest()[:32]
