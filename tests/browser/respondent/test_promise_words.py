"""What is printed and sent before class says what the respondent's page says, in its words."""

import pytest
from babel import Locale
from instruments import make_mixed_instrument
from playwright.sync_api import Page, expect

from survey.client_build.promise_words import promise
from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.store import State, Survey
from survey.text.translator import ENGLISH
from survey.translations.catalogs import translations
from survey.web.i18n.page_language import PageTranslator

YES_NO = {"text": "?", "gamma": "1/4"}
RATING = {"kind": "rating", "text": "?", "gamma": "1/4", "highest": 5}
NUMBER = {"kind": "number", "text": "?", "gamma": "1/4", "low": 0, "high": 20}
SEVERAL = {"kind": "several", "text": "?", "gamma": "1/4", "options": list("ABCD")}
CHOICE = {"kind": "choice", "text": "?", "gamma": "2/5", "options": list("ABC")}
WEAK = {"text": "?", "gamma": "9/20"}


def of(*questions: dict, **others) -> Instrument:
    numbered = [each | {"text": f"Question {place}?"} for place, each in enumerate(questions)]
    return validate({"title": "T", "class_size": 300, "questions": numbered} | others)


CASES = {
    "a yes": of(YES_NO),
    "a weak yes": of(WEAK),
    "several yes": of(YES_NO, YES_NO, YES_NO),
    "one question each": of(YES_NO, YES_NO, YES_NO, one_question_each=True),
    "some strong": of(WEAK, YES_NO),
    "all strong": of(WEAK, RATING | {"gamma": "9/20"}),
    "a rating": of(RATING),
    "a number": of(NUMBER),
    "options": of(SEVERAL),
    "a choice": of(CHOICE),
    "all kinds": make_mixed_instrument(),
}


@pytest.mark.parametrize("case", CASES)
def test_the_page_says_the_same(new_context, store, case):
    page = opened(new_context, store, CASES[case], "en")
    expect(page.locator("#changes")).to_have_text(promise(CASES[case], ENGLISH))


@pytest.mark.parametrize("language", ["ar", "de"])
def test_the_page_says_the_same_in_its_language(new_context, store, language):
    say = PageTranslator(Locale(language), translations(language))
    page = opened(new_context, store, CASES["several yes"], language)
    expect(page.locator("#changes")).to_have_text(promise(CASES["several yes"], say))


def test_a_weak_survey_is_said_to_be_weak():
    assert "strong evidence" in promise(CASES["a weak yes"])
    assert "no proof" not in promise(CASES["a weak yes"])


def opened(new_context, store, instrument: Instrument, language: str) -> Page:
    store.surveys.add(Survey("bcd234", instrument, State.OPEN))
    page = new_context(locale=language).new_page()
    page.goto("/s/bcd234")
    expect(page.locator("#answers .primary")).to_be_enabled()
    return page
