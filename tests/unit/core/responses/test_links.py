"""The link that respondents are given, and what it carries."""

import hashlib

import pytest
from mangled_links import DAMAGED, FOLLOWED, NEITHER, WHOLE

from survey.core.instrument.digest_forms import full_form
from survey.core.responses.links import LinkParts, link_parts, mended_link, survey_link
from survey.errors import ParameterError

ADDRESS = "https://survey.example.org/s/bcd234"
DIGEST = hashlib.sha256(b"abc").hexdigest()
FULL = full_form(DIGEST)
FINGERPRINT = "9D2K 4M7Q A1B2 C3D4 E5F6 G7H8"


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


def test_link_carries_the_fingerprint_of_the_key():
    link = survey_link(ADDRESS, DIGEST, "3b4c6", FINGERPRINT)
    assert link == f"{ADDRESS}#q={FULL}&k=9D2K4M7QA1B2C3D4E5F6G7H8&t=3b4c6"
    assert link_parts(link) == LinkParts(DIGEST, "3b4c6", FINGERPRINT)
    assert link_parts(f"{ADDRESS}#k=9d2k 4m7q-alb2 c3d4 e5f6 g7h8").key == FINGERPRINT


@pytest.mark.parametrize("damaged", ["", "9D2K", FINGERPRINT + "0", FINGERPRINT[:-1] + "u"])
def test_damaged_fingerprint_is_refused_and_not_passed_over(damaged):
    with pytest.raises(ParameterError, match="behind k= has 24 letters"):
        link_parts(f"{ADDRESS}#k={damaged}")


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


def test_mangled_links_are_read_as_the_client_reads_them():
    """Mirror of tests/browser/respondent/test_mangled_links.py."""
    for link in WHOLE + FOLLOWED:
        assert link_parts(ADDRESS + link) == LinkParts(DIGEST, None, FINGERPRINT)
    for link in DAMAGED:
        with pytest.raises(ParameterError, match="copy the whole link"):
            link_parts(ADDRESS + link)
    assert {link_parts(ADDRESS + each).digest for each in NEITHER} == {None}


HELD = "https://union.example/deniable.html"


def test_link_to_a_client_that_somebody_else_holds_names_the_survey_in_its_fragment():
    link = survey_link(ADDRESS, DIGEST, "3b4c6", FINGERPRINT, HELD)
    assert link == f"{HELD}#s={ADDRESS}&q={FULL}&k=9D2K4M7QA1B2C3D4E5F6G7H8&t=3b4c6"
    assert link_parts(link) == LinkParts(DIGEST, "3b4c6", FINGERPRINT)


@pytest.mark.parametrize("changed", ["{}", "<{}>", "{} "])
def test_programs_go_from_such_a_link_to_the_survey_itself(changed):
    link = survey_link(ADDRESS, DIGEST, client=HELD)
    assert mended_link(changed.format(link)).partition("#")[0] == ADDRESS
    encoded = link.replace("#", "%23").replace("&", "%26").replace("=", "%3D")
    assert mended_link(encoded).partition("#")[0] == ADDRESS


def test_the_page_of_a_survey_goes_nowhere_else():
    """Its own address counts, as in a browser."""
    link = f"{ADDRESS}#s=https://elsewhere.example/s/mnp789&q={FULL}"
    assert mended_link(link).partition("#")[0] == ADDRESS


@pytest.mark.parametrize("named", ["s=", "s=elsewhere", "s=javascript:0", f"q={FULL}"])
def test_address_that_is_none_leads_nowhere(named):
    assert mended_link(f"{HELD}#{named}").partition("#")[0] == HELD
