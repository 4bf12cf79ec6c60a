"""The tree is Certificate Transparency's, and only a true proof leads to its root."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.core.responses.merkle_tree import inclusion_proof, is_included, root


def hashed(content: bytes) -> bytes:
    return sha256(b"\0" + content).digest()


# The eight entries of Certificate Transparency's reference tests, and the roots of the
# first 0 to 8 of them (transparency-dev/merkle, testonly/constants.go).
ENTRIES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657",
           "606162636465666768696a6b6c6d6e6f"]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAVES = [hashed(bytes.fromhex(entry)) for entry in ENTRIES]


@pytest.mark.parametrize("size", range(9))
def test_root_is_that_of_certificate_transparency(size):
    assert root(LEAVES[:size]).hex() == ROOTS[size]


def naive_root(leaves: list[bytes]) -> bytes:
    """MTH as section 2.1.1 writes it: split at the largest power of two below the size."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    pair = naive_root(leaves[:half]) + naive_root(leaves[half:])
    return sha256(b"\1" + pair).digest()


def naive_proof(leaves: list[bytes], index: int) -> list[bytes]:
    """PATH as section 2.1.3.1 writes it."""
    if len(leaves) == 1:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if index < half:
        return [*naive_proof(leaves[:half], index), naive_root(leaves[half:])]
    return [*naive_proof(leaves[half:], index - half), naive_root(leaves[:half])]


@st.composite
def places(draw) -> tuple[list[bytes], int]:
    leaves = [hashed(str(number).encode()) for number in range(draw(st.integers(1, 130)))]
    return leaves, draw(st.integers(0, len(leaves) - 1))


@given(places())
def test_root_and_proof_are_those_of_the_definition(place):
    leaves, index = place
    assert root(leaves) == naive_root(leaves)
    assert inclusion_proof(leaves, index) == naive_proof(leaves, index)


@given(places())
def test_proof_leads_to_the_root(place):
    leaves, index = place
    proof = inclusion_proof(leaves, index)
    assert is_included(leaves[index], index, len(leaves), proof, root(leaves))


@given(places(), st.data())
def test_forged_proof_does_not(place, data):
    leaves, index = place
    proof, top = inclusion_proof(leaves, index), root(leaves)
    size, leaf, other = len(leaves), leaves[index], hashed(b"another")
    assert not is_included(other, index, size, proof, top)
    assert not is_included(leaf, index, size, proof, other)
    assert not is_included(leaf, index, size, [*proof, other], top)
    assert not is_included(leaf, size, size, proof, top)
    assert not is_included(leaf, -1, size, proof, top)
    if proof:
        changed = data.draw(st.integers(0, len(proof) - 1))
        assert not is_included(leaf, index, size, proof[:-1], top)
        assert not is_included(leaf, index, size, proof[1:], top)
        forged = [*proof[:changed], other, *proof[changed + 1 :]]
        assert not is_included(leaf, index, size, forged, top)
        wrong = data.draw(st.integers(0, size - 1).filter(lambda each: each != index))
        assert not is_included(leaf, wrong, size, proof, top)


@pytest.mark.parametrize("index", [-1, 8])
def test_there_is_no_proof_of_a_leaf_that_is_not_there(index):
    with pytest.raises(IndexError):
        inclusion_proof(LEAVES, index)
