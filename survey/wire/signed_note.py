"""A statement of results with its signature: a signed note (C2SP signed-note, Ed25519).

<text of the statement>

— <origin> <base64 of key id, 4 bytes ‖ signature, 64 bytes>
"""

from base64 import b64decode, b64encode
from functools import lru_cache
from hashlib import sha256

from survey.core.responses.statement import NOT_A_STATEMENT, PREFIX, Statement, parse_statement
from survey.errors import DataError
from survey.wire.keys import PublicKey, SignatureKind, SigningKey

_ED25519 = b"\x01"  # the note's type of signature


def signed_statement(key: SigningKey, statement: Statement) -> str:
    """The signed note; `key` must be the key that the statement names."""
    signature = key.sign(SignatureKind.STATEMENT, _message(statement))
    return f"{statement.text}\n{_signature_line(statement, signature)}"


@lru_cache(maxsize=256)  # pages read the same notes often, and each reading verifies a signature
def read_signed_statement(note: str) -> Statement:
    """The statement in a note whose signature is that of the key that the statement names.

    The note cannot show whose key that is: people must know its fingerprint from elsewhere.
    Raises DataError for any other text, and for an invalid signature.
    """
    text, _, line = note.rpartition("\n\n")
    statement = parse_statement(f"{text}\n")
    try:
        signature = b64decode(line.split(" ")[2])[4:]
        if line == _signature_line(statement, signature) and PublicKey(statement.key).verifies(
            SignatureKind.STATEMENT, _message(statement), signature
        ):
            return statement
    except (ValueError, IndexError):
        pass
    raise DataError(f"{NOT_A_STATEMENT} Its signature does not hold.")


def _message(statement: Statement) -> bytes:
    """The statement's text without the beginning, which the kind's prefix contains already."""
    return statement.text.removeprefix(PREFIX).encode()


def _signature_line(statement: Statement, signature: bytes) -> str:
    named = b"\n".join([statement.origin.encode(), _ED25519 + bytes.fromhex(statement.key)])
    told = b64encode(sha256(named).digest()[:4] + signature).decode()
    return f"— {statement.origin} {told}\n"
