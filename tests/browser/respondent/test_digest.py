"""The digest that the client computes and shows: SHA-256 and Crockford's base 32, in Chromium."""

import hashlib
import random
from base64 import b64encode

from survey.core.instrument.digest_forms import full_form, short_form

# FIPS 180-4's examples, as NIST publishes them with the standard.
STANDARD = [
    (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ),
    (b"a" * 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
]


def digests(page, module, texts: list[bytes]) -> list[str]:
    page.goto("/ledger")
    return page.evaluate(
        "async ([url, texts]) => {"
        "const { sha256 } = await import(url);"
        "return texts.map((each) => sha256(Uint8Array.from(atob(each), (c) => c.charCodeAt(0))));"
        "}",
        [module("sha256"), [b64encode(each).decode() for each in texts]],
    )


def test_sha256_gives_the_standards_vectors(page, module):
    texts = [text for text, _ in STANDARD]
    assert digests(page, module, texts) == [digest for _, digest in STANDARD]


def test_sha256_is_pythons_for_every_length_up_to_three_blocks(page, module):
    drawn = random.Random(15)
    texts = [drawn.randbytes(length) for length in range(200)]
    assert digests(page, module, texts) == [hashlib.sha256(each).hexdigest() for each in texts]


def test_forms_are_those_of_the_server(page, module):
    drawn = random.Random(16)
    known = ["0" * 64, "f" * 64, *(drawn.randbytes(32).hex() for _ in range(50))]
    page.goto("/ledger")
    shown = page.evaluate(
        "async ([url, known]) => { const { fullForm, shortForm, readFullForm } = await import(url);"
        "return known.map((each) => [fullForm(each), shortForm(each),"
        " readFullForm(fullForm(each).toLowerCase().replaceAll('0', 'o'))]); }",
        [module("digest"), known],
    )
    for digest, (full, short, read) in zip(known, shown, strict=True):
        assert (full, short, read) == (full_form(digest), short_form(digest), full_form(digest))
