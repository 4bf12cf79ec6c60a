"""GIFT, pasted or from a file: what it asks is asked, what marks an answer is listed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.errors import InstrumentInvalid
from survey.formats.moodle.gift import NO_QUESTION, is_gift
from survey.formats.plain_text import read_plain_text
from survey.formats.questionnaire_file import read_questionnaire
from survey.web.authoring.uploads import read_here

# After the examples of docs.moodle.org/en/GIFT_format.
LIST = r"""// multiple choice with specified feedback
$CATEGORY: exams/final

::Q2:: What's between orange and green in the spectrum?
{ =yellow # right; good! ~red # wrong, it's yellow ~blue # wrong }

::Q1:: 1+1\=2 {T}

[html]Two plus {=two =2} equals four.

Grant is {~buried =entombed ~living} in Grant's tomb.

What two people are entombed in Grant's tomb? {
   ~%-100%No one
   ~%50%Grant
   ~%50%Grant's wife
}

When was Ulysses S. Grant born?{#1822:5}

Match these. {
   =Canada -> Ottawa
   =Italy -> Rome
}

Write a short biography. {}

You can use your pencil for the next questions.

Did he lie \{really\}?{FALSE#No}
"""


def read(text: str):
    taken = read_plain_text(text, "Exam", "1/4")
    taken.instrument()
    return taken


def test_questions_are_asked_without_their_marks():
    found = [
        (each["text"], each["kind"], each.get("options"))
        for each in read(LIST).document["questions"]
    ]
    assert found == [
        ("What's between orange and green in the spectrum?", "choice", ["yellow", "red", "blue"]),
        ("1+1=2", "choice", ["True", "False"]),
        ("Grant is _____ in Grant's tomb.", "choice", ["buried", "entombed", "living"]),
        ("What two people are entombed in Grant's tomb?", "several",
         ["No one", "Grant", "Grant's wife"]),
        ("Did he lie {really}?", "choice", ["True", "False"]),
    ]  # fmt: skip


def test_all_else_is_listed_with_its_line():
    listed = [(each.place, each.what) for each in read(LIST).left_out]
    assert listed == [
        ("line 2", "category"),
        ("line 4", "right answer"), ("line 4", "feedback"),
        ("line 7", "right answer"),
        ("line 9", "question"),
        ("line 11", "right answer"),
        ("line 13", "right answer"),
        ("line 19", "question"),
        ("line 21", "question"),
        ("line 26", "question"),
        ("line 28", "description"),
        ("line 30", "right answer"), ("line 30", "feedback"),
    ]  # fmt: skip


def test_a_file_and_a_pasted_list_are_the_same():
    from_file = read_questionnaire("exam.gift", LIST.encode())
    assert from_file.document == read_plain_text(LIST, "exam", "1/4").document
    pasted = read_here(None, LIST.replace("\n", "\r\n").encode(), "1/4")
    assert len(pasted.document["questions"]) == 5
    assert any("right answer" in each for each in pasted.left_out)


@pytest.mark.parametrize(
    "text", ["How much? {#5}", "Write. {}\n\n::x:: y {=a =b}", "::Only a name:: of a text"]
)
def test_without_a_question_to_ask_it_is_refused(text):
    with pytest.raises(InstrumentInvalid) as refused:
        read_questionnaire("exam.gift", text.encode())
    assert refused.value.errors == {"list": NO_QUESTION}


@pytest.mark.parametrize(
    "text",
    ["::Notes::Whose notes? {=My own ~A friend's}", "Did you? {T}", "Did you? { FALSE }",
     "How much? {#5}", "Whose?{\n~Mine\n=Yours\n}"],
)  # fmt: skip
def test_it_is_known_by_its_marks(text):
    assert is_gift(text)
    assert not is_gift("Did you {really} cheat?\nIt costs {5}")


@given(st.text("{}=~#:\\%\n $[]/TFab1", max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text):
    try:
        taken = read_questionnaire("exam.gift", text.encode())
        taken.instrument()
    except InstrumentInvalid as error:
        assert all(error.errors.values())
