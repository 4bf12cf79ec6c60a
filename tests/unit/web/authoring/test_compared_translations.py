"""A translation is published once its instructor has compared it with the original."""

import html

import pytest
from translated import make_translated_instrument

from survey.core.instrument.parsing import validate
from survey.core.ready_made.catalog import READY_MADE
from survey.store import State, Survey
from survey.translations.catalogs import gettexts
from survey.web.i18n.compared_translations import to_compare

PATH = "/surveys/bcd234"


@pytest.fixture
def draft(store) -> Survey:
    survey = Survey("bcd234", make_translated_instrument())
    store.surveys.add(survey)
    return survey


def test_original_and_translation_stand_beside_each_other(instructor, draft):
    page = html.unescape(instructor.get(PATH).text)
    for wording in draft.instrument.translations:
        for original, translated in zip(draft.instrument.questions, wording.questions, strict=True):
            assert f">{original.text}</td>" in page
            assert f">{translated.text}</td>" in page
        assert f'name="compared" value="{wording.language}"' in page


def test_every_language_needs_its_tick(instructor, store, draft):
    tags = list(draft.instrument.languages[1:])
    for ticked in ([], tags[:-1], ["xx"]):
        refused = instructor.post(f"{PATH}/publish", {"compared": ticked})
        assert refused.status_code == 422
        assert "Compare each translation with the original" in refused.text
        assert store.surveys.get("bcd234").state is State.DRAFT
    assert instructor.post(f"{PATH}/publish", {"compared": tags}).status_code == 302
    assert store.surveys.get("bcd234").state is State.OPEN


def test_what_looks_wrong_stands_with_it(instructor, store):
    document = {
        "title": "T", "language": "en", "questions": [{"text": "Did you cheat?"}],
        "translations": {"de": {"title": "T", "questions": [{"text": "Warst du nie unehrlich?"}]}},
    }  # fmt: skip
    store.surveys.add(Survey("bcd234", validate(document)))
    page = html.unescape(instructor.get(PATH).text)
    assert "Question 1: Only one of “Did you cheat?” and “Warst du nie unehrlich?”" in page


def test_translations_of_the_app_itself_need_none():
    for ready in READY_MADE.values():
        assert to_compare(ready.instrument(gettexts(8))) == []
