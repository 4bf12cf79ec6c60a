"""The wire: every tampering has its exact status, and leaves the database as it was."""

import json
import secrets
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st
from instruments import make_instrument

from survey.core.response import Response
from survey.store import State
from survey.store import Survey

URL = "/s/bcd234/responses"
RACES = 1000


@pytest.fixture
def good(open_survey) -> dict:
    return {
        "instrument": open_survey.instrument.digest,
        "response_id": secrets.token_hex(16),
        "reports": [0, 1, 0],
    }


def test_new_response_is_201_and_the_same_again_200(respondent, store, good):
    assert respondent.post(URL, json=good).status_code == 201
    assert respondent.post(URL, json=good).status_code == 200
    assert store.tally("bcd234").responses == 1


def test_same_id_with_other_reports_is_409(respondent, store, good):
    respondent.post(URL, json=good)
    assert respondent.post(URL, json={**good, "reports": [1, 1, 1]}).status_code == 409
    assert store.tally("bcd234").counts[0] == (1, 0)


def test_closed_survey_is_410_for_new_and_200_for_stored(respondent, store, good):
    respondent.post(URL, json=good)
    store.set_state("bcd234", State.CLOSED)
    assert respondent.post(URL, json=good).status_code == 200
    other = {**good, "response_id": secrets.token_hex(16)}
    assert respondent.post(URL, json=other).status_code == 410
    assert store.tally("bcd234").responses == 1


def encoded(good: dict, **changes) -> bytes:
    return json.dumps({**good, **changes}).encode()


# What is sent, as (body, headers, status, field), from a good response.
TAMPERINGS = {
    "other digest": lambda g: (encoded(g, instrument="0" * 64), {}, 409, "instrument"),
    "bit 2": lambda g: (encoded(g, reports=[2, 0, 0]), {}, 422, "reports"),
    "bit -1": lambda g: (encoded(g, reports=[-1, 0, 0]), {}, 422, "reports"),
    "true": lambda g: (encoded(g, reports=[True, 0, 0]), {}, 422, "reports"),
    "text": lambda g: (encoded(g, reports=["1", 0, 0]), {}, 422, "reports"),
    "1.0": lambda g: (encoded(g, reports=[1.0, 0, 0]), {}, 422, "reports"),
    "null": lambda g: (encoded(g, reports=[None, 0, 0]), {}, 422, "reports"),
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
    assert list(store.responses("bcd234")) == []
    assert store.tally("bcd234").responses == 0


def test_4096_bytes_are_taken(respondent, good):
    body = encoded(good).ljust(4096)
    assert respondent.post(URL, data=body, content_type="application/json").status_code == 201


@pytest.mark.parametrize(
    ("method", "status"),
    [("GET", 405), ("HEAD", 405), ("PUT", 405), ("DELETE", 405), ("TRACE", 405), ("PATCH", 405)],
)
def test_other_methods_are_refused(respondent, open_survey, method, status):
    assert respondent.open(URL, method=method).status_code == status


@pytest.mark.parametrize("code", ["nosuch", "BCD234", "..%2f..", "%00", "x" * 3000, "bcd234%20"])
def test_unknown_code_is_404(respondent, good, code):
    assert respondent.post(f"/s/{code}/responses", json=good).status_code == 404


def test_draft_is_404_for_respondents(respondent, store, instrument, good):
    store.add_survey(Survey("drft34", instrument))
    for path in ("", "/instrument.json", "/coin", "/results"):
        assert respondent.get(f"/s/drft34{path}").status_code == 404
    assert respondent.post("/s/drft34/responses", json=good).status_code == 404


def test_instrument_json_is_the_canonical_text(respondent, open_survey):
    assert respondent.get("/s/bcd234/instrument.json").text == open_survey.instrument.canonical_json


def test_a_thousand_races_store_one_row_each(app, store, open_survey, good):
    """The same response from three at once: always one 201 and two 200."""
    digest = open_survey.instrument.digest
    with ThreadPoolExecutor(3) as pool:
        for race in range(RACES):
            response = Response(digest, f"{race:032x}", (race % 2, 0, 1))
            statuses = pool.map(
                lambda body: (
                    app.test_client()
                    .post(URL, data=body, content_type="application/json")
                    .status_code
                ),
                [response.body()] * 3,
            )
            assert sorted(statuses) == [200, 200, 201]
    assert store.tally("bcd234").responses == RACES
    assert len(list(store.responses("bcd234"))) == RACES


def test_replay_to_another_survey_is_refused(respondent, store, good):
    store.add_survey(Survey("thr334", make_instrument("1/3", "1/4", "1/4"), State.OPEN))
    assert respondent.post("/s/thr334/responses", json=good).status_code == 409
    assert store.tally("thr334").responses == 0


def test_respondent_routes_set_no_cookie(respondent, good):
    for answer in (
        respondent.get("/s/bcd234"),
        respondent.get("/s/bcd234/instrument.json"),
        respondent.post(URL, json=good),
    ):
        assert "Set-Cookie" not in answer.headers


# A fuzz that passes the door often enough to reach every outcome.
IDS = st.sampled_from([f"{n:032x}" for n in range(40)]) | st.text("0123456789abcdefg", max_size=33)
REPORTS = st.lists(st.integers(0, 1), min_size=3, max_size=3) | st.lists(
    st.integers(-1, 3) | st.booleans() | st.floats() | st.none() | st.text(max_size=3), max_size=5
)
TYPES = st.sampled_from(["application/json"] * 9 + ["text/plain", "application/xml", ""])
PADDING = st.sampled_from([0] * 9 + [4200])


def test_fuzz_reaches_every_outcome_and_refusals_change_nothing(respondent, store, open_survey):
    seen: dict[int, int] = {}
    digest = open_survey.instrument.digest

    @settings(
        max_examples=2500,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    @given(
        instrument=st.sampled_from([digest] * 9 + ["0" * 64, "", 5]),
        response_id=IDS, reports=REPORTS, mimetype=TYPES, padding=PADDING,
        code=st.sampled_from(["bcd234"] * 19 + ["nosuch"]),
    )  # fmt: skip
    def fuzz(instrument, response_id, reports, mimetype, padding, code):
        body = {"instrument": instrument, "response_id": response_id, "reports": reports}
        before = (store.tally("bcd234"), len(list(store.responses("bcd234"))))
        answer = respondent.post(
            f"/s/{code}/responses",
            data=json.dumps(body).encode() + b" " * padding,
            content_type=mimetype,
        )
        seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
        if answer.status_code != 201:
            assert before == (store.tally("bcd234"), len(list(store.responses("bcd234"))))

    fuzz()
    total = sum(seen.values())
    assert set(seen) <= {200, 201, 404, 409, 413, 415, 422}
    for status in (200, 201, 404, 409, 413, 415, 422):
        assert seen.get(status, 0) >= total / 100, seen
