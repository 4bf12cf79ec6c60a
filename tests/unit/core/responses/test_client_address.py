"""The address of a client that somebody else holds, with which links begin."""

import pytest

from survey.core.responses.client_address import (
    LONGEST_ADDRESS,
    check_client_address,
    host_of,
    origin_of,
)
from survey.errors import ParameterError

HELD = "https://union.example/deniable.html"


@pytest.mark.parametrize(
    "address",
    [HELD, "https://union.example:8443/", "http://10.0.0.7/a%20b/deniable.html", "https://[::1]/c"],
)
def test_page_of_another_host_is_taken(address):
    assert check_client_address(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "", "union.example/deniable.html", "ftp://union.example/c", "https:///c", "https://h:99999/c",
        f"{HELD}?a", f"{HELD}#", "https://me@union.example/c", "https://union.example/a b",
        "https://union.example", "https://cloud.example/s/AbC/deniable.html", f"{HELD}\n",
        "https://union.example/<c>", HELD + "a" * LONGEST_ADDRESS, "https://union.example/é",
        "javascript://union.example/c",
    ],
)  # fmt: skip
def test_what_no_link_can_begin_with_is_refused_with_a_sentence(address):
    with pytest.raises(ParameterError, match="must be a page such as https://union.example/"):
        check_client_address(address)


def test_the_holder_is_named_by_the_origin():
    assert origin_of(HELD) == "https://union.example"
    assert host_of(HELD) == "union.example"
    assert origin_of("http://10.0.0.7:8080/c") == "http://10.0.0.7:8080"
