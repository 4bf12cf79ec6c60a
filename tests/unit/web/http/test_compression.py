"""Static files and the respondent's page travel compressed where the browser takes it."""

import gzip

import pytest


@pytest.fixture
def style(app) -> str:
    return f"{app.static_url_path}/styles/style.css"


def test_static_file_is_the_same_file_compressed(respondent, style):
    plain = respondent.get(style, buffered=True)
    small = respondent.get(style, headers={"Accept-Encoding": "gzip, br"}, buffered=True)
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data
    assert len(small.data) < len(plain.data) / 2
    assert int(small.headers["Content-Length"]) == len(small.data)
    assert small.mimetype == plain.mimetype == "text/css"


def test_caches_are_told_that_encodings_differ(respondent, style):
    for accepted in ("gzip", "identity"):
        answer = respondent.get(style, headers={"Accept-Encoding": accepted}, buffered=True)
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("headers", [{}, {"Accept-Encoding": "gzip;q=0"}, {"Accept-Encoding": ""}])
def test_whoever_takes_no_gzip_gets_the_plain_file(respondent, style, headers):
    answer = respondent.get(style, headers=headers, buffered=True)
    assert "Content-Encoding" not in answer.headers


def test_pages_with_tokens_are_never_compressed(respondent, open_survey):
    for path in ("/sign-in", "/s/bcd234/coin", "/join?code=zzz", "/ledger", "/s/bcd234/results"):
        answer = respondent.get(path, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in answer.headers


def test_respondents_page_is_compressed_and_holds_no_secret(respondent, instructor, open_survey):
    """The sizes of what is compressed together tell about each other (BREACH)."""
    gzip_taken = {"Accept-Encoding": "gzip"}
    for client in (respondent, instructor):
        small = client.get("/s/bcd234", headers=gzip_taken)
        plain = client.get("/s/bcd234")
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.data) == plain.data
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert "csrf" not in plain.text
        assert "Set-Cookie" not in small.headers


def test_unknown_file_and_range_are_left_alone(respondent, app, style):
    gzip_taken = {"Accept-Encoding": "gzip"}
    assert respondent.get(f"{app.static_url_path}/x.js", headers=gzip_taken).status_code == 404
    part = respondent.get(style, headers=gzip_taken | {"Range": "bytes=0-9"}, buffered=True)
    assert (part.status_code, len(part.data)) == (206, 10)
