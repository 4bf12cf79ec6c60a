"""survey answer in waves: a repeated answer repeats its report."""

import json
from dataclasses import replace

import pytest
from instruments import make_mixed_instrument, make_wave
from live_server import serving
from translated import make_translated_instrument

from survey.cli.client import wave_tables
from survey.store import State, Survey

MIXED = make_mixed_instrument("First wave")
# Yes; the third option; the first and not the second exam; 17 hours; rating 4.
TYPED = ["y", "3", "y", "n", "17", "4"]


@pytest.fixture
def waves(app, watched, store):
    """The addresses of three waves of one survey."""
    codes = ["one234", "two234", "thr234"]
    for code in codes:
        store.surveys.add(Survey(code, make_wave(MIXED, title=f"Wave {code}"), State.OPEN))
    with serving(app) as address:
        yield [f"{address}/s/{code}" for code in codes]


def reports_of(store, url: str) -> tuple[int, ...]:
    ((_, reports),) = store.responses.all(url[-6:])
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


def test_a_question_typed_with_other_spaces_and_case_sends_the_same_report(
    survey_command, app, state, typing, store
):
    retyped = tuple(replace(each, text=retype(each.text)) for each in MIXED.questions)
    again = make_wave(MIXED, "algebra  2026", questions=retyped)
    store.surveys.add(Survey("one234", make_wave(MIXED), State.OPEN))
    store.surveys.add(Survey("two234", again, State.OPEN))
    with serving(app) as address:
        for code in ("one234", "two234"):
            typing(*TYPED)
            assert survey_command("answer", f"{address}/s/{code}").code == 0
        assert reports_of(store, "two234") == reports_of(store, "one234")
        assert len(list(state.iterdir())) == 7  # the responses, and five tables
        assert survey_command("answer", f"{address}/s/two234", "--forget").code == 0
        assert len(list(state.iterdir())) == 1


def test_a_table_that_an_earlier_release_kept_counts(survey_command, waves, state, typing, store):
    """It was kept by the exact words of the question: drawn anew, it would cost its ε again."""
    typing(*TYPED)
    survey_command("answer", waves[0])
    place = waves[0].rsplit("/s/", 1)[0]
    for file, former in wave_tables._files(place, make_wave(MIXED))[:-1]:
        file.rename(former)
    typing(*TYPED)
    survey_command("answer", waves[1])
    assert reports_of(store, waves[1]) == reports_of(store, waves[0])
    assert survey_command("answer", waves[0], "--forget").code == 0
    assert len(list(state.iterdir())) == 1  # the second response


def retype(text: str) -> str:
    return f"  {text.upper().replace(' ', '  ').replace('?', ' ?')}"


def test_what_was_sent_is_not_kept_beside_the_table(survey_command, waves, state, typing, store):
    typing(*TYPED)
    survey_command("answer", waves[0])
    ((response_id, _),) = store.responses.all(waves[0][-6:])
    # Not even the id: among public reports it leads to what was sent.
    assert response_id not in "".join(file.read_text() for file in state.iterdir())
    (remembered,) = (file for file in state.iterdir() if "threshold" not in file.read_text())
    for before in (b'{"answered": true}', json.dumps({"response_id": response_id}).encode()):
        remembered.write_bytes(before)  # as earlier releases kept it
        again = survey_command("answer", waves[0])
        assert again.code == 0
        assert again.out.startswith("Saved from here before. Neither the reports")
        assert remembered.read_bytes() == b'{"answered": true}'
    assert store.responses.tally(waves[0][-6:]).responses == 1


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
        store.surveys.add(Survey(code, replace(instrument, title=code), State.OPEN))
    with serving(app) as address:
        typing(*TYPED)
        assert survey_command("answer", f"{address}/s/one234").code == 0
        typing(*TYPED)
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
