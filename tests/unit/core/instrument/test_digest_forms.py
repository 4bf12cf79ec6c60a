"""The digest in Crockford's base 32: written once here by hand, bit by bit."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.core.instrument.digest_forms import full_form, parse_full_form, short_form
from survey.errors import ParameterError

# Crockford's own table, value by value (https://www.crockford.com/base32.html).
LETTERS = dict(enumerate("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
ABC = hashlib.sha256(b"abc").hexdigest()
FULL = full_form(ABC)


def by_hand(digest: bytes) -> str:
    """Bits as text, in fives from the left, the last five filled with zeros."""
    bits = f"{int.from_bytes(digest):0256b}" + "0000"
    return "".join(LETTERS[int(bits[place : place + 5], 2)] for place in range(0, 260, 5))


@pytest.mark.parametrize(
    ("digest", "full"),
    [
        ("00" * 32, "0" * 52),
        ("ff" * 32, "Z" * 51 + "G"),  # the last bit, and four zeros: 10000
        ("80" + "00" * 31, "G" + "0" * 51),
        ("00" * 31 + "01", "0" * 51 + "G"),
        # ba7816bf…: 10111 01001 11100 00001 01101 01111 11…
        (ABC, by_hand(bytes.fromhex(ABC))),
    ],
)
def test_known_answers(digest, full):
    assert full_form(digest) == full
    assert len(full) == 52


def test_the_standards_example_begins_as_written_by_hand():
    assert FULL.startswith("Q9W1DF")
    assert short_form(ABC).startswith("Q9W1 DF")


@given(st.binary(min_size=32, max_size=32))
def test_full_form_is_that_by_hand_and_is_read_back(digest):
    assert full_form(digest.hex()) == by_hand(digest)
    assert parse_full_form(full_form(digest.hex())) == digest.hex()


@given(st.binary(min_size=32, max_size=32))
def test_short_form_is_the_beginning_of_the_full_form(digest):
    groups = short_form(digest.hex()).split(" ")
    assert [len(group) for group in groups] == [4] * 6
    assert full_form(digest.hex()).startswith("".join(groups))


@pytest.mark.parametrize(
    "typed",
    [
        FULL.lower(),
        f"  {FULL[:20]} {FULL[20:]}\n",
        "-".join(FULL[place : place + 4] for place in range(0, 52, 4)),
        FULL.replace("1", "I").replace("0", "O"),
        FULL.replace("1", "l").replace("0", "o"),
    ],
)
def test_reading_forgives_case_blanks_hyphens_and_letters_alike(typed):
    assert parse_full_form(typed) == ABC


@pytest.mark.parametrize(
    "typed",
    [
        "",
        FULL[:-1],
        f"{FULL}0",
        f"{FULL[:24]}",
        f"U{FULL[1:]}",
        f"{FULL[:-2]}*{FULL[-1]}",
        f"{FULL[:-1]}1",  # a bit behind the 256
        f"{'Z' * 50}ß",
        f"{FULL[:-1]}\N{FULLWIDTH DIGIT ZERO}",
    ],
)
def test_another_length_or_letter_is_refused(typed):
    with pytest.raises(ParameterError, match="copy the whole link"):
        parse_full_form(typed)
