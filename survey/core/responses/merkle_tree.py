"""The Merkle tree of RFC 9162, section 2.1, over the responses of a closed survey."""

import json
from collections.abc import Iterable, Sequence
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


def root(leaves: Iterable[bytes]) -> bytes:
    """The tree's root: MTH(D) of section 2.1.1; SHA-256 of nothing for no leaf.

    It reads the leaves once, and holds one hash for each power of two in their number.
    """
    whole: list[tuple[int, bytes]] = []  # (height, root) of the trees of 2^height leaves so far
    for found in leaves:
        height = 0
        while whole and whole[-1][0] == height:
            found = _node(whole.pop()[1], found)
            height += 1
        whole.append((height, found))
    if not whole:
        return sha256().digest()
    _, found = whole.pop()
    while whole:
        found = _node(whole.pop()[1], found)
    return found


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The hashes beside the path from leaf `index` to the root, the lowest first (2.1.3.1).

    Raises IndexError unless 0 ≤ index < len(leaves).
    """
    if not 0 <= index < len(leaves):
        raise IndexError(index)
    proof, begin, end = [], 0, len(leaves)
    while end - begin > 1:
        # The left subtree has as many leaves as the largest power of two below their number.
        middle = begin + (1 << (end - begin - 1).bit_length() - 1)
        if index < middle:
            proof.append(root(leaves[middle:end]))
            end = middle
        else:
            proof.append(root(leaves[begin:middle]))
            begin = middle
    return proof[::-1]


def is_included(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected_root: bytes
) -> bool:
    """Whether the proof leads from this leaf of a tree of `size` leaves to the root (2.1.3.2)."""
    if not 0 <= index < size:
        return False
    found, last, left = leaf, size - 1, list(proof)
    while last:
        # A node without a sibling moves up a level unchanged.
        if index % 2 or index < last:
            if not left:
                return False
            beside = left.pop(0)
            found = _node(beside, found) if index % 2 else _node(found, beside)
        index, last = index >> 1, last >> 1
    return not left and found == expected_root


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()
