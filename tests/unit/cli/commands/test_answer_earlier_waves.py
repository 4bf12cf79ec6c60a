"""survey answer: it sends what an earlier release drew of a wave, and clears the rest."""

import json

import pytest
from instruments import make_instrument, make_wave
from live_server import serving

from survey.cli.client.state_files import keep_first, state_file
from survey.core.responses.response import Response
from survey.store import State, Survey

WAVE = make_wave(make_instrument("1/4"))


@pytest.fixture
def url(app, store) -> str:
    store.surveys.add(Survey("wav234", WAVE, State.OPEN))
    with serving(app) as address:
        yield f"{address}/s/wav234"


def test_nobody_answers_a_wave_anew(survey_command, url, state, store):
    outcome = survey_command("answer", url)
    assert outcome.code == 1
    assert "takes no new answers" in outcome.err
    assert store.responses.tally("wav234").responses == 0


def test_what_was_drawn_is_sent_and_what_was_kept_of_waves_is_cleared(
    survey_command, url, state, store
):
    drawn = Response(WAVE.digest, "1" * 32, (1,))
    waiting = state_file(url, WAVE.digest)
    keep_first(waiting, drawn.body())
    for name, kept in [
        ("table", {"reports": [[0, 1]], "threshold": 0}),
        ("stored", {"answered": True}),
        ("stored before", {"response_id": "2" * 32}),
    ]:
        keep_first(state_file(name), json.dumps(kept).encode())
    keep_first(state_file("question"), b"3")
    outcome = survey_command("answer", url)
    assert outcome.code == 0
    assert list(store.responses.all("wav234")) == [("1" * 32, (1,))]
    assert {file.name for file in state.iterdir()} == {
        waiting.name, state_file("question").name
    }  # fmt: skip
