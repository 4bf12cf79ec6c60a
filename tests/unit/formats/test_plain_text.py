"""A list of questions as plain text: what each line becomes, and what is said of a faulty one."""

import time

import pytest

from survey.errors import InstrumentInvalid
from survey.formats.list_lines import MOST_LINES
from survey.formats.plain_text import ALONE, NO_OPTIONS, read_plain_text
from survey.formats.questionnaire_file import LARGEST_FILE, read_questionnaire

LIST = """
After the final

1. Did you cheat on the final exam?
2) Whose notes did you use?
   - My own
   - A friend's
3. Which exams did you cheat on? (choose all that apply)
\tAlgebra
\tAnalysis
4. How many hours did you study?
   0–40
5. How fair was the final?
   1-5
"""
ASKED = [
    {"kind": "yes/no", "text": "Did you cheat on the final exam?"},
    {"kind": "choice", "text": "Whose notes did you use?", "options": ["My own", "A friend's"]},
    {"kind": "several", "text": "Which exams did you cheat on?",
     "options": ["Algebra", "Analysis"]},
    {"kind": "number", "text": "How many hours did you study?", "low": 0, "high": 40},
    {"kind": "rating", "text": "How fair was the final?", "highest": 5},
]  # fmt: skip


def read(text: str) -> dict:
    return read_plain_text(text, "", "1/3").document


def asked(text: str) -> list[dict]:
    """The questions without their γ."""
    return [{**each, "gamma": None} for each in read(text)["questions"]]


def faults(text: str) -> dict[str, str]:
    with pytest.raises(InstrumentInvalid) as refused:
        read(text)
    return refused.value.errors


def test_a_list_of_every_kind_is_read():
    taken = read_plain_text(LIST, "", "1/3")
    assert taken.document == {
        "title": "After the final",
        "questions": [{**each, "gamma": "1/3"} for each in ASKED],
    }
    assert taken.places == ["line 4", "line 5", "line 8", "line 11", "line 13"]
    assert taken.left_out == []


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n\n"])
def test_any_line_ends_will_do(end):
    assert read(LIST.replace("\n", end)) == read(LIST)


def test_a_text_file_is_such_a_list_and_gives_the_title_if_the_list_has_none():
    for content in (LIST.encode(), b"\xef\xbb\xbf" + LIST.encode()):
        assert read_questionnaire("X.TXT", content, "1/3").document == read(LIST)
    untitled = read_questionnaire("exams/Final exam.txt", b"Did you?")
    assert untitled.instrument().title == "Final exam"


@pytest.mark.parametrize(
    ("text", "title", "first"),
    [("After the final\n\nDid you?", "After the final", "Did you?"),
     ("After the final\n\n  1. Did you?\n  2. Really?", "After the final", "Did you?"),
     ("After the final\n\n- Did you?\n- Really?", "After the final", "Did you?"),
     ("Did you?\n\nReally?", "", "Did you?"), ("I did.\n\nI did not.", "", "I did."),
     ("1. I did\n\n2. I did not", "", "I did"), ("The final\nDid you?", "", "The final"),
     ("After the final", "", "After the final"),
     ("Whose notes\n\n   Mine\n   Others", "", "Whose notes"),
     ("Which exams (several)\n\nDid you?\n  a) yes\n  b) no", "", None)],
)  # fmt: skip
def test_a_line_that_stands_apart_is_the_title_unless_it_is_a_question(text, title, first):
    if first is None:
        assert list(faults(text).values()) == [NO_OPTIONS]
        return
    document = read(text)
    assert (document["title"], document["questions"][0]["text"]) == (title, first)


@pytest.mark.parametrize(
    "below",
    ["  Mine\n  Yours", "\tMine\n\tYours", "- Mine\n- Yours", "* Mine\n* Yours",
     "•\tMine\n•\tYours", "– Mine\n– Yours", "a) Mine\nb) Yours", "  1. Mine\n  2) Yours",
     "\n - Mine\n\n - Yours", "\u00a0\u00a0Mine\n\u00a0\u00a0Yours"],
)  # fmt: skip
def test_options_are_indented_or_marked(below):
    assert asked(f"Whose?\n{below}\nDid you?") == [
        {"kind": "choice", "text": "Whose?", "options": ["Mine", "Yours"], "gamma": None},
        {"kind": "yes/no", "text": "Did you?", "gamma": None},
    ]


def test_a_list_may_be_indented_or_marked_as_a_whole():
    for text in ("  9. Whose?\n     Mine\n     Yours\n 10. Did you?",
                 "- Whose?\n  - Mine\n  - Yours\n- Did you?"):  # fmt: skip
        assert [(each["text"], each.get("options")) for each in asked(text)] == [
            ("Whose?", ["Mine", "Yours"]), ("Did you?", None)
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kept"),
    [("2. 1.5 hours or more?", "1.5 hours or more?"), ("1.5 hours or more?", "1.5 hours or more?"),
     ("2024. A year?", "2024. A year?"), ("Q3. Did you?", "Did you?"),
     ("3. 4. Did you?", "4. Did you?")],
)  # fmt: skip
def test_only_one_number_is_dropped(text, kept):
    assert asked(text)[0]["text"] == kept


def test_a_marked_option_keeps_its_number():
    assert asked("Which?\n - 1. Semester\n - 2. Semester\n -5")[0]["options"] == [
        "1. Semester", "2. Semester", "-5"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["Which? (several)\n  A\n  B", "Which? [Select all that apply.]\n  A\n  B",
     "Which?\n  A\n  B\n  (several)", "Which?\n  Check all that apply:\n  A\n  B"],
)  # fmt: skip
def test_all_that_apply_are_asked_for_in_words(text):
    assert asked(text) == [
        {"kind": "several", "text": "Which?", "options": ["A", "B"], "gamma": None}
    ]


def test_an_option_called_several_is_an_option():
    assert asked("How many?\n  One\n  Several")[0]["kind"] == "choice"


@pytest.mark.parametrize(
    ("only", "kind", "low", "high"),
    [("1-10", "rating", None, 10), ("1 to 11", "number", 1, 11), ("0-5", "number", 0, 5),
     ("−5 – 5", "number", -5, 5), ("-5..5", "number", -5, 5), ("- 0—40", "number", 0, 40)],
)  # fmt: skip
def test_a_range_alone_is_a_rating_or_a_number(only, kind, low, high):
    (question,) = asked(f"How much?\n  {only}")
    assert (question["kind"], question.get("low")) == (kind, low)
    assert question.get("high", question.get("highest")) == high


def test_ranges_among_options_are_options():
    (question,) = asked("How old?\n  18–25\n  26–40")
    assert (question["kind"], question["options"]) == ("choice", ["18–25", "26–40"])


def test_yes_and_no_below_a_question_are_yes_no():
    assert asked("Did you?\n  Yes\n  No")[0]["kind"] == "yes/no"


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [("Did you?\nWhose?\n  Mine", "line 2 (“Whose?”)", ALONE),
     ("Which? (several)\nDid you?", "line 1 (“Which? (several)”)", NO_OPTIONS),
     ("Which?\n  (several)", "line 1 (“Which?”)", NO_OPTIONS),
     ("\n \n", "list", "There is no question here."),
     ("Did you?\n" * 51, "list", "At most 50 questions fit"),
     ("Did you?\n" + "x" * 301, f"line 2 (“{'x' * 59}…”)", "at most 300 fit"),
     ("T" * 121 + "\n\nDid you?", f"line 1 (“{'T' * 59}…”)", "at most 120 fit"),
     ("How?\n  40–0", "line 1 (“How?”), high", "must be above the lowest"),
     ("How?\n  0–9999999", "line 1 (“How?”), high", "whole number"),
     ("Whose?\n  A\n  A", "line 1 (“Whose?”), options", "Two options are the same."),
     ("Whose?" + "\n  A" * 21, "line 1 (“Whose?”), options", "2 to 20 options"),
     ("Did\x0byou?", "line 1 (“Did you?”)", "control character"),
     ("Did\x00you?", "line 1 (“Did\ufffdyou?”)", "control character")],
)  # fmt: skip
def test_a_fault_is_named_by_its_line_and_says_what_to_do(text, place, sentence):
    (fault,) = faults(text).items()
    assert fault[0] == place
    assert sentence in fault[1]


def test_all_faulty_lines_are_named_at_once():
    assert len(faults("Whose?\n  Mine\nDid you?\nWhich? (several)")) == 2


@pytest.mark.parametrize(
    "text",
    ["\n" * 1_000_000, "a\n" * (MOST_LINES + 1), " " * LARGEST_FILE, "a" + " " * LARGEST_FILE + "b",
     "(" * LARGEST_FILE, "a\n  1" + " " * LARGEST_FILE + "x", "a\n" + "\t" * LARGEST_FILE + "b",
     "a\n" + " b\n" * (MOST_LINES - 1), "1. " * (LARGEST_FILE // 3), "- " * (LARGEST_FILE // 2)],
    ids=["blank", "lines", "blanks", "gap", "brackets", "range", "tabs", "options", "numbers",
         "bullets"],
)  # fmt: skip
def test_a_hostile_list_is_a_sentence_within_three_seconds(text):
    began = time.thread_time()
    assert 0 < sum(map(len, faults(text).values())) < 1000
    assert time.thread_time() - began < 3
