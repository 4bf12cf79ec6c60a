"""A digest for people: in Crockford's base 32, without letters that look alike.

The full form holds all 256 bits in 52 characters, the last padded by four zero
bits: links and QR codes carry it. The short form, for the eye, is its first 24
characters, 120 bits, in six groups of four. Two groups are 40 bits: they catch a
mistake, but somebody who prepares two questionnaires finds a pair with the same
two groups after about 2²⁰ tries.
"""

import re
from hashlib import sha256

from survey.errors import ParameterError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O and U
FULL_LENGTH = 52
SHORT_LENGTH = 24
GROUP = 4

# Exactly this many letters, with spaces and hyphens between them; a space ends the last.
_FULL, _SHORT = (
    re.compile(rf"(?:[\s-]*[^\s-]){{{length}}}(?!-*[^\s-])")
    for length in (FULL_LENGTH, SHORT_LENGTH)
)
_DIGEST = re.compile("[0-9a-f]{64}")
_BITS = 256
_PADDING = 5 * FULL_LENGTH - _BITS
_VALUES = {letter: value for value, letter in enumerate(ALPHABET)} | {"I": 1, "L": 1, "O": 0}


def is_digest(text: str) -> bool:
    """Whether this is a SHA-256 as files and the wire write it: 64 hex digits in lower case."""
    return _DIGEST.fullmatch(text) is not None


def full_form(digest: str) -> str:
    """All 256 bits of a digest of 64 hex digits, as 52 characters."""
    padded = int(digest, 16) << _PADDING
    return "".join(ALPHABET[padded >> 5 * place & 31] for place in reversed(range(FULL_LENGTH)))


def short_form(digest: str) -> str:
    """The first 120 bits of a digest, in six groups of four letters: the full form's beginning."""
    start = full_form(digest)[:SHORT_LENGTH]
    return " ".join(start[place : place + GROUP] for place in range(0, SHORT_LENGTH, GROUP))


def fingerprint(key: str) -> str:
    """The short form of a public key's SHA-256; raises ValueError unless the key is hex digits."""
    return short_form(sha256(bytes.fromhex(key)).hexdigest())


def parse_full_form(typed: str) -> str:
    """The digest, 64 hex digits, of a full form in any case, with spaces and hyphens.

    I and L are read as 1, O as 0; words may follow after a space. Raises ParameterError for another
    length or letter, and for a last character with any bit other than 0 after the 256.
    """
    padded = _read(typed, FULL_LENGTH, "q")
    if padded % 2**_PADDING:
        raise _damaged(FULL_LENGTH, "q")
    return f"{padded >> _PADDING:064x}"


def parse_short_form(typed: str) -> str:
    """A key's fingerprint in six groups of four, of 24 letters as parse_full_form reads them."""
    return short_form(f"{_read(typed, SHORT_LENGTH, 'k') << _BITS - 5 * SHORT_LENGTH:064x}")


def _read(typed: str, length: int, field: str) -> int:
    """The bits of `length` letters as a number; raises ParameterError for anything else."""
    found = (_FULL if length == FULL_LENGTH else _SHORT).match(typed)
    plain = "".join(found[0].split()).replace("-", "") if found else ""
    letters = plain.upper()
    read = 0
    for letter in letters:
        read = read << 5 | _VALUES.get(letter, -1)
    # "ß" is two letters in upper case.
    if len(letters) != length or not plain.isascii() or read < 0:
        raise _damaged(length, field)
    return read


def _damaged(length: int, field: str) -> ParameterError:
    return ParameterError(
        f"What a link has behind {field}= has {length} letters and digits; this one is cut off or "
        "mistyped. Please copy the whole link anew.",
        field,
    )
