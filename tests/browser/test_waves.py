"""Waves in a real browser: the same answer sends the same report, and costs its ε once."""

import json
from itertools import product

import pytest
from instruments import make_instrument
from instruments import make_mixed_instrument
from instruments import make_wave
from playwright.sync_api import expect
from respondent_page import expect_saved
from respondent_page import fill_in
from respondent_page import press_send
from traces import DATABASES
from traces import Observer

from survey.core.waves import draw_table
from survey.store import State
from survey.store import Survey

MIXED = make_mixed_instrument("First wave", openly=True)
ANSWERS = [1, 2, (1, 0), 17, 3, 1]
OTHER_ANSWERS = [0, 0, (0, 1), 3, 0, 0]


@pytest.fixture
def waves(store) -> list[Survey]:
    """Three waves of one survey; the questions of the last are in another order."""
    instruments = [
        make_wave(MIXED),
        make_wave(MIXED, title="Second wave"),
        make_wave(MIXED, title="Third wave", questions=MIXED.questions[::-1]),
    ]
    surveys = [
        Survey(code, instrument, State.OPEN)
        for code, instrument in zip(("one234", "two234", "thr234"), instruments, strict=True)
    ]
    for survey in surveys:
        store.add_survey(survey)
    return surveys


def respond(page, survey: Survey, answers) -> None:
    page.goto(f"/s/{survey.code}")
    fill_in(page, survey.instrument, answers)
    press_send(page)
    expect_saved(page)


def reports_of(store, survey: Survey) -> tuple[int, ...]:
    ((_, reports),) = store.responses(survey.code)
    return reports


def by_question(survey: Survey, reports: tuple[int, ...]) -> dict[str, list[int]]:
    left = iter(reports)
    pairs = zip(survey.instrument.questions, survey.instrument.items_of_questions, strict=True)
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
    assert len(before) == 5  # what is asked openly has none
    kept = {json.loads(key.partition(":")[2])[0]: kept["table"] for key, kept in before.items()}
    sent = by_question(waves[1], reports_of(store, waves[1]))
    assert sent["Did you cheat?"] == [kept["Did you cheat?"]["reports"][0][0]]
    assert sent["Which exams?"] == [
        row[bit] for row, bit in zip(kept["Which exams?"]["reports"], (0, 1), strict=True)
    ]


def test_what_was_sent_is_not_kept_beside_the_table(page, waves, store):
    """Side by side they would tell the answer wherever the rows of the table differ."""
    respond(page, waves[0], ANSWERS)
    expect(page.get_by_role("listitem").first).to_be_visible()  # said once, right after sending
    ((response_id, _),) = store.responses(waves[0].code)
    for _ in range(2):
        databases = page.evaluate(DATABASES)
        (kept,) = (value for key, value in databases.items() if response_id in json.dumps(value))
        remembered = page.evaluate("Object.values(localStorage).filter((v) => v.includes('ack'))")
        for each in (kept, *map(json.loads, remembered)):
            assert "reports" not in json.dumps(each)
        page.reload()
        expect(page.get_by_text("not the reports that it sent")).to_be_visible()
        expect(page.get_by_text(response_id)).to_be_visible()
        expect(page.get_by_role("listitem")).to_have_count(0)
    assert store.tally(waves[0].code).responses == 1


def tables(page) -> dict:
    prefix = 'deniable/kept/deniable:waves:"Algebra 2026"'
    found = page.evaluate(DATABASES).items()
    return {key.removeprefix(prefix): kept for key, kept in found if key.startswith(prefix)}


def test_epsilon_is_spent_once_over_all_waves(page, waves):
    for survey in waves[:2]:
        respond(page, survey, ANSWERS)
    page.goto("/ledger")
    line = page.get_by_role("row").filter(has_text="Algebra 2026 (all waves)")
    expect(line).to_have_count(1)
    expect(line).to_contain_text(f"{MIXED.epsilon:.2f}")
    sum_of_all = page.get_by_role("row").filter(has_text="Sum")
    expect(sum_of_all).to_contain_text(f"{MIXED.epsilon:.2f}")


def test_forgetting_clears_the_tables_of_all_waves(page, waves, store):
    respond(page, waves[0], ANSWERS)
    page.get_by_role("button", name="Forget on this device").click()
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    assert page.evaluate(DATABASES) == {}


def test_respondent_is_told_what_waves_cost(page, waves):
    page.goto("/s/one234")
    expect(page.get_by_text("may be asked again, as a wave of “Algebra 2026”")).to_be_visible()
    expect(page.get_by_text("whoever held both this device and the server's data")).to_be_visible()


def test_survey_that_is_no_wave_draws_afresh_and_keeps_no_table(page, store):
    store.add_survey(Survey("pln234", MIXED, State.OPEN))
    page.goto("/s/pln234")
    expect(page.get_by_text("as a wave of")).to_have_count(0)
    fill_in(page, MIXED, ANSWERS)
    press_send(page)
    expect_saved(page)
    assert [key for key in page.evaluate(DATABASES) if "waves" in key] == []


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


def test_tables_are_those_of_the_python_functions(page, waves):
    page.goto("/s/one234")
    words = [(number * 2654435761) % 2**32 for number in range(1, 200)]
    drawn = page.evaluate(
        """async (words) => {
            const { href } = document.querySelector('link[href$="/waves.js"]');
            const { drawTable } = await import(href);
            const { questions } = JSON.parse(document.getElementById("survey").textContent);
            return questions.map((question) => drawTable(question, () => words.shift()));
        }""",
        words,
    )
    tape = iter(words)
    for question, table in zip(MIXED.questions, drawn, strict=True):
        expected = draw_table(question, lambda: next(tape))
        assert table == {
            "reports": [list(row) for row in expected.reports], "threshold": expected.threshold
        }  # fmt: skip


def table_tape(instrument, answers, reports, roundabout) -> list[int]:
    """Words that give every answer the wanted report: the device alone then tells nothing."""
    words = []
    for question, wanted in zip(instrument.questions, reports, strict=True):
        keep, _ = question.odds
        words += [0 if value == wanted else keep for value in (0, 1)]
    return [*words, 0x01234567, 0x89ABCDEF, 0x02468ACE, int("".join(map(str, reports)))]


def test_trace_of_a_wave_is_the_same_for_all_answers(new_context, watched, store):
    instrument = make_wave(make_instrument("1/4", "1/3"))
    store.add_survey(Survey("wav234", instrument, State.OPEN))
    observer = Observer(new_context, watched, "/s/wav234", instrument, table_tape)
    vectors = list(product((0, 1), repeat=2))
    assert observer.count_leaks(vectors, vectors) == (0, 16)


def test_an_answer_kept_beside_the_table_is_caught(new_context, watched, store):
    instrument = make_wave(make_instrument("1/4"))
    store.add_survey(Survey("wav234", instrument, State.OPEN))
    observer = Observer(new_context, watched, "/s/wav234", instrument, table_tape)
    variant = (
        "respond.js",
        r"    const kept = await memory",
        "    localStorage.last = answerOf(fieldsets()[0]);\n    const kept = await memory",
    )
    assert observer.count_leaks([(0,), (1,)], [(0,), (1,)], variant) == (2, 4)
