"""A proof that a signed statement leaves out an acknowledged response.

The proof needs a statement of a final closing: if a survey was opened again, a later response is
in no earlier list, and nobody has left it out.

A tree's leaves are sorted by their hashes. So two neighbouring leaves, one below and one above
the missing leaf, show that it is nowhere. At an end of the list one leaf is enough, and an empty
list needs none. The proof is as short for 100,000 responses as for 100.
"""

from bisect import bisect
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from survey.core.responses.merkle_tree import inclusion_proof, is_included
from survey.core.responses.statement import Statement
from survey.errors import DataError
from survey.exports.verification.receipts import Receipt, parse_receipt
from survey.exports.verification.statement_chain import KnownForms
from survey.exports.verification.tlog_proof import TlogProof, read_tlog_proof
from survey.wire.signed_note import read_signed_statement

FORMAT = "deniable-omission/1"
NOT_FINAL = (
    "The statement does not say that closing was final: if the survey was open again, it may have "
    "taken this response since."
)
NOT_AN_OMISSION = f"This is not a proof of the format {FORMAT}."


def omission_document(receipt: Receipt, leaves: Sequence[bytes], note: str) -> dict[str, Any]:
    """The proof as JSON values; `leaves` are the statement's, without the receipt's leaf."""
    place = bisect(leaves, receipt.leaf)
    beside = [each for each in (place - 1, place) if 0 <= each < len(leaves)]
    proofs = (TlogProof(leaves[each], each, inclusion_proof(leaves, each), note) for each in beside)
    return {
        "format": FORMAT,
        "receipt": receipt.document,
        "statement": note,
        "neighbours": [proof.text for proof in proofs],
    }


def verify_omission(document: Any, known: KnownForms) -> tuple[Receipt, Statement, list[str]]:
    """The proof's receipt, statement and faults; raises DataError for anything that is no proof."""
    try:
        receipt = parse_receipt(document["receipt"])
        note = document["statement"]
        statement = read_signed_statement(note)
        proofs = [read_tlog_proof(each) for each in document["neighbours"]]
    except (KeyError, TypeError, AttributeError):
        raise DataError(NOT_AN_OMISSION) from None
    faults = []
    if receipt.signer is None:
        faults.append("The receipt's signature does not hold.")
    if receipt.code != statement.code:
        faults.append("Receipt and statement are of two surveys.")
    if receipt.key != statement.key:
        faults.append("Receipt and statement are signed by two keys.")
    if known.key and receipt.signer != known.key:
        faults.append(f"The receipt is signed by {receipt.signer}, not by {known.key}.")
    if known.root and statement.short_root != known.root:
        faults.append(f"The root is {statement.short_root}, not {known.root}.")
    if any(proof.note != note for proof in proofs):
        faults.append("A neighbour is of another statement.")
    if not _are_in(proofs, statement):
        faults.append("A neighbour is not in the stated tree.")
    if not statement.terms.final:
        faults.append(NOT_FINAL)
    if not _leave_no_place(receipt.leaf, proofs, statement):
        faults.append("The neighbours leave a place where the response may be.")
    return receipt, statement, faults


def _are_in(proofs: Sequence[TlogProof], statement: Statement) -> bool:
    size, expected = statement.tally.responses, bytes.fromhex(statement.root)
    return all(
        is_included(proof.extra, proof.index, size, proof.path, expected) for proof in proofs
    )


def _leave_no_place(leaf: bytes, proofs: Sequence[TlogProof], statement: Statement) -> bool:
    """Whether the proofs show two neighbours in the tree between which the leaf would belong."""
    # The first leaf has no neighbour before it, the last one none behind it.
    ends = (-1, b""), (statement.tally.responses, b"\xff" * 33)
    row = [ends[0], *((proof.index, proof.extra) for proof in proofs), ends[1]]
    return any(one + 1 == two and low < leaf < high for (one, low), (two, high) in pairwise(row))
