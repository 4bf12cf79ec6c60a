"""Every tampering with a response has its exact status, and leaves the database as it was."""

import json

import pytest
from instruments import make_instrument

URL = "/s/bcd234/responses"
JSON = "application/json"


def encoded(good: dict, **changes) -> bytes:
    return json.dumps({**good, **changes}).encode()


def without(good: dict, field: str) -> bytes:
    return json.dumps({name: value for name, value in good.items() if name != field}).encode()


# What is sent, as (body, headers, status, field), from a good response.
TAMPERINGS = {
    "other digest": lambda g: (encoded(g, instrument="0" * 64), {}, 409, "instrument"),
    "other gamma": lambda g: (
        encoded(g, instrument=make_instrument("1/4", "1/3", "1/5").digest), {}, 409, "instrument"),
    "digest in capitals": lambda g: (
        encoded(g, instrument=g["instrument"].upper()), {}, 422, "instrument"),
    "digest and a line break": lambda g: (
        encoded(g, instrument=g["instrument"] + "\n"), {}, 422, "instrument"),
    "no digest": lambda g: (without(g, "instrument"), {}, 422, "instrument"),
    "no id": lambda g: (without(g, "response_id"), {}, 422, "response_id"),
    "no reports": lambda g: (without(g, "reports"), {}, 422, "reports"),
    "id in capitals": lambda g: (encoded(g, response_id="AB" * 16), {}, 422, "response_id"),
    "id and a line break": lambda g: (
        encoded(g, response_id="0" * 32 + "\n"), {}, 422, "response_id"),
    "id as a number": lambda g: (encoded(g, response_id=10**31), {}, 422, "response_id"),
    "reports by question": lambda g: (
        encoded(g, reports={"1": 0, "2": 1, "3": 0}), {}, 422, "reports"),
    "reports as text": lambda g: (encoded(g, reports="010"), {}, 422, "reports"),
    "nested report": lambda g: (encoded(g, reports=[[0], 0, 0]), {}, 422, "reports"),
    "1e0": lambda g: (encoded(g).replace(b"[0,", b"[1e0,"), {}, 422, "reports"),
    "2**64": lambda g: (encoded(g, reports=[2**64, 0, 0]), {}, 422, "reports"),
    "a 4,000-digit report": lambda g: (
        encoded(g).replace(b"[0,", b"[" + b"9" * 3900 + b","), {}, 422, "reports"),
    "a list": lambda g: (b"[" + encoded(g) + b"]", {}, 422, "body"),
    "null": lambda g: (b"null", {}, 422, "body"),
    "two responses": lambda g: (encoded(g) * 2, {}, 422, "body"),
    "byte order mark": lambda g: (b"\xef\xbb\xbf" + encoded(g), {}, 422, "body"),
    "no UTF-8": lambda g: (encoded(g) + b"\xff", {}, 422, "body"),
    "Infinity": lambda g: (encoded(g).replace(b"[0,", b"[-Infinity,"), {}, 422, "body"),
    "token null": lambda g: (encoded(g, token=None), {}, 422, "token"),
    "token as a number": lambda g: (encoded(g, token=5), {}, 422, "token"),
    "bit 2": lambda g: (encoded(g, reports=[2, 0, 0]), {}, 422, "reports"),
    "bit -1": lambda g: (encoded(g, reports=[-1, 0, 0]), {}, 422, "reports"),
    "true": lambda g: (encoded(g, reports=[True, 0, 0]), {}, 422, "reports"),
    "text": lambda g: (encoded(g, reports=["1", 0, 0]), {}, 422, "reports"),
    "1.0": lambda g: (encoded(g, reports=[1.0, 0, 0]), {}, 422, "reports"),
    "report null": lambda g: (encoded(g, reports=[None, 0, 0]), {}, 422, "reports"),
    "missing report": lambda g: (encoded(g, reports=[0, 0]), {}, 422, "reports"),
    "extra report": lambda g: (encoded(g, reports=[0] * 4), {}, 422, "reports"),
    "extra field": lambda g: (encoded(g, answer=1), {}, 422, "body"),
    "token where none is used": lambda g: (encoded(g, token="abc"), {}, 403, "token"),
    "id of 31 digits": lambda g: (encoded(g, response_id="0" * 31), {}, 422, "response_id"),
    "NaN": lambda g: (encoded(g).replace(b"[0,", b"[NaN,"), {}, 422, "body"),
    "deep": lambda g: (b"[" * 4000, {}, 422, "body"),
    "duplicate keys": lambda g: (encoded(g)[:-1] + b', "reports": [1, 1, 1]}', {}, 422, "body"),
    "UTF-16": lambda g: (encoded(g).decode().encode("utf-16"), {}, 422, "body"),
    "empty": lambda g: (b"", {}, 422, "body"),
    "4,097 bytes": lambda g: (encoded(g).ljust(4097), {}, 413, None),
    "10,000 deep": lambda g: (b"[" * 10_000, {}, 413, None),
    "70,000 bytes": lambda g: (b" " * 70_000, {}, 413, None),
    "gzip": lambda g: (encoded(g), {"Content-Encoding": "gzip"}, 415, None),
    "form": lambda g: (encoded(g), {"Content-Type": "text/plain"}, 415, None),
    "no type": lambda g: (encoded(g), {"Content-Type": ""}, 415, None),
}  # fmt: skip


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


def test_4096_bytes_are_taken(respondent, good):
    body = encoded(good).ljust(4096)
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
            assert answer.status_code in {404, 405}, address
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
