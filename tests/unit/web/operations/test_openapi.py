"""The description of the wire is complete and true: every route, and what each answers."""

import json
from collections import Counter

import jsonschema_rs
import pytest
import schemathesis
from closed_survey import rows_of
from file_contents import rows_in
from flask import request
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from instruments import make_one_question_each
from routes import add_route
from schemathesis import GenerationMode

from survey.core.responses.response import Response
from survey.errors import SurveyNotFound
from survey.store import State, Survey
from survey.wire.problems import STATUS, problem_of

CODE, OPEN, DRAFT = "bcd234", "open34", "drft34"
PROGRAM = {"Accept": "application/json"}  # where a person could ask too, errors are pages for them


def json_routes(app) -> set[tuple[str, str]]:
    """Every rule of the app that programs use."""
    return {
        (rule.rule.replace("<", "{").replace(">", "}"), "post" if "POST" in rule.methods else "get")
        for rule in app.url_map.iter_rules()
        if rule.endpoint != "static"
        and rule.rule.endswith((".json", "/responses", "/token", "/state", "/health", "/ready"))
    }


def listed_routes(described: dict) -> set[tuple[str, str]]:
    return {(path, method) for path, told in described["paths"].items() for method in told}


def faults(described: dict, path: str, method: str, answer) -> list[str]:
    """What in an answer is not as described: its status, its type, or its content."""
    told = described["paths"][path][method]["responses"].get(str(answer.status_code))
    if told is None:
        return [f"{answer.status_code} is not described"]
    if "content" not in told:
        return []
    ((media_type, content),) = told["content"].items()
    if answer.mimetype != media_type:
        return [f"{answer.mimetype} instead of {media_type}"]
    schema = {**content["schema"], "components": described["components"]}
    return [each.message for each in jsonschema_rs.validator_for(schema).iter_errors(answer.json)]


@pytest.fixture
def client(mixed_survey, store, instructor):
    """Signed in; a closed survey of every kind with public results, and an open one."""
    store.surveys.set_sharing(CODE, True, 1)
    store.surveys.add(Survey(OPEN, mixed_survey.instrument, State.OPEN))
    store.surveys.add(Survey(DRAFT, mixed_survey.instrument))
    return instructor.client


@pytest.fixture
def described(client) -> dict:
    return client.get("/openapi.json").json


@pytest.fixture
def good_body(mixed_survey) -> bytes:
    return Response(mixed_survey.instrument.digest, "3f" * 16, (0,) * 6).body()


def test_every_json_route_is_described(app, described):
    assert len(json_routes(app)) == len(listed_routes(described)) >= 7
    assert listed_routes(described) == json_routes(app)


def test_a_route_that_is_not_described_is_noticed(app):
    add_route(app, "/new.json", dict)
    described = app.test_client().get("/openapi.json").json
    assert json_routes(app) - listed_routes(described) == {("/new.json", "get")}


def test_answers_are_as_described_and_a_field_too_few_is_noticed(client, described, good_body):
    statuses = {}
    bodies = {"/s/{code}/responses": good_body, "/s/{code}/token": b'{"token":"no slip has it"}'}
    for path, method in listed_routes(described):
        query = {"first": "q1", "second": "q2", "confidence": "90"} if method == "get" else None
        code = OPEN if method == "post" else DRAFT if "pre-registration" in path else CODE
        asked = path.replace("{code}", code)
        answer = client.open(
            asked, method=method, query_string=query, buffered=True,
            data=bodies.get(path), content_type="application/json",
            headers=PROGRAM,
        )  # fmt: skip
        statuses[path] = answer.status_code
        assert faults(described, path, method, answer) == [], path
        if path != "/openapi.json":
            broken = json.loads(json.dumps(described))
            for schema in broken["components"]["schemas"].values():
                schema["required"] = ["a field that is missing"]
            assert faults(broken, path, method, answer)
    assert Counter(statuses.values()) == {200: len(statuses) - 1, 201: 1}


def test_what_asks_for_a_sign_in_says_so_and_refuses_without_one(app, described, client):
    (scheme,) = described["components"]["securitySchemes"].items()
    name, told = scheme
    cookie = app.config["SESSION_COOKIE_NAME"]
    assert (told["type"], told["in"], told["name"]) == ("apiKey", "cookie", cookie)
    stranger, guarded = app.test_client(), 0
    for path, method in listed_routes(described):
        if method == "get":
            answer = stranger.get(path.replace("{code}", CODE), headers=PROGRAM, buffered=True)
            needed = described["paths"][path][method].get("security") == [{name: []}]
            assert (answer.status_code == 401) == needed, path
            if needed:
                assert faults(described, path, method, answer) == []
                guarded += 1
    assert guarded >= 2


def test_answers_about_one_question_each_are_as_described(client, described, store):
    each = make_one_question_each()
    store.surveys.add(Survey("each34", each, State.OPEN))
    for response_id, reports in rows_of(each, 30):
        body = Response(each.digest, response_id, reports).body()
        path = "/s/{code}/responses"
        posted = client.post("/s/each34/responses", data=body, content_type="application/json")
        assert (posted.status_code, faults(described, path, "post", posted)) == (201, [])
    store.surveys.set_state("each34", State.CLOSED)
    store.surveys.set_sharing("each34", True, 1)
    for name in ("instrument", "results", "reports", "codebook"):
        answer = client.get(f"/s/each34/{name}.json")
        assert answer.status_code == 200
        assert faults(described, f"/s/{{code}}/{name}.json", "get", answer) == [], name


def operations_of(described: dict) -> list:
    schema = schemathesis.openapi.from_dict(described)
    return [each.ok() for each in schema.get_all_operations()]


def fuzz(
    operation, client, described: dict, config, seen: Counter, cases: int, phases=tuple(Phase)
) -> None:
    """Sends generated requests to an operation, good ones and bad ones."""

    @settings(max_examples=cases, phases=phases, suppress_health_check=list(HealthCheck))
    @given(
        case=st.one_of([operation.as_strategy(mode) for mode in GenerationMode]),
        code=st.sampled_from([CODE, OPEN, OPEN, None]),
    )
    def send(case, code):
        path = operation.path.replace("{code}", code) if code else case.formatted_path
        body = case.body if isinstance(case.body, bytes) else None
        if body is None and operation.method == "post":
            body = json.dumps(case.body, default=str).encode()
        before = rows_in(config.database)
        answer = client.open(
            path, method=operation.method, query_string=query_of(case), data=body,
            content_type=case.media_type if body is not None else None, buffered=True,
            headers=PROGRAM,
        )  # fmt: skip
        seen[answer.status_code] += 1
        assert answer.status_code < 500 or answer.status_code == 503
        if answer.status_code not in {200, 201}:
            assert rows_in(config.database) == before
        if code:
            assert faults(described, operation.path, operation.method, answer) == []

    send()


def query_of(case) -> dict[str, str]:
    return {str(name): str(value) for name, value in (case.query or {}).items()}


def test_no_generated_request_is_answered_otherwise_than_described(
    client, described, config, exhaustive
):
    cases = 200 if exhaustive else 20  # an operation
    seen: Counter = Counter()
    operations = operations_of(described)
    assert len(operations) == len(listed_routes(described))
    for operation in operations:
        fuzz(operation, client, described, config, seen, cases)
    assert seen.total() >= 5 * cases
    assert set(seen) >= {200, 403, 404, 409, 422}, seen


def test_a_handler_that_does_not_check_a_field_is_caught(
    app, client, described, config, monkeypatch
):
    """The wire's route, but any response id is believed."""

    def unchecked(code):
        return {"response_id": request.get_json(force=True)["response_id"], "stored": "new"}, 201

    app.extensions["csrf"].exempt(unchecked)
    monkeypatch.setitem(app.view_functions, "respond.responses", unchecked)
    (operation,) = (each for each in operations_of(described) if each.path == "/s/{code}/responses")
    with pytest.raises((AssertionError, ExceptionGroup)):
        # What is generated depends on the modules that are loaded: so many find it in any case.
        fuzz(operation, client, described, config, Counter(), 600, [Phase.generate])


def test_generators_of_programs_find_names_and_a_licence(described):
    asked = [told for path in described["paths"].values() for told in path.values()]
    names = [each["operationId"] for each in asked]
    assert all(name.isidentifier() for name in names)
    assert len(set(names)) == len(names) > 1
    assert described["info"]["license"] == {"name": "MIT", "identifier": "MIT"}
    types = described["components"]["schemas"]["Problem"]["properties"]["type"]["enum"]
    assert problem_of(SurveyNotFound()).type in types
    assert len(types) == len(STATUS) + 1
