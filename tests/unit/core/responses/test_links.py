"""The link that respondents are given, and what it carries."""

import hashlib

import pytest

from survey.core.instrument.digest_forms import full_form
from survey.core.responses.links import LinkParts, link_parts, survey_link
from survey.errors import ParameterError

ADDRESS = "https://survey.example.org/s/bcd234"
DIGEST = hashlib.sha256(b"abc").hexdigest()
FULL = full_form(DIGEST)


@pytest.mark.parametrize(
    ("digest", "token", "link"),
    [
        (DIGEST, None, f"{ADDRESS}#q={FULL}"),
        (DIGEST, "c" * 30, f"{ADDRESS}#q={FULL}&t={'c' * 30}"),
        (None, "c" * 30, f"{ADDRESS}#t={'c' * 30}"),
        (None, None, ADDRESS),
    ],
)
def test_link_carries_digest_and_token_and_is_read_back(digest, token, link):
    assert survey_link(ADDRESS, digest, token) == link
    assert link_parts(link) == LinkParts(digest, token)


def test_parts_are_read_in_any_order_and_spelling():
    assert link_parts(f"{ADDRESS}#t=3b4c6&q={FULL.lower()}") == LinkParts(DIGEST, "3b4c6")
    assert link_parts(f"{ADDRESS}#results") == LinkParts(None, None)


def test_of_two_digests_the_first_counts_as_in_a_browser():
    other = full_form(hashlib.sha256(b"another").hexdigest())
    assert link_parts(f"{ADDRESS}#q={FULL}&t=a&q={other}&t=b") == LinkParts(DIGEST, "a")
    assert link_parts(f"{ADDRESS}#?q={FULL}") == LinkParts(DIGEST, None)


@pytest.mark.parametrize("damaged", ["#q=", f"#q={FULL[:-1]}", f"#t=3b4c6&q={FULL}x"])
def test_damaged_digest_is_refused_and_not_passed_over(damaged):
    with pytest.raises(ParameterError, match="copy the whole link"):
        link_parts(ADDRESS + damaged)
