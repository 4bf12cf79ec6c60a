"""A leaf is the hash that the documentation gives, and each of its parts counts."""

from hashlib import sha256

import pytest

from survey.core.responses.merkle_tree import leaf_hash

LEAF = ("0a" * 16, (1, 0, 12), "ff" * 32)


def test_leaf_is_the_hash_of_its_parts():
    told = b"\x00" + b"\x0a" * 16 + b"[1,0,12]" + b"\xff" * 32
    assert leaf_hash(*LEAF) == sha256(told).digest()


@pytest.mark.parametrize(
    "other", [("0b" * 16, *LEAF[1:]), (LEAF[0], (1, 0, 13), LEAF[2]), (*LEAF[:2], "fe" * 32)]
)
def test_every_part_counts(other):
    assert leaf_hash(*other) != leaf_hash(*LEAF)
