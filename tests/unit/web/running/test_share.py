"""Sharing: the link that the slides show, a text in each language of the survey, a poster."""

import html

import pytest
from instruments import make_instrument
from translated import make_translated_instrument

from survey.client_build.promise_words import promise
from survey.core.instrument.digest_forms import short_form
from survey.store import State, Survey

PAGE = "/surveys/bcd234/share"


@pytest.fixture
def translated(store) -> Survey:
    survey = Survey("bcd234", make_translated_instrument(), State.OPEN)
    store.surveys.add(survey)
    return survey


def plain(answer) -> str:
    assert answer.status_code == 200
    return html.unescape(answer.text)


def test_the_link_binds_the_questionnaire_and_the_key(instructor, translated):
    page = plain(instructor.get(PAGE))
    short = short_form(translated.instrument.digest)
    assert f"/s/bcd234#{short.replace(' ', '')[:4]}" in page.replace("#q=", "#")
    assert short in page
    assert "bcd 234" in page


def test_a_drafts_link_names_no_questionnaire_and_the_page_says_so(instructor, store):
    draft = Survey("bcd234", make_instrument("1/4"), State.DRAFT)
    store.surveys.add(draft)
    page = plain(instructor.get(PAGE))
    assert short_form(draft.instrument.digest) not in page and "#q=" not in page
    assert "only then does it name the questionnaire" in page


def test_a_text_in_each_language_of_the_survey_holds_the_link(instructor, translated):
    page = plain(instructor.get(PAGE))
    link = page.partition('id="link"')[2].partition('value="')[2].partition('"')[0]
    texts = [each.partition("</textarea>")[0] for each in page.split("<textarea ")[1:]]
    assert len(texts) == len(translated.instrument.languages) > 1
    titles = [translated.instrument.title]
    titles += [each.title for each in translated.instrument.translations]
    for text, title in zip(texts, titles, strict=True):
        assert link in text
        assert title in text
    assert 'dir="rtl"' in page


def test_who_needs_a_slip_reads_so(instructor, store, translated):
    assert "You need your slip" not in plain(instructor.get(PAGE))
    store.surveys.add_tokens("bcd234", ["hash of a token"])
    assert "You need your slip" in plain(instructor.get(PAGE))


@pytest.mark.parametrize(
    ("state", "said"),
    [(State.CLOSED, "This survey is closed. It takes no responses now."),
     (State.DRAFT, "This survey is a draft. It takes no responses yet.")],
)  # fmt: skip
def test_what_is_not_open_says_so(instructor, store, state, said):
    store.surveys.add(Survey("bcd234", make_instrument("1/4"), state))
    page = plain(instructor.get(PAGE))
    assert said in page


@pytest.mark.parametrize("gamma", ["1/4", "9/20"])
def test_text_and_poster_promise_what_the_survey_keeps(instructor, store, gamma):
    survey = Survey("bcd234", make_instrument(gamma), State.OPEN)
    store.surveys.add(survey)
    said = promise(survey.instrument)
    assert ("strong evidence" in said) is (gamma == "9/20")
    assert f"{said} It takes a minute." in plain(instructor.get(PAGE))
    assert said in plain(instructor.get(f"{PAGE}/poster"))


def test_the_poster_has_code_address_and_qr_code(instructor, translated):
    page = plain(instructor.get(f"{PAGE}/poster"))
    assert translated.instrument.title in page
    assert "bcd 234" in page
    assert 'src="/surveys/bcd234/qr.svg"' in page and "style=" not in page
    assert "/how" in page
