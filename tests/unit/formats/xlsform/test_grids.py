"""A grid: its heading is not asked, and its stem stands before each of its rows."""

import pytest
from questionnaire_files import workbook

from survey.formats.import_result import FileQuestionnaire
from survey.formats.questionnaire_file import read_questionnaire
from survey.formats.xlsform.grids import HEADING, LACKS_STEM, joined

CHOICES = [["list_name", "name", "label", "label::de"], ["often", "0", "Never", "Nie"],
           ["often", "1", "Once", "Einmal"]]  # fmt: skip
ASK = "select_one often"


def read(*rows: list) -> FileQuestionnaire:
    survey = [["type", "name", "label", "label::de", "appearance"], *rows]
    sheets = {"survey": survey, "choices": CHOICES,
              "settings": [["default_language"], ["en"]]}  # fmt: skip
    return read_questionnaire("x.xlsx", workbook(sheets))


def texts(taken: FileQuestionnaire) -> list[str]:
    return [each["text"] for each in taken.document["questions"]]


def listed(taken: FileQuestionnaire) -> list[tuple[str, str]]:
    return [(each.place, each.what) for each in taken.left_out if each.what != "names"]


def test_heading_is_left_out_and_its_stem_stands_before_each_row():
    taken = read(
        ["begin_group", "g", None, None, "field-list"],
        [ASK, "h", "How often did you", "Wie oft hast du", "label"],
        [ASK, "a", "cheat", "geschummelt", "list-nolabel"],
        [ASK, "b", "copy", "abgeschrieben", "list-nolabel"],
        [ASK, "c", "Did you sleep?", "Hast du geschlafen?", None],
        [ASK, "d", "A row of no grid", "Allein", "list-nolabel"],
        ["end_group"],
    )
    assert texts(taken) == ["How often did you: cheat", "How often did you: copy",
                            "Did you sleep?", "A row of no grid"]  # fmt: skip
    assert taken.places == [f"survey row {number}" for number in (4, 5, 6, 7)]
    assert ("survey row 3", "heading of a grid") in listed(taken)
    assert [each.why for each in taken.left_out if each.place == "survey row 3"] == [HEADING]
    assert [each for each in listed(taken) if each[0] in taken.places] == [
        ("survey row 7", "appearance")
    ]
    taken.document["language"] = "en"
    taken.document["title"] = "T"
    taken.learn("de", "", "T", "T")
    german = taken.instrument().worded_in("de")
    assert german.questions[0].text == "Wie oft hast du: geschummelt"


def test_a_group_that_is_a_table_has_the_stem():
    taken = read(
        ["begin group", "g", "How often did you", None, "table-list"],
        [ASK, "a", "cheat"], [ASK, "b", "copy"], ["end group"], [ASK, "c", "Did you sleep?"],
    )  # fmt: skip
    assert texts(taken) == ["How often did you: cheat", "How often did you: copy",
                            "Did you sleep?"]  # fmt: skip
    assert listed(taken) == [("survey row 2", "group")]


def test_a_translation_of_a_row_without_that_of_its_stem_is_listed():
    taken = read([ASK, "h", "How often", None, "label"], [ASK, "a", "cheat", "x", "list-nolabel"])
    assert ("survey row 3", "label::de") in listed(taken)
    assert LACKS_STEM in [each.why for each in taken.left_out]


def test_a_stem_that_is_empty_is_that_of_another_language():
    taken = read([ASK, "h", None, "Wie oft", "label"], [ASK, "a", "cheat", None, "nolabel"])
    assert texts(taken) == ["Wie oft: cheat"]
    assert ("survey row 2", "label") in listed(taken)


@pytest.mark.parametrize(
    ("stem", "row", "text"),
    [("How often did you…", "cheat", "How often did you… cheat"), ("How: ", "A", "How: A"),
     ("How good are they?", "Lectures", "How good are they? Lectures"), ("", "A", "A")],
)  # fmt: skip
def test_stem_and_row_are_joined_as_one_text(stem, row, text):
    assert joined(stem, row) == text
