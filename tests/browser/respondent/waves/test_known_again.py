"""Which questions of several waves share a table, and which must not."""

import json
from dataclasses import replace

import pytest
from answered_waves import ANSWERS, MIXED, WAVES, reports_of, respond, tables
from instruments import make_wave
from playwright.sync_api import expect
from respondent_page import choose, expect_saved, forget, press_send
from traces import DATABASES

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import from_canonical_json, validate
from survey.store import State, Survey

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
