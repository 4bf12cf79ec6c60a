"""Proofs that a response was left out of the results: true ones, and lies about a server."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from closed_survey import OTHER_KEY
from doctored_results import (
    FINAL,
    LATE,
    OTHER_SURVEY,
    TRUE,
    changed,
    forged,
    signed,
    signed_by_anybody,
)
from small_order import SIGNATURE, SMALL_ORDER

from survey.core.responses.merkle_tree import inclusion_proof
from survey.core.responses.statement import leaves
from survey.exports.verification.omission import omission_document
from survey.exports.verification.receipts import parse_receipt
from survey.exports.verification.tlog_proof import TlogProof
from survey.wire.signed_note import read_signed_statement, signed_statement


@cache
def _omission(place: int, kept: int) -> str:
    """The proof that the response at `place` by hash was left out, if `kept` are listed."""
    by_hash = sorted(TRUE.rows[: kept + 1], key=lambda row: leaves(TRUE.instrument, [row])[0])
    whole = replace(TRUE, rows=by_hash, final=True)
    lying = signed(whole, by_hash[:place] + by_hash[place + 1 :])
    receipt = parse_receipt(whole.receipt(place))
    proof = omission_document(receipt, leaves(TRUE.instrument, lying.rows), lying.notes[0])
    return json.dumps(proof)


def omission(place: int = 7, kept: int = 59) -> dict[str, Any]:
    return json.loads(_omission(place, kept))


OMISSIONS: dict[str, Callable[[], dict[str, Any]]] = {
    f"{place} of {kept + 1}": lambda place=place, kept=kept: omission(place, kept)
    for kept in (0, 1, 2, 5, 59)
    for place in sorted({0, kept // 2, kept})
}


def _edited(change: Callable[[list[str]], Any]) -> dict[str, Any]:
    """The proof with its neighbours changed."""
    proof = omission()
    proof["neighbours"] = change(proof["neighbours"])
    return proof


def _without_line(proof: str, line: int) -> str:
    lines = proof.split("\n")
    return "\n".join(lines[:line] + lines[line + 1 :])


def _accused(*beside: int, place: int = 7, told: Sequence[str] = ()) -> dict[str, Any]:
    """A response that is in the tree at `place` by hash, and leaves that should hide it.

    `told` are the indices that the proof gives for these leaves.
    """
    by_hash = sorted(FINAL.rows, key=lambda row: leaves(FINAL.instrument, [row])[0])
    hashes = leaves(FINAL.instrument, by_hash)
    proofs = [TlogProof(hashes[each], each, inclusion_proof(hashes, each), FINAL.notes[0]).text
              for each in beside]  # fmt: skip
    for number, index in enumerate(told):
        proofs[number] = re.sub(r"(?m)^index \d+$", f"index {index}", proofs[number])
    return omission() | {
        "receipt": replace(FINAL, rows=by_hash).receipt(place),
        "statement": FINAL.notes[0],
        "neighbours": proofs,
    }


def _of_small_order() -> dict[str, Any]:
    """A receipt and a statement by a key with which anybody signs."""
    true = omission()
    note = signed_by_anybody(read_signed_statement(true["statement"]))
    return true | {
        "receipt": true["receipt"] | {"key": SMALL_ORDER[2], "signature": SIGNATURE.hex()},
        "statement": note,
        "neighbours": [each.replace(true["statement"], note) for each in true["neighbours"]],
    }


def _reopened() -> dict[str, Any]:
    """A response that came after the closing, since the survey was open again: nobody lied."""
    receipt = parse_receipt(replace(TRUE, rows=LATE).receipt(0))
    return omission_document(receipt, leaves(TRUE.instrument, TRUE.rows), TRUE.notes[0])


def _of_closing_2() -> dict[str, Any]:
    """The same, where the statement says that it is of closing 2, and final."""
    true = omission()
    final = replace(read_signed_statement(true["statement"]), closing=2)
    note = signed_statement(TRUE.key, final)
    return true | {
        "statement": note,
        "neighbours": [each.replace(true["statement"], note) for each in true["neighbours"]],
    }


FALSE_OMISSIONS: dict[str, Callable[[], dict[str, Any]]] = {
    "of a counted response": lambda: _accused(6, 8),
    "of a counted response, with itself": lambda: _accused(7, 8),
    "of a counted response, with other leaves": lambda: _accused(20, 21),
    "of a counted response, with none": lambda: _accused(),
    "of a counted response, by halves": lambda: _accused(5, 7, place=6, told=("5.5", "6.5")),
    "of a counted response, by other forms of an index": lambda: _accused(
        6, 8, told=("6", "0x8")
    ),
    "of a late response, where the closing was not final": _reopened,
    "by a key of small order": _of_small_order,
    "by a second closing that is final": _of_closing_2,
    "another form of an index": lambda: _edited(
        lambda both: [both[0].replace("index 6", "index 6e0"), both[1]]
    ),
    "without neighbours": lambda: _edited(lambda _: []),
    "one neighbour": lambda: _edited(lambda both: both[:1]),
    "the other neighbour": lambda: _edited(lambda both: both[1:]),
    "neighbours exchanged": lambda: _edited(lambda both: both[::-1]),
    "a neighbour twice": lambda: _edited(lambda both: both[:1] * 2),
    "a truncated way": lambda: _edited(lambda both: [_without_line(both[0], 3), both[1]]),
    "no way at all": lambda: _edited(
        lambda both: ["\n".join([*both[0].split("\n")[:3], "", both[0].partition("\n\n")[2]]),
                      both[1]]
    ),
    "a cut proof": lambda: _edited(lambda both: [both[0][:200], both[1]]),
    "another index": lambda: _edited(
        lambda both: [both[0].replace("index 6", "index 5"), both[1]]
    ),
    "other neighbours' leaves": lambda: _edited(
        lambda both: [both[0].replace(both[0].split("\n")[1], both[1].split("\n")[1]), both[1]]
    ),
    "neighbours further apart": lambda: _edited(
        lambda both: [both[0], omission(9)["neighbours"][1]]
    ),
    "another receipt": lambda: omission() | {"receipt": omission(8)["receipt"]},
    "a receipt with other reports": lambda: changed(
        omission(), lambda reports: [1 - reports[0], *reports[1:]], "receipt", "reports"
    ),
    "a receipt of another survey": lambda: changed(omission(), OTHER_SURVEY.receipt(0), "receipt"),
    "a receipt of another key": lambda: changed(
        omission(), replace(TRUE, key=OTHER_KEY).receipt(0), "receipt"
    ),
    "another statement": lambda: omission() | {"statement": TRUE.notes[0]},
    "a forged statement": lambda: changed(omission(), forged, "statement"),
    "a forged checkpoint": lambda: _edited(
        lambda both: [both[0], both[1][: -len(note_of(both[1]))] + forged(note_of(both[1]))]
    ),
}  # fmt: skip


def note_of(proof: str) -> str:
    """The signed note within a tlog-proof."""
    return proof.partition("\n\n")[2]
