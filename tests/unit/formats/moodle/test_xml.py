"""Moodle's XML of quizzes and of feedback, as its export writes it."""

import pytest

from survey.errors import InstrumentInvalid
from survey.formats.moodle.xml import UNREADABLE
from survey.formats.questionnaire_file import read_questionnaire
from survey.formats.xml_root import TOO_LARGE

QUIZ = """<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<question type="category"><category><text>$course$/top</text></category></question>
<question type="multichoice">
  <name><text>notes</text></name>
  <questiontext format="html">
  <text><![CDATA[<p>Whose <b>notes</b> did you use?</p>]]></text></questiontext>
  <generalfeedback format="html"><text></text></generalfeedback>
  <single>true</single>
  <answer fraction="100" format="html"><text><![CDATA[<p>My own</p>]]></text>
  <feedback><text></text></feedback></answer>
  <answer fraction="0" format="html"><text>A friend&#39;s</text>
  <feedback><text>Ask.</text></feedback></answer>
</question>
<question type="multichoice">
  <questiontext format="html"><text>Which did you use?</text>
  <file name="a.png">iVBO</file></questiontext>
  <single>false</single>
  <answer fraction="50"><text>Paper</text></answer><answer fraction="50"><text>Phone</text></answer>
</question>
<question type="truefalse">
  <questiontext format="html"><text>The earth is flat.</text></questiontext>
  <answer fraction="0"><text>true</text></answer><answer fraction="100"><text>false</text></answer>
</question>
<question type="essay"><questiontext><text>Write.</text></questiontext></question>
<question type="numerical"><questiontext><text>How much?</text></questiontext></question>
<question type="newtype"><questiontext><text>?</text></questiontext></question>
</quiz>
"""

FEEDBACK = """<?xml version="1.0" encoding="UTF-8" ?>
<FEEDBACK VERSION="200701" COMMENT="XML-Importfile for mod/feedback"><ITEMS>
<ITEM TYPE="label" REQUIRED="0"><ITEMID><![CDATA[1]]></ITEMID><ITEMTEXT><![CDATA[]]></ITEMTEXT>
<PRESENTATION><![CDATA[<p>Welcome</p>]]></PRESENTATION><DEPENDITEM><![CDATA[0]]></DEPENDITEM></ITEM>
<ITEM TYPE="multichoice" REQUIRED="1"><ITEMTEXT><![CDATA[Did you cheat?]]></ITEMTEXT>
<PRESENTATION><![CDATA[r>>>>>Yes
|No<<<<<1]]></PRESENTATION><DEPENDITEM><![CDATA[0]]></DEPENDITEM></ITEM>
<ITEM TYPE="multichoice" REQUIRED="0"><ITEMTEXT><![CDATA[Which?]]></ITEMTEXT>
<PRESENTATION><![CDATA[c>>>>>Paper|Phone]]></PRESENTATION><DEPENDITEM><![CDATA[2]]></DEPENDITEM></ITEM>
<ITEM TYPE="multichoicerated" REQUIRED="0"><ITEMTEXT><![CDATA[How fair?]]></ITEMTEXT>
<PRESENTATION><![CDATA[d>>>>>0####not at all|3####very]]></PRESENTATION></ITEM>
<ITEM TYPE="numeric" REQUIRED="0"><ITEMTEXT><![CDATA[Hours?]]></ITEMTEXT>
<PRESENTATION><![CDATA[0|40]]></PRESENTATION></ITEM>
<ITEM TYPE="numeric" REQUIRED="0"><ITEMTEXT><![CDATA[Minutes?]]></ITEMTEXT>
<PRESENTATION><![CDATA[-|-]]></PRESENTATION></ITEM>
<ITEM TYPE="textarea" REQUIRED="0"><ITEMTEXT><![CDATA[Why?]]></ITEMTEXT>
<PRESENTATION><![CDATA[30|5]]></PRESENTATION></ITEM>
<ITEM TYPE="pagebreak" REQUIRED="0"></ITEM>
</ITEMS></FEEDBACK>
"""


def read(content: str):
    taken = read_questionnaire("Exam.xml", content.encode())
    instrument = taken.instrument()
    assert instrument.title == "Exam"
    return taken


def asked(taken):
    return [
        {name: each[name] for name in each if name not in {"gamma"}}
        for each in taken.document["questions"]
    ]


def test_a_quiz_is_asked_without_its_marks():
    taken = read(QUIZ)
    assert asked(taken) == [
        {"text": "Whose notes did you use?", "kind": "choice", "options": ["My own", "A friend's"]},
        {"text": "Which did you use?", "kind": "several", "options": ["Paper", "Phone"]},
        {"text": "The earth is flat.", "kind": "choice", "options": ["True", "False"]},
    ]
    assert [(each.place, each.what) for each in taken.left_out] == [
        ("question 1", "type category"),
        ("question 2", "right answer"), ("question 2", "feedback"), ("question 2", "HTML"),
        ("question 3", "right answer"), ("question 3", "file"),
        ("question 4", "right answer"),
        ("question 5", "type essay"), ("question 6", "type numerical"),
        ("question 7", "type newtype"),
    ]  # fmt: skip


def test_a_feedback_is_asked():
    taken = read(FEEDBACK)
    assert asked(taken) == [
        {"text": "Did you cheat?", "kind": "yes/no"},
        {"text": "Which?", "kind": "several", "options": ["Paper", "Phone"]},
        {"text": "How fair?", "kind": "choice", "options": ["not at all", "very"]},
        {"text": "Hours?", "kind": "number", "low": 0, "high": 40},
    ]
    assert [(each.place, each.what) for each in taken.left_out] == [
        ("item 1", "type label"), ("item 2", "required"), ("item 3", "dependence"),
        ("item 4", "points"), ("item 6", "numeric"), ("item 7", "type textarea"),
        ("item 8", "type pagebreak"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "content",
    ["", "<quiz>", "<html></html>", "not xml",
     '<!DOCTYPE quiz [<!ENTITY a "b">]><quiz>&a;</quiz>',
     '<?xml version="1.0" encoding="nonsense"?><quiz/>'],
)  # fmt: skip
def test_what_is_no_xml_of_moodle_is_refused_in_a_sentence(content):
    with pytest.raises(InstrumentInvalid) as refused:
        read_questionnaire("a.xml", content.encode())
    assert refused.value.errors == {"file": UNREADABLE}


def test_a_file_with_more_than_a_questionnaire_is_refused():
    with pytest.raises(InstrumentInvalid) as refused:
        read_questionnaire("a.xml", b"<quiz>" + b"<a/>" * 200_000 + b"</quiz>")
    assert refused.value.errors == {"file": TOO_LARGE}


def test_a_quiz_without_a_question_is_refused():
    with pytest.raises(InstrumentInvalid):
        read_questionnaire("a.xml", b"<quiz/>").instrument()
