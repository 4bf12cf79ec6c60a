"""The hash by which one response stands in the tree of a closed survey's results."""

import json
from collections.abc import Sequence
from hashlib import sha256

from survey.core.responses.reports import Report

_compact = json.JSONEncoder(separators=(",", ":")).encode


def leaf_hash(response_id: str, reports: Sequence[Report], digest: str) -> bytes:
    """SHA-256(0x00 ‖ id ‖ reports ‖ digest), a leaf's hash of RFC 9162, section 2.1.1.

    The id has 16 bytes and the instrument's digest 32, both given as hex digits; the
    reports are canonical JSON, such as [1,0], or [null,0] if only the second question was asked.
    """
    told = _compact(reports).encode()
    return sha256(b"\0" + bytes.fromhex(response_id) + told + bytes.fromhex(digest)).digest()
