"""A draft that is changed in two windows: neither undoes what the other saved without a word."""

import html

import pytest
from draft_forms import PAGE, asked, edit, form_of, save, typed
from translated import make_translated_instrument, translated_document

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.store import State, Survey

SENTENCE = "this draft was changed in another window."


@pytest.fixture
def draft(store) -> Survey:
    """A draft in English and Arabic at /surveys/drft34."""
    survey = Survey("drft34", in_languages("ar"))
    store.surveys.add(survey)
    return survey


def in_languages(*tags: str, **changed) -> Instrument:
    document = translated_document() | changed
    translations = document["translations"]
    return validate(document | {"translations": {tag: translations[tag] for tag in tags}})


def swapped() -> Instrument:
    """Questions 1 and 2 the other way round, in English alone."""
    document = translated_document()
    first, second, *others = document["questions"]
    return validate(document | {"questions": [second, first, *others], "translations": {}})


def test_translation_of_questions_that_moved_is_shown_where_they_stand_now(
    instructor, store, draft
):
    store.surveys.replace_instrument("drft34", swapped(), draft.instrument.digest)
    answer = instructor.post(PAGE, typed(draft))
    assert answer.status_code == 409
    assert SENTENCE in answer.text
    assert store.surveys.get("drft34").instrument == swapped()
    page = html.unescape(answer.text)
    now = typed(store.surveys.get("drft34"))
    assert f'value="{now["draft"]}"' in page
    german = make_translated_instrument().worded_in("de").questions
    assert f'name="questions-1-text" type="text" value="{german[1].text}"' in page
    assert f'name="questions-2-text" type="text" value="{german[0].text}"' in page
    for place, option in enumerate(german[1].listed, start=1):
        assert f'name="questions-1-options-{place}" type="text" value="{option}"' in page


def test_translation_of_options_that_moved_is_not_saved_at_the_wrong_ones(instructor, store, draft):
    """Every text has its field still: only the digest tells that they are others."""
    document = translated_document() | {"translations": {}}
    document["questions"][1]["options"].reverse()
    moved = validate(document)
    store.surveys.replace_instrument("drft34", moved, draft.instrument.digest)
    answer = instructor.post(PAGE, typed(draft))
    assert answer.status_code == 409
    assert store.surveys.get("drft34").instrument == moved
    german = make_translated_instrument().worded_in("de").questions[1].listed
    page = html.unescape(answer.text)
    for place, option in enumerate(reversed(german), start=1):
        assert f'name="questions-2-options-{place}" type="text" value="{option}"' in page


@pytest.mark.parametrize("digest", [None, "", "0" * 64])
def test_translation_for_no_draft_is_not_saved(instructor, store, draft, digest):
    form = typed(draft)
    del form["draft"]
    answer = instructor.post(PAGE, form if digest is None else form | {"draft": digest})
    assert answer.status_code == 409
    assert store.surveys.get("drft34").instrument == draft.instrument


def test_translation_of_fewer_questions_than_there_are_is_said_to_be_of_another_draft(
    instructor, store, draft
):
    document = translated_document()
    more = [*document["questions"], {"text": "New?", "gamma": "1/4"}]
    store.surveys.replace_instrument(
        "drft34",
        validate(document | {"questions": more, "translations": {}}),
        draft.instrument.digest,
    )
    answer = instructor.post(PAGE, typed(draft))
    assert answer.status_code == 409
    assert "New?" in answer.text
    assert "Nach der Klausur" in answer.text


@pytest.mark.parametrize(
    ("own", "sentence"),
    [("", "this draft no longer names its own language."),
     ("de", "German (Deutsch) is now the questionnaire's own language.")],
)  # fmt: skip
def test_translation_is_given_back_when_the_own_language_was_changed(
    instructor, store, draft, own, sentence
):
    changed = in_languages(language=own)
    store.surveys.replace_instrument("drft34", changed, draft.instrument.digest)
    answer = instructor.post(PAGE, typed(draft))
    assert answer.status_code == 409
    page = html.unescape(answer.text)
    assert f"Nothing is saved: {sentence}" in page
    for words in ("Nach der Klausur", "Haben Sie abgeschrieben?", "Von anderen"):
        assert f'value="{words}"' in page
    assert f"{PAGE}/remove" not in page
    assert store.surveys.get("drft34").instrument == changed


def test_translation_that_was_given_back_is_saved_once_the_language_is_said_again(
    instructor, store, draft
):
    silent = in_languages(language="")
    store.surveys.replace_instrument("drft34", silent, draft.instrument.digest)
    instructor.post(PAGE, typed(draft))
    store.surveys.replace_instrument("drft34", in_languages(), silent.digest)
    again = typed(Survey("drft34", silent))
    assert instructor.post(PAGE, again).status_code == 409  # it was changed once more
    assert instructor.post(PAGE, again | typed(store.surveys.get("drft34"))).status_code == 302
    assert store.surveys.get("drft34").instrument == in_languages("de")


def test_translation_that_was_removed_meanwhile_is_given_back(instructor, store):
    store.surveys.add(Survey("drft34", make_translated_instrument()))
    form = typed(store.surveys.get("drft34")) | {"title": "Danach"}
    assert instructor.post(f"{PAGE}/remove").status_code == 302
    answer = instructor.post(PAGE, form)
    assert answer.status_code == 409
    assert SENTENCE in answer.text
    assert 'value="Danach"' in answer.text


def test_what_is_sent_twice_is_saved_once_and_no_conflict(instructor, store, draft):
    for _ in range(2):
        assert instructor.post(PAGE, typed(draft)).status_code == 302
    form = edit(instructor) | {"title": ["Renamed"], "leave-out": ["ar", "de"]}
    for _ in range(2):
        assert save(instructor, form).status_code == 302


def test_survey_that_was_published_meanwhile_is_frozen(instructor, store, draft):
    form = edit(instructor)
    store.surveys.set_state("drft34", State.OPEN)
    for answer in (save(instructor, form), instructor.post(PAGE, typed(draft))):
        assert answer.status_code == 409
        assert "A published survey never changes" in answer.text


def test_older_window_deletes_no_translation_that_was_saved_meanwhile(instructor, store, draft):
    older = edit(instructor) | {"class_size": ["77"]}
    assert instructor.post(PAGE, typed(draft)).status_code == 302
    answer = save(instructor, older)
    assert answer.status_code == 409
    assert SENTENCE in answer.text
    assert store.surveys.get("drft34").instrument == make_translated_instrument()
    assert save(instructor, form_of(answer.text)).status_code == 302
    assert store.surveys.get("drft34").instrument == in_languages("ar", "de", class_size=77)


def test_older_window_asks_for_what_its_own_texts_lack_in_a_new_language(instructor, store, draft):
    page = instructor.post("/surveys/drft34/edit", edit(instructor) | {"add": ""}).text
    form = form_of(page) | {"questions-5-text": ["New?"]}
    form = form_of(save(instructor, form).text) | {"translated-ar": ["جديد؟"]}
    store.surveys.replace_instrument(
        "drft34", make_translated_instrument(), draft.instrument.digest
    )
    answer = save(instructor, form)
    assert answer.status_code == 409
    assert asked(answer.text) == {"ar": ["New?"], "de": ["New?"]}
    form = form_of(answer.text)
    assert form["translated-ar"] == ["جديد؟"]
    assert save(instructor, form | {"translated-de": ["Neu?"]}).status_code == 302
    instrument = store.surveys.get("drft34").instrument
    assert instrument.worded_in("de").questions[5].text == "Neu?"
    assert instrument.worded_in("ar").questions[5].text == "جديد؟"


def test_language_that_is_left_out_stays_left_out(instructor, store, draft):
    form = edit(instructor) | {"leave-out": ["ar"]}
    store.surveys.replace_instrument(
        "drft34", make_translated_instrument(), draft.instrument.digest
    )
    assert save(instructor, form_of(save(instructor, form).text)).status_code == 302
    assert store.surveys.get("drft34").instrument.languages == ("en", "de")


def test_translation_that_was_corrected_meanwhile_is_not_set_back(instructor, store):
    store.surveys.add(Survey("drft34", make_translated_instrument()))
    older = edit(instructor)
    form = typed(store.surveys.get("drft34")) | {"title": "Danach"}
    assert instructor.post(PAGE, form).status_code == 302
    assert save(instructor, form_of(save(instructor, older).text)).status_code == 302
    assert store.surveys.get("drft34").instrument.worded_in("de").title == "Danach"
