"""Instructors reach their own surveys only: every route, every method, every survey of another.

The addresses are read from the app's own map, so that a new route is asked too.
"""

import hashlib
import re

import pytest
from demos import DEMOS
from file_contents import rows_in
from flask import redirect, request
from instruments import make_instrument
from routes import ARGUMENTS, PUBLIC, add_route, routes
from signing_keys import KEY
from states import STORED

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.core.responses.response import Response
from survey.core.simulation.students import simulated_responses
from survey.store import Instructor, State, Store, Survey
from survey.store.models import Role
from survey.store.rehearsals import add_together
from survey.web.accounts import access
from survey.web.accounts.access import permitted_survey
from survey.web.http.extensions import store as the_store
from survey.web.http.sessions import signed_in
from survey.wire.stating import sign_missing_statements

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
NO_SURVEY = "zzz999"
COLLEAGUE = ARGUMENTS["name"]  # with whom each shares every survey
QUERY = "?first=q1&second=q2&always_no=10&into=fr"
# What changes something for whoever may: every form at once.
FORM = {
    "title": "Changed",
    "class_size": "7",
    "questions-0-kind": "yes/no",
    "questions-0-text": "Changed?",
    "questions-0-gamma": "1/10",
    "introduction": "Changed.",
    "questions-1-text": "Changed?",
    "questions-2-text": "Changed, too?",
    "fewest_responses": "2",
    "results_public": "y",
    "count": "3",
    "closes": "5",
    "compared": "de",
    "name": COLLEAGUE,
    "role": "edit",
    "heir": COLLEAGUE,
    "labels": "Course A",
    "client_at": "https://union.example/deniable.html",
}


def in_german_too(instrument: Instrument) -> Instrument:
    german = {"title": f"Geheim: {instrument.title}", "introduction": "Wie es war.",
              "questions": [{"text": "Eins?"}, {"text": "Zwei?"}]}  # fmt: skip
    document = instrument.document() | {"language": "en", "translations": {"de": german}}
    del document["format"]
    return validate(document)


def add_surveys(store: Store, owner: str) -> list[str]:
    """A draft, an open survey, a stated, archived one and a demo, with six responses if any.

    The draft has tokens.
    """
    codes = []
    for state in STORED:
        code = hashlib.sha256(f"{owner} {state}".encode()).hexdigest()[:6]
        instrument = in_german_too(make_instrument("1/4", "1/3", title=f"Secret of {owner}"))
        store.surveys.add(
            Survey(code, instrument, State.OPEN if state is State.CLOSED else state, owner=owner)
        )
        for number in range(0 if state is State.DRAFT else 6):
            store.responses.add(code, Response(instrument.digest, f"{number:032x}", (1, 0)))
        if state is State.CLOSED:
            store.surveys.set_state(code, state)
            store.surveys.set_archived(code, True)
            sign_missing_statements(store, KEY)
        if state is State.DRAFT:
            tokens = [f"hash of token {number} of {owner}" for number in range(7)]
            store.surveys.add_tokens(code, tokens)
        codes.append(code)
    demo = hashlib.sha256(f"{owner} demo".encode()).hexdigest()[:6]
    store.surveys.add(Survey(demo, DEMOS["this release"], State.OPEN, owner=owner))
    for code in (*codes, demo):
        store.surveys.set_colleague(code, COLLEAGUE, Role.PRESENT)
    return [*codes, demo]


@pytest.fixture
def two(signed_in_as, store):
    """The browser of each of two instructors, and the codes of their surveys."""
    store.instructors.add(Instructor(COLLEAGUE))
    return {name: (signed_in_as(name), add_surveys(store, name)) for name in ("ada", "grace")}


def guarded_paths(app) -> list[tuple[str, str]]:
    """(endpoint, path) of every address that is an instructor's and names a survey."""
    return sorted(
        {
            (route.endpoint, route.path)
            for route in routes(app)
            if route.endpoint not in PUBLIC and ARGUMENTS["code"] in route.path
        }
    )


def ask(client, token: str, method: str, path: str, code: str, **shown: str):
    return client.open(
        path.replace(ARGUMENTS["code"], code) + QUERY,
        method=method,
        data=FORM | {"csrf_token": token, "code": code} | shown,
        buffered=True,
    )


def said(answer, code: str) -> tuple:
    """All of an answer but what differs between two answers to the very same request."""
    text = re.sub(r'name="csrf_token" value="[^"]*"', "", answer.text).replace(code, "CODE")
    headers = [(name, value.replace(code, "CODE")) for name, value in answer.headers]
    kept = [each for each in headers if each[0] not in {"Set-Cookie", "Content-Length"}]
    return answer.status_code, text, kept


def reached(app, browser, codes: list[str], methods=METHODS) -> list[str]:
    """Where this browser is told or given anything that it would not be if a code were none's."""
    token = browser.token("/password")
    found = []
    for endpoint, path in guarded_paths(app):
        for method in methods:
            told = said(ask(browser.client, token, method, path, NO_SURVEY), NO_SURVEY)
            found += [
                f"{method} {endpoint}"
                for code in codes
                if said(ask(browser.client, token, method, path, code), code) != told
            ]
    return found


def content(config) -> str:
    files = [config.database, config.database.with_name("rehearsals.db")]
    return "".join(rows_in(file) for file in files if file.exists())


def rehearse(app, store: Store, codes: list[str]) -> None:
    """Begins a rehearsal of each of these that is a draft, with as many students as one shows."""
    for survey in map(store.surveys.get, codes):
        if not survey.published:
            app.extensions["rehearsals"].begin(survey)
            students = simulated_responses(survey.instrument, [[0.3]] * 2, 6)
            add_together(app.extensions["rehearsals"].existing(), survey.code, students)


@pytest.mark.parametrize(
    ("who", "whose"),
    [("ada", "grace"), pytest.param("grace", "ada", marks=pytest.mark.exhaustive)],
)
def test_no_route_reads_or_changes_anothers_survey(app, config, two, who, whose):
    browser, (_, codes) = two[who][0], two[whose]
    rehearse(app, app.extensions["store"], codes)
    before = content(config)
    assert reached(app, browser, codes) == []
    assert content(config) == before


def shown_by(browser, store: Store, path: str, code: str) -> dict[str, str]:
    """What the page with the form of this path would send along."""
    if code not in {each.code for each in store.surveys.all()}:
        return {}
    digest = store.surveys.get(code).instrument.digest
    return {"shown": browser.stamp(path.replace(ARGUMENTS["code"], code)), "draft": digest}


def test_every_address_does_something_for_the_owner(app, config, two, store):
    """The control: the very same requests, by whoever may."""
    browser, codes = two["ada"]
    token = browser.token("/password")
    rehearse(app, store, codes)
    found = set()
    for endpoint, path in guarded_paths(app):
        for code in codes:
            for method in ("GET", "POST"):
                if endpoint == "lifecycle.finish" and store.surveys.get(code).state is State.OPEN:
                    store.surveys.begin_last_minute(code, 1_800_000_000)
                before = content(config)
                answer = ask(
                    browser.client,
                    token,
                    method,
                    path,
                    code,
                    **shown_by(browser, store, path, code),
                )
                if method == "GET" and answer.status_code == 200 or content(config) != before:
                    found.add(endpoint)
            left = {each.code for each in store.surveys.all()}
            store.surveys.delete(code) if code in left and endpoint != "lifecycle.delete" else None
        if endpoint == "lifecycle.delete":
            assert not {each.code for each in store.surveys.all("ada")} & set(codes)
        codes = add_surveys(store, "ada")
        rehearse(app, store, codes)
    assert "lifecycle.delete" in found
    assert found == {endpoint for endpoint, _ in guarded_paths(app)}


@pytest.fixture(params=["GET", "POST"])
def leak(app, request) -> str:
    """A view that asks only whether anybody is signed in; its method and endpoint."""

    def leak(code: str):
        return the_store().surveys.get(code).state if signed_in() else redirect("/sign-in")

    return (
        f"{request.param} {add_route(app, '/surveys/<code>/leak', leak, methods=[request.param])}"
    )


def test_the_matrix_catches_a_view_that_asks_only_who_is_signed_in(app, leak, two):
    caught = reached(app, two["ada"][0], two["grace"][1][:1], leak.split()[:1])
    assert leak in caught
    assert {each.split()[1] for each in caught} == {"leak.page"}


def permitted_but_for_the_report(code: str, least: Role) -> Survey:
    if request.endpoint == "report.page":
        return the_store().surveys.get(code)
    return permitted_survey(code, least)


def test_the_matrix_catches_another_sentence_for_anothers_survey(app, two, monkeypatch):
    monkeypatch.setattr(access, "permitted_survey", permitted_but_for_the_report)
    caught = reached(app, two["ada"][0], two["grace"][1][:1], ["GET"])
    assert {each.split()[1] for each in caught} == {"report.page"}


def test_lists_and_pages_without_a_code_tell_nothing_of_another(app, two):
    asked = 0
    for route in routes(app):
        if route.endpoint in PUBLIC or route.method != "GET" or ARGUMENTS["code"] in route.path:
            continue
        for who, whose in (("ada", "grace"), ("grace", "ada")):
            text = two[who][0].get(route.path + QUERY).text
            assert f"Secret of {whose}" not in text, route
            assert not any(code in text for code in two[whose][1]), route
        asked += 1
    assert asked >= 6
    for name in two:
        page = two[name][0].get("/surveys").text
        assert len(re.findall(rf'class="card-link"[^>]*>Secret of {name}', page)) == 3


def test_new_surveys_belong_to_whoever_makes_them(two, store):
    browser, codes = two["grace"]
    before = {each.code for each in store.surveys.all("grace")}
    browser.post("/surveys/new", FORM | {"save": ""})
    browser.post(f"/surveys/{codes[1]}/duplicate")
    made = {each.code for each in store.surveys.all("grace")} - before
    assert len(made) == 2
    assert len(store.surveys.all("ada")) == 4


def test_respondents_reach_published_surveys_of_everyone(respondent, two):
    for _, codes in two.values():
        statuses = [respondent.get(f"/s/{code}").status_code for code in codes]
        assert statuses == [404, 200, 200, 200]
