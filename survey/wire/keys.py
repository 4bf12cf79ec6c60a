"""The instance's Ed25519 key (RFC 8032), and the kinds of text that it signs.

Every signed text begins with its kind, and no kind begins with another, so that an
acknowledgement never passes for a statement of results.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from nacl import signing
from nacl.exceptions import CryptoError

from survey.core.instrument.digest_forms import fingerprint


class SignatureKind(Enum):
    """The kinds of signed text; each value is the first bytes of such a text."""

    ACKNOWLEDGEMENT = b"deniable/acknowledgement/"
    STATEMENT = b"deniable/statement/"
    PLAN = b"deniable/plan/"
    COSIGNATURE = b"cosignature/v1\n"  # C2SP's tlog-cosignature fixes it


@dataclass(frozen=True)
class PublicKey:
    """The public half of a key, 32 bytes as 64 hex digits; raises ValueError for anything else."""

    hex: str

    def __post_init__(self) -> None:
        signing.VerifyKey(bytes.fromhex(self.hex))

    @property
    def fingerprint(self) -> str:
        """The first 120 bits of SHA-256 of the key, as six groups of four (digest_forms)."""
        return fingerprint(self.hex)

    def verifies(self, kind: SignatureKind, message: bytes, signature: bytes) -> bool:
        """Whether the signature is this key's for a message of this kind."""
        key = signing.VerifyKey(bytes.fromhex(self.hex))
        try:
            key.verify(kind.value + message, signature)
        except CryptoError:
            return False
        return True


@dataclass(frozen=True)
class SigningKey:
    """The instance's key; `seed` is its secret, 32 bytes as 64 hex digits.

    Raises ValueError for any other seed.
    """

    seed: str

    def __post_init__(self) -> None:
        _ = self._private

    def __repr__(self) -> str:
        return f"SigningKey of {self.public.fingerprint}"

    @cached_property
    def public(self) -> PublicKey:
        return PublicKey(bytes(self._private.verify_key).hex())

    def sign(self, kind: SignatureKind, message: bytes) -> bytes:
        """The 64 bytes of the signature, always the same for the same message."""
        return self._private.sign(kind.value + message).signature

    @cached_property
    def _private(self) -> signing.SigningKey:
        return signing.SigningKey(bytes.fromhex(self.seed))
