"""Headers and hosts: on every route, found in the app's own map."""

import base64
import dataclasses
import hashlib
import re
import socket

import pytest
from routes import routes

from survey.app import create_app
from survey.web.http import security_headers

CSP = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
# The respondent's page sends no form, and its script is the one whose digest it names.
SHELLS = {"/s/bcd234", "/s/nosuch", "/surveys/bcd234/preview"}
OF_A_SHELL = {"form-action": "'none'"}
HELD = "'sha256-[^' ]+'"  # within the page itself
# The client as one file holds its script and style, which its policy names, and asks any server.
SINGLE_FILE = "/client.html"
OF_THE_SINGLE_FILE = {
    "img-src": "data:",
    "connect-src": "http: https:",
    "form-action": "'none'",
}
# What is no page loads nothing.
OF_A_FILE = {"default-src": "'none'", "frame-ancestors": "'none'"}
INTEGRITY = "blocked-destinations=(script)"
FIXED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
ERRORS = [
    ("GET", "/nowhere"),
    ("GET", "/s/nosuch"),
    ("GET", "/static/nowhere.js"),
    ("PUT", "/s/bcd234"),
    ("POST", "/surveys/new"),
    ("POST", "/s/bcd234/responses"),
]


@pytest.fixture
def answers(app, store, open_survey, instructor, respondent):
    """Every route and some errors, asked as a stranger, the instructor, and a program."""
    store.surveys.set_sharing("bcd234", True, 1)
    asked = [
        (route.method, route.path)
        for route in routes(app)
        if route.method in {"GET", "HEAD", "OPTIONS"}
    ]
    got = []
    for method, path in [*asked, *ERRORS]:
        for client, headers in (
            (respondent, {}),
            (instructor.client, {}),
            (respondent, {"Accept": "application/json"}),
            (respondent, {"Host": "evil.example"}),
        ):
            answer = client.open(path, method=method, headers=headers, buffered=True)
            got.append((f"{method} {path} {headers}", path, answer))
    statuses = {answer.status_code for _, _, answer in got}
    assert statuses >= {200, 302, 400, 403, 404, 405, 415}
    assert len(got) > 200
    return got


def is_shell(asked: str, path: str, answer) -> bool:
    return path in SHELLS and asked.startswith(("GET", "HEAD")) and answer.status_code in {200, 404}


def is_single_file(asked: str, path: str, answer) -> bool:
    return path == SINGLE_FILE and answer.status_code == 200 and "OPTIONS" not in asked


def is_read_by_the_client(asked, path, answer) -> bool:
    """A file that the shell loads, or a document of a survey."""
    read = re.match(r"/client/|/s/\w+/(instrument\.json|state)$", path)
    return bool(read) and answer.status_code == 200 and "OPTIONS" not in asked


def directives_of(answer) -> dict[str, str]:
    """The policy, which says each thing once."""
    directives = answer.headers["Content-Security-Policy"].split("; ")
    found = dict(directive.split(" ", 1) for directive in directives)
    assert len(directives) == len(found)
    return found


def test_every_answer_has_the_policy_and_its_friends(answers):
    shells = set()
    for asked, path, answer in answers:
        expected, fixed = CSP, FIXED
        if is_shell(asked, path, answer):
            found = directives_of(answer)
            held = {name: found[name] for name in ("script-src", "style-src")}
            assert re.fullmatch(f"'self' {HELD} {HELD}", held["script-src"]), asked
            assert re.fullmatch(HELD, held["style-src"]), asked
            expected = CSP | OF_A_SHELL | held
            assert answer.headers.getlist("Integrity-Policy") == [INTEGRITY], asked
            fixed = FIXED | {"Referrer-Policy": "no-referrer"}
            shells.add(path)
        if is_read_by_the_client(asked, path, answer):
            expected = OF_A_FILE
        found = directives_of(answer)
        if is_single_file(asked, path, answer):
            held = {name: found[name] for name in ("script-src", "style-src")}
            assert all(re.fullmatch(HELD, source) for source in held.values()), asked
            expected = CSP | OF_THE_SINGLE_FILE | held
        assert found == expected, asked
        for name, value in fixed.items():
            assert answer.headers.getlist(name) == [value], asked
    assert shells == SHELLS


def test_nothing_is_stored_but_files_with_a_digest_and_asked_about_but_the_page_of_all(answers):
    kept = {"/static/": set(), "/client/": set()}
    for asked, path, answer in answers:
        (folder,) = [each for each in kept if path.startswith(each)] or [None]
        if folder and answer.status_code == 200:
            if "OPTIONS" not in asked:
                stored = answer.headers.getlist("Cache-Control")
                assert stored == ["public, max-age=31536000, immutable"], asked
                kept[folder].add(path)
        elif (
            path == "/s/bcd234"
            and is_shell(asked, path, answer)
            or is_single_file(asked, path, answer)
        ):
            assert answer.headers.getlist("Cache-Control") == ["no-cache"], asked
            assert "Set-Cookie" not in answer.headers, asked
        else:
            assert answer.headers.getlist("Cache-Control") == ["no-store"], asked
    assert all(kept.values())


@pytest.mark.parametrize("endpoint", ["static", "client.file"])
def test_static_file_that_is_asked_about_again_stays_stored(app, respondent, endpoint):
    (path,) = {route.path for route in routes(app) if route.endpoint == endpoint}
    etag = respondent.get(path, buffered=True).headers["ETag"]
    again = respondent.get(path, headers={"If-None-Match": etag}, buffered=True)
    assert again.status_code == 304
    assert "immutable" in again.headers["Cache-Control"]


def test_no_answer_fails_or_shows_a_traceback(answers):
    for asked, _, answer in answers:
        assert answer.status_code < 500, asked
        assert "Traceback" not in answer.text, asked


def inline_or_foreign(page: str) -> list[str]:
    """What the policy would block, or what would tell another host of the visit."""
    return [
        script
        for script in re.findall(r"<script\b[^>]*>", page)
        if "src=" not in script and 'type="application/json"' not in script
    ] + re.findall(
        r"<style|<base\b|\sstyle\s*=|\son\w+\s*=|javascript:"
        r"|(?:src|href|action|content|data-\w+)=\"[^\"]*(?:https?:)?//[^\"]*",
        page,
    )


def without_what_is_allowed(page: str, policy: str) -> str:
    """The page without each script and style of its own whose digest its policy names."""

    def unless_named(element: re.Match) -> str:
        digest = base64.b64encode(hashlib.sha256(element[2].encode()).digest()).decode()
        return "" if f"'sha256-{digest}'" in policy else element[0]

    return re.sub(r"<(script|style)\b[^>]*>(.*?)</\1>", unless_named, page, flags=re.DOTALL)


def test_pages_hold_nothing_inline_and_load_nothing_from_another_host(answers):
    pages = 0
    for asked, path, answer in answers:
        own = is_single_file(asked, path, answer)
        if answer.mimetype == "text/html" and answer.data and not own:
            policy = answer.headers["Content-Security-Policy"]
            page = without_what_is_allowed(answer.text, policy)
            assert inline_or_foreign(page) == [], asked
            pages += 1
    assert pages > 60


@pytest.mark.parametrize(
    "page",
    ["<script>x</script>", "<p style='x'>", '<img src="https://evil.example/x.png">',
     '<script src="//evil.example/x.js">', "<body onload=x>", "<style>", '<a href="javascript:x">',
     '<meta content="0; url=https://evil.example">'],
)  # fmt: skip
def test_the_check_catches_what_is_inline_or_foreign(page):
    assert inline_or_foreign(without_what_is_allowed(page, "script-src 'self' 'sha256-x'"))


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil", "localhost:80@evil.example",
     "localhost:evil", "[::1]evil.example", "[::1", "127.1", "0x7f.1", "localhost,evil.example",
     "survey.example.org",
     # Addresses of others (RFC 5737, 3849), of no machine, and of many.
     "203.0.113.7", "192.0.2.1:8000", "[2001:db8::1]", "0.0.0.0", "[::]:8000", "224.0.0.1"],
)  # fmt: skip
def test_foreign_host_is_refused(respondent, host):
    assert respondent.get("/", headers={"Host": host}).status_code == 400


def own_address() -> str:
    """That by which others reach this machine, if it is in a network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.7", 9))
        except OSError:
            return "127.0.0.2"
        return probe.getsockname()[0]


OWN = ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", f"{own_address()}:8000", "[::1]:8000"]


@pytest.mark.parametrize("host", OWN)
def test_own_names_and_addresses_are_answered(respondent, host):
    assert respondent.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["survey.example.org", "Survey.Example.org:443", "b.example", "203.0.113.7:8000"]
)
def test_public_name_and_others_given_are_answered(config, store, host):
    given = {"public_url": "https://survey.example.org/", "hosts": ("b.example", "203.0.113.7")}
    client = create_app(dataclasses.replace(config, **given), store).test_client()
    assert client.get("/", headers={"Host": host}).status_code == 200
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_forwarded_host_is_believed_only_behind_a_proxy(config, store, respondent):
    forwarded = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    plain = respondent.get("/", headers=forwarded)
    assert plain.status_code == 200
    assert "Strict-Transport-Security" not in plain.headers
    behind = create_app(dataclasses.replace(config, proxies=1), store).test_client()
    assert behind.get("/", headers=forwarded).status_code == 400
    answer = behind.get("/", headers=forwarded | {"X-Forwarded-Host": "localhost"})
    assert answer.headers["Strict-Transport-Security"]


def test_https_adds_its_headers(respondent):
    answer = respondent.get("/", base_url="https://localhost")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_an_address_that_the_machine_gets_later_is_its_own(monkeypatch):
    """Its own addresses are kept, and no others, so that a new network is known at once."""
    address, taken = "192.0.2.7", []

    class Probe:
        def __init__(self, *_):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def bind(self, place):
            taken.append(place)
            if len(taken) == 1:
                raise OSError(99, "Cannot assign requested address")

    monkeypatch.setattr(security_headers.socket, "socket", Probe)
    assert [security_headers.is_own_address(address) for _ in range(4)] == [False, True, True, True]
    assert len(taken) == 2
    security_headers._bound.cache_clear()
