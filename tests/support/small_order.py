"""The public keys of small order, with which one signature fits every message.

Ed25519's curve has eight points whose order divides 8 (RFC 8032, section 5.1). The y are those of
libsodium's blocklist (ge25519_has_small_order): 0, 1, -1, the two of order 8, and 0 and 1 with the
field's prime added. Each is written with either sign of x.
"""

import hashlib

from survey.wire.keys import SigningKey

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
_ORDER_8 = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)
_Y = (0, 1, PRIME - 1, _ORDER_8, PRIME - _ORDER_8, PRIME, PRIME + 1)

SMALL_ORDER = [
    (y | sign << 255).to_bytes(32, "little").hex() for y in _Y for sign in (0, 1)
]  # fmt: skip

# The neutral point and zero: verification asks for a multiple of the key alone to be neutral,
# which it is of every eighth message at the least.
SIGNATURE = bytes([1]) + bytes(63)
MESSAGES = [f"{each}".encode() for each in range(64)]


def of_no_key(seed: str) -> bytes:
    """A signature with R = S times the base point: it is valid if the key's term is neutral."""
    point = SigningKey(seed).public.hex
    return bytes.fromhex(point) + (_scalar(seed) % ORDER).to_bytes(32, "little")


def signed_at_the_neutral_point(seed: str, key: str, message: bytes) -> bytes:
    """A signature by a true key whose nonce is 0: S = H(R, A, M) a mod L with R neutral.

    It satisfies RFC 8032's equation, and anyone who sees it can compute a, the private scalar.
    """
    scalar = _scalar(seed)
    neutral = bytes([1]) + bytes(31)
    challenge = hashlib.sha512(neutral + bytes.fromhex(key) + message).digest()
    product = int.from_bytes(challenge, "little") * scalar % ORDER
    return neutral + product.to_bytes(32, "little")


def _scalar(seed: str) -> int:
    """The private scalar of a seed (RFC 8032, section 5.1.5)."""
    scalar = int.from_bytes(hashlib.sha512(bytes.fromhex(seed)).digest()[:32], "little")
    return scalar & (2**254 - 8) | 2**254
