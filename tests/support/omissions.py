"""Proofs that a response was left out of the results: true ones, and lies about a server."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from closed_survey import OTHER_KEY
from doctored_results import OTHER_SURVEY, TRUE, changed, forged, signed

from survey.core.responses.merkle_tree import inclusion_proof
from survey.core.responses.statement import leaves
from survey.exports.verification.omission import omission_document
from survey.exports.verification.receipts import parse_receipt
from survey.exports.verification.tlog_proof import TlogProof


@cache
def _omission(place: int, kept: int) -> str:
    """The proof that the response at `place` by hash was left out, where `kept` are listed."""
    by_hash = sorted(TRUE.rows[: kept + 1], key=lambda row: leaves(TRUE.instrument, [row]))
    whole = replace(TRUE, rows=by_hash)
    lying = signed(TRUE, by_hash[:place] + by_hash[place + 1 :])
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


def _accused(*beside: int) -> dict[str, Any]:
    """A response that is in the tree, seventh by hash, and leaves that are to hide it."""
    by_hash = sorted(TRUE.rows, key=lambda row: leaves(TRUE.instrument, [row]))
    hashes = leaves(TRUE.instrument, by_hash)
    proofs = [TlogProof(hashes[each], each, inclusion_proof(hashes, each), TRUE.notes[0])
              for each in beside]  # fmt: skip
    return omission() | {
        "receipt": replace(TRUE, rows=by_hash).receipt(7),
        "statement": TRUE.notes[0],
        "neighbours": [proof.text for proof in proofs],
    }


FALSE_OMISSIONS: dict[str, Callable[[], dict[str, Any]]] = {
    "of a counted response": lambda: _accused(6, 8),
    "of a counted response, with itself": lambda: _accused(7, 8),
    "of a counted response, with other leaves": lambda: _accused(20, 21),
    "of a counted response, with none": lambda: _accused(),
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
