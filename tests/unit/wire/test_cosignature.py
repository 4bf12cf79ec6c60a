"""A cosignature is C2SP's (https://c2sp.org/tlog-cosignature, Ed25519), read by its text alone."""

from base64 import b64decode, b64encode
from dataclasses import replace
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from doctored_results import OTHER_SURVEY, TRUE
from small_order import SIGNATURE, SMALL_ORDER

from survey.errors import DataError, ParameterError
from survey.wire.cosignature import Cosignature, cosign, read_cosignature
from survey.wire.keys import SignatureKind, SigningKey
from survey.wire.signed_note import read_signed_statement

STATEMENT = read_signed_statement(TRUE.notes[0])
KEY = SigningKey("03" * 32)
LINE = cosign(KEY, "physics.example.org/berg", STATEMENT, 1_700_000_000).line

# Of a witness that others run, as transparency-dev's formats have it in their tests (note/).
VERIFIER_KEY = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
TIMED = (
    "ZGhGuQAAAABm/qTPeyKXD+R2rzyQsxPiP8mXum7qq/iF0u4vanlqJyocWODBt97w9uL+8qT7S5gxEHWWOworDcFiEBYJ"
    "XORmnFBOBA=="
)


def key_id(name: str, key: bytes) -> bytes:
    """By the specification's words."""
    return sha256(name.encode() + b"\n\x04" + key).digest()[:4]


def opened(line: str, text: str) -> int:
    """The time of a line that its key has signed, by the specification's words."""
    dash, name, told = line.removesuffix("\n").split(" ")
    content, key = b64decode(told, validate=True), bytes.fromhex(name.rpartition("/")[2])
    assert (dash, content[:4], len(content)) == ("—", key_id(name, key), 76)
    seconds = int.from_bytes(content[4:12], "big")
    message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
    Ed25519PublicKey.from_public_bytes(key).verify(content[12:], message)
    return seconds


def test_the_reading_here_agrees_with_others():
    name, told, key = VERIFIER_KEY.split("+", 2)
    content = b64decode(key)
    assert content[:1] == b"\x04"
    assert key_id(name, content[1:]).hex() == told
    assert int.from_bytes(b64decode(TIMED)[4:12], "big") == 1_727_964_367


def test_a_line_is_a_cosignature_of_the_standard():
    text = TRUE.notes[0].rpartition("\n\n")[0] + "\n"
    assert opened(LINE, text) == 1_700_000_000


def test_another_library_signs_the_same_letters():
    text = TRUE.notes[0].rpartition("\n\n")[0] + "\n"
    key = Ed25519PrivateKey.from_private_bytes(b"\3" * 32)
    public = key.public_key().public_bytes_raw()
    name = f"deniable/witness/physics.example.org/berg/{public.hex()}"
    signature = key.sign(f"cosignature/v1\ntime 1700000000\n{text}".encode())
    told = key_id(name, public) + (1_700_000_000).to_bytes(8, "big") + signature
    assert f"— {name} {b64encode(told).decode()}\n" == LINE


def test_the_verifier_key_is_one_of_the_standard():
    cosignature = read_cosignature(LINE.removesuffix("\n"))
    name, told, key = cosignature.verifier_key.split("+", 2)
    content = b64decode(key, validate=True)
    assert content == b"\x04" + bytes.fromhex(KEY.public.hex)
    assert key_id(name, content[1:]).hex() == told
    assert name == f"deniable/witness/physics.example.org/berg/{KEY.public.hex}"


def test_it_signs_this_statement_alone():
    cosignature = read_cosignature(LINE.removesuffix("\n"))
    assert cosignature.fingerprint == KEY.public.fingerprint
    assert cosignature.signs(STATEMENT)
    assert not cosignature.signs(read_signed_statement(OTHER_SURVEY.notes[0]))
    assert not cosignature.signs(replace(STATEMENT, root="5e" * 32))
    assert not replace(cosignature, seconds=cosignature.seconds + 1).signs(STATEMENT)


def test_every_altered_byte_is_noticed_but_those_of_the_name():
    """The standard's signature does not cover the name, and the key id is no secret."""
    line = LINE.removesuffix("\n").encode()
    for place in range(len(line)):
        altered = line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]
        try:
            cosignature = read_cosignature(altered.decode(errors="replace"))
        except DataError:
            continue
        assert not cosignature.signs(STATEMENT)
    renamed = replace(read_cosignature(line.decode()), name="somebody.else")
    assert renamed.signs(STATEMENT)
    assert renamed.fingerprint == KEY.public.fingerprint


@pytest.mark.parametrize("key", SMALL_ORDER)
def test_by_a_key_of_small_order_nothing_is_signed(key):
    assert not Cosignature("anybody", key, 1, SIGNATURE).signs(STATEMENT)


@pytest.mark.parametrize("kind", [SignatureKind.STATEMENT, SignatureKind.ACKNOWLEDGEMENT])
def test_no_signature_of_a_server_is_one_of_a_witness(kind):
    message = f"time 1\n{STATEMENT.text}".encode()
    signature = KEY.sign(kind, message)
    assert not Cosignature("a", KEY.public.hex, 1, signature).signs(STATEMENT)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\n", "a\u2028b", "a\u202eb", "x" * 101])
def test_a_name_that_a_note_cannot_hold_is_refused(name):
    with pytest.raises(ParameterError, match="without blanks and plus signs"):
        cosign(KEY, name, STATEMENT, 1)


@pytest.mark.parametrize(
    "line",
    ["", "—", f"{LINE}", LINE.strip() + "A", LINE.strip()[:-8], LINE.strip().replace("—", "-"),
     LINE.strip().replace("witness/physics.example.org/berg/", "witness/")],
)  # fmt: skip
def test_what_is_no_such_line_is_refused(line):
    with pytest.raises(DataError):
        read_cosignature(line)


def test_a_time_beyond_the_standards_is_refused():
    line = cosign(KEY, "a", STATEMENT, 2**63).line.removesuffix("\n")
    with pytest.raises(DataError):
        read_cosignature(line)
