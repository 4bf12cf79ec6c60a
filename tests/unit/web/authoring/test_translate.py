"""Translating a draft on the web: whole, kept through changes, and frozen once it is published."""

import html

import pytest
from draft_forms import PAGE, asked, edit, form_of, save, typed
from page_words import field_errors
from translated import make_translated_instrument, translated_document

from survey.core.instrument.parsing import validate
from survey.store import State, Survey
from survey.web.authoring.translation_form import MISSING


@pytest.fixture
def draft(store) -> Survey:
    """A draft in English and Arabic at /surveys/drft34."""
    document = translated_document()
    document["translations"] = {"ar": document["translations"]["ar"]}
    survey = Survey("drft34", validate(document))
    store.surveys.add(survey)
    return survey


def test_translation_is_saved_and_shown_again(instructor, store, draft):
    assert "Translate into German" in instructor.get(PAGE).text
    assert instructor.post(PAGE, typed(draft)).status_code == 302
    assert store.surveys.get("drft34").instrument == make_translated_instrument()
    page = html.unescape(instructor.get(PAGE).text)
    assert 'value="Von anderen"' in page
    assert "A friend's" in page
    saved = html.unescape(instructor.get("/surveys/drft34/translations").text)
    assert f'<a href="{PAGE}">German (Deutsch)</a>' in saved


def test_a_text_that_is_missing_is_said_at_its_field_and_nothing_is_saved(instructor, store, draft):
    answer = instructor.post(PAGE, typed(draft) | {"questions-2-options-2": " ", "title": ""})
    assert answer.status_code == 422
    assert field_errors(answer.text) == {
        "title": MISSING,
        "questions-2-options-2": MISSING,
    }
    assert "Nach der Klausur" not in answer.text
    assert "Wessen Notizen?" in answer.text
    assert store.surveys.get("drft34").instrument == draft.instrument


def test_a_fault_without_a_field_is_said_at_the_title(instructor, store, draft):
    document = translated_document()
    german = document["translations"]["de"]
    document["translations"] = dict.fromkeys(("es", "fr", "it", "nl", "pl", "pt", "sv"), german)
    store.surveys.replace_instrument("drft34", validate(document), draft.instrument.digest)
    answer = instructor.post(PAGE, typed(store.surveys.get("drft34")))
    assert field_errors(answer.text) == {
        "title": "At most 8 languages fit in a survey. Its own language counts too."
    }


def test_translation_is_removed(instructor, store, draft):
    path = "/surveys/drft34/translations/ar/remove"
    assert instructor.post(path).status_code == 302
    assert store.surveys.get("drft34").instrument.languages == ("en",)
    assert instructor.post(path).status_code == 404


def test_published_survey_is_frozen_with_its_languages(instructor, store):
    store.surveys.add(Survey("drft34", make_translated_instrument(), State.OPEN))
    before = store.surveys.get("drft34").instrument
    for answer in (
        instructor.get(PAGE),
        instructor.post(PAGE, typed(store.surveys.get("drft34")) | {"title": "Anders"}),
        instructor.post(f"{PAGE}/remove"),
        instructor.get("/surveys/drft34/translations?into=fr"),
    ):
        assert answer.status_code == 409
        assert "A published survey never changes" in answer.text
    assert store.surveys.get("drft34").instrument == before


@pytest.mark.parametrize(
    ("path", "tag"), [("?into=fr", "fr"), ("?into=FR", "fr"), ("/PT-br", "pt-BR"), ("/gsw", "gsw")]
)
def test_language_leads_to_its_page(instructor, draft, path, tag):
    page = instructor.get(f"/surveys/drft34/translations{path}").text
    assert f'action="/surveys/drft34/translations/{tag}"' in page


def test_own_language_is_not_translated_into(instructor, draft):
    answer = instructor.get("/surveys/drft34/translations/en")
    assert answer.headers["Location"] == "/surveys/drft34"


@pytest.mark.parametrize("path", ["?into=", "?into=Deutsch", "/x-y-z", "/%00"])
def test_what_is_no_language_is_not_found(instructor, draft, path):
    assert instructor.get(f"/surveys/drft34/translations{path}").status_code == 404


def test_own_language_is_said_first(instructor, store):
    document = translated_document()
    del document["translations"], document["language"]
    store.surveys.add(Survey("drft34", validate(document)))
    assert "First choose the language" in instructor.get("/surveys/drft34/translations").text
    assert instructor.get(PAGE).headers["Location"] == "/surveys/drft34/edit"


def test_saving_without_a_change_keeps_every_translation(instructor, store):
    store.surveys.add(Survey("drft34", make_translated_instrument()))
    assert save(instructor, edit(instructor)).status_code == 302
    assert store.surveys.get("drft34").instrument == make_translated_instrument()


def test_changed_text_is_asked_for_and_all_else_is_kept(instructor, store):
    store.surveys.add(Survey("drft34", make_translated_instrument()))
    form = edit(instructor) | {"questions-0-text": ["Did you ever cheat?"]}
    answer = save(instructor, form)
    assert answer.status_code == 422
    assert asked(answer.text) == {"ar": ["Did you ever cheat?"], "de": ["Did you ever cheat?"]}
    assert store.surveys.get("drft34").instrument == make_translated_instrument()
    form = form_of(answer.text) | {"translated-de": ["Haben Sie je abgeschrieben?"]}
    answer = save(instructor, form)
    assert answer.status_code == 422
    assert form_of(answer.text)["translated-de"] == ["Haben Sie je abgeschrieben?"]
    form = form_of(answer.text) | {"translated-ar": ["هل غششت من قبل؟"]}
    assert save(instructor, form).status_code == 302
    instrument = store.surveys.get("drft34").instrument
    assert instrument.worded_in("de").questions[0].text == "Haben Sie je abgeschrieben?"
    expected = make_translated_instrument().worded_in("de").questions[1:]
    assert instrument.worded_in("de").questions[1:] == expected


def test_new_question_is_asked_for_where_it_stands_and_a_language_can_be_left_out(
    instructor, store
):
    store.surveys.add(Survey("drft34", make_translated_instrument()))
    page = instructor.post("/surveys/drft34/edit", edit(instructor) | {"add": ""}).text
    form = form_of(page) | {"questions-5-text": ["New?"]}
    answer = save(instructor, form)
    assert asked(answer.text) == {"ar": ["New?"], "de": ["New?"]}
    form = form_of(answer.text) | {"translated-de": ["Neu?"], "leave-out": ["ar"]}
    assert save(instructor, form).status_code == 302
    instrument = store.surveys.get("drft34").instrument
    assert instrument.languages == ("en", "de")
    assert instrument.worded_in("de").questions[5].text == "Neu?"


def test_what_was_typed_for_a_new_text_can_be_corrected(instructor, store):
    store.surveys.add(Survey("drft34", make_translated_instrument()))
    form = edit(instructor) | {"questions-1-options": ["Mine\nA friend's\nNobody's"]}
    form = form_of(save(instructor, form).text) | {"leave-out": ["ar"]}
    answer = save(instructor, form | {"translated-de": ["Eigene"]})
    assert answer.status_code == 422
    sentence = "de.questions.2.options.3: Two options are the same: “Eigene”."
    assert sentence in html.unescape(answer.text)
    form = form_of(answer.text) | {"translated-de": ["Niemandes"]}
    assert save(instructor, form).status_code == 302


def test_removed_question_takes_its_translation_along(instructor, store):
    store.surveys.add(Survey("drft34", make_translated_instrument()))
    page = instructor.post("/surveys/drft34/edit", edit(instructor) | {"remove": "2"}).text
    assert save(instructor, form_of(page)).status_code == 302
    german = store.surveys.get("drft34").instrument.worded_in("de")
    assert [each.text for each in german.questions][:2] == [
        "Haben Sie abgeschrieben?",
        "Welche Klausuren?",
    ]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("", "Please also give the questionnaire's own language, since it has translations."),
     ("de", "de: This is the questionnaire's own language; translate it into another one.")],
)  # fmt: skip
def test_own_language_that_does_not_fit_is_said_at_its_field(instructor, store, language, sentence):
    store.surveys.add(Survey("drft34", make_translated_instrument()))
    answer = save(instructor, edit(instructor) | {"language": [language]})
    assert answer.status_code == 422
    assert field_errors(answer.text) == {"language": sentence}


@pytest.mark.parametrize("carried", ["{", "[]", '{"de": [1]}', "[" * 200_000], ids=len)
def test_carried_translations_of_another_shape_are_a_bad_request(instructor, draft, carried):
    assert save(instructor, edit(instructor) | {"phrases": [carried]}).status_code == 400


def test_copy_keeps_all_languages(instructor, store):
    store.surveys.add(Survey("drft34", make_translated_instrument(), State.OPEN))
    instructor.post("/surveys/drft34/duplicate")
    (copy,) = [each for each in store.surveys.all() if each.code != "drft34"]
    assert copy.instrument == make_translated_instrument()


def test_language_of_a_file_that_is_not_in_the_list_is_kept(instructor, store):
    document = translated_document() | {"language": "gsw", "translations": {}}
    store.surveys.add(Survey("drft34", validate(document)))
    assert save(instructor, edit(instructor)).status_code == 302
    assert store.surveys.get("drft34").instrument.language == "gsw"


def test_translating_is_reached_from_the_draft_and_from_a_published_survey_s_settings(
    instructor, store, draft
):
    languages = "/surveys/drft34/translations"
    assert f'href="{languages}"' in instructor.get("/surveys/drft34").text
    assert "Translate into" in instructor.get(languages).text
    store.surveys.set_state("drft34", State.OPEN)
    assert f'href="{languages}"' in instructor.get("/surveys/drft34/settings").text
    published = instructor.get(languages)
    assert published.status_code == 200
    assert "Duplicate it and translate the copy." in published.text
    assert "Translate into" not in published.text
