"""Waves of releases up to 0.2.0: no draft of one opens, and none takes a new answer."""

import io
import json

import pytest
from draft_forms import edit
from instruments import make_instrument, make_wave

from survey.core.responses.response import Response
from survey.exports.verification.verify import verify
from survey.store import State, Survey

WAY = "Edit and save it, or ask the same questions again"
NO_NEW_ANSWERS = "An earlier release asked this survey, and it takes no new answers."


@pytest.fixture
def draft(store) -> str:
    store.surveys.add(Survey("drft34", make_wave(make_instrument("1/4"))))
    return "drft34"


@pytest.fixture
def wave(store) -> Survey:
    survey = Survey("wav234", make_wave(make_instrument("1/4")), State.OPEN)
    store.surveys.add(survey)
    return survey


def publish(instructor, code: str):
    return instructor.post(f"/surveys/{code}/publish", {"figures": "closed", "cap": ""})


def test_no_draft_of_a_wave_opens_until_it_is_saved_anew(instructor, store, draft):
    assert WAY in publish(instructor, draft).text
    assert store.surveys.get(draft).state is State.DRAFT
    form = edit(instructor)
    instructor.post(f"/surveys/{draft}/edit", form | {"save": ""})
    assert store.surveys.get(draft).instrument.waves_of == ""
    publish(instructor, draft)
    assert store.surveys.get(draft).state is State.OPEN


def test_nor_does_a_duplicate_of_a_wave(instructor, store, wave):
    copy = instructor.post(f"/surveys/{wave.code}/duplicate").location.split("/")[2]
    assert WAY in publish(instructor, copy).text
    assert store.surveys.get(copy).state is State.DRAFT


def test_an_open_wave_takes_what_was_drawn_closes_and_verifies(instructor, store, wave, stranger):
    """The server cannot tell it from a new response; no page or client draws one."""
    for path in ("", "/settings"):
        assert "so it takes no new answers" in instructor.get(f"/surveys/{wave.code}{path}").text
    assert NO_NEW_ANSWERS in stranger.get(f"/s/{wave.code}/coin").text
    assert stranger.post(f"/s/{wave.code}/coin", {}).status_code == 410
    response = Response(wave.instrument.digest, "1" * 32, (1,))
    sent = stranger.client.post(
        f"/s/{wave.code}/responses", data=response.body(), content_type="application/json"
    )
    assert sent.status_code == 201
    instructor.post(f"/surveys/{wave.code}/close")
    instructor.post(f"/surveys/{wave.code}/finish")
    store.surveys.set_sharing(wave.code, True, 1)
    document = json.loads(instructor.get(f"/surveys/{wave.code}/results.json").text)
    assert document["instrument"]["waves_of"] == "Algebra 2026"
    found = verify(document)
    assert (found.faults, found.cautions) == ((), ())
    assert "so it takes no new answers" not in instructor.get(f"/surveys/{wave.code}").text


def test_a_file_with_waves_is_not_imported(instructor):
    survey = {"title": "T", "waves_of": "W", "elements": [{"type": "boolean", "title": "Q?"}]}
    form = {"file": (io.BytesIO(json.dumps(survey).encode()), "x.json"), "gamma": "1/4"}
    page = instructor.post("/surveys/new/import", form, content_type="multipart/form-data")
    assert "Leave waves_of out" in page.text
