"""survey verify-page: the release's page passes, and one altered in any byte is named."""

import gzip
import itertools
import json
from collections.abc import Callable

import pytest
from dripping import dripping
from grids import usually
from instruments import make_mixed_instrument
from live_server import serving
from release_client import RELEASE
from werkzeug.test import Client
from werkzeug.wrappers import Response

from survey.cli.checks.plain_http import PlainConnection
from survey.cli.checks.served_client import NEVER
from survey.cli.commands import verify_page
from survey.core.responses.links import survey_link
from survey.store import State, Survey
from survey.web.http.security_headers import HEADERS, headers_of_shell

HEADERS_OF_SHELL = HEADERS | headers_of_shell(RELEASE.shell_sources)
SAID_OF_PAGE = "This is the page of release"
SAID_OF_ANOTHER = "This is not the page of release"


class Altering:
    """A server in between: `alter` may change an answer, `content` the bytes within it.

    Both get the answer and the request, of which tests choose; encoded answers stay encoded.
    """

    def __init__(self, app):
        self._inner = app.wsgi_app
        self.alter: Callable[[Response, dict], None] = lambda answer, asked: None
        self.content: Callable[[bytes, dict], bytes] = lambda content, asked: content

    def __call__(self, environ, start_response):
        names = ("Accept", "Accept-Encoding", "Accept-Language", "If-None-Match")
        given = {name: environ.get(f"HTTP_{name.upper().replace('-', '_')}") for name in names}
        answer = Client(self._inner).get(
            environ["PATH_INFO"], query_string=environ["QUERY_STRING"], buffered=True,
            base_url=f"http://{environ['HTTP_HOST']}",
            headers={name: value for name, value in given.items() if value},
        )  # fmt: skip
        zipped = answer.headers.get("Content-Encoding") == "gzip"
        content = gzip.decompress(answer.data) if zipped else answer.data
        altered = self.content(content, environ)
        if altered != content:
            answer.data = gzip.compress(altered) if zipped else altered
        self.alter(answer, environ)
        return answer(environ, start_response)


@pytest.fixture
def between(app) -> Altering:
    return Altering(app)


@pytest.fixture
def url(between, open_survey) -> str:
    with serving(between) as address:
        yield f"{address}/s/bcd234"


@pytest.fixture
def link(url, open_survey) -> str:
    return survey_link(url, open_survey.instrument.digest)


def test_page_of_the_release_passes(survey_command, link, open_survey):
    outcome = survey_command("verify-page", link)
    assert (outcome.code, outcome.err) == (0, ""), outcome.out
    assert SAID_OF_PAGE in outcome.out
    assert "which the link names" in outcome.out
    document = json.loads(survey_command("verify-page", link, "--format", "json").out)
    assert document["as_released"] is True
    assert document["faults"] == []
    everything = [*RELEASE.shells.values(), *RELEASE.files.values(), RELEASE.single_file]
    assert [(each["name"], each["sha256"], each["as_released"]) for each in document["files"]] == [
        (file.name, file.sha256, True) for file in everything
    ]
    digest = open_survey.instrument.digest
    assert document["instrument"]["sha256"] == digest
    assert document["instrument"]["named_by_link"] is True


@pytest.mark.first_cell
@pytest.mark.parametrize("state", [State.OPEN, State.CLOSED])
def test_every_kind_of_question_passes(survey_command, app, store, state):
    store.surveys.add(Survey("mixd34", make_mixed_instrument(), state))
    with serving(app) as address:
        assert survey_command("verify-page", f"{address}/s/mixd34").code == 0


def test_without_a_digest_it_says_what_to_compare(survey_command, url):
    outcome = survey_command("verify-page", url)
    assert outcome.code == 0, outcome.out
    assert "Compare all six groups" in outcome.out
    assert "this address carries no digest" in outcome.out
    document = json.loads(survey_command("verify-page", url, "--format", "json").out)
    assert document["instrument"]["named_by_link"] is None


def test_what_was_not_seen_is_listed(survey_command, link):
    out = survey_command("verify-page", link).out
    unseen = out[out.index("Not seen:") :]
    for words in (
        "/state)",
        "What others are served",
        "What is served later",
        "?coin",
        "a proxy",
        "become",
    ):
        assert words in unseen


def _one_byte(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def _asks_for_shell(tag: str) -> Callable[[dict], bool]:
    return lambda asked: (
        asked["PATH_INFO"] == "/s/bcd234"
        and (f"lang={tag}" in asked["QUERY_STRING"] or asked.get("HTTP_ACCEPT_LANGUAGE") == tag)
    )


def _alters(condition: Callable[[dict], bool]) -> Callable[[bytes, dict], bytes]:
    return lambda content, asked: _one_byte(content) if condition(asked) else content


def _caught(survey_command, link: str, *named: str) -> None:
    """Fails unless the command ends with 1 and names each of these in a line of its own."""
    outcome = survey_command("verify-page", link)
    assert outcome.code == 1, outcome.out
    assert SAID_OF_ANOTHER in outcome.out
    for words in named:
        assert words in outcome.out


@pytest.mark.first_cell
@pytest.mark.parametrize("tag", RELEASE.shells)
def test_shell_that_is_altered_in_one_byte_is_named(survey_command, between, link, tag):
    between.content = _alters(_asks_for_shell(tag))
    _caught(survey_command, link, f"/s/bcd234?lang={tag} (shell-{tag}.html) is not the release's.")
    document = json.loads(survey_command("verify-page", link, "--format", "json").out)
    assert document["as_released"] is False
    assert [each["name"] for each in document["files"] if not each["as_released"]] == [
        f"shell-{tag}.html"
    ]


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("name", "value"),
    [("QUERY_STRING", "lang=fr"), ("HTTP_ACCEPT_LANGUAGE", "fr"),
     ("HTTP_ACCEPT_ENCODING", "identity"), ("HTTP_ACCEPT_ENCODING", "gzip, deflate, br, zstd")],
)  # fmt: skip
def test_copy_for_one_way_of_asking_is_named(survey_command, between, link, name, value):
    """A server may alter what browsers get and leave what a plain request gets, say."""
    between.content = _alters(
        lambda asked: asked["PATH_INFO"] == "/s/bcd234" and asked.get(name) == value
    )
    _caught(survey_command, link, "?lang=fr (shell-fr.html) is not the release's.")


def _browser(words: str) -> Callable[[dict], bool]:
    return lambda asked: words in asked.get("HTTP_USER_AGENT", "")


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "for_whom",
    [_browser("Mozilla"), _browser("Chrome"), _browser("Firefox"), _browser("iPhone"),
     lambda asked: "HTTP_SEC_CH_UA" in asked,
     lambda asked: "HTTP_USER_AGENT" not in asked,
     lambda asked: asked.get("HTTP_SEC_FETCH_DEST") in {"document", "script"},
     lambda asked: asked.get("HTTP_IF_NONE_MATCH", "").startswith('"')],
    ids=["browsers", "chrome", "firefox", "iphone", "client hints", "programs", "fetch metadata",
         "who comes again"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["script", "second", "page"])
def test_copy_for_some_visitors_is_named(survey_command, between, link, for_whom, name):
    """As a proxy does that adds its own to what it takes for a browser's page."""
    path = "/s/bcd234" if name == "page" else RELEASE.files[name].address

    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"] == path and for_whom(asked):
            answer.status_code = 200
            answer.data = b"leak()" + answer.data
            answer.headers.pop("Content-Encoding", None)

    between.alter = alter
    _caught(survey_command, link, "is not the release's.")


VISITORS_TAGS = itertools.count()


@pytest.mark.first_cell
@pytest.mark.parametrize("path", ["/s/bcd234", "/s/bcd234/instrument.json",
                                  RELEASE.files["script"].address, "/client.html"])  # fmt: skip
@pytest.mark.parametrize("again", [False, True])
def test_etag_of_each_visitor_s_own_is_named(survey_command, between, link, path, again):
    """Given at first, or with the answer that nothing has changed."""

    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"] == path and again == ("HTTP_IF_NONE_MATCH" in asked):
            answer.headers["ETag"] = f'"{next(VISITORS_TAGS)}"'

    between.alter = alter
    if again and path.endswith(".json"):
        assert survey_command("verify-page", link).code == 0  # it has no ETag to ask with
    else:
        _caught(survey_command, link, f"{path.partition('?')[0]}", "could mark a respondent")


@pytest.mark.first_cell
@pytest.mark.parametrize("name", ["Alt-Svc", "Cache-Control", "Vary"])
def test_header_that_differs_for_each_visitor_is_named(survey_command, between, link, name):
    between.alter = lambda answer, asked: answer.headers.set(name, f"max-age={next(VISITORS_TAGS)}")
    _caught(survey_command, link, f"The header {name} of ", "is another one for each visitor")


def test_header_that_is_the_same_for_all_passes(survey_command, between, link):
    """A proxy may announce HTTP/3, weaken tags, and number requests for its own logs."""

    def alter(answer: Response, asked: dict) -> None:
        answer.headers["Alt-Svc"] = 'h3=":443"'
        answer.headers["X-Request-Id"] = str(next(VISITORS_TAGS))
        if tag := answer.headers.get("ETag"):
            answer.headers["ETag"] = f"W/{tag}"

    between.alter = alter
    outcome = survey_command("verify-page", link)
    assert outcome.code == 0, outcome.out
    assert "headers of each visitor's own are for, which no browser sends back: X-Request-Id." in (
        outcome.out
    )


def test_nothing_new_for_a_first_visitor_is_named(survey_command, between, link):
    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"] == "/s/bcd234":
            answer.status_code, answer.data = 304, b""

    between.alter = alter
    _caught(survey_command, link, "answered 304, not 200.")


@pytest.mark.parametrize("place", [0, -1])
def test_first_and_last_byte_count(survey_command, between, link, place):
    def content(whole: bytes, asked: dict) -> bytes:
        if not asked["PATH_INFO"].endswith(".js"):
            return whole
        altered = bytearray(whole)
        altered[place] ^= 1
        return bytes(altered)

    between.content = content
    _caught(survey_command, link, "(client.js) is not the release's.")


@pytest.mark.first_cell
@pytest.mark.parametrize("name", RELEASE.files)
@pytest.mark.parametrize("change", [_one_byte, lambda content: content + b"\n"])
def test_altered_file_is_named(survey_command, between, link, name, change):
    file = RELEASE.files[name]
    between.content = lambda content, asked: (
        change(content) if asked["PATH_INFO"] == file.address else content
    )
    _caught(survey_command, link, f"{file.address} ({file.name}) is not the release's.")


def test_altered_single_file_is_named(survey_command, between, link):
    between.content = _alters(lambda asked: asked["PATH_INFO"] == "/client.html")
    _caught(survey_command, link, "/client.html (deniable.html) is not the release's.")


@pytest.mark.parametrize("name", ["Content-Security-Policy", "X-Frame-Options"])
def test_header_of_the_single_file_is_named(survey_command, between, link, name):
    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"] == "/client.html":
            answer.headers[name] = "default-src 'self'"

    between.alter = alter
    _caught(survey_command, link, f"The header {name} of ", "/client.html is not the release's.")


def test_missing_file_is_named(survey_command, between, link):
    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"].endswith(".svg"):
            answer.status_code = 404

    between.alter = alter
    _caught(survey_command, link, f"{RELEASE.files['icon'].address} answered 404, not 200.")


@pytest.mark.first_cell
@pytest.mark.parametrize("name", [*HEADERS_OF_SHELL, "Content-Type"])
@pytest.mark.parametrize("value", [None, "default-src *"])
def test_header_that_is_another_or_none_is_named(survey_command, between, link, name, value):
    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"] == "/s/bcd234":
            answer.headers.pop(name)
            if value:
                answer.headers[name] = value

    between.alter = alter
    _caught(survey_command, link, f"The header {name} of ", "is not the release's")


@pytest.mark.first_cell
@pytest.mark.parametrize("name", HEADERS)
def test_header_that_guards_a_file_is_named(survey_command, between, link, name):
    """Of each file, and of the questionnaire: another one, or none."""
    guarded = [RELEASE.files["script"].address, "/s/bcd234/instrument.json"]

    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"] == guarded[0]:
            answer.headers[name] = "unsafe-none"
        if asked["PATH_INFO"] == guarded[1]:
            del answer.headers[name]

    between.alter = alter
    said = [f"The header {name} of ", *(f"{each} is not the release's" for each in guarded)]
    _caught(survey_command, link, *said)


def test_questionnaire_that_the_single_file_may_not_read_is_named(survey_command, between, link):
    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"].endswith("/instrument.json"):
            del answer.headers["Access-Control-Allow-Origin"]

    between.alter = alter
    _caught(survey_command, link, "The header Access-Control-Allow-Origin of ")


def test_second_header_beside_the_release_s_is_named(survey_command, between, link):
    def alter(answer: Response, asked: dict) -> None:
        answer.headers.add("Content-Security-Policy", "report-uri https://evil.example/")

    between.alter = alter
    _caught(survey_command, link, "The header Content-Security-Policy of ")


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "path", usually(["/s/bcd234"], ["/s/bcd234", RELEASE.files["script"].address])
)
@pytest.mark.parametrize("name", NEVER)
def test_header_that_leads_elsewhere_is_named(survey_command, between, link, name, path):
    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"] == path:
            answer.headers[name] = "<https://evil.example/x.js>; rel=preload"

    between.alter = alter
    _caught(survey_command, link, f"has the header {name}, which no page of a release has.")


@pytest.mark.first_cell
@pytest.mark.parametrize("name", RELEASE.files)
def test_file_of_another_type_is_named(survey_command, between, link, name):
    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"] == RELEASE.files[name].address:
            answer.headers["Content-Type"] = "text/html; charset=utf-7"

    between.alter = alter
    _caught(survey_command, link, f"Content-Type of {link.partition('/s/')[0]}/client/")


def test_redirect_is_named_and_not_followed(survey_command, between, link):
    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"] == "/s/bcd234":
            answer.status_code = 302
            answer.headers["Location"] = "/s/other2"

    between.alter = alter
    _caught(survey_command, link, "answered 302, not 200", "has the header Location")


@pytest.mark.parametrize(
    ("encoding", "body"),
    [("br", None), ("gzip", b"no gzip"), ("gzip", "member"), ("gzip", "cut")],
)
def test_encoding_that_hides_the_bytes_is_named(survey_command, between, link, encoding, body):
    zipped = RELEASE.files["script"].compressed
    bodies = {"member": zipped + gzip.compress(b"leak()"), "cut": zipped[:-1]}

    def alter(answer: Response, asked: dict) -> None:
        if asked["PATH_INFO"].endswith(".js") and "gzip" in asked["HTTP_ACCEPT_ENCODING"]:
            answer.headers["Content-Encoding"] = encoding
            answer.data = bodies.get(body, body) or answer.data

    between.alter = alter
    _caught(survey_command, link, "(client.js) is not the release's.")


INSTRUMENT = "/s/bcd234/instrument.json"


@pytest.mark.first_cell
@pytest.mark.parametrize("old", [b'"gamma":"1/4"', b"Did you", b"100"])
def test_questionnaire_that_the_link_does_not_name_is_named(
    survey_command, between, link, url, old
):
    new = {b'"gamma":"1/4"': b'"gamma":"2/5"', b"Did you": b"Do you?", b"100": b"101"}[old]
    between.content = lambda content, asked: (
        content.replace(old, new) if asked["PATH_INFO"] == INSTRUMENT else content
    )
    _caught(survey_command, link, "is another questionnaire", "which the link does not name")
    # Without a digest there is nothing to compare with: the short form is what to look at.
    shown = json.loads(survey_command("verify-page", url, "--format", "json").out)["instrument"]
    between.content = lambda content, asked: content
    honest = json.loads(survey_command("verify-page", url, "--format", "json").out)["instrument"]
    assert shown["short"] != honest["short"]


def test_every_byte_of_the_questionnaire_counts(survey_command, between, link):
    between.content = lambda content, asked: (
        content + b"\n" if asked["PATH_INFO"] == INSTRUMENT else content
    )
    _caught(survey_command, link, "is another questionnaire")


def test_questionnaire_for_browsers_alone_is_named(survey_command, between, url, link):
    between.content = lambda content, asked: (
        content.replace(b"Did you", b"Do you?")
        if asked["PATH_INFO"] == INSTRUMENT and "gzip" in asked["HTTP_ACCEPT_ENCODING"]
        else content
    )
    _caught(survey_command, link, "is another questionnaire", "one questionnaire now")
    _caught(survey_command, url, "one questionnaire now")


@pytest.mark.first_cell
@pytest.mark.parametrize("content", [b"{}", b"", b"\xff", b'{"format": 99}'])
def test_what_is_no_questionnaire_is_named(survey_command, between, url, content):
    between.content = lambda whole, asked: content if asked["PATH_INFO"] == INSTRUMENT else whole
    _caught(survey_command, url, "is not a questionnaire that this release knows")


@pytest.mark.parametrize("status", [200, 401, 302])
def test_gate_before_the_questionnaire_is_named(survey_command, between, link, status):
    """A tunnel's warning page, basic auth or a sign-in: the page passes, and no question comes."""

    def stop(answer, asked):
        if asked["PATH_INFO"].endswith("/instrument.json"):
            answer.data, answer.status_code, answer.content_type = b"Sign in", status, "text/html"

    between.alter = stop
    outcome = survey_command("verify-page", link)
    assert outcome.code == 1
    assert "Something before the server answers at" in outcome.out


def test_state_is_not_compared_and_said_so(survey_command, between, link):
    between.content = lambda content, asked: (
        b'{"open": false, "say": "Type your answer here"}'
        if asked["PATH_INFO"].endswith("/state")
        else content
    )
    outcome = survey_command("verify-page", link)
    assert outcome.code == 0, outcome.out
    assert "/s/bcd234/state)" in outcome.out[outcome.out.index("Not seen:") :]


def test_damaged_digest_is_wrong_usage(survey_command, url):
    outcome = survey_command("verify-page", f"{url}#q=ABC")
    assert outcome.code == 2
    assert "cut off or mistyped" in outcome.err


def test_page_that_is_not_there_is_told(survey_command, url):
    _caught(survey_command, url.replace("bcd234", "nosuch"), "answered 404, not 200.")


def test_another_page_of_the_app_is_no_respondents_page(survey_command, url):
    outcome = survey_command("verify-page", url.removesuffix("/s/bcd234"))
    assert (outcome.code, outcome.out) == (1, "")
    assert "is not a survey's address" in outcome.err


def test_server_that_is_not_there(survey_command, free_port):
    outcome = survey_command("verify-page", f"http://127.0.0.1:{free_port}/s/bcd234")
    assert outcome.code == 1
    assert "cannot be reached" in outcome.err


@pytest.mark.parametrize("limit", ["of a reply", "of the whole"])
def test_a_server_that_drips_bytes_is_not_waited_for(survey_command, monkeypatch, limit):
    if limit == "of a reply":
        monkeypatch.setattr(PlainConnection.__init__, "__defaults__", (0.5,))
    else:
        monkeypatch.setattr(verify_page, "WHOLE_SECONDS", 0.5)
    with dripping() as origin:
        outcome = survey_command("verify-page", f"{origin}/s/bcd234")
    assert (outcome.code, outcome.out) == (1, "")
    assert "within 0.5 seconds" in outcome.err
