"""survey answer in waves: a repeated answer repeats its report."""

import json
from dataclasses import replace

import pytest
from instruments import make_mixed_instrument
from instruments import make_wave
from live_server import serving
from translated import make_translated_instrument

from survey.store import State
from survey.store import Survey

MIXED = make_mixed_instrument("First wave", openly=True)
# Yes; the third option; the first and not the second exam; 17 hours; rating 4; second year.
TYPED = ["y", "3", "y", "n", "17", "4", "2"]


@pytest.fixture
def waves(app, watched, store):
    """The addresses of three waves of one survey."""
    codes = ["one234", "two234", "thr234"]
    for code in codes:
        store.add_survey(Survey(code, make_wave(MIXED, title=f"Wave {code}"), State.OPEN))
    with serving(app) as address:
        yield [f"{address}/s/{code}" for code in codes]


def reports_of(store, url: str) -> tuple[int, ...]:
    ((_, reports),) = store.responses(url[-6:])
    return reports


def test_same_answers_send_the_same_reports_in_every_wave(
    survey_command, waves, state, typing, store
):
    for url in waves:
        typing(*TYPED)
        outcome = survey_command("answer", url)
        assert outcome.code == 0, outcome.err
        assert "as a wave of “Algebra 2026”" in outcome.out
    first, *others = [reports_of(store, url) for url in waves]
    assert others == [first, first]


def test_what_was_sent_is_not_kept_beside_the_table(survey_command, waves, state, typing, store):
    typing(*TYPED)
    survey_command("answer", waves[0])
    kept = [json.loads(file.read_bytes()) for file in state.iterdir()]
    ((response_id, _),) = store.responses(waves[0][-6:])
    (remembered,) = (each for each in kept if response_id in json.dumps(each))
    assert remembered == {"response_id": response_id}
    again = survey_command("answer", waves[0])
    assert (again.code, again.out.count(response_id)) == (0, 1)
    assert store.tally(waves[0][-6:]).responses == 1


def test_forgetting_clears_the_tables(survey_command, waves, state, typing, store):
    typing(*TYPED)
    survey_command("answer", waves[0])
    assert len(list(state.iterdir())) == 6  # the response, and five tables
    assert survey_command("answer", waves[0], "--forget").code == 0
    assert list(state.iterdir()) == []


def test_damaged_table_is_said(survey_command, waves, state, typing):
    typing(*TYPED)
    survey_command("answer", waves[0])
    for file in state.iterdir():
        if "threshold" in json.loads(file.read_bytes()):
            file.write_bytes(b"{}")
    typing(*TYPED)
    outcome = survey_command("answer", waves[1])
    assert outcome.code == 1
    assert "is damaged. Run this again with --forget" in outcome.err


def test_a_wave_answered_in_another_language_is_the_same_wave(
    survey_command, app, state, typing, store
):
    """Else each language would draw a table of its own, and averaging would gain by them."""
    instrument = make_wave(make_translated_instrument())
    for code in ("one234", "two234"):
        store.add_survey(Survey(code, replace(instrument, title=code), State.OPEN))
    with serving(app) as address:
        typing(*TYPED[:-1])
        assert survey_command("answer", f"{address}/s/one234").code == 0
        typing(*TYPED[:-1])
        outcome = survey_command("answer", f"{address}/s/two234", "--language", "DE")
        assert outcome.code == 0, outcome.err
        assert "Haben Sie abgeschrieben?" in outcome.out
        assert "Did you cheat?" not in outcome.out
        assert reports_of(store, "two234") == reports_of(store, "one234")
        assert survey_command("answer", f"{address}/s/one234", "--forget").code == 0
        outcome = survey_command("answer", f"{address}/s/two234", "--language", "de", "--forget")
        assert outcome.code == 0
        assert list(state.iterdir()) == []


def test_a_language_that_the_questionnaire_has_not_is_said(survey_command, waves, state):
    outcome = survey_command("answer", waves[0], "--language", "de")
    assert outcome.code == 2
    assert outcome.err == "Error: The questionnaire is not in the language de: it says none.\n"
