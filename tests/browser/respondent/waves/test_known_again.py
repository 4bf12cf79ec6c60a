"""Which questions of several waves share a table, and which must not."""

import json
from dataclasses import replace

import pytest
from answered_waves import ANSWERS, MIXED, WAVES, reports_of, respond, tables
from instruments import make_wave
from playwright.sync_api import expect
from respondent_page import choose, expect_saved, press_send

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import from_canonical_json, validate
from survey.store import State, Survey


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
