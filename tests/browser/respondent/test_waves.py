"""Waves in a real browser: the same answer sends the same report, and costs its ε once."""

import json
import re
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path

import chromium
import pytest
from instruments import make_instrument, make_mixed_instrument, make_wave
from playwright.sync_api import expect
from respondent_page import choose, expect_saved, fill_in, forget, press_send, shown_id
from tape import table_tape
from traces import DATABASES, Observer

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import from_canonical_json, validate
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.core.responses.waves import draw_table
from survey.store import State, Survey

MIXED = make_mixed_instrument("First wave")
ANSWERS = [1, 2, (1, 0), 17, 3]
OTHER_ANSWERS = [0, 0, (0, 1), 3, 0]


WAVES = "Algebra 2026"
# Puts every table under a key of the exact words, as it was kept before.
KEEP_AS_BEFORE = """([wavesOf, questions]) => new Promise((resolve) => {
    const bare = (text) => text.toLowerCase();
    indexedDB.open("deniable").onsuccess = ({ target: { result: database } }) => {
        const store = database.transaction("kept", "readwrite").objectStore("kept");
        for (const { text, kind, odds, low, high, items } of questions) {
            const key = (read) => `deniable:waves:${JSON.stringify(read(wavesOf))}:`
                + JSON.stringify([text, kind, odds, low, high, items],
                    (_, value) => typeof value === "string" ? read(value) : value);
            store.get(key(bare)).onsuccess = ({ target: { result: table } }) => {
                if (!table) throw new Error(key(bare));
                store.delete(key(bare));
                store.put(table, key((text) => text));
            };
        }
        store.transaction.oncomplete = () => { database.close(); resolve(); };
    };
})"""


def asked_in(instrument: Instrument) -> list[dict]:
    """The questions as the client's memory names them."""
    return [
        {
            "text": question.text, "kind": question.kind.name, "odds": question.odds,
            "low": question.low, "high": question.high,
            "items": [{"text": each.text, "labels": each.labels} for each in question.items("")],
        }
        for question in instrument.questions
    ]  # fmt: skip


# What is kept as a text and deleted: its bytes stay.
KEEP_FOR_CONTROL = """() => new Promise((resolve) => {
    indexedDB.open("deniable").onsuccess = ({ target: { result: database } }) => {
        const store = database.transaction("kept", "readwrite").objectStore("kept");
        store.put("deleted by the control", "control").onsuccess = () => store.delete("control");
        store.transaction.oncomplete = () => { database.close(); resolve(); };
    };
})"""


FORGET_THE_NAME = """() => {
    for (const [key, kept] of Object.entries({...localStorage})) {
        const { wavesOf, ...rest } = JSON.parse(kept);
        if (wavesOf) localStorage.setItem(key, JSON.stringify(rest));
    }
}"""


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
        store.surveys.add(survey)
    return surveys


def respond(page, survey: Survey, answers) -> None:
    page.goto(f"/s/{survey.code}")
    fill_in(page, survey.instrument, answers)
    press_send(page)
    expect_saved(page)


def reports_of(store, survey: Survey) -> tuple[int, ...]:
    ((_, reports),) = store.responses.all(survey.code)
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


@pytest.mark.exhaustive
def test_a_question_typed_with_other_spaces_and_case_repeats_its_report(page, waves, store):
    """Else it would draw a new table without a word."""
    respond(page, waves[0], ANSWERS)
    retyped = tuple(
        replace(each, text=f"{each.text.upper().replace(' ', '  ')} ?".replace("? ?", " ?"))
        for each in MIXED.questions
    )
    again = Survey("agn234", make_wave(MIXED, "algebra  2026", questions=retyped), State.OPEN)
    store.surveys.add(again)
    respond(page, again, ANSWERS)
    assert reports_of(store, again) == reports_of(store, waves[0])
    assert len(tables(page)) == 5
    page.goto("/ledger")
    expect(page.get_by_role("row").filter(has_text="(all waves)")).to_have_count(1)
    expect(page.get_by_role("row").filter(has_text="Sum")).to_contain_text(f"{MIXED.epsilon:.2f}")


@pytest.mark.exhaustive
def test_tables_that_an_earlier_release_kept_count(page, waves, store):
    """They were kept by the questions' exact words: drawn anew, they would cost their ε again."""
    respond(page, waves[0], ANSWERS)
    page.evaluate(KEEP_AS_BEFORE, [WAVES, asked_in(waves[0].instrument)])
    assert len(tables(page)) == 0
    respond(page, waves[1], ANSWERS)
    assert reports_of(store, waves[1]) == reports_of(store, waves[0])
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    assert [key for key in page.evaluate(DATABASES) if "waves" in key] == []


def translated_wave(texts, translations) -> Instrument:
    """Yes/no questions in Latin and English, the words of either as they are given."""
    document = {
        "title": "Quaestiones", "language": "la", "waves_of": WAVES,
        "questions": [{"text": text, "gamma": "1/4"} for text in texts],
        "translations": {
            "en": {"title": "Questions", "questions": [{"text": text} for text in translations]}
        },
    }  # fmt: skip
    return validate(document)


def test_questions_that_differ_in_one_language_alone_share_no_table(page, publish):
    """Else equal reports would say that two answers are equal, for certain."""
    words = ["Are you on the Moon?", "Did you cheat?"]
    page.goto(f"{publish(translated_wave(['Itane?', 'Itane?'], words))}?lang=en")
    choose(page, [0, 1])
    press_send(page)
    expect_saved(page)
    assert len(tables(page)) == 2


def test_no_wave_with_two_questions_of_one_table_is_answered(page, publish):
    """No instructor can publish one; an operator can put it into the database."""
    instrument = translated_wave(["Itane?", "Nonne?"], ["So?", "Not so?"])
    document = json.loads(instrument.canonical_json)
    document["questions"][1]["text"] = "ITANE ?"
    document["translations"]["en"]["questions"][1]["text"] = "so?"
    written = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    page.goto(publish(from_canonical_json(written)))
    expect(page.get_by_text("This is no questionnaire of Deniable")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)


def test_table_is_drawn_once_and_holds_no_sign_of_the_answer(page, waves, store):
    """Another answer sends what the table had for it before anybody gave it."""
    respond(page, waves[0], ANSWERS)
    before = tables(page)
    respond(page, waves[1], OTHER_ANSWERS)
    assert tables(page) == before
    assert len(before) == 5
    kept = {json.loads(key.partition(":")[2])[0]: kept["table"] for key, kept in before.items()}
    sent = by_question(waves[1], reports_of(store, waves[1]))
    assert sent["Did you cheat?"] == [kept["did you cheat?"]["reports"][0][0]]
    assert sent["Which exams?"] == [
        row[bit] for row, bit in zip(kept["which exams?"]["reports"], (0, 1), strict=True)
    ]


def test_nothing_of_what_was_sent_is_kept_beside_the_table(page, waves, store):
    """Side by side they would tell the answer wherever the rows of the table differ.

    So would the response id, which leads to the reports once they are public.
    """
    respond(page, waves[0], ANSWERS)
    expect(page.get_by_role("listitem").first).to_be_visible()  # said once, right after sending
    ((response_id, _),) = store.responses.all(waves[0].code)
    assert shown_id(page) == response_id
    for _ in range(2):
        kept = json.dumps([page.evaluate(DATABASES), page.evaluate("({...localStorage})")])
        assert response_id not in kept
        assert not re.search(r'"reports\\*": ?\[\d', kept)  # a table's are lists of lists
        page.reload()
        expect(page.get_by_text("What was sent is shown only once")).to_be_visible()
        expect(page.get_by_text(response_id)).to_have_count(0)
        expect(page.get_by_role("listitem")).to_have_count(0)
    assert store.responses.tally(waves[0].code).responses == 1


@pytest.mark.exhaustive
def test_what_an_earlier_release_kept_of_a_wave_goes(page, waves, store):
    respond(page, waves[0], ANSWERS)
    ((response_id, _),) = store.responses.all(waves[0].code)
    digest = waves[0].instrument.digest
    kept = json.dumps({"instrument": digest, "response_id": response_id})
    page.evaluate(
        "([key, kept]) => { localStorage[key] = kept; }",
        [f"deniable:one234:{digest}", json.dumps({"acknowledged": True, "body": kept})],
    )
    page.reload()
    expect_saved(page)
    assert response_id not in json.dumps(page.evaluate("({...localStorage})"))


def test_a_wave_that_is_not_stored_yet_is_sent_again_byte_for_byte(page, waves, bodies):
    page.route("**/responses", lambda route: route.abort())
    page.goto("/s/one234")
    fill_in(page, waves[0].instrument, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    kept = page.evaluate("({...localStorage})")
    assert "reports" not in json.dumps(kept)
    page.unroute("**/responses")
    page.reload()
    expect_saved(page)
    assert len(set(bodies)) == 1 and len(bodies) >= 2


LOGS = ("IndexedDB", "Local Storage")


def kept_in(profile: Path, text: str) -> list[str]:
    """The files in which this browser's pages keep something, and that hold the text."""
    return [
        str(file.relative_to(profile))
        for folder in LOGS
        for file in (profile / "Default" / folder).rglob("*")
        if file.is_file() and text.encode() in file.read_bytes()
    ]


@pytest.fixture
def opened(browser, tmp_path, address):
    """Opens a page of a profile that lies on the disk, and ends the browser afterwards."""

    @contextmanager
    def opened():
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=chromium.find_or_install(),
            args=chromium.ARGUMENTS, base_url=address,
        )  # fmt: skip
        yield context.new_page()
        context.close()

    return opened


def in_logs(profile, text: str) -> list[str]:
    """Where else than in a Blob's own file: Chromium now and then forgets to remove one.

    See survey/docs/how-to/waves.md, which says so.
    """
    return [file for file in kept_in(profile, text) if ".blob/" not in file]


@pytest.mark.exhaustive
def test_logs_of_the_browser_hold_nothing_that_was_sent_and_after_forgetting_no_table(
    opened, tmp_path, waves, store, app
):
    """In a log the bytes of what is deleted would stay: even after the browser's end, for long."""
    profile = tmp_path / "profile"
    (token,) = draw_tokens(1)
    store.surveys.add_tokens("one234", [hash_token(app.secret_key, token)])
    with opened() as page:
        page.goto(f"/s/one234#t={token}")
        fill_in(page, waves[0].instrument, ANSWERS)
        press_send(page)
        expect_saved(page)
        page.evaluate(KEEP_FOR_CONTROL)
    ((response_id, _),) = store.responses.all("one234")
    assert kept_in(profile, "deleted by the control") != []
    assert in_logs(profile, response_id) == []
    assert in_logs(profile, token) == []
    assert kept_in(profile, '"threshold":') != []
    with opened() as page:
        page.goto("/s/one234")
        forget(page)
        expect(page.get_by_text("This device has forgotten")).to_be_visible()
    assert in_logs(profile, '"threshold":') == []
    assert kept_in(profile, "deleted by the control") != []


def tables(page) -> dict:
    prefix = 'deniable/kept/deniable:waves:"algebra 2026"'
    found = page.evaluate(DATABASES).items()
    return {key.removeprefix(prefix): kept for key, kept in found if key.startswith(prefix)}


@pytest.mark.exhaustive
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
    expect(page.get_by_text("This device keeps the table for all waves.")).to_be_visible()
    assert len(tables(page)) == 5
    page.get_by_role("button", name="Keep it").click()
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    assert page.evaluate(DATABASES) == {}


@pytest.mark.parametrize("named", [True, False])
def test_forgetting_beside_a_refused_questionnaire_clears_the_tables(page, waves, store, named):
    """An earlier release kept no name: then nothing is said of the tables, which stay."""
    respond(page, waves[0], ANSWERS)
    page.goto("/ledger")
    expect(page.get_by_role("row").filter(has_text="(all waves)")).to_have_count(1)
    if not named:
        page.evaluate(FORGET_THE_NAME)
    store.surveys.delete("one234")
    page.goto("/s/one234")
    forget(page)
    said = page.get_by_text("This device has forgotten its response to this survey.")
    expect(said).to_be_focused()
    assert ("ledger keeps the survey's ε" in said.inner_text()) == named
    assert ("for all waves is gone too" in said.inner_text()) == named
    assert (tables(page) == {}) == named
    page.goto("/ledger")
    expect(page.get_by_role("row").filter(has_text="(all waves)")).to_have_count(int(not named))
    expect(page.get_by_role("row").filter(has_text="Sum")).to_contain_text(f"{MIXED.epsilon:.2f}")


def test_respondent_is_told_what_waves_cost(page, waves):
    page.goto("/s/one234")
    page.get_by_text("How does this protect me?").click()
    expect(page.get_by_text("may be asked again, as a wave of “Algebra 2026”")).to_be_visible()
    expect(page.get_by_text("whoever held both this device and the server's data")).to_be_visible()


def test_survey_that_is_no_wave_draws_afresh_and_keeps_no_table(page, store):
    store.surveys.add(Survey("pln234", MIXED, State.OPEN))
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


def test_trace_of_a_wave_is_the_same_for_all_answers(new_context, watched, store, exhaustive):
    instrument = make_wave(make_instrument("1/4", "1/3"))
    store.surveys.add(Survey("wav234", instrument, State.OPEN))
    observer = Observer(new_context, watched, "/s/wav234", instrument, table_tape)
    vectors = list(product((0, 1), repeat=2))
    reports = vectors if exhaustive else vectors[1:3]
    assert observer.count_leaks(vectors, reports) == (0, 4 * len(reports))


@pytest.mark.exhaustive
def test_an_answer_kept_beside_the_table_is_caught(new_context, watched, store):
    instrument = make_wave(make_instrument("1/4"))
    store.surveys.add(Survey("wav234", instrument, State.OPEN))
    observer = Observer(new_context, watched, "/s/wav234", instrument, table_tape)
    variant = (
        r"const kept = await memory",
        "localStorage.last = answers[0];\nconst kept = await memory",
    )
    assert observer.count_leaks([(0,), (1,)], [(0,), (1,)], variant) == (2, 4)
