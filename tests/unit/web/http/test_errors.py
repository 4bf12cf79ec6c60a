"""Errors: one table, a problem for programs, a page for people, and nothing sent comes back."""

import re

import pytest
from routes import add_route, routes

from survey import errors
from survey.errors import SurveyError
from survey.wire import problems

CANARY = "canary7f3a"
PROGRAM = {"Accept": "application/json"}
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}

STATUS = {
    "StateChanged": 409,
    "ParameterError": 422,
    "InstrumentInvalid": 422,
    "SurveyNotFound": 404,
    "PageNotFound": 404,
    "PictureNotFound": 404,
    "LessonNotFound": 404,
    "SurveyNotOpen": 410,
    "SurveyFull": 410,
    "SurveyFrozen": 409,
    "DraftChanged": 409,
    "BudgetExceeded": 409,
    "PrivacyTooWeak": 409,
    "SupportMissing": 409,
    "ResultsHidden": 403,
    "RoleMissing": 403,
    "ResponseTooLarge": 413,
    "ResponseNotJSON": 415,
    "ReportRejected": 422,
    "ResponseConflict": 409,
    "TokenRejected": 403,
    "HostUnknown": 400,
    "OnThisMachineOnly": 403,
    "SignInRequired": 401,
    "SignInRefused": 403,
    "InstructorNotFound": 403,
    "SignInThrottled": 429,
    "TokenThrottled": 429,
    "CodeThrottled": 429,
    "ReadingThrottled": 429,
    "FormatUnavailable": 404,
    "LabBusy": 503,
    "StoreUnavailable": 503,
}
# Raised at start or by commands, never while a request is answered.
OUTSIDE_HTTP = {
    "ConfigError", "DataError", "InstructorRefused", "ResponseRefused", "ServerUnreachable"
}  # fmt: skip
# What others are a kind of, and nothing raises by itself.
BASES = {"SurveyError", "Throttled"}


def check_error(answer, as_program: bool) -> None:
    """One error is as promised, in whichever of its two forms."""
    assert answer.status_code >= 400
    assert CANARY not in answer.text
    assert "Traceback" not in answer.text
    assert 'File "' not in answer.text
    if as_program:
        assert answer.content_type == "application/problem+json"
        problem = answer.get_json()
        assert {"type", "title", "status", "detail"} <= set(problem)
        assert set(problem) <= {"type", "title", "status", "detail", "field"}
        assert problem["status"] == answer.status_code
        assert problem["detail"].endswith(".")
    else:
        assert answer.mimetype == "text/html"
        (heading,) = re.findall("<h1[^>]*>(.+?)</h1>", answer.text)
        assert heading


def wrong_requests(app):
    """(method, path) that go wrong on every rule: another method, and a code of no survey."""
    everything = routes(app)
    for path in {route.path for route in everything}:
        allowed = {route.method for route in everything if route.path == path}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - allowed:
            yield method, path
        if "bcd234" in path and "GET" in allowed:
            yield "GET", path.replace("bcd234", CANARY)
    yield "GET", f"/{CANARY}"
    yield "GET", f"/static/{CANARY}.js"
    yield "GET", f"/surveys/bcd234?confidence={CANARY}"
    yield "GET", f"/s/bcd234/results?confidence={CANARY}"
    yield "POST", "/surveys/bcd234/close"  # without a CSRF token


def test_every_wrong_request_is_a_problem_or_a_page_of_the_same_status(
    app, store, open_survey, instructor
):
    store.surveys.set_sharing("bcd234", True, 1)
    checked = 0
    for method, path in wrong_requests(app):
        query = ("&" if "?" in path else "?") + f"x={CANARY}"
        form = {"data": {"x": CANARY}} if method == "POST" else {}
        answers = [
            instructor.client.open(
                path + query, method=method, headers={**kind, "X-Canary": CANARY}, **form
            )
            for kind in (PROGRAM, BROWSER)
        ]
        of_the_wire = path in {"/health", "/ready"} or (
            path.startswith("/s/") and path.endswith(("/responses", "/token", "/state", ".json"))
        )
        # The page of all surveys is that of none, too: whoever asks for it, it is the same.
        check_error(answers[0], as_program=(method, path) != ("GET", f"/s/{CANARY}"))
        check_error(answers[1], as_program=of_the_wire)
        assert answers[0].status_code == answers[1].status_code, (method, path)
        checked += 1
    assert checked >= 100


def test_method_that_is_not_allowed_names_those_that_are(respondent, open_survey):
    answer = respondent.put("/s/bcd234/responses")
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


def make_error(name: str) -> SurveyError:
    if name == "InstrumentInvalid":
        return errors.InstrumentInvalid({"title": "Please write something here."})
    if name == "InstructorNotFound":
        return errors.InstructorNotFound("somebody")
    if name.endswith("Throttled"):
        return getattr(errors, name)("Please wait a while.", 77)
    return getattr(errors, name)("One sentence.", "somewhere")


@pytest.fixture
def raising(app):
    """A client of an app that raises the error named in the address."""
    add_route(app, "/raise/<name>", lambda name: _raise(make_error(name)))
    return app.test_client()


def _raise(error: Exception):
    raise error


@pytest.mark.parametrize("name", STATUS)
def test_each_error_has_its_status_and_says_its_own_sentence(raising, name):
    for kind, as_program in ((PROGRAM, True), (BROWSER, False)):
        answer = raising.get(f"/raise/{name}", headers=kind)
        assert answer.status_code == STATUS[name]
        check_error(answer, as_program)
        assert make_error(name).message.split(": ")[-1] in answer.text


def test_every_error_of_the_code_is_in_the_table_or_stays_outside():
    ours = {
        name
        for name, each in vars(errors).items()
        if isinstance(each, type) and issubclass(each, SurveyError)
    }
    assert ours == set(STATUS) | OUTSIDE_HTTP | BASES
    assert {error.__name__ for error in problems.STATUS} == set(STATUS)


def test_problem_names_the_field_at_fault(raising):
    assert raising.get("/raise/ReportRejected", headers=PROGRAM).get_json()["field"] == "somewhere"


@pytest.mark.parametrize(
    ("name", "seconds"),
    [("SignInThrottled", "77"), ("TokenThrottled", "77"), ("StoreUnavailable", "5")],
)
def test_whoever_may_try_again_is_told_when(raising, name, seconds):
    assert raising.get(f"/raise/{name}").headers["Retry-After"] == seconds


@pytest.mark.parametrize(
    ("accept", "as_program"),
    [("application/json", True), ("application/problem+json, application/json", True),
     ("application/json;q=0.1, text/html", False), ("text/html", False), ("*/*", False),
     ("", False), (";;q=nan,,/", False)],
)  # fmt: skip
def test_accept_header_decides(respondent, accept, as_program):
    check_error(respondent.get("/nowhere", headers={"Accept": accept}), as_program)


def test_wire_speaks_json_to_browsers_too(respondent, open_survey):
    answer = respondent.post("/s/bcd234/responses", json={"x": CANARY}, headers=BROWSER)
    check_error(answer, as_program=True)


def test_unexpected_error_shows_and_logs_no_value(app, caplog):
    def boom():
        value = CANARY
        raise RuntimeError(f"lost {value}")

    add_route(app, "/boom", boom)

    for kind, as_program in ((PROGRAM, True), (BROWSER, False)):
        answer = app.test_client().get(f"/boom?x={CANARY}", headers={**kind, "X-Canary": CANARY})
        assert answer.status_code == 500
        check_error(answer, as_program)
        assert "Nothing was lost" in answer.text
        assert "RuntimeError" not in answer.text
    assert "unexpected RuntimeError in boom.page" in caplog.text
    assert CANARY not in caplog.text
