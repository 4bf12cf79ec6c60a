"""Flask's routes and the event loop give a client the same bytes."""

import gzip
import json
import re
from contextlib import closing
from itertools import product

import pytest
from both_ways import INSTRUMENT, Both, Sent

from survey.client_build.files import SINGLE_FILE
from survey.errors import StoreUnavailable
from survey.store import State
from survey.web.http.security_headers import headers_of_shell
from survey.web.respondent.served_client_files import client_of

PAGE = "/s/{code}"
CODES = ["bcd234", "tok346", "cls346", "drft34", "nosuch", "BCD234", "bcd-234", "é", "É"]
CODES += ["bcd234.", "<bcd234>"]
DOCUMENTS = ["/instrument.json", "/state"]
HEADERS = [
    {},
    {"Accept-Encoding": "gzip, deflate, br"},
    {"Accept-Encoding": "gzip;q=0, br"},
    {"Accept-Encoding": "*"},
    {"Accept-Language": "zh-Hant, fr-CH;q=0.9, de;q=0"},
    {"Accept-Language": "de, " * 300},
    {"Accept-Language": "de;q=x"},
    {"If-None-Match": "*"},
    {"If-None-Match": '"other", W/"another"'},
    {"Range": "bytes=0-9"},
    {"Cookie": "deniable=x; lang=de"},
    {"Origin": "https://elsewhere.example"},
    {"Host": "evil.example"},
    {"Host": "127.0.0.1:8000"},
    {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"},
]


def get(code: str, address: str, headers=None, method="GET") -> Sent:
    """A request without a body."""
    return Sent(code, b"", headers or {}, method, address)


def files(both: Both) -> list[str]:
    page = both.client.get("/s/bcd234").text
    found = re.findall(r'"(/client/[^"]+)"', page)
    assert len(found) >= 3
    return found


def told(answer) -> tuple[int, list[tuple[str, str]], bytes]:
    """Without what stands in no fixed order, as Flask says it too."""
    status, headers, body = answer
    return status, [each for each in headers if each[0] != "allow"], body


@pytest.mark.first_cell
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT"])
def test_each_request_is_answered_alike(both, method):
    addresses = [
        *product(CODES, [PAGE, f"{PAGE}?lang=de", *(PAGE + each for each in DOCUMENTS)]),
        *product(
            ["bcd234"],
            [f"{PAGE}?coin", f"{PAGE}?coin=&lang=fr", f"{PAGE}/", f"{PAGE}?lang=de&lang=fr",
             f"{PAGE}?lang={'x' * 40}", f"{PAGE}?lang=%FF", f"{PAGE}?a&b", f"{PAGE}/nothing",
             "/client/nothing.js", "/client/", "/client.html", *files(both)],
        ),
    ]  # fmt: skip
    # What Flask alone answers is the same way twice.
    of_headers = HEADERS if method in {"GET", "HEAD"} else HEADERS[::6]
    statuses = set()
    for (code, address), headers in product(addresses, of_headers):
        by_flask, in_loop = both.ask(get(code, address, headers, method))
        assert told(by_flask) == told(in_loop), (code, address, headers)
        statuses.add(in_loop[0])
    assert statuses == {
        "GET": {200, 302, 304, 400, 404}, "HEAD": {200, 302, 304, 400, 404},
        "OPTIONS": {200, 400, 404}, "PUT": {400, 404, 405},
    }[method]  # fmt: skip


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_what_a_browser_has_is_not_sent_again(both, encoding, language):
    wishes = {"Accept-Encoding": encoding, "Accept-Language": language}
    for address in (PAGE, *files(both)):
        _, (status, headers, body) = both.ask(get("bcd234", address, wishes))
        assert status == 200
        assert body
        known = {**wishes, "If-None-Match": dict(headers)["etag"]}
        by_flask, in_loop = both.ask(get("bcd234", address, known))
        assert by_flask == in_loop
        assert (in_loop[0], in_loop[2]) == (304, b"")
        # Another language, or the same not compressed, is another page.
        other = {"Accept-Language": "de", "Accept-Encoding": "br"}
        if address == PAGE:
            assert both.ask(get("bcd234", address, known | other))[1][0] == 200


def test_what_the_loop_gives_is_the_page_of_all_and_the_survey_as_it_is_now(both):
    _, store = both.stores

    def given(address: str) -> tuple[dict[str, str], bytes]:
        wishes = {"Accept-Encoding": "gzip", "Accept-Language": "de"}
        _, (status, headers, body) = both.ask(get("bcd234", address, wishes))
        assert status == 200
        return dict(headers), body

    headers, body = given(PAGE)
    assert b'<html lang="de">' in gzip.decompress(body)
    sources = client_of(both.apps[0]).shell_sources
    for name, value in headers_of_shell(sources).items():
        assert headers[name.lower()] == value
    assert (headers["content-language"], headers["cache-control"]) == ("de", "no-cache")
    assert given(f"{PAGE}/instrument.json")[1] == INSTRUMENT.canonical_json.encode()
    assert json.loads(given(f"{PAGE}/state")[1])["open"] is True
    store.surveys.set_state("bcd234", State.CLOSED)
    headers, body = given(f"{PAGE}/state")
    assert (headers["cache-control"], headers["access-control-allow-origin"]) == ("no-store", "*")
    assert json.loads(body)["open"] is False
    store.surveys.delete("bcd234")
    assert both.ask(get("bcd234", PAGE))[1][0] == 404
    assert both.ask(get("bcd234", f"{PAGE}/instrument.json"))[1][0] == 404


def test_the_loop_needs_no_flask(both, monkeypatch):
    """Else both would be the same way, and the comparison could not fail."""
    monkeypatch.setattr(both.served, "_app", None)
    for code, address in [
        ("bcd234", PAGE), ("nosuch", PAGE), ("bcd234", PAGE + "/state"),
        ("bcd234", PAGE + "/instrument.json"),
        *(("", each) for each in (SINGLE_FILE, *files(both))),
    ]:  # fmt: skip
        assert both.ask(get(code, address))[1][0] == (404 if code == "nosuch" else 200)


def test_a_difference_is_caught(both):
    both.served._clients._headers["http"].pop("cache-control")
    by_flask, in_loop = both.ask(get("bcd234", PAGE))
    assert by_flask == in_loop  # it says by itself for how long it is kept
    by_flask, in_loop = both.ask(get("bcd234", f"{PAGE}/state"))
    assert by_flask != in_loop


@pytest.mark.parametrize(
    ("error", "status"), [(StoreUnavailable("The disk is full."), 503), (KeyError("secret"), 500)]
)
def test_faults_of_the_store_are_answered_alike(both, monkeypatch, caplog, error, status):
    def fail(code):
        raise error

    for store in both.stores:
        monkeypatch.setattr(store.surveys, "get", fail)
    for address in (PAGE, f"{PAGE}/instrument.json", f"{PAGE}/state"):
        by_flask, in_loop = both.ask(get("bcd234", address))
        assert by_flask == in_loop
        assert in_loop[0] == status
    faults = [app.extensions["request_counts"].faults["respondent"] for app in both.apps]
    assert faults == [3, 3]
    assert "secret" not in caplog.text


def test_no_request_is_counted_but_a_fault(both):
    for code, address in [("bcd234", PAGE), ("nosuch", PAGE), ("nosuch", f"{PAGE}/state")]:
        both.ask(get(code, address))
    for app in both.apps:
        counts = app.extensions["request_counts"]
        assert (counts.requests, +counts.faults) == ({}, {})


def test_what_a_proxy_says_is_heard_alike(config, tmp_path):
    with closing(Both(config, tmp_path, proxies=1, hosts=("class.example",))) as both:
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "class.example"}
        for address in (PAGE, f"{PAGE}/state", *files(both)):
            by_flask, in_loop = both.ask(get("bcd234", address, forwarded))
            assert by_flask == in_loop
            assert "strict-transport-security" in dict(in_loop[1])
            foreign = forwarded | {"X-Forwarded-Host": "evil.example"}
            by_flask, in_loop = both.ask(get("bcd234", address, foreign))
            assert by_flask == in_loop
            assert in_loop[0] == 400


def test_an_encoded_fragment_is_answered_alike(both):
    """Granian hands the path over decoded, as WSGI does."""
    page = both.ask(get("bcd234", PAGE))[1]
    for behind in ("q=X&t=y", "q=X https://h.example/s/bcd234", ""):
        by_flask = both.ask(get(f"bcd234%23{behind}", PAGE))[0]
        in_loop = both.ask(get(f"bcd234#{behind}", PAGE))[1]
        assert told(in_loop) == told(page), behind
        assert by_flask[::2] == in_loop[::2], behind  # Flask has looked for another page first
