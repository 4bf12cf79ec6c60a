"""The wire under a fuzz that passes the door often enough to reach every outcome."""

import json
from collections import Counter
from itertools import count

import pytest
from file_contents import rows_in
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from instruments import make_instrument

from survey.core.responses.tokens import hash_token
from survey.store import State, Survey
from survey.web.http.throttle import token_throttle
from survey.wire import submission

OUTCOMES = {200, 201, 403, 404, 409, 410, 413, 415, 422}
OPEN, CLOSED, TOKENS = "bcd234", "cls346", "tok346"
ISSUED = [str(number) * 30 for number in range(10)]

ANY_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=70),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
# What may be wrong with a good request: at most two of these at a time.
FAULTS = {
    "code": st.sampled_from([CLOSED, CLOSED, "nosuch", "BCD234"]),
    "instrument": st.just("0" * 64) | ANY_VALUE,
    "response_id": ANY_VALUE | st.text("0123456789abcdefg", min_size=31, max_size=33),
    "reports": ANY_VALUE | st.lists(st.integers(-1, 2), min_size=2, max_size=4),
    "token": st.sampled_from([*ISSUED, "8" * 31]) | st.text() | ANY_VALUE,
    "another field": ANY_VALUE,
    "type": st.sampled_from(["text/plain", "application/xml", "", "application/jsonx"]),
    "padding": st.sampled_from([1, 6000, 6144, 60_000]),
    "cut": st.integers(0, 100),
    "bytes": st.binary(max_size=50),
}
FAULTY = st.lists(st.sampled_from([None, None, "code", "token", *FAULTS]), max_size=2, unique=True)


@st.composite
def requests(draw):
    """(code, body, content type)"""
    faults = {name: draw(FAULTS[name]) for name in draw(FAULTY) if name}
    code = draw(st.sampled_from([OPEN, OPEN, TOKENS]))
    body = {
        "instrument": make_instrument("1/4", "1/3", "1/10").digest,
        "response_id": f"{draw(st.integers(0, 400)):032x}",
        "reports": draw(st.sampled_from([[0, 0, 0], [1, 0, 1]])),
    }
    if code == TOKENS:
        body["token"] = draw(st.sampled_from(ISSUED))
    outside = {"code", "type", "padding", "cut", "bytes"}
    body |= {name: value for name, value in faults.items() if name not in outside}
    sent = json.dumps(body).encode()
    sent = sent[: len(sent) - faults.get("cut", 0)] + faults.get("bytes", b"")
    sent += b" " * faults.get("padding", 0)
    return faults.get("code", code), sent, faults.get("type", "application/json")


@pytest.fixture
def surveys(app, store, open_survey):
    """An open one, a closed one, and one that takes tokens."""
    store.surveys.add(Survey(CLOSED, open_survey.instrument, State.CLOSED))
    store.surveys.add(Survey(TOKENS, open_survey.instrument, State.OPEN))
    # One is never sent: with the last the survey would close, and refuse nothing else any more.
    issued = [*ISSUED, "kept"]
    store.surveys.add_tokens(TOKENS, [hash_token(app.secret_key, token) for token in issued])
    # A minute between two wrong tokens, so that they are answered and not throttled.
    app.extensions["submissions"].count_wrong_token = token_throttle(
        count(step=60).__next__
    ).attempt


def responses(store) -> int:
    return store.responses.tally(OPEN).responses + store.responses.tally(TOKENS).responses


def fuzz(app, store, config, cases: int) -> Counter[int]:
    """The statuses that were answered."""
    client = app.test_client()
    seen: Counter[int] = Counter()

    def database() -> str:
        return rows_in(config.database)

    @settings(max_examples=cases, suppress_health_check=list(HealthCheck))
    @given(requests())
    def send(request):
        code, body, content_type = request
        before, counted = database(), responses(store)
        answer = client.post(f"/s/{code}/responses", data=body, content_type=content_type)
        seen[answer.status_code] += 1
        stored = answer.status_code == 201
        assert (database() != before) == stored
        assert responses(store) - counted == stored
        if answer.status_code >= 400:
            assert answer.content_type == "application/problem+json"

    send()
    return seen


def test_fuzz_reaches_every_outcome_and_refusals_change_nothing(
    app, store, config, surveys, exhaustive
):
    seen = fuzz(app, store, config, 8000 if exhaustive else 800)
    assert set(seen) <= OUTCOMES
    for status in OUTCOMES:
        assert seen[status] >= seen.total() / 100, seen
    # What was taken is what was counted.
    listed = [*store.responses.all(OPEN), *store.responses.all(TOKENS)]
    assert responses(store) == len(listed) == seen[201]
    assert store.responses.tally(CLOSED).responses == 0
    assert store.surveys.token_counts(TOKENS).spent == store.responses.tally(TOKENS).responses > 0


@pytest.mark.exhaustive
def test_a_wire_that_does_not_check_the_reports_is_caught(app, store, config, surveys, monkeypatch):
    monkeypatch.setattr(submission, "check_response", lambda response, instrument: None)
    with pytest.raises((AssertionError, IndexError, ExceptionGroup)):
        fuzz(app, store, config, 800)
