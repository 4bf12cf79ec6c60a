"""/metrics: figures of the server, and nothing from which arrivals could be read."""

import dataclasses

import pytest
from prometheus_client.parser import text_string_to_metric_families
from routes import routes

from survey.app import create_app
from survey.errors import StoreUnavailable
from survey.systems import resident_memory
from survey.web.http.audiences import Audience, audience_of
from survey.web.operations import metrics

TOKEN = "0123456789abcdef0123456789abcdef"
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


def figures(text: str) -> dict[tuple[str, str | None], float]:
    """Value by (name, kind), as Prometheus itself reads the text."""
    return {
        (sample.name, sample.labels.get("kind")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def faults_of(client, kind: str) -> float:
    return figures(client.get("/metrics").text)["deniable_faults_total", kind]


def steady(text: str) -> str:
    """Without what passing time changes, and /metrics itself."""
    return "\n".join(
        line
        for line in text.splitlines()
        if 'kind="machine"' not in line and "uptime" not in line and "memory" not in line
    )


def test_prometheus_reads_every_figure(respondent):
    answer = respondent.get("/metrics")
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    families = {each.name: each for each in text_string_to_metric_families(answer.text)}
    assert {name: each.type for name, each in families.items()} == {
        "deniable_info": "gauge",
        "deniable_uptime_seconds": "gauge",
        "deniable_requests": "counter",
        "deniable_faults": "counter",
        "deniable_memory_bytes": "gauge",
    }
    assert all(each.documentation for each in families.values())
    memory = figures(answer.text)["deniable_memory_bytes", None]
    assert memory % metrics.MEMORY_STEP == 0
    assert resident_memory() <= memory < 4 * 2**30


def visit(app, good: dict) -> int:
    """All that respondents do: every page of theirs, good and bad submissions, wrong codes."""
    client, asked = app.test_client(), 0
    for route in routes(app):
        with app.app_context():
            kind = audience_of(route.endpoint).counted_as
        if kind == "respondent" and route.method in {"GET", "HEAD", "POST"}:
            client.open(route.path, method=route.method, buffered=True)
            asked += 1
    statuses = [
        client.post("/s/bcd234/responses", json=body).status_code
        for body in (good, good, good | {"reports": [1, 1, 1]}, good | {"reports": [7]}, [])
    ]
    assert statuses == [201, 200, 409, 422, 422]
    assert client.get("/nowhere").status_code == 404
    assert client.get("/join?code=zzz").status_code == 404
    return asked


def test_nothing_that_respondents_do_changes_a_figure(app, store, respondent, good):
    store.surveys.set_sharing("bcd234", True, 1)
    before = steady(respondent.get("/metrics").text)
    assert visit(app, good) > 15
    assert steady(respondent.get("/metrics").text) == before


def test_counting_respondents_requests_would_be_noticed(app, respondent, good, monkeypatch):
    before = steady(respondent.get("/metrics").text)
    monkeypatch.setattr(metrics, "audience_of", lambda endpoint: Audience.INSTRUCTOR)
    visit(app, good)
    assert steady(respondent.get("/metrics").text) != before


def test_an_instructors_open_page_does_not_tell_when_a_response_came(app, instructor, good):
    """It asks every two seconds, and gets 304 until there is one: both must count alike."""

    def step(etag: str) -> tuple[int, str, float]:
        before = figures(instructor.get("/metrics").text)["deniable_requests_total", "instructor"]
        answer = instructor.get("/surveys/bcd234", headers={"If-None-Match": etag})
        text = instructor.get("/metrics").text
        families = list(text_string_to_metric_families(text))
        labels = {
            name for family in families for sample in family.samples for name in sample.labels
        }
        assert labels == {"kind", "process", "version"}  # and so none for a status
        after = figures(text)["deniable_requests_total", "instructor"]
        return answer.status_code, answer.headers["ETag"], after - before

    _, etag, _ = step("")
    status, etag, unchanged = step(etag)
    assert status == 304
    app.test_client().post("/s/bcd234/responses", json=good)
    status, _, changed = step(etag)
    assert (status, changed, unchanged) == (200, 1, 1)


def test_no_code_address_or_name_is_shown(app, respondent, instructor, good):
    visit(app, good)
    instructor.get("/surveys/bcd234")
    app.test_client().get("/s/bcd234", environ_base=ELSEWHERE, headers={"User-Agent": "canary"})
    text = respondent.get("/metrics").text
    for trace in ("bcd234", good["response_id"], "192.0.2.7", "canary", "/s/", "Did you"):
        assert trace not in text


def test_faults_are_counted_by_kind_and_a_respondents_is_not_logged(
    store, respondent, instructor, open_survey, monkeypatch, caplog
):
    def away(*arguments):
        raise StoreUnavailable("The disk is full. Free some space and try again.")

    monkeypatch.setattr(store.surveys, "get", away)
    monkeypatch.setattr(store.maintenance, "check_ready", away)
    assert respondent.get("/s/bcd234").status_code == 503
    assert respondent.post("/s/bcd234/responses").status_code == 503
    assert caplog.text == ""  # a line's time would be that of the attempt
    assert respondent.get("/ready").status_code == 503
    assert "The disk is full." in caplog.text
    assert faults_of(respondent, "respondent") == 2
    assert faults_of(respondent, "machine") == 1
    assert faults_of(respondent, "overload") == 0
    assert instructor.get("/surveys/bcd234").status_code == 503
    assert faults_of(respondent, "instructor") == 1


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [("127.0.0.1", {}, 200), ("127.8.0.1", {}, 200), ("::1", {}, 200), ("[::1]", {}, 200),
     ("::ffff:127.0.0.1", {}, 200), ("192.0.2.7", {}, 404), ("", {}, 404), ("x", {}, 404),
     ("::ffff:192.0.2.7", {}, 404), ("10.0.0.1", {}, 404),
     ("192.0.2.7", {"X-Forwarded-For": "127.0.0.1"}, 404),
     ("127.0.0.1", {"X-Forwarded-For": "192.0.2.7"}, 404),
     ("127.0.0.1", {"X-Forwarded-Proto": "https"}, 404),
     ("127.0.0.1", {"X-Real-IP": "192.0.2.7"}, 404), ("127.0.0.1", {"Via": "1.1 nginx"}, 404),
     ("127.0.0.1", {"Forwarded": "for=192.0.2.7"}, 404)],
)  # fmt: skip
def test_only_this_machine_itself_is_shown_them(config, store, address, headers, status):
    for proxies in (0, 1):
        app = create_app(dataclasses.replace(config, proxies=proxies), store)
        answer = app.test_client().get(
            "/metrics", headers=headers, environ_base={"REMOTE_ADDR": address}
        )
        assert answer.status_code == status
        assert ("deniable_" in answer.text) == (status == 200)


@pytest.mark.parametrize(
    ("brought", "status"),
    [(f"Bearer {TOKEN}", 200), ("", 404), ("Bearer ", 404), (f"Bearer {TOKEN}x", 404),
     (f"Bearer {TOKEN[:-1]}", 404), ("Bearer é", 404), (f"Basic {TOKEN}", 404),
     (TOKEN, 404)],
)  # fmt: skip
def test_from_elsewhere_with_the_token_only(config, store, brought, status):
    app = create_app(dataclasses.replace(config, metrics_token=TOKEN), store)
    headers = {"Authorization": brought, "X-Forwarded-For": "192.0.2.9"}
    answer = app.test_client().get("/metrics", headers=headers, environ_base=ELSEWHERE)
    assert answer.status_code == status


def test_where_no_token_is_set_an_empty_one_is_not_it(respondent):
    for brought in ("", "Bearer ", "Bearer None"):
        asked = {"headers": {"Authorization": brought}, "environ_base": ELSEWHERE}
        assert respondent.get("/metrics", **asked).status_code == 404
