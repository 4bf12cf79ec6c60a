"""The client's own Ed25519, in node: by known answers, and beside what `survey verify` takes."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node import function_of_bytes
from small_order import (
    MESSAGES,
    ORDER,
    SIGNATURE,
    SMALL_ORDER,
    of_no_key,
    signed_at_the_neutral_point,
)

from survey.app.folders import folder
from survey.wire.keys import PublicKey, SignatureKind, SigningKey

PROOF = folder("static") / "client" / "proof"
VECTORS = Path(__file__).parents[1] / "vectors" / "ed25519.json"
KIND = SignatureKind.STATEMENT

seeds = st.binary(min_size=32, max_size=32)
texts = st.binary(max_size=400)
many = settings(max_examples=3 * settings.default.max_examples)


@pytest.fixture(scope="module")
def verifies():
    """The client's verdict on a key, a signature and a message."""
    with function_of_bytes(PROOF / "ed25519.js", "verifies") as verifies:
        yield verifies


@pytest.fixture(scope="module")
def sha512():
    with function_of_bytes(PROOF / "sha512.js", "sha512") as sha512:
        yield sha512


def both(verifies, key: bytes, signature: bytes, message: bytes) -> list[bool]:
    """The verdicts of the client and of `survey verify`."""
    here = PublicKey(key.hex()).verifies(KIND, message, signature)
    return [verifies(key, signature, KIND.value + message), here]


def signed(seed: bytes, message: bytes) -> tuple[bytes, bytes]:
    """The key and the signature."""
    signer = SigningKey(seed.hex())
    return bytes.fromhex(signer.public.hex), signer.sign(KIND, message)


def test_known_answers_of_the_rfc_and_of_wycheproof(verifies):
    vectors = json.loads(VECTORS.read_text("utf-8"))["signatures"]
    wrong = [
        each["name"]
        for each in vectors
        if verifies(*(bytes.fromhex(each[name]) for name in ("key", "signature", "message")))
        != each["valid"]
    ]
    assert wrong == []
    assert {each["valid"] for each in vectors} == {True, False}


def test_sha512_is_pythons_for_every_length_up_to_three_blocks(sha512):
    for length in range(3 * 128 + 1):
        text = hashlib.shake_128(bytes([length % 256])).digest(length)
        assert sha512(text) == hashlib.sha512(text).digest(), length


@given(texts)
def test_sha512_is_pythons(sha512, text):
    assert sha512(text) == hashlib.sha512(text).digest()


@given(seeds, texts)
def test_what_is_signed_verifies(verifies, seed, message):
    key, signature = signed(seed, message)
    assert both(verifies, key, signature, message) == [True, True]


@many
@given(seeds, texts, st.data())
def test_one_changed_bit_verifies_nowhere(verifies, seed, message, data):
    parts = [*signed(seed, message), message or b"m"]
    place = data.draw(st.integers(0, 2))
    bit = data.draw(st.integers(0, 8 * len(parts[place]) - 1))
    changed = int.from_bytes(parts[place], "little") ^ 1 << bit
    parts[place] = changed.to_bytes(len(parts[place]), "little")
    assert both(verifies, *parts) == [False, False]


@many
@given(seeds, texts, st.integers(1, 15))
def test_s_beyond_the_order_verifies_nowhere(verifies, seed, message, times):
    key, signature = signed(seed, message)
    s = int.from_bytes(signature[32:], "little") + times * ORDER
    if s < 2**256:
        signature = signature[:32] + s.to_bytes(32, "little")
        assert both(verifies, key, signature, message) == [False, False]


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=64, max_size=64), texts)
def test_made_up_bytes_verify_nowhere(verifies, key, signature, message):
    assert both(verifies, key, signature, message) == [False, False]


@pytest.mark.parametrize("key", SMALL_ORDER)
@pytest.mark.parametrize("signature", [SIGNATURE, of_no_key("17" * 32)], ids=["neutral", "no key"])
def test_a_key_of_small_order_signs_nothing(verifies, key, signature):
    """One signature by it would fit every message."""
    taken = [both(verifies, bytes.fromhex(key), signature, message) for message in MESSAGES]
    assert taken == [[False, False]] * len(MESSAGES)


@given(seeds, texts)
def test_a_signature_that_lays_the_key_bare_is_none(verifies, seed, message):
    """`survey verify` takes none, so that a receipt with it would prove nothing; WebCrypto does."""
    key, _ = signed(seed, message)
    signature = signed_at_the_neutral_point(seed.hex(), key.hex(), KIND.value + message)
    assert both(verifies, key, signature, message) == [False, False]
