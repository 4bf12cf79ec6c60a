"""LimeSurvey: what is asked is taken over, in files of each age, and all the rest is listed."""

from xml.sax.saxutils import escape

import pytest

from survey.errors import InstrumentInvalid
from survey.formats.html_words import words_of
from survey.formats.import_result import FileQuestionnaire
from survey.formats.limesurvey.tables import UNREADABLE
from survey.formats.questionnaire_file import read_questionnaire
from survey.formats.xml_root import MOST_ELEMENTS, TOO_LARGE


def written(kind: str = "Survey", **tables: list[dict]) -> bytes:
    """A file with these rows in its tables."""
    xml = f"<document><LimeSurveyDocType>{kind}</LimeSurveyDocType><languages>"
    xml += "<language>en</language></languages>"
    for name, rows in tables.items():
        lines = "".join(
            "<row>" + "".join(f"<{key}>{escape(str(value))}</{key}>" for key, value in row.items())
            + "</row>" for row in rows
        )  # fmt: skip
        xml += f"<{name}><fields/><rows>{lines}</rows></{name}>"
    return f"{xml}</document>".encode()


def read(name: str = "x.lss", **tables: list[dict]) -> FileQuestionnaire:
    return read_questionnaire(name, written(**tables), "1/3")


def ask(**row: str) -> tuple[dict | None, set[str]]:
    """The one question of this row with two options and a row below, and what was left out."""
    taken = read(
        questions=[{"qid": 1, "title": "Q1", "question": "Really?", "language": "en"} | row],
        answers=[{"qid": 1, "code": code, "answer": text, "sortorder": order, "language": "en"}
                 for order, (code, text) in enumerate([("a", "Mine"), ("b", "Yours")])]
        if row["type"] in "L!O" else [],
        subquestions=[{"qid": 7, "parent_qid": 1, "question": "Algebra", "language": "en"},
                      {"qid": 8, "parent_qid": 1, "question": "Analysis", "language": "en"}]
        if row["type"] in "MPF" else [],
        question_attributes=[{"qid": 1, "attribute": "min_num_value_n", "value": 0},
                             {"qid": 1, "attribute": "max_num_value_n", "value": 40},
                             {"qid": 1, "attribute": "hide_tip", "value": 1}]
        if row["type"] == "N" else [],
    )  # fmt: skip
    questions = taken.document["questions"]
    assert {each.place for each in taken.left_out} <= {"question Q1"}
    return (questions[0] if questions else None), {each.what for each in taken.left_out}


@pytest.mark.parametrize(
    ("kind", "question"),
    [("Y", {"kind": "yes/no"}), ("5", {"kind": "rating", "highest": 5}),
     ("N", {"kind": "number", "low": 0, "high": 40}),
     ("L", {"kind": "choice", "options": ["Mine", "Yours"]}),
     ("!", {"kind": "choice", "options": ["Mine", "Yours"]}),
     ("M", {"kind": "several", "options": ["Algebra", "Analysis"]})],
)  # fmt: skip
def test_question_is_taken_over(kind, question):
    assert ask(type=kind) == (question | {"text": "Really?", "gamma": "1/3"}, set())


@pytest.mark.parametrize("kind", "STUQDAFBCEH1:;RKX*|IG" + "?")
def test_what_cannot_be_asked_is_left_out_under_its_type(kind):
    assert ask(type=kind) == (None, {f"type {kind}"})


def test_a_number_without_a_range_and_a_list_without_options_are_left_out():
    row = {"qid": 2, "title": "Q2", "question": "How much?"}
    for kind, what in (("N", "number"), ("L", "list"), ("M", "list")):
        taken = read(questions=[row | {"type": kind}])
        assert [(each.place, each.what) for each in taken.left_out] == [("question Q2", what)]


@pytest.mark.parametrize(
    ("row", "what"),
    [({"relevance": "Q0 == 1"}, "relevance"), ({"mandatory": "Y"}, "mandatory"),
     ({"other": "Y"}, "other"), ({"preg": "/a/"}, "validation"), ({"help": "Hint"}, "help"),
     ({"question": "<b>Really</b>?"}, "HTML"), ({"question": "Really, {NAME}?"}, "reference {…}"),
     ({"type": "O"}, "comment")],
)  # fmt: skip
def test_what_has_no_counterpart_is_listed_and_its_question_taken(row, what):
    question, left_out = ask(**{"type": "L"} | row)
    assert question["text"].startswith("Really")
    assert left_out == {what}
    assert ask(type="L", relevance="1", mandatory="N", other="N", preg="", help="")[1] == set()


NEW = {
    "surveys": [{"sid": 1, "language": "en", "additional_languages": "de"}],
    "surveys_languagesettings": [
        {"surveyls_language": "de", "surveyls_title": "Nach der Klausur",
         "surveyls_welcometext": "<p>Warum wir fragen</p>"},
        {"surveyls_language": "en", "surveyls_title": "After the final",
         "surveyls_welcometext": "<p>Why we ask</p>", "surveyls_endtext": "Thanks"},
    ],
    "groups": [{"gid": 2, "group_order": 2}, {"gid": 1, "group_order": 1}],
    "questions": [{"qid": 5, "gid": 2, "type": "Y", "title": "Q5", "question_order": 1},
                  {"qid": 4, "gid": 1, "type": "L", "title": "Q4", "question_order": 9}],
    "question_l10ns": [{"qid": 5, "question": "<p>Did you&nbsp;cheat?</p>", "language": "en"},
                       {"qid": 5, "question": "Hast du geschummelt?", "language": "de"},
                       {"qid": 4, "question": "Whose notes?", "language": "en"},
                       {"qid": 4, "question": "Wessen Notizen?", "language": "de"}],
    "answers": [{"aid": 12, "qid": 4, "code": "b", "sortorder": 2},
                {"aid": 11, "qid": 4, "code": "a", "sortorder": 1}],
    "answer_l10ns": [{"aid": 11, "answer": "Mine", "language": "en"},
                     {"aid": 12, "answer": "Yours", "language": "en"},
                     {"aid": 11, "answer": "Meine", "language": "de"},
                     {"aid": 12, "answer": "Deine", "language": "de"}],
}  # fmt: skip


def test_a_survey_of_a_new_release_is_read_in_order_with_its_languages():
    taken = read(**NEW)
    instrument = taken.instrument()
    assert (instrument.title, instrument.introduction) == ("After the final", "Why we ask")
    assert [(each.text, each.listed) for each in instrument.questions] == [
        ("Whose notes?", ("Mine", "Yours")), ("Did you cheat?", ())
    ]  # fmt: skip
    assert instrument.languages == ("en", "de")
    german = instrument.worded_in("de")
    assert german.title == "Nach der Klausur"
    assert german.questions[0].listed == ("Meine", "Deine")
    assert {(each.place, each.what) for each in taken.left_out} == {
        ("group 1", "group"), ("group 2", "group"), ("survey in en", "end text")
    }  # fmt: skip


def test_a_survey_of_an_old_release_has_a_row_for_each_language():
    rows = [{"qid": 1, "type": "L", "title": "Q1", "question": text, "language": language}
            for language, text in (("en", "Whose?"), ("de", "Wessen?"))]  # fmt: skip
    answers = [{"qid": 1, "code": code, "answer": text, "language": language, "sortorder": order}
               for language, texts in (("en", ["Mine", "Yours"]), ("de", ["Meine", "Deine"]))
               for order, (code, text) in enumerate(zip("ab", texts, strict=True))]  # fmt: skip
    taken = read(questions=rows, answers=answers, surveys=[{"language": "en"}])
    (question,) = taken.document["questions"]
    assert (question["text"], question["options"]) == ("Whose?", ["Mine", "Yours"])
    assert taken.phrases.languages == ("de",)


def test_a_hidden_question_is_not_asked_and_a_text_of_another_language_is_listed():
    rows = [{"qid": 1, "type": "Y", "title": "Q1", "question": "A?"},
            {"qid": 2, "type": "Y", "title": "Q2", "question": "B ?",
             "language": "fr"}]  # fmt: skip
    hidden = [{"qid": 1, "attribute": "hidden", "value": 1}]
    taken = read(questions=rows, question_attributes=hidden, surveys=[{"language": "en"}])
    assert [each["text"] for each in taken.document["questions"]] == ["B ?"]
    assert [(each.place, each.what) for each in taken.left_out] == [
        ("question Q1", "question"), ("question Q2", "text")
    ]  # fmt: skip


def test_of_more_questions_than_fit_the_first_are_taken():
    rows = [{"qid": n, "type": "Y", "title": f"Q{n}", "question": f"{n}?", "question_order": n}
            for n in range(1, 61)]  # fmt: skip
    taken = read(questions=rows)
    assert [each["text"] for each in taken.document["questions"]] == [f"{n}?" for n in range(1, 51)]
    assert [each.place for each in taken.left_out] == [f"question Q{n}" for n in range(51, 61)]


@pytest.mark.parametrize("name", ["x.lsg", "X.LSQ"])
def test_groups_and_questions_are_read_too(name):
    taken = read(name, questions=[{"qid": 1, "type": "Y", "title": "Q", "question": "A?"}])
    assert [each["text"] for each in taken.document["questions"]] == ["A?"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", UNREADABLE), (b"<a/>", UNREADABLE), (b"\xff", UNREADABLE), (written()[:-3], UNREADABLE),
     (b'<!DOCTYPE a [<!ENTITY b "c">]>' + written(), UNREADABLE),
     ((b'<?xml version="1.0" encoding="utf-16"?>' + written()), UNREADABLE),
     (b"<document>" + b"<a/>" * (MOST_ELEMENTS + 1) + b"</document>", TOO_LARGE)],
)  # fmt: skip
def test_unusable_file_is_one_sentence(content, sentence):
    with pytest.raises(InstrumentInvalid) as refused:
        read_questionnaire("x.lss", content)
    assert refused.value.errors == {"file": sentence}


@pytest.mark.parametrize(
    ("html", "words", "drawn"),
    [("<p>A</p><p>B &amp; C</p>", "A\nB & C", False), ("A<br />B", "A\nB", False),
     ("<script>alert(1)</script>A", "A", True), ("<img src='x'/>A", "A", True), ("A", "A", False),
     ("1 < 2", "1 < 2", False), ("<span>A</span> b", "A b", False), ("<!-- a -->A", "A", True)],
)  # fmt: skip
def test_words_of_a_text_are_taken(html, words, drawn):
    assert words_of(html) == (words, drawn)
