"""Who asks, from the form to the respondents' pages, and the support line before publishing."""

import html

import pytest
from translated import make_translated_instrument

from survey.core.instrument.parsing import validate
from survey.core.instrument.texts import WHO_ASKS
from survey.core.ready_made.survey import proposed_notice
from survey.store import State, Survey
from survey.text.support_line import SUPPORT_NEEDED

TEXTS = {name: f"My {name}, with <signs>" for name in WHO_ASKS}
FORM = {"title": "T", "class_size": "20", "questions-0-text": "Q?", "questions-0-gamma": "1/4",
        "save": ""}  # fmt: skip

COMPARED = {"compared": list(make_translated_instrument().languages[1:])}


@pytest.fixture
def lacking(store) -> Survey:
    draft = Survey("bcd234", make_translated_instrument(support_needed=True))
    store.surveys.add(draft)
    return draft


def test_form_says_it_all_and_shows_it_again(instructor, store):
    sent = FORM | TEXTS | {"check_understanding": "y", "support_needed": "1"}
    assert instructor.post("/surveys/new", sent).status_code == 302
    (draft,) = store.surveys.all()
    made = draft.instrument
    assert {name: getattr(made, name) for name in WHO_ASKS} == TEXTS
    assert made.check_understanding and made.support_needed
    page = instructor.get(f"/surveys/{draft.code}/edit").text
    assert all(html.escape(text, quote=False) in page for text in TEXTS.values())
    edited = instructor.post(f"/surveys/{draft.code}/edit", FORM | TEXTS | {"draft": made.digest})
    assert edited.status_code == 302
    assert not store.surveys.get(draft.code).instrument.check_understanding


def test_empty_fields_are_no_part_of_it(instructor, store):
    instructor.post("/surveys/new", FORM | dict.fromkeys(WHO_ASKS, ""))
    document = store.surveys.all()[0].instrument.document()
    assert not {*WHO_ASKS, "support_needed", "check_understanding"} & document.keys()


def test_composer_proposes_a_notice(instructor):
    assert html.escape(proposed_notice()) in instructor.get("/surveys/new").text


def test_page_of_coins_shows_it_in_the_readers_language(respondent, store):
    german = {"title": "T", "questions": [{"text": "F?"}], **TEXTS, "support": "Hilfe: 0800"}
    plain = {"title": "T", "language": "en", "questions": [{"text": "Q?"}], **TEXTS}
    store.surveys.add(
        Survey("bcd234", validate({**plain, "translations": {"de": german}}), State.OPEN)
    )
    page = html.unescape(respondent.get("/s/bcd234/coin?lang=en").text)
    assert all(text in page for text in TEXTS.values())
    assert "Hilfe: 0800" in respondent.get("/s/bcd234/coin?lang=de").text


def test_no_survey_that_needs_a_support_line_is_published_without(instructor, store, lacking):
    draft = instructor.get("/surveys/bcd234").text
    assert SUPPORT_NEEDED in draft and 'name="support"' in draft
    refused = instructor.post("/surveys/bcd234/publish", {"support": " ", **COMPARED})
    assert refused.status_code == 409 and SUPPORT_NEEDED in refused.text
    assert store.surveys.get("bcd234") == lacking
    assert SUPPORT_NEEDED in instructor.get("/surveys/bcd234/edit").text


def test_support_line_typed_at_publishing_is_part_of_what_is_published(instructor, store, lacking):
    sent = instructor.post("/surveys/bcd234/publish", {"support": "Crisis line: 0800", **COMPARED})
    assert sent.status_code == 302
    published = store.surveys.get("bcd234")
    assert published.state is State.OPEN
    assert published.instrument.worded_in("ar").support == "Crisis line: 0800"


def test_a_typed_support_line_changes_no_other_survey(instructor, store):
    store.surveys.add(Survey("bcd234", make_translated_instrument()))
    instructor.post("/surveys/bcd234/publish", {"support": "Crisis line: 0800", **COMPARED})
    assert store.surveys.get("bcd234").instrument == make_translated_instrument()
