"""Headers, hosts, errors: on every route, found in the app's own map."""

import re

import pytest

from survey.errors import SurveyError
from survey.web import errors as web_errors

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


def addresses(app) -> list[str]:
    """A GET address of every rule, an error and a static file among them."""
    found = []
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods:
            path = rule.rule.replace("<code>", "bcd234").replace("<token>", "x" * 43)
            found.append(path.replace("<path:filename>", "respond.js"))
    return [*found, "/nowhere", "/s/nosuch"]


@pytest.fixture
def answers(app, open_survey, instructor, respondent):
    """Every address, asked as a stranger, as the instructor, and as a program."""
    got = []
    for path in addresses(app):
        got.append((path, respondent.get(path, buffered=True)))
        got.append((path, instructor.get(path, buffered=True)))
        json_wanted = {"Accept": "application/json"}
        got.append((path, respondent.get(path, headers=json_wanted, buffered=True)))
    assert len(got) > 60
    return got


def test_every_answer_has_the_policy_and_its_friends(answers):
    for path, answer in answers:
        policy = dict(
            directive.split(" ", 1)
            for directive in answer.headers["Content-Security-Policy"].split("; ")
        )
        assert policy == CSP, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_nothing_is_stored_but_static_files(answers):
    for path, answer in answers:
        if path.startswith("/static/"):
            assert "immutable" in answer.headers["Cache-Control"]
        else:
            assert answer.headers["Cache-Control"] == "no-store", path


def test_no_page_fails_or_shows_a_traceback(answers):
    for path, answer in answers:
        assert answer.status_code < 500, path
        assert "Traceback" not in answer.text


def test_pages_hold_no_inline_script_or_style_and_no_other_host(answers):
    for path, answer in answers:
        if answer.mimetype != "text/html":
            continue
        for script in re.findall(r"<script\b[^>]*>", answer.text):
            assert "src=" in script or 'type="application/json"' in script, path
        assert not re.search(r"<style|\sstyle=|\son\w+=", answer.text), path
        assert not re.search(r"(src|href|action)=\"(https?:)?//", answer.text), path


def test_errors_are_problems_for_programs_and_pages_for_people(answers):
    for path, answer in answers:
        if answer.status_code >= 400:
            assert answer.mimetype in {"application/problem+json", "text/html"}, path
            if answer.mimetype == "application/problem+json":
                problem = answer.get_json()
                assert problem["status"] == answer.status_code
                assert problem["detail"].endswith(".")


def test_every_error_that_a_view_can_raise_has_a_status():
    from survey import errors

    outside_http = {"ConfigError", "DataError", "ServerUnreachable", "SurveyError"}
    for name, error in vars(errors).items():
        if isinstance(error, type) and issubclass(error, SurveyError) and name not in outside_http:
            assert error in web_errors.STATUS, name


def test_unexpected_error_is_a_plain_500_and_logs_no_value(app, caplog):
    @app.get("/boom")
    def boom():
        s3cret_value = "s3cret"
        raise RuntimeError(f"lost {len(s3cret_value)}")

    answer = app.test_client().get("/boom?x=s3cret")
    assert answer.status_code == 500
    assert "Nothing was lost" in answer.text
    assert "RuntimeError" not in answer.text
    assert "?x=s3cret" not in caplog.text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil"])
def test_foreign_host_is_refused(respondent, host):
    assert respondent.get("/", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "192.168.1.7:8000", "[::1]:8000"]
)
def test_own_names_and_addresses_are_answered(respondent, host):
    assert respondent.get("/", headers={"Host": host}).status_code == 200


def test_https_adds_its_headers(respondent):
    answer = respondent.get("/", base_url="https://localhost")
    assert "max-age" in answer.headers["Strict-Transport-Security"]
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_every_unsafe_route_needs_a_csrf_token(app, open_survey, instructor):
    """A new route without a token fails here; the wire is exempt, since it reads no cookie."""
    exempt = {"respond.responses"}
    checked = 0
    for rule in app.url_map.iter_rules():
        if not rule.methods & {"POST", "PUT", "PATCH", "DELETE"} or rule.endpoint in exempt:
            continue
        path = rule.rule.replace("<code>", "bcd234").replace("<token>", "x" * 43)
        answer = instructor.client.post(path, data={"password": "x" * 12, "code": "bcd234"})
        assert answer.status_code == 400, path
        assert "form was opened in another session" in answer.text
        checked += 1
    assert checked >= 12


def test_every_instructor_route_is_shut_to_strangers(app, open_survey, stranger):
    token = stranger.token("/sign-in")
    checked = 0
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith(("/surveys", "/password", "/sign-out")):
            continue
        path = rule.rule.replace("<code>", "bcd234")
        for method in rule.methods & {"GET", "POST"}:
            answer = stranger.client.open(path, method=method, data={"csrf_token": token})
            assert answer.status_code == 302, path
            assert answer.headers["Location"].startswith("/sign-in"), path
            assert "After the final" not in answer.text
            checked += 1
    assert checked >= 20
