"""survey answer and simulate where each respondent is asked one question."""

import json
from functools import partial

import pytest
from instruments import make_one_question_each
from live_server import serving

from survey.cli.commands import answer as answer_command
from survey.store import State, Survey


@pytest.fixture
def each_url(app, watched, store) -> str:
    store.surveys.add(Survey("each34", make_one_question_each(), State.OPEN))
    with serving(app) as address:
        yield f"{address}/s/each34"


def test_question_is_drawn_once_and_asked_alone(
    survey_command, each_url, state, typing, store, monkeypatch
):
    monkeypatch.setattr(answer_command, "system_word", partial(next, iter([0, 0, 3, 0, 0])))
    typing()  # nothing: whoever leaves at the first prompt
    monkeypatch.setattr("click.termui.hidden_prompt_func", _leave)
    assert survey_command("answer", each_url).code != 0
    (kept,) = state.iterdir()
    assert kept.read_text() == "0"  # before anything was shown
    typing("y")
    outcome = survey_command("answer", each_url)
    assert outcome.code == 0
    assert "picked question 1 of 5 for you, by chance" in outcome.out
    assert "Whose notes?" not in outcome.out
    assert [reports for _, reports in store.responses.all("each34")] == [(1,) + (None,) * 5]
    survey_command("answer", each_url, "--forget")
    assert list(state.iterdir()) == []
    typing("7")
    assert "picked question 4 of 5" in survey_command("answer", each_url).out


def _leave(prompt: str) -> str:
    raise KeyboardInterrupt


def test_simulated_respondents_answer_one_question_each(survey_command, each_url, store):
    outcome = survey_command(
        "simulate",
        "--yes",
        each_url,
        "--respondents",
        120,
        "--truth",
        0.3,
        "--seed",
        1,
        "--format",
        "json",
    )
    document = json.loads(outcome.out)
    assert document["statuses"] == {"201": 120}
    assert sum(question["respondents"] for question in document["questions"]) == 120
    tally = store.responses.tally("each34")
    assert tally.responses == 120
    assert [question["respondents"] for question in document["questions"]] == [
        sum(tally.counts[item]) for item in make_one_question_each().first_items
    ]
