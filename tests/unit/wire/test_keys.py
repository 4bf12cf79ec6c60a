"""The instance's key signs as RFC 8032 says, and one kind never passes for the other."""

from itertools import permutations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from small_order import (
    MESSAGES,
    PRIME,
    SIGNATURE,
    SMALL_ORDER,
    signed_at_the_neutral_point,
)

from survey.wire.keys import PublicKey, SignatureKind, SigningKey

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
    signature = key.sign(SignatureKind.STATEMENT, b"all")
    assert key.public.verifies(SignatureKind.STATEMENT, b"all", signature)
    assert key.sign(SignatureKind.STATEMENT, b"all") == signature


def test_altered_text_signature_or_key_is_refused():
    key = SigningKey(SEED)
    signature = key.sign(SignatureKind.STATEMENT, b"all")
    assert not key.public.verifies(SignatureKind.STATEMENT, b"al", signature)
    assert not key.public.verifies(SignatureKind.STATEMENT, b"all", signature[:-1])
    assert not key.public.verifies(
        SignatureKind.STATEMENT, b"all", bytes([signature[0] ^ 1]) + signature[1:]
    )
    assert not SigningKey(ANOTHER).public.verifies(SignatureKind.STATEMENT, b"all", signature)


@pytest.mark.parametrize(("signed", "read"), list(permutations(SignatureKind, 2)))
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


def doubled(point: tuple[int, int]) -> tuple[int, int]:
    """By the addition of RFC 8032, section 5.1.4, on −x² + y² = 1 + d x² y²."""
    x, y = point
    product = -121665 * pow(121666, -1, PRIME) * x * x * y * y % PRIME
    return (
        2 * x * y * pow(1 + product, -1, PRIME) % PRIME,
        (y * y + x * x) * pow(1 - product, -1, PRIME) % PRIME,
    )


def x_of(y: int) -> int:
    """A root of x² = (y² − 1) / (d y² + 1), as in RFC 8032, section 5.1.3."""
    d = -121665 * pow(121666, -1, PRIME)
    square = (y * y - 1) * pow(d * y * y + 1, -1, PRIME) % PRIME
    roots = (
        pow(square, (PRIME + 3) // 8, PRIME) * each % PRIME
        for each in (1, pow(2, (PRIME - 1) // 4, PRIME))
    )
    return next(x for x in roots if x * x % PRIME == square)


@pytest.mark.parametrize("key", SMALL_ORDER)
def test_a_key_of_small_order_signs_nothing(key):
    y = int.from_bytes(bytes.fromhex(key), "little") % 2**255 % PRIME
    point = (x_of(y), y)
    for _ in range(3):
        point = doubled(point)
    assert point == (0, 1)  # eight times the point is neutral
    for message in MESSAGES:
        assert not PublicKey(key).verifies(SignatureKind.ACKNOWLEDGEMENT, message, SIGNATURE)


def test_a_signature_that_lays_the_key_bare_is_none():
    """Other verifiers take it: cryptography's, which is OpenSSL."""
    key, message = SigningKey(SEED).public.hex, b"message"
    said = SignatureKind.ACKNOWLEDGEMENT.value + message
    signature = signed_at_the_neutral_point(SEED, key, said)
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, said)
    assert not PublicKey(key).verifies(SignatureKind.ACKNOWLEDGEMENT, message, signature)


def test_key_is_shown_without_its_secret():
    assert SEED not in f"{SigningKey(SEED)!r} {SigningKey(SEED)}"
