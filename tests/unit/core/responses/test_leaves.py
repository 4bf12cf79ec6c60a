"""Leaves are packed, stand in their own order, and are found by halving."""

import random
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.core.responses.leaves import PIECE, SIZE, Leaves
from survey.core.responses.merkle_tree import inclusion_proof, is_included, root

HASHES = [sha256(str(number).encode()).digest() for number in range(3 * PIECE // 2)]


@given(st.lists(st.binary(min_size=SIZE, max_size=SIZE), max_size=40))
def test_they_are_those_given_in_ascending_order(hashes):
    leaves = Leaves(iter(hashes))
    assert list(leaves) == [leaves[place] for place in range(len(leaves))] == sorted(hashes)


def test_the_order_in_which_they_came_is_gone():
    mixed = random.Random(1).sample(HASHES, len(HASHES))
    assert mixed != HASHES
    assert b"".join(Leaves(mixed).pieces()) == b"".join(Leaves(HASHES).pieces())
    assert b"".join(Leaves(mixed).pieces()) == b"".join(sorted(HASHES))


def test_pieces_are_of_64_kib_at_most():
    assert [len(piece) for piece in Leaves(HASHES).pieces()] == [65536, 32768]


def test_one_that_is_there_is_found_and_no_other():
    leaves = Leaves(HASHES[::2])
    assert all(each in leaves for each in HASHES[::2])
    assert not any(each in leaves for each in HASHES[1::2])
    assert HASHES[0].hex() not in leaves


def test_a_part_of_them_is_a_list_of_leaves():
    leaves, ordered = Leaves(HASHES), sorted(HASHES)
    assert list(leaves[5:9]) == ordered[5:9]
    assert list(leaves[:0]) == []
    assert leaves[-1] == ordered[-1]
    with pytest.raises(ValueError, match="without steps"):
        leaves[::2]
    with pytest.raises(IndexError):
        leaves[len(leaves)]


def test_a_tree_of_them_is_that_of_the_sorted_list():
    leaves, ordered = Leaves(HASHES[:1000]), sorted(HASHES[:1000])
    assert root(leaves) == root(ordered)
    proof = inclusion_proof(leaves, 617)
    assert proof == inclusion_proof(ordered, 617)
    assert is_included(ordered[617], 617, 1000, proof, root(iter(leaves)))
