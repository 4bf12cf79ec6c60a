"""A translation has every text, or it is refused in a sentence that says what is missing."""

import copy

import pytest
from instruments import faults_of, make_instrument
from translated import make_translated_instrument, translated_document

from survey.core.instrument.parsing import from_canonical_json, from_toml, validate
from survey.errors import ParameterError

TOML = """
title = "After the final"
language = "en"

[[questions]]
text = "Did you cheat?"

[[questions]]
kind = "choice"
text = "Whose notes?"
options = ["Mine", "A friend's"]

[translations.de]
title = "Nach der Klausur"
questions = [
  {text = "Haben Sie abgeschrieben?"},
  {text = "Wessen Notizen?", options = ["Eigene", "Von anderen"]},
]
"""


def changed(*path_and_value) -> dict:
    """The document with one value of the German translation replaced; None takes it out."""
    *path, last, value = path_and_value
    document = copy.deepcopy(translated_document())
    part = document["translations"]["de"]
    for step in path:
        part = part[step]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return document


def test_toml_file_with_a_translation():
    instrument = from_toml(TOML)
    assert instrument.languages == ("en", "de")
    german = instrument.worded_in("de")
    assert (german.title, german.language, german.introduction) == ("Nach der Klausur", "de", "")
    assert [question.text for question in german.questions] == [
        "Haben Sie abgeschrieben?",
        "Wessen Notizen?",
    ]
    assert german.questions[1].listed == ("Eigene", "Von anderen")


def test_every_language_has_the_original_digest_and_document():
    instrument = make_translated_instrument()
    assert instrument.languages == ("en", "ar", "de")
    for language in instrument.languages:
        worded = instrument.worded_in(language)
        assert worded.digest == instrument.digest
        assert worded.canonical_json == instrument.canonical_json
        assert worded.languages == instrument.languages
        assert worded.worded_in("en") is instrument
        assert worded.direction == ("rtl" if language == "ar" else "ltr")
    assert instrument.worded_in("ar").worded_in("de") == instrument.worded_in("de")


def test_digest_freezes_every_language():
    """A translation changed after publishing would be another question under the same digest."""
    whole = make_translated_instrument()
    assert whole.digest != validate(changed("questions", 0, "text", "Anders?")).digest
    document = translated_document()
    del document["translations"]["ar"]
    assert validate(document).digest != whole.digest


def test_canonical_json_of_all_languages_reads_back():
    instrument = make_translated_instrument()
    assert from_canonical_json(instrument.canonical_json) == instrument


def test_without_a_language_nothing_is_said_of_it():
    instrument = make_instrument()
    assert instrument.languages == ()
    assert "language" not in instrument.canonical_json
    assert "translations" not in instrument.canonical_json
    with pytest.raises(ParameterError, match="not in the language de: it says none"):
        instrument.worded_in("de")


def test_a_language_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(ParameterError, match="not in the language nl: it has en, ar, de."):
        make_translated_instrument().worded_in("nl")


def test_tags_are_written_in_one_way_so_that_the_digest_is_one():
    document = translated_document()
    document["translations"] = {
        "AR": document["translations"]["ar"],
        "De": document["translations"]["de"],
    }
    document["language"] = "EN"
    assert validate(document) == make_translated_instrument()


LACKS = "The translation into de lacks “{}”."
REFUSALS = [
    (("title", None), "title", LACKS.format("After the final")),
    (("title", "  "), "title", LACKS.format("After the final")),
    (("title", "t" * 121), "title", "This is 121 characters long; at most 120 fit."),
    (("title", 5), "title", "This must be text in quotation marks."),
    (("introduction", None), "introduction", LACKS.format("How common it is, not who did it.")),
    (("introduction", "i" * 2001), "introduction",
     "This is 2,001 characters long; at most 2,000 fit."),
    (("questions", 0, "text", ""), "questions.1.text", LACKS.format("Did you cheat?")),
    (("questions", 0, "text", "q" * 301), "questions.1.text",
     "This is 301 characters long; at most 300 fit."),
    (("questions", 0, "text", "bell\x07"), "questions.1.text",
     "This holds a control character. Please type the text again."),
    (("questions", 1, "options", 2, ""), "questions.2.options.3",
     LACKS.format("Prefer not to answer")),
    (("questions", 1, "options", 2, "Eigene"), "questions.2.options.3",
     "Two options are the same: “Eigene”."),
    (("questions", 1, "options", 2, "zwei\nZeilen"), "questions.2.options.3",
     "An option must be a single line."),
    (("questions", 1, "options", 2, "o" * 101), "questions.2.options.3",
     "This is 101 characters long; at most 100 fit."),
    (("questions", 1, "options", ["Eigene"]), "questions.2.options",
     "The translation into de has 1 options, and the original 3: it ends before “A friend's”."),
    (("questions", 1, "options", ["a", "b", "c", "d"]), "questions.2.options",
     "The translation into de has 4 options, and the original 3."),
    (("questions", 1, "options", "Eigene"), "questions.2.options",
     "Options must be a list of texts."),
    (("questions", 1, "options", None), "questions.2.options",
     "The translation into de has 0 options, and the original 3: it ends before “Mine”."),
    (("questions", 0, "options", ["Ja", "Nein"]), "questions.1.options",
     "This field is not known; the known ones are text."),
    (("questions", []), "questions",
     "The translation into de has 0 questions, and the original 5: it ends before "
     "“Did you cheat?”."),
    (("questions", ["Haben Sie?"]), "questions",
     "Questions must be a list of tables, each with a text."),
    (("gamma", "1/4"), "gamma",
     "This field is not known; the known ones are asked_by, contact, introduction, "
     "privacy_notice, questions, support, title."),
]  # fmt: skip


@pytest.mark.parametrize(("change", "field", "sentence"), REFUSALS)
def test_each_fault_is_named_with_its_place(change, field, sentence):
    assert faults_of(changed(*change)) == {f"translations.de.{field}": sentence}


def test_all_that_is_missing_is_said_at_once():
    document = changed("questions", 0, "text", "")
    document["translations"]["ar"] = document["translations"]["ar"] | {"title": ""}
    assert set(faults_of(document)) == {"translations.de.questions.1.text", "translations.ar.title"}


def test_an_introduction_that_the_original_lacks_is_refused():
    document = translated_document()
    del document["introduction"]
    del document["translations"]["ar"]
    assert faults_of(document) == {
        "translations.de.introduction": "The original is empty. Leave this out."
    }


NO_TAG = "This is not a language's tag; write one such as en, de or pt-BR."


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"language": "English"}, "language", NO_TAG),
        ({"language": 5}, "language", NO_TAG),
        ({"language": ""}, "language",
         "Please also give the questionnaire's own language, since it has translations."),
        ({"language": "de"}, "translations.de",
         "This is the questionnaire's own language; translate it into another one."),
        ({"translations": ["de"]}, "translations",
         "Translations must be tables, one per language: [translations.de]."),
        ({"translations": {"de": "Titel"}}, "translations",
         "Translations must be tables, one per language: [translations.de]."),
        ({"translations": {"Deutsch": {}}}, "translations.Deutsch", NO_TAG),
    ],
)  # fmt: skip
def test_each_fault_of_a_language_is_said(changes, field, sentence):
    assert faults_of(translated_document() | changes) == {field: sentence}


def test_two_translations_into_one_language_are_refused():
    document = translated_document()
    document["translations"]["DE"] = document["translations"]["de"]
    assert faults_of(document) == {"translations.DE": "There are two translations into de."}


def test_eight_languages_fit_and_nine_do_not():
    document = translated_document()
    german = document["translations"]["de"]
    document["translations"] = dict.fromkeys(("de", "fr", "it", "es", "pt", "nl", "pl"), german)
    assert len(validate(document).languages) == 8
    document["translations"]["sv"] = german
    assert faults_of(document) == {
        "translations": "At most 8 languages fit in a survey. Its own language counts too."
    }


def test_what_is_wrong_in_the_original_is_said_before_its_translations():
    document = translated_document()
    document["questions"][0]["text"] = ""
    document["translations"]["de"] = {}
    assert set(faults_of(document)) == {"questions.1.text"}
