"""Pages of Google Forms and Microsoft Forms, copied as text and pasted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.errors import InstrumentInvalid
from survey.formats.copied_forms import is_copied_form
from survey.formats.plain_text import read_plain_text

GOOGLE = """Final exam survey
Please answer honestly.
anna@example.org Switch account
Not shared
* Indicates required question
Did you cheat on the final? *
Yes
No
Clear selection
Whose notes did you use? *
My own
A friend's
Other:
Which tools did you use?
Check all that apply.
Paper
Phone
How fair was it? *
not at all
1
2
3
4
5
very
Anything else?
Your answer
Submit
Clear form
Never submit passwords through Google Forms.
This content is neither created nor endorsed by Google.
"""
MICROSOFT = """Final exam survey
Please answer honestly.
* Required
1. Did you cheat on the final? *
Yes
No
2. Whose notes did you use?
Single choice.
My own
A friend's
3. Which tools did you use?
Multiple choice.
Paper
Phone
4. Anything else?
Enter your answer
Submit
Never give out your password. Report abuse
This content is created by the owner of the form. The data you submit will be sent to them.
"""
ASKED = [
    ("Did you cheat on the final?", "yes/no", None),
    ("Whose notes did you use?", "choice", ["My own", "A friend's"]),
    ("Which tools did you use?", "several", ["Paper", "Phone"]),
]


def read(text: str):
    taken = read_plain_text(text, "", "1/4")
    taken.instrument()
    return taken


def asked(taken) -> list:
    return [(each["text"], each["kind"], each.get("options"))
            for each in taken.document["questions"]]  # fmt: skip


def test_a_page_of_google_forms_is_read():
    taken = read(GOOGLE)
    assert asked(taken) == [*ASKED, ("How fair was it?", "rating", None)]
    assert taken.document["questions"][-1]["highest"] == 5
    assert taken.document["title"] == "Final exam survey"
    assert "Please answer honestly." in taken.document["introduction"]
    assert [(each.place, each.what) for each in taken.left_out] == [
        ("line 6", "required"), ("line 10", "required"), ("line 13", "other"),
        ("line 18", "required"), ("line 19", "end of a scale"), ("line 25", "end of a scale"),
        ("line 26", "question"),
    ]  # fmt: skip


def test_a_page_of_microsoft_forms_is_read():
    taken = read(MICROSOFT)
    assert asked(taken) == ASKED
    assert [(each.place, each.what) for each in taken.left_out] == [
        ("line 4", "required"),
        ("line 15", "question"),
    ]


@pytest.mark.parametrize("text", [GOOGLE, MICROSOFT])
def test_lines_end_as_a_form_sends_them(text):
    assert asked(read(text.replace("\n", "\r\n"))) == asked(read(text))


def test_other_lists_are_no_such_page():
    assert not is_copied_form("Exam\n\nDid you cheat?\nWhose notes?\n  Mine\n  Submit\n")
    assert is_copied_form("Exam\nDid you?\nClear selection")


def test_a_title_may_stand_right_above_a_question():
    taken = read("Exam\nClear selection\nDid you cheat? *\nYes\nNo\nClear selection")
    assert taken.document["title"] == "Exam"
    assert asked(taken) == [("Did you cheat?", "yes/no", None)]


@given(
    st.lists(
        st.sampled_from(["Exam", "Did you? *", "Why?", "Yes", "No", "1", "2", "Clear selection",
                         "Clear selection *", "Your answer", "Other:", "", "1. Who?", "2. When?",
                         "Check all that apply."]),
        max_size=12,
    )
)  # fmt: skip
def test_any_such_page_is_read_or_refused_in_a_sentence(lines):
    try:
        read("\n".join(["Clear selection", *lines]))
    except InstrumentInvalid as error:
        assert all(error.errors.values())


@pytest.mark.parametrize("text", [GOOGLE, MICROSOFT])
def test_every_line_that_is_not_the_page_s_is_asked_or_listed(text):
    taken = read(text)
    words = " ".join(
        [taken.document["title"], taken.document["introduction"],
         *(each["text"] for each in taken.document["questions"]),
         *(option for each in taken.document["questions"] for option in each.get("options", []))]
    )  # fmt: skip
    listed = {int(each.place.removeprefix("line ")) for each in taken.left_out}
    lines = text.splitlines()
    said = {"Yes", "No", "1", "2", "3", "4", "5"}
    lost = [line for number, line in enumerate(lines, 1)
            if number not in listed and line not in said
            and line.split(". ")[-1].rstrip(" *") not in words]  # fmt: skip
    assert not [each for each in lost if each.endswith("?") or "answer honestly" in each]
