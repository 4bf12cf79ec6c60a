"""The instance's key signs as RFC 8032 says, and one kind never passes for the other."""

from itertools import permutations

import pytest

from survey.wire.keys import Kind, PublicKey, SigningKey

# RFC 8032, section 7.1, tests 1 and 2.
SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
ANOTHER = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"


def test_public_half_is_that_of_the_standard():
    assert SigningKey(SEED).public == PublicKey(PUBLIC)


def test_fingerprint_is_the_beginning_of_the_keys_hash():
    # SHA-256's first 15 bytes by Python's base32encode, its letters put into Crockford's.
    assert PublicKey(PUBLIC).fingerprint == "47Z3 3QX1 AJH6 2RKB Z1A0 8VYJ"


def test_what_is_signed_is_verified_and_signed_the_same_again():
    key = SigningKey(SEED)
    signature = key.sign(Kind.STATEMENT, b"all")
    assert key.public.verifies(Kind.STATEMENT, b"all", signature)
    assert key.sign(Kind.STATEMENT, b"all") == signature


def test_altered_text_signature_or_key_is_refused():
    key = SigningKey(SEED)
    signature = key.sign(Kind.STATEMENT, b"all")
    assert not key.public.verifies(Kind.STATEMENT, b"al", signature)
    assert not key.public.verifies(Kind.STATEMENT, b"all", signature[:-1])
    assert not key.public.verifies(
        Kind.STATEMENT, b"all", bytes([signature[0] ^ 1]) + signature[1:]
    )
    assert not SigningKey(ANOTHER).public.verifies(Kind.STATEMENT, b"all", signature)


@pytest.mark.parametrize(("signed", "read"), list(permutations(Kind, 2)))
def test_one_kind_never_passes_for_another(signed, read):
    key = SigningKey(SEED)
    assert not read.value.startswith(signed.value)
    assert not key.public.verifies(read, b"all", key.sign(signed, b"all"))


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "zz" * 32])
def test_what_is_no_key_is_refused(text):
    with pytest.raises(ValueError):
        SigningKey(text)
    with pytest.raises(ValueError):
        PublicKey(text)


def test_key_is_shown_without_its_secret():
    assert SEED not in f"{SigningKey(SEED)!r} {SigningKey(SEED)}"
