"""A signature that a witness adds to a signed statement (C2SP tlog-cosignature, Ed25519).

    — deniable/witness/NAME/KEY <base64 of key id, 4 bytes ‖ seconds since 1970, 8 ‖ signature, 64>

The key's name contains the key itself, as 64 hex digits, so anyone can check the line alone.
People must know the key's owner from elsewhere, by its fingerprint: the signature does not cover
the name.
"""

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from hashlib import sha256

from survey.core.instrument.digest_forms import fingerprint
from survey.core.responses.statement import Statement
from survey.errors import DataError, ParameterError
from survey.wire.keys import PublicKey, SignatureKind, SigningKey

PREFIX = "deniable/witness/"
NAME_LENGTH = 100
NOT_A_COSIGNATURE = "This is not the line of a cosignature."

_TIMED_ED25519 = b"\x04"  # the note's type of signature
_LINE = re.compile(rf"— {PREFIX}([^\s+]{{1,{NAME_LENGTH}}})/([0-9a-f]{{64}}) ([A-Za-z0-9+/=]+)")
_NOT_IN_A_NAME = re.compile(r"[\s+]")
_KEY_ID, _TIME, _SIGNATURE = 4, 8, 64  # bytes
_LATEST = 2**63 - 1


@dataclass(frozen=True)
class Cosignature:
    """The witness's name, the `key` as 64 hex digits, and the time by the witness's own clock."""

    name: str
    key: str
    seconds: int
    signature: bytes

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.key)

    @property
    def key_name(self) -> str:
        """The key's name in the note's lines and in other programs."""
        return f"{PREFIX}{self.name}/{self.key}"

    @property
    def verifier_key(self) -> str:
        """The key for other programs that read C2SP's notes (signed-note, verifier keys)."""
        told = b64encode(_TIMED_ED25519 + bytes.fromhex(self.key)).decode()
        return f"{self.key_name}+{self._key_id.hex()}+{told}"

    @property
    def line(self) -> str:
        """The line in the note, with its end."""
        told = self._key_id + self.seconds.to_bytes(_TIME, "big") + self.signature
        return f"— {self.key_name} {b64encode(told).decode()}\n"

    def signs(self, statement: Statement) -> bool:
        """Whether the key has signed this statement, at this time."""
        message = _message(statement, self.seconds)
        try:
            return PublicKey(self.key).verifies(SignatureKind.COSIGNATURE, message, self.signature)
        except ValueError:
            return False

    @property
    def _key_id(self) -> bytes:
        named = [self.key_name.encode(), _TIMED_ED25519 + bytes.fromhex(self.key)]
        return sha256(b"\n".join(named)).digest()[:_KEY_ID]


def cosign(key: SigningKey, name: str, statement: Statement, seconds: int) -> Cosignature:
    """The cosignature of a witness of this name; raises ParameterError for an invalid name."""
    signature = key.sign(SignatureKind.COSIGNATURE, _message(statement, seconds))
    return Cosignature(checked_name(name), key.public.hex, seconds, signature)


def checked_name(name: str) -> str:
    """The name, if a note can hold it; raises ParameterError for any other."""
    printable = name.isprintable() and not _NOT_IN_A_NAME.search(name)
    if not printable or not 1 <= len(name) <= NAME_LENGTH:
        raise ParameterError(
            f"A witness's name has 1 to {NAME_LENGTH} characters, without blanks and plus signs: "
            "such as physics.example.org/berg."
        )
    return name


def is_cosignature(line: str) -> bool:
    """Whether a signature line has a witness's name in this app's form."""
    return line.startswith(f"— {PREFIX}")


def read_cosignature(line: str) -> Cosignature:
    """The cosignature in a line without its line end; raises DataError for any other form."""
    found = _LINE.fullmatch(line)
    try:
        if found:
            name, key, told = found.groups()
            content = b64decode(told)[_KEY_ID:]
            seconds, signature = int.from_bytes(content[:_TIME], "big"), content[_TIME:]
            cosignature = Cosignature(checked_name(name), key, seconds, signature)
            if cosignature.line == f"{line}\n" and _is_valid(cosignature):
                return cosignature
    except (ValueError, OverflowError):
        pass
    raise DataError(NOT_A_COSIGNATURE)


def _is_valid(cosignature: Cosignature) -> bool:
    return len(cosignature.signature) == _SIGNATURE and cosignature.seconds <= _LATEST


def _message(statement: Statement, seconds: int) -> bytes:
    """The signed text, without the first line, which the kind's prefix contains already."""
    return f"time {seconds}\n{statement.text}".encode()
