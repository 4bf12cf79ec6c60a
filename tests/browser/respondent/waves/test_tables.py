"""Waves in a real browser: the same answer sends the same report, by a table that is drawn once."""

import json
from fractions import Fraction

import pytest
from answered_waves import ANSWERS, MIXED, OTHER_ANSWERS, reports_of, respond, tables
from playwright.sync_api import expect
from respondent_page import expect_saved, fill_in, press_send
from traces import DATABASES

from survey.core.instrument.instrument import Question
from survey.core.kinds.number import NUMBER
from survey.core.responses.waves import WaveTable, draw_table, reports_from
from survey.store import State, Survey


def by_question(survey: Survey, reports: tuple[int, ...]) -> dict[str, list[int]]:
    left = iter(reports)
    pairs = survey.instrument.questions_with_items
    return {question.text: [next(left) for _ in items] for question, items in pairs}


def test_repeated_answers_repeat_their_reports_wherever_the_question_stands(page, waves, store):
    for survey in waves:
        given = ANSWERS if survey is not waves[2] else ANSWERS[::-1]
        respond(page, survey, given)
    sent = [by_question(survey, reports_of(store, survey)) for survey in waves]
    assert sent[0] == sent[1] == sent[2]


def test_table_is_drawn_once_and_holds_no_sign_of_the_answer(page, waves, store):
    """Another answer sends what the table had for it before anybody gave it."""
    respond(page, waves[0], ANSWERS)
    before = tables(page)
    respond(page, waves[1], OTHER_ANSWERS)
    assert tables(page) == before
    assert len(before) == 5
    kept = {json.loads(key)[0]: kept["table"] for key, kept in before.items()}
    sent = by_question(waves[1], reports_of(store, waves[1]))
    assert sent["Did you cheat?"] == [kept["did you cheat?"]["reports"][0][0]]
    assert sent["Which exams?"] == [
        row[bit] for row, bit in zip(kept["which exams?"]["reports"], (0, 1), strict=True)
    ]


def test_survey_that_is_no_wave_draws_afresh_and_keeps_no_table(page, store):
    store.surveys.add(Survey("pln234", MIXED, State.OPEN))
    page.goto("/s/pln234")
    expect(page.get_by_text("as a wave of")).to_have_count(0)
    fill_in(page, MIXED, ANSWERS)
    press_send(page)
    expect_saved(page)
    assert [key for key in page.evaluate(DATABASES) if "waves" in key] == []


@pytest.mark.exhaustive
def test_two_tabs_of_two_waves_at_once_share_one_table(new_context, waves, store):
    context = new_context()
    tabs = [context.new_page() for _ in range(2)]
    for tab, survey in zip(tabs, waves, strict=False):
        tab.goto(f"/s/{survey.code}")
        fill_in(tab, survey.instrument, ANSWERS)
    for tab in tabs:
        tab.evaluate(
            "() => { setTimeout(() => document.querySelector('#answers').requestSubmit(), 300); }"
        )
    for tab in tabs:
        expect_saved(tab)
    assert reports_of(store, waves[0]) == reports_of(store, waves[1])


def test_tables_are_those_of_the_python_functions(page, module):
    page.goto("/ledger")
    words = [(number * 2654435761) % 2**32 for number in range(1, 200)]
    drawn = page.evaluate(
        """async ([waves, instrument, json, words]) => {
            const { drawTable } = await import(waves);
            const { readInstrument } = await import(instrument);
            const { questions } = readInstrument(new TextEncoder().encode(json));
            return questions.map((question) => drawTable(question, () => words.shift()));
        }""",
        [module("waves"), module("instrument"), MIXED.canonical_json, words],
    )
    tape = iter(words)
    for question, table in zip(MIXED.questions, drawn, strict=True):
        expected = draw_table(question, lambda: next(tape))
        assert table == {
            "reports": [list(row) for row in expected.reports], "threshold": expected.threshold
        }  # fmt: skip


@pytest.mark.parametrize("low", [-5, 0, 7])
def test_a_number_is_above_its_threshold_as_in_python(page, module, low):
    """Every answer of eleven at every threshold, by the bit that the table has for it."""
    page.goto("/ledger")
    question, answers = {"low": low, "high": low + 10}, range(low, low + 11)
    above = page.evaluate(
        """async ([waves, question, answers]) => {
            const { reportsFrom } = await import(waves);
            const asked = { ...question, kind: "number", items: [{}] };
            const tables = answers.map((_, threshold) => ({ reports: [[0, 1]], threshold }));
            return tables.map((table) => answers.map((each) => reportsFrom(table, asked, each)));
        }""",
        [module("waves"), question, list(answers)],
    )
    asked = Question("How many?", Fraction(1, 4), NUMBER, **question)
    tables = [WaveTable(((0, 1),), threshold) for threshold in range(11)]
    assert above == [[reports_from(table, asked, each) for each in answers] for table in tables]
    assert above[4] == [[0]] * 5 + [[1]] * 6
