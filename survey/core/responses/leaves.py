"""Sorted leaves of a Merkle tree, 32 bytes each and no objects: a million take 32 MB."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

import numpy as np

SIZE = 32  # bytes of a SHA-256
PIECE = 2048  # leaves that are given together


class Leaves(Sequence[bytes]):
    """Hashes in ascending order, whatever order they came in; `packed` joins them."""

    def __init__(self, hashes: Iterable[bytes]):
        packed = bytearray()
        for each in hashes:
            packed += each
        # In place, and other threads run meanwhile.
        np.frombuffer(packed, f"S{SIZE}").sort()
        self.packed = memoryview(packed).toreadonly()

    def __len__(self) -> int:
        return len(self.packed) // SIZE

    @overload
    def __getitem__(self, place: int) -> bytes: ...
    @overload
    def __getitem__(self, place: slice) -> "Leaves": ...
    def __getitem__(self, place: int | slice) -> "bytes | Leaves":
        numbers = range(len(self))[place]
        if isinstance(numbers, int):
            return bytes(self.packed[SIZE * numbers : SIZE * (numbers + 1)])
        if numbers.step != 1:
            raise ValueError("Leaves are taken from one to another, without steps.")
        part = Leaves(())
        part.packed = self.packed[SIZE * numbers.start : SIZE * numbers.stop]
        return part

    def __iter__(self) -> Iterator[bytes]:
        for piece in self.pieces():
            yield from _each(piece)

    def __contains__(self, leaf: object) -> bool:
        if not isinstance(leaf, bytes):
            return False
        place = bisect_left(self, leaf)
        return place < len(self) and self[place] == leaf

    def pieces(self) -> Iterator[bytes]:
        """All hashes one after another, 64 KiB at a time."""
        for begin in range(0, len(self.packed), PIECE * SIZE):
            yield bytes(self.packed[begin : begin + PIECE * SIZE])


def _each(packed: bytes) -> Iterator[bytes]:
    return (packed[begin : begin + SIZE] for begin in range(0, len(packed), SIZE))
