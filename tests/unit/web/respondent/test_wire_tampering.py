"""Every tampering with a response has its exact status, and leaves the database as it was."""

import re

import pytest
from tampered_responses import TAMPERINGS, encoded

URL = "/s/bcd234/responses"
JSON = "application/json"


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_tampering_has_its_exact_status_and_stores_nothing(respondent, store, good, tampering):
    body, headers, status, field = TAMPERINGS[tampering](good)
    answer = respondent.post(URL, data=body, headers={"Content-Type": "application/json"} | headers)
    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    problem = answer.get_json()
    assert problem["status"] == status
    assert problem.get("field") == field
    assert set(problem) <= {"type", "title", "status", "detail", "field"}
    assert list(store.responses.all("bcd234")) == []
    assert store.responses.tally("bcd234").responses == 0


def test_every_token_fault_is_answered_alike(respondent, good):
    """Size and words say nothing of the token; so nobody learns by trying."""
    tokens = ["", "x", "X" * 43, "\0", "é" * 500, " t ", "../t"]
    answers = [respondent.post(URL, data=encoded(good, token=token), content_type=JSON)
               for token in tokens]  # fmt: skip
    assert {(answer.status_code, answer.data) for answer in answers} == {(403, answers[0].data)}


def test_6144_bytes_are_taken(respondent, good):
    body = encoded(good).ljust(6144)
    assert respondent.post(URL, data=body, content_type="application/json").status_code == 201


@pytest.mark.parametrize(
    ("method", "status"),
    [("GET", 405), ("HEAD", 405), ("PUT", 405), ("DELETE", 405), ("TRACE", 405), ("PATCH", 405)],
)
def test_other_methods_are_refused(respondent, open_survey, method, status):
    assert respondent.open(URL, method=method).status_code == status


# 200 ways to step out of /s/<code>/responses into something else.
TRAVERSALS = [
    step * times + target
    for step in ("../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..\\", "%5c..%5c", "....//", "..;/",
                 "%c0%ae%c0%ae/", "./")
    for times in (1, 2, 3, 5, 9)
    for target in ("etc/passwd", "survey.db", "secret", "bcd234")
]  # fmt: skip


def test_no_path_leads_out_of_the_survey(respondent, store, good):
    assert len(TRAVERSALS) == 200
    for path in TRAVERSALS:
        for address in (f"/s/{path}", f"/s/{path}/responses", f"/static/{path}"):
            answer = respondent.post(address, json=good)
            assert answer.status_code in {404, 405}, address
            answer = respondent.get(address, buffered=True)
            # What is left of "..\\bcd234" may be a survey's code, and a link to it was changed.
            mended = re.fullmatch("/s/[0-9a-z]+", answer.location or "")
            assert mended or answer.status_code in {404, 405}, address
    assert store.responses.tally("bcd234").responses == 0


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example"])
def test_foreign_host_is_refused_before_anything_is_stored(respondent, store, good, host):
    answer = respondent.post(URL, json=good, headers={"Host": host})
    assert answer.status_code == 400
    assert answer.content_type == "application/problem+json"
    assert store.responses.tally("bcd234").responses == 0


@pytest.mark.parametrize("code", ["nosuch", "BCD234", "..%2f..", "%00", "x" * 3000, "bcd234%20"])
def test_unknown_code_is_404(respondent, good, code):
    assert respondent.post(f"/s/{code}/responses", json=good).status_code == 404
