"""A receipt as its file holds it, and the look for its response in an export."""

import json
from dataclasses import dataclass
from typing import Any

from survey.core.instrument.digest_forms import fingerprint
from survey.core.responses.merkle_tree import leaf_hash
from survey.core.responses.response import Response, parse_response
from survey.errors import DataError, ReportRejected
from survey.exports.verification.strict_json import read_strictly
from survey.exports.verification.verify import Verification
from survey.wire.acknowledgement import signer_of

FORMAT = "deniable-receipt/1"
_FIELDS = {"format", "code", "instrument", "response_id", "reports", "key", "signature"}
NOT_A_RECEIPT = (
    f"This is not a receipt: please give a file of the format {FORMAT}, or a response id."
)


@dataclass(frozen=True)
class Receipt:
    """A response and the signature that acknowledges it, both as hex digits."""

    code: str
    response: Response
    key: str
    signature: str

    @property
    def document(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "code": self.code,
            "instrument": self.response.instrument,
            "response_id": self.response.response_id,
            "reports": list(self.response.reports),
            "key": self.key,
            "signature": self.signature,
        }

    @property
    def signer(self) -> str | None:
        """The fingerprint of the key that signed it; None if the signature does not hold."""
        said = {"key": self.key, "signature": self.signature}
        key = signer_of(said, self.code, self.response)
        return fingerprint(key.hex) if key else None

    @property
    def leaf(self) -> bytes:
        response = self.response
        return leaf_hash(response.response_id, response.reports, response.instrument)


def parse_receipt(document: Any) -> Receipt:
    """The receipt in a document of exactly these fields; raises DataError for anything else."""
    try:
        if document.keys() == _FIELDS and document["format"] == FORMAT:
            fields = ("code", "key", "signature")
            code, key, signature = (document[each] for each in fields)
            if all(isinstance(each, str) for each in (code, key, signature)):
                return Receipt(code, _response(document), key, signature)
    except (AttributeError, ReportRejected):
        pass
    raise DataError(NOT_A_RECEIPT)


def read_receipt(content: bytes) -> Receipt:
    """The receipt in a file's bytes; raises DataError for anything else."""
    return parse_receipt(read_strictly(content, NOT_A_RECEIPT))


def _response(document: dict[str, Any]) -> Response:
    told = {each: document[each] for each in ("instrument", "response_id", "reports")}
    return parse_response(json.dumps(told).encode())


@dataclass(frozen=True)
class ReceiptFinding:
    """A sentence on a receipt; its response is `counted`, provably `omitted`, or neither."""

    sentence: str
    counted: bool = False
    omitted: bool = False


def shown_by(receipt: Receipt, found: Verification) -> ReceiptFinding:
    """Looks for the receipt's response in a verified export."""
    statement = found.statement
    if receipt.signer is None:
        return ReceiptFinding("The receipt's signature does not hold: it proves nothing.")
    if found.listed.code not in (None, receipt.code):
        return ReceiptFinding(
            f"The receipt is of the survey {receipt.code}: it proves nothing here."
        )
    if statement and statement.key != receipt.key:
        return ReceiptFinding(
            f"The receipt is signed by {receipt.signer}, the statement by {found.signer}: the "
            "receipt proves nothing of this list, and one of the two keys is not the survey's."
        )
    if receipt.leaf in found.listed.leaves:
        return ReceiptFinding("The response of this receipt was counted.", counted=True)
    there = found.reports_of(receipt.response.response_id)
    missing = (
        "The response of this receipt is not in the list."
        if there is None
        else "The response of this receipt is in the list with other reports."
    )
    if statement is None:
        return ReceiptFinding(
            f"{missing} Without a statement this proves nothing: the list may not be all."
        )
    if not found.is_stated:
        return ReceiptFinding(f"{missing} The list is not the stated one: ask for that.")
    if not statement.terms.final:
        return ReceiptFinding(
            f"{missing} It was acknowledged: either it was left out, or it came when the survey "
            f"was open again after closing {statement.closing}, and is in a later list. This "
            "proves nothing yet."
        )
    return ReceiptFinding(
        f"{missing} It was acknowledged, and closing {statement.closing} was final: so receipt and "
        "statement prove that it was left out.",
        omitted=True,
    )
