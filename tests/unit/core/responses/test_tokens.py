"""Participation tokens: enough randomness, one meaning for every spelling, a keyed hash."""

import hmac
import math
import string

import pytest

from survey.core.responses import tokens
from survey.core.responses.join_codes import ALPHABET
from survey.core.responses.tokens import draw_tokens, grouped, hash_token


def test_a_token_has_at_least_128_random_bits():
    assert math.log2(len(set(ALPHABET))) * tokens.LENGTH >= 128
    drawn = draw_tokens(500)
    assert len(set(drawn)) == 500
    assert {len(token) for token in drawn} == {tokens.LENGTH}
    assert set("".join(drawn)) == set(ALPHABET)  # a letter is missing in 1 of 10^287 runs


def test_groups_are_five_letters_each():
    assert grouped("abcdefghijklmnopqrstuvwxyzabcd") == "abcde-fghij-klmno-pqrst-uvwxy-zabcd"


@pytest.mark.parametrize(
    "spelling",
    [
        str.upper,
        grouped,
        lambda t: f"  {t}\t\n",
        lambda t: " ".join(t),
        lambda t: grouped(t).upper(),
    ],
)
def test_every_spelling_of_a_token_is_the_same_token(spelling):
    (token,) = draw_tokens(1)
    assert hash_token("key", spelling(token)) == hash_token("key", token)


def test_hash_is_hmac_sha256_under_the_key():
    (token,) = draw_tokens(1)
    expected = hmac.new(b"key", b"participation token:" + token.encode(), "sha256").hexdigest()
    assert hash_token("key", token) == expected
    assert hash_token("other key", token) != expected


def test_anything_can_be_hashed():
    hashes = [hash_token("key", typed) for typed in ("\0", "é" * 500, "\ud800x", "../t")]
    assert hashes == [hash_token("key", letters) for letters in ("", "", "x", "t")]
    assert set("".join(hashes)) <= set(string.hexdigits)


def test_refusals_are_distinct_and_of_one_length():
    said = [tokens.MISSING, tokens.UNKNOWN, tokens.SPENT, tokens.FOREIGN, tokens.NOT_NEEDED]
    assert len(set(said)) == 5
    assert len({len(sentence) for sentence in said}) == 1
