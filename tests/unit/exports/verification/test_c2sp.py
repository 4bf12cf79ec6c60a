"""The files are those of C2SP's specifications, read here by their text alone.

https://c2sp.org/signed-note, tlog-checkpoint and tlog-proof (v1).
"""

from base64 import b64decode, b64encode
from contextlib import suppress
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from doctored_results import REOPENED, TRUE
from omissions import omission

from survey.core.responses.merkle_tree import inclusion_proof, is_included
from survey.core.responses.statement import leaves
from survey.errors import DataError
from survey.exports.verification.tlog_proof import TlogProof, read_tlog_proof

# The example of signed-note.md, with its verifier key.
EXAMPLE = (
    "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ON"
    "ncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
VERIFIER_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"


def verifier_key(name: str, key: bytes) -> str:
    key_id = sha256(name.encode() + b"\n\x01" + key).digest()[:4]
    return f"{name}+{key_id.hex()}+{b64encode(bytes([1]) + key).decode()}"


def opened(note: str, vkey: str) -> str:
    """The text of a note that this verifier key has signed, by the specification's words."""
    name, key_id, encoded = vkey.split("+", 2)
    kind, key = b64decode(encoded)[:1], b64decode(encoded)[1:]
    assert kind == b"\x01"
    assert sha256(name.encode() + b"\n" + kind + key).digest()[:4].hex() == key_id
    text, _, signatures = note.rpartition("\n\n")
    text += "\n"
    (line,) = signatures.splitlines()
    dash, signer, told = line.split(" ")
    assert (dash, signer, b64decode(told)[:4].hex()) == ("—", name, key_id)
    Ed25519PublicKey.from_public_bytes(key).verify(b64decode(told)[4:], text.encode())
    assert all(each == "\n" or each >= " " for each in note)
    return text


def test_the_specifications_example_is_read():
    assert opened(EXAMPLE, VERIFIER_KEY) == "This is an example message.\n"


@pytest.mark.parametrize("note", [*TRUE.notes, *REOPENED.notes])
def test_a_statement_is_a_note_and_a_checkpoint(note):
    origin = note.partition("\n")[0]
    text = opened(note, verifier_key(origin, bytes.fromhex(TRUE.key.public.hex)))
    lines = text.removesuffix("\n").split("\n")
    assert lines[0] == origin
    assert lines[1] == str(int(lines[1]))
    assert len(b64decode(lines[2], validate=True)) == 32
    assert all(lines)


def test_a_proof_is_a_tlog_proof():
    tree = leaves(TRUE.instrument, TRUE.rows)
    path = inclusion_proof(tree, 41)
    text = TlogProof(tree[41], 41, path, TRUE.notes[0]).text
    head, _, note = text.partition("\n\n")
    first, extra, index, *hashes = head.split("\n")
    assert first == "c2sp.org/tlog-proof@v1"
    assert extra.split(" ")[0] == "extra"
    assert b64decode(extra.split(" ")[1]) == tree[41]
    assert index == "index 41"
    assert note == TRUE.notes[0]
    found = [b64decode(each, validate=True) for each in hashes]
    root = b64decode(note.split("\n")[2])
    assert is_included(tree[41], 41, 60, found, root)
    assert read_tlog_proof(text).text == text


@pytest.mark.parametrize("cut", range(0, 500, 7))
def test_a_truncated_proof_is_none_or_of_another_note(cut):
    text = omission()["neighbours"][0]
    with suppress(DataError):
        assert read_tlog_proof(text[:cut]).note != TRUE.notes[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [("@v1", "@v2"), ("extra ", "Extra "), ("index 6", "index 06"), ("index 6", "index -6"),
     ("index 6", f"index {'9' * 30}"), ("\n\n", "\n", ), ("=\n", "\n")],
)  # fmt: skip
def test_what_is_not_written_so_is_no_proof(old, new):
    text = omission()["neighbours"][0]
    assert old in text
    with pytest.raises(DataError):
        read_tlog_proof(text.replace(old, new, 1))
