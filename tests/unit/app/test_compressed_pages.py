"""A page that holds nobody's secret travels compressed where the browser takes it."""

import gzip

import pytest
from rsgi_requests import Protocol, scope

from survey.core.responses.response import Response
from survey.store import State

GZIP = ("accept-encoding", "gzip, deflate, br")
WITHOUT_A_TOKEN = ["/", "/how", "/lab", "/docs", "/s/bcd234/coin", "/s/bcd234/results"]


@pytest.fixture
def read(ask, store, open_survey):
    """Reads a page of the server, with these headers beside the usual ones."""
    for number in range(12):
        response = Response(open_survey.instrument.digest, f"{number:032x}", (0, 1, 0))
        store.responses.add("bcd234", response)
    store.surveys.set_sharing("bcd234", True, 5)
    store.surveys.set_state("bcd234", State.CLOSED)
    return lambda path, *headers: ask(scope("GET", path, headers=headers), Protocol([]))


@pytest.mark.parametrize("path", WITHOUT_A_TOKEN)
def test_a_page_without_a_secret_is_compressed(read, path):
    plain, small = read(path), read(path, GZIP)
    assert plain.status == small.status == 200
    assert "csrf_token" not in plain.body.decode()
    assert gzip.decompress(small.body) == plain.body
    assert small.headers["content-encoding"] == "gzip"
    assert small.headers["content-length"] == str(len(small.body))
    assert "Accept-Encoding" in small.headers["vary"]
    assert "content-encoding" not in plain.headers


@pytest.mark.parametrize("accepted", ["", "gzip;q=0", "br", "identity"])
def test_whoever_takes_no_gzip_gets_the_plain_page(read, accepted):
    assert "content-encoding" not in read("/how", ("accept-encoding", accepted)).headers


def test_the_form_that_signs_in_is_never_compressed(read):
    page = read("/sign-in", GZIP)
    assert "csrf_token" in page.body.decode()
    assert "set-cookie" in page.headers
    assert "content-encoding" not in page.headers


@pytest.mark.parametrize("path", WITHOUT_A_TOKEN)
def test_nothing_is_compressed_for_a_browser_with_a_cookie(read, path):
    assert "content-encoding" not in read(path, GZIP, ("cookie", "deniable=x")).headers


def test_what_answers_a_form_is_never_compressed(ask, open_survey):
    form = ("content-type", "application/x-www-form-urlencoded")
    answer = ask(scope("POST", "/s/bcd234/coin", headers=[GZIP, form]), Protocol([b"answer=1"]))
    assert answer.headers["content-type"].startswith("text/html")
    assert "content-encoding" not in answer.headers
