"""The reporting checklist says what the survey was, and leaves open what no server knows."""

import pytest
from instruments import make_instrument

from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.wire.stating import sign_missing_statements

CODE, PATH = "bcd234", "/surveys/bcd234/report/checklist.md"
INSTRUMENT = make_instrument("1/4", "1/3", title="After the final")


@pytest.fixture
def survey(store) -> Survey:
    store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN, cap=110))
    return store.surveys.get(CODE)


def respond(store, count: int) -> None:
    for number in range(count):
        store.responses.add(CODE, Response(INSTRUMENT.digest, f"{number:032x}", (1, number % 2)))


def test_it_is_filled_from_the_survey(app, instructor, store, survey):
    respond(store, 40)
    store.surveys.set_state(CODE, State.CLOSED)
    sign_missing_statements(store, app.extensions["signing_key"])
    answer = instructor.get(PATH)
    assert answer.mimetype == "text/markdown"
    told = answer.text
    size = INSTRUMENT.class_size
    for said in (
        "# Reporting checklist: After the final", "γ = 1/4, odds 3 to 1, ε = 1.10",
        f"40 of {size} expected", "At most 110 could answer; figures could be seen while it ran",
        "horizon, 95%", "ε = 2.71", "None was asked.", INSTRUMENT.digest, "Signed at closing, root",
        "Anyone with the link could answer", "not public",
    ):  # fmt: skip
        assert said in told, said
    assert told.count("Those who did not answer") == 2
    assert told.count("- [ ] ") == 5
    assert f'href="{PATH}' in instructor.get(f"/surveys/{CODE}/files").text


def test_it_follows_the_survey(instructor, store):
    store.surveys.add(Survey(CODE, INSTRUMENT, hidden_until_closed=True))
    store.surveys.add_tokens(CODE, [f"{number:064x}" for number in range(50)])
    store.surveys.set_state(CODE, State.OPEN)
    assert instructor.get(PATH).status_code == 403  # figures wait
    for number in range(6):
        response = Response(INSTRUMENT.digest, f"{number:032x}", (1, 0))
        store.responses.add(CODE, response, f"{number:064x}")
    store.surveys.set_state(CODE, State.CLOSED)
    told = instructor.get(f"{PATH}?confidence=99&together=1").text
    for said in ("50 issued, 6 used", "once it had closed", "class, 99%, all intervals together"):
        assert said in told, said


def test_there_is_none_below_five_responses(instructor, store, survey):
    respond(store, 4)
    assert instructor.get(PATH).status_code == 403
