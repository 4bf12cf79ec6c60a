"""Lists as prints of other forms paste: numbers, boxes, letters, headings, answers.

Once each line of such a print was a question of its own, under "Everything was taken over".
"""

import pytest

from survey.formats.import_result import FileQuestionnaire
from survey.formats.list_lines import QUESTION_MARKS
from survey.formats.list_questions import JOINED, UNNUMBERED, UNORDERED
from survey.formats.plain_text import NO_QUESTION_MARK, read_plain_text

OWN = ["My own", "A friend's"]


def read(text: str) -> FileQuestionnaire:
    return read_plain_text(text, "", "1/3")


def asked(text: str) -> list[tuple[str, str, list[str] | None]]:
    return [
        (each["text"], each["kind"], each.get("options"))
        for each in read(text).document["questions"]
    ]


def listed(text: str) -> list[tuple[str, str]]:
    return [(each.place, each.what) for each in read(text).left_out]


PRINT = """Final exam

1. Did you cheat?
Yes
No

2. Whose notes did you use?
My own
A friend's

3. Did you sleep?
"""


@pytest.mark.parametrize("text", [PRINT, PRINT.replace("\n", "\n\n"),
                                  PRINT.replace("exam\n\n", "exam\n")])  # fmt: skip
def test_numbers_decide_where_questions_begin(text):
    assert asked(text) == [("Did you cheat?", "yes/no", None),
                           ("Whose notes did you use?", "choice", OWN),
                           ("Did you sleep?", "yes/no", None)]  # fmt: skip
    assert read(text).document["title"] == "Final exam"
    assert read(text).left_out == read(text).look_at == []


@pytest.mark.parametrize(
    "below",
    ["A. My own\nB. A friend's", "a. My own\nb. A friend's", "(a) My own\n(b) A friend's",
     "A) My own\nB) A friend's", "☐ My own\n☐ A friend's", "[ ] My own\n[ ] A friend's",
     "( ) My own\n( ) A friend's", "[x] My own\n[] A friend's", "○ My own\n● A friend's",
     "___ My own\n___ A friend's", "☐ My own   ☐ A friend's", "( ) My own ( ) A friend's",
     "◦ My own\n◦ A friend's", "1) My own\n2) A friend's", "  1. My own\n  2. A friend's"],
)  # fmt: skip
@pytest.mark.parametrize("numbers", [("1. ", "2. "), ("", "")])
def test_marks_of_options_are_stripped(below, numbers):
    if not numbers[0] and below.startswith("1)"):
        below = below.replace("1)", "1.").replace("2)", "2.")
    first, second = numbers
    text = f"{first}Whose notes?\n{below}\n{second}Did you sleep?"
    assert asked(text) == [("Whose notes?", "choice", OWN), ("Did you sleep?", "yes/no", None)]


def test_numbers_that_begin_anew_below_each_question_are_those_of_options():
    text = "Whose notes?\n1. My own\n2. A friend's\nWhich exam?\n1. Algebra\n2. Analysis"
    assert asked(text) == [("Whose notes?", "choice", OWN),
                           ("Which exam?", "choice", ["Algebra", "Analysis"])]  # fmt: skip


def test_a_letter_alone_is_no_mark():
    assert asked("J. Smith taught well?\nI. Newton, too?")[0][0] == "J. Smith taught well?"


@pytest.mark.parametrize(
    "question",
    ["Whose notes? (check all)", "Whose notes (select all that apply)?", "Whose notes? [Tick all]",
     "Whose notes? Select all that apply.", "Whose notes? (Mehrfachauswahl)",
     "Whose notes? (Mehrfachnennungen möglich)", "Whose notes?\nSelect all that apply",
     "Whose notes?\nMehrfachauswahl", "Whose notes?\n(check all that apply)",
     "Whose notes? (multiple answers possible)", "Whose notes?\n(plusieurs réponses possibles)"],
)  # fmt: skip
def test_all_that_apply_may_be_said_in_other_words(question):
    text = f"1. {question}\nMy own\nA friend's\n2. Did you?"
    assert asked(text)[0] in [(said, "several", OWN) for said in ("Whose notes?", "Whose notes?")]


AIKEN = """Whose notes did you use?
A. My own
B. A friend's
ANSWER: B

Which exam?
A) Algebra
B) Analysis
ANSWER: A
"""


def test_aiken_is_read_and_its_answers_are_listed():
    assert asked(AIKEN) == [("Whose notes did you use?", "choice", OWN),
                            ("Which exam?", "choice", ["Algebra", "Analysis"])]  # fmt: skip
    assert listed(AIKEN) == [("line 4 (“ANSWER: B”)", "ANSWER"), ("line 9 (“ANSWER: A”)", "ANSWER")]


HEADED = """# Final exam
Part A: About you
1. Do you work?
Yes
No

Your exams

2. Did you cheat?

## The end
3. Did you sleep?
"""


def test_headings_are_no_questions_and_are_listed():
    assert [text for text, _, _ in asked(HEADED)] == ["Do you work?", "Did you cheat?",
                                                      "Did you sleep?"]  # fmt: skip
    assert read(HEADED).document["title"] == "Final exam"
    assert listed(HEADED) == [("line 2 (“Part A: About you”)", "heading"),
                              ("line 7 (“Your exams”)", "heading"),
                              ("line 11 (“## The end”)", "heading")]  # fmt: skip


def test_numbers_of_each_part_may_begin_anew():
    text = "Part A\n1. Did you?\n2. Really?\nPart B\n1. Whose?\nMine\nYours"
    assert [each for each, _, _ in asked(text)] == ["Did you?", "Really?", "Whose?"]
    assert read(text).look_at == []


@pytest.mark.parametrize(
    ("text", "doubts"),
    [("Did you?\nI slept", [("line 2", NO_QUESTION_MARK)]),
     ("1. During the exam, did you use\nyour phone?\nYes\nNo\n2. Did you sleep?",
      [("line 1", JOINED)]),
     ("1. Did you?\nYes\nNo\nDid you sleep?\n2. Whose?\nA\nB", [("line 4", UNNUMBERED)]),
     ("1. Did you?\n2. Really?\n4. Whose?\nA\nB", [("line 3", UNORDERED)]),
     ("1. Did you?\n2. Whose?\nA\nB", [])],
)  # fmt: skip
def test_what_looks_odd_is_said(text, doubts):
    assert read(text).look_at == doubts


@pytest.mark.parametrize("mark", QUESTION_MARKS)
def test_every_question_mark_ends_a_question(mark):
    text = "1. Did you?\nOr she?\nYes\nNo\n2. Whose?\nA\nB"
    assert read(text.replace("?", mark)).look_at == read(text).look_at == []


def test_a_question_on_several_lines_is_one():
    text = "1. During the exam, did you use\nyour phone?\nYes\nNo\n2. Did you sleep?"
    assert asked(text)[0] == ("During the exam, did you use your phone?", "yes/no", None)


def test_a_list_with_few_numbers_is_read_by_its_indents():
    text = "Did you?\n1. Really?\nWhose?\n  Mine\n  Yours\nWhich?\n  A\n  B"
    assert [each for each, _, _ in asked(text)] == ["Did you?", "Really?", "Whose?", "Which?"]


@pytest.mark.parametrize(
    "text",
    ["## 1. Whose notes?\n- My own\n- A friend's\n## 2. Did you sleep?",
     "**1. Whose notes?**\n- My own\n- A friend's\n\n**2. Did you sleep?**",
     "### Whose notes?\n- My own\n- A friend's\n### Did you sleep?",
     "**Whose notes?**\n- My own\n- A friend's\n**Did you sleep?**"],
)  # fmt: skip
def test_questions_that_are_written_as_headings_are_questions(text):
    assert asked(text) == [("Whose notes?", "choice", OWN), ("Did you sleep?", "yes/no", None)]


@pytest.mark.parametrize("question", ["Part I", "Part I liked best", "# The best part"])
def test_what_has_options_below_it_is_no_heading(question):
    text = f"Did you sleep?\n{question}\n  Lectures\n  Labs\nDid you?"
    assert [each for _, _, each in asked(text)] == [None, ["Lectures", "Labs"], None]
    assert listed(text) == []


def test_a_sentence_that_begins_like_a_heading_is_none():
    assert len(asked("Did you?\nPart I liked best\nBlock a user\nReally?")) == 4


@pytest.mark.parametrize("number", ["Question #: ", "Frage #: ", "#.", "#)", "Q#: ", "#: "])
def test_numbers_may_be_written_in_other_ways(number):
    first, second = number.replace("#", "1"), number.replace("#", "2")
    text = f"{first}Whose notes?\nMy own\nA friend's\n{second}Did you sleep?"
    assert asked(text) == [("Whose notes?", "choice", OWN), ("Did you sleep?", "yes/no", None)]


def test_words_between_a_title_and_the_first_number_are_listed():
    text = "Exam\nPlease answer honestly.\n\n1. Did you?\n2. Whose notes?\nMy own\nA friend's"
    assert read(text).document["title"] == "Exam"
    assert len(asked(text)) == 2
    assert listed(text) == [("line 2 (“Please answer honestly.”)", "heading")]
