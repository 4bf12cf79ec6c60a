"""Flow budgets: a figure passes few modules before it is said, and is computed once."""

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from both_ways import INSTRUMENT, Both, Sent
from closed_survey import rows_of
from flows import Flow, flow_of
from instruments import make_mixed_instrument
from passwords import InstructorClient
from rsgi_requests import Headers, Protocol, scope

from survey.core.intervals import registry
from survey.core.intervals.registry import Method
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.models import INSTRUCTOR

RESPONSES = 300


@pytest.fixture
def dashboard(app, store):
    """Opens the dashboard of an open survey with a question of every kind, once."""
    instructor = InstructorClient(app.test_client())
    instructor.sign_in(store, INSTRUCTOR)
    store.surveys.add(Survey("bcd234", make_mixed_instrument(), State.OPEN))
    instrument = store.surveys.get("bcd234").instrument
    for response_id, reports in rows_of(instrument, RESPONSES):
        response = Response(instrument.digest, response_id, tuple(reports))
        store.responses.add("bcd234", response)
    instructor.get("/surveys/bcd234")  # which compiles its templates
    return lambda: instructor.get("/surveys/bcd234")


def test_a_dashboard_of_five_questions_is_made_by_few_calls_and_modules(dashboard):
    """14,589 calls and 74 modules before there was one value between counting and showing."""
    flow: Flow = flow_of(dashboard)
    assert flow.calls <= 5000, flow.functions.most_common(20)
    assert "web/results/dashboard.py" in flow.modules
    assert len(flow.modules) <= 45, sorted(flow.modules)


def test_a_response_enters_at_most_20_modules(config, tmp_path):
    """As the server takes it, on the thread that answers; another writes it to the disk."""
    both = Both(config, tmp_path)

    def taken(number: int) -> Flow:
        body = Response(INSTRUMENT.digest, f"{number:032x}", (0, 1, 0)).body()
        asked, protocol = scope("POST", "/s/bcd234/responses", ""), Protocol([body])
        asked.headers = Headers(Sent(body=body).heads().items())
        with ThreadPoolExecutor(1) as pool:  # after browser tests this thread has a loop already
            flow = pool.submit(flow_of, lambda: asyncio.run(both.served.__rsgi__(asked, protocol)))
            found = flow.result()
        assert protocol.answer.status == 201
        return found

    try:
        taken(1)  # reads the survey from the database
        flow = taken(2)
        assert "app/rsgi.py" in flow.modules
        assert len(flow.modules) <= 20, sorted(flow.modules)
    finally:
        both.close()


def test_the_count_sees_a_call():
    assert flow_of(lambda: None).calls == 0
    assert flow_of(lambda: registry.method_named("class")).calls == 1


def test_each_interval_is_computed_once(dashboard, monkeypatch):
    """205 intervals were computed for 33 distinct ones."""
    computed: Counter = Counter()

    def counting(name, of):
        def computing(count, confidence):
            computed[name, count, confidence] += 1
            return of(count, confidence)

        return of and computing

    methods = tuple(
        Method(
            method.name,
            counting(method.name, method.of_share),
            counting(method.name, method.of_bits),
            counting(method.name, method.of_rating),
        )
        for method in registry.METHODS
    )
    monkeypatch.setattr(registry, "METHODS", methods)
    assert dashboard().status_code == 200
    assert {name for name, *_ in computed} >= {"hoeffding", "class"}
    assert set(computed.values()) == {1}
