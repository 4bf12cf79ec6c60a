"""What is translated is found again when the questionnaire around it changes."""

import pytest
from translated import make_translated_instrument, translated_document

from survey.core.instrument.parsing import validate
from survey.core.instrument.translation_memory import Phrases


def without_translations(**changes):
    document = translated_document() | changes
    del document["translations"]
    return validate(document)


def test_all_is_found_again():
    instrument = make_translated_instrument()
    known = Phrases.of(instrument)
    assert known.languages == ("ar", "de")
    again = {tag: known.translate(tag, without_translations())[0] for tag in known.languages}
    assert validate(translated_document() | {"translations": again}) == instrument


def test_new_and_changed_phrases_are_missing_and_no_other():
    questions = translated_document()["questions"]
    questions[0]["text"] = "Did you ever cheat?"
    questions[1]["options"].insert(0, "Nobody's")
    questions.insert(0, {"text": "New?"})
    known = Phrases.of(make_translated_instrument())
    document, missing = known.translate("de", without_translations(questions=questions))
    assert [(each.place, each.text) for each in missing] == [
        ("questions.1.text", "New?"),
        ("questions.2.text", "Did you ever cheat?"),
        ("questions.3.options.1", "Nobody's"),
    ]
    assert document["questions"][2] == {
        "text": "Wessen Notizen?",
        "options": ["", "Eigene", "Von anderen", "Keine Angabe"],
    }


def two_questions(first: str = "Which exam?", second: str = "Whose notes?"):
    return validate({
        "title": "T",
        "questions": [
            {"kind": "choice", "text": first, "options": ["One", "Other"]},
            {"kind": "choice", "text": second, "options": ["Mine", "Other"]},
        ],
    })  # fmt: skip


def test_one_word_is_translated_by_its_question():
    """“Other” agrees with what it stands for, in many languages."""
    known = Phrases()
    known.learn("de", "Which exam?", "Other", "Eine andere")
    known.learn("de", "Whose notes?", "Other", "Andere")
    document, _ = known.translate("de", two_questions())
    assert [each["options"][1] for each in document["questions"]] == ["Eine andere", "Andere"]


def test_options_of_a_question_in_other_words_keep_their_translation():
    known = Phrases()
    known.learn("de", "Which exam?", "Other", "Eine andere")
    document, _ = known.translate("de", two_questions("Which of the exams?"))
    assert document["questions"][0]["options"][1] == "Eine andere"


def test_a_question_that_is_still_there_lends_no_translation():
    known = Phrases()
    known.learn("de", "Which exam?", "Other", "Eine andere")
    _, missing = known.translate("de", two_questions())
    assert "questions.2.options.2" in [each.place for each in missing]


def test_the_same_phrase_twice_has_its_translations_in_order():
    known = Phrases()
    known.learn("de", "Again?", "Again?", "Erstens?")
    known.learn("de", "Again?", "Again?", "Zweitens?")
    document, _ = known.translate("de", two_questions("Again?", "Again?"))
    assert [each["text"] for each in document["questions"]] == ["Erstens?", "Zweitens?"]


def test_blank_teaches_nothing_and_forgetting_forgets():
    known = Phrases()
    known.learn("de", "", "T", " \n ")
    known.learn("fr", "", "", "X")
    assert known.languages == ()
    known.learn("de", "", "T", "D")
    known.forget("de")
    assert known.languages == ()


def test_json_holds_all_of_it():
    known = Phrases.of(make_translated_instrument())
    assert Phrases.from_json(known.to_json()) == known


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"de": 5}',
        '{"de": [5]}',
        '{"de": [["a", "b"]]}',
        '{"de": [[1, "b", "c"]]}',
        "[" * 200_000,
    ],
    ids=lambda text: text[:20],
)
def test_any_other_json_is_a_value_error(text):
    with pytest.raises(ValueError):
        Phrases.from_json(text)
