"""A cell is read as its sheet shows it; one without a value is listed, and its question not asked.

What was asked once: "q1" for a formula without a value, "45296" for a date, "#N/A" for an error.
"""

import io
import re
from datetime import date, datetime, time, timedelta

import openpyxl
import pytest
from questionnaire_files import with_part

from survey.formats.import_result import FileQuestionnaire
from survey.formats.questionnaire_file import read_questionnaire
from survey.formats.xlsform.cells import NO_VALUE
from survey.formats.xlsform.number_formats import (
    LARGEST_STYLES,
    MOST_STYLE_ELEMENTS,
    UNKNOWN_FORMAT,
)

STYLES = "xl/styles.xml"
BOOK = "xl/workbook.xml"


def written(options: list, survey: list[list] | None = None, code: str = "") -> bytes:
    """A form whose one question has these options; all numbers in them have this format."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "survey"
    for row in survey or [["type", "name", "label"], ["select_one a", "q1", "Which?"]]:
        sheet.append(row)
    choices = book.create_sheet("choices")
    choices.append(["list_name", "name", "label"])
    for number, option in enumerate(options):
        choices.append(["a", f"o{number}", option])
        if code and not isinstance(option, str):
            choices.cell(number + 2, 3).number_format = code
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def options_of(taken: FileQuestionnaire) -> list[str]:
    (question,) = taken.document["questions"]
    return question["options"]


def listed(taken: FileQuestionnaire) -> list[tuple[str, str, str]]:
    return [(each.place, each.what, each.why) for each in taken.left_out if each.what != "names"]


@pytest.mark.parametrize(
    ("code", "value", "text"),
    [("0%", 0.35, "35%"), ("0.00%", 0.35416, "35.42%"), ("0%", 0.125, "13%"), ("0.00", 3.1, "3.10"),
     ("0", 2.5, "3"), ("#,##0", 1234567, "1,234,567"), ("#,##0.00", 1234.5, "1,234.50"),
     ("General", 0.354, "0.354"), ("General", 40.0, "40"), ("GENERAL", 35, "35"), ("@", 7, "7")],
)  # fmt: skip
def test_a_number_is_written_as_the_sheet_shows_it(code, value, text):
    taken = read_questionnaire("x.xlsx", written([value, "Other"], code=code))
    assert options_of(taken) == [text, "Other"]
    assert listed(taken) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [(date(2024, 1, 5), "2024-01-05"), (datetime(2024, 1, 5, 14, 30), "2024-01-05 14:30:00"),
     (time(8, 30), "08:30"), (timedelta(hours=26, minutes=5), "26:05")],
)  # fmt: skip
def test_a_date_or_time_is_written_and_listed(value, text):
    taken = read_questionnaire("x.xlsx", written([value, "Other"]))
    assert options_of(taken) == [text, "Other"]
    ((place, what, why),) = listed(taken)
    assert (place, what) == ("choices row 2", "form of label")
    assert why == f"a date or time in the sheet, it stands here as {text}"


def test_dates_are_counted_from_1904_where_the_workbook_says_so():
    content = written([45296, "Other"], code="yyyy-mm-dd")
    content = with_part(
        content, BOOK, lambda xml: re.sub(rb"<workbookPr[^>]*>", b'<workbookPr date1904="1"/>', xml)
    )
    taken = read_questionnaire("x.xlsx", content)
    assert options_of(taken)[0] == str(date(1904, 1, 1) + timedelta(45296))


@pytest.mark.parametrize("code", ['0.0 "hours"', "# ?/?", "0.00E+00", "d" * 300])
def test_a_number_in_another_format_is_listed(code):
    taken = read_questionnaire("x.xlsx", written([0.25, "Other"], code=code))
    assert options_of(taken) == ["0.25", "Other"]
    ((place, what, why),) = listed(taken)
    assert (place, what) == ("choices row 2", "form of label")
    assert "which is not read" in why


@pytest.mark.parametrize(
    "styles",
    [b"<" * (LARGEST_STYLES + 1), b"<a/>" * (MOST_STYLE_ELEMENTS + 1), b"<", b"<!DOCTYPE a><a/>"],
)
def test_numbers_are_listed_where_the_formats_cannot_be_read(styles):
    content = with_part(written([0.25, "Other"], code="0%"), STYLES, lambda xml: styles)
    taken = read_questionnaire("x.xlsx", content)
    assert options_of(taken) == ["0.25", "Other"]
    assert listed(taken) == [("choices row 2", "form of label", UNKNOWN_FORMAT)]


def test_a_setting_is_read_as_typed_whatever_its_format():
    survey = [["type", "label", "gamma"], ["range", "How much?", 0.25]]
    book = openpyxl.load_workbook(io.BytesIO(written([], survey)))
    book["survey"].cell(2, 3).number_format = "0%"
    content = io.BytesIO()
    book.save(content)
    taken = read_questionnaire("x.xlsx", content.getvalue())
    assert taken.document["questions"][0]["gamma"] == "0.25"
    assert listed(taken) == []


@pytest.mark.parametrize("cell", ['="Did" & " you?"', "#N/A", "#REF!"])
def test_a_question_whose_text_has_no_value_is_not_asked_by_its_name(cell):
    survey = [["type", "name", "label"], ["range", "q1", cell], ["range", "q2", "How much?"]]
    taken = read_questionnaire("x.xlsx", written([], survey))
    assert [each["text"] for each in taken.document["questions"]] == ["How much?"]
    (_, _, why), *_ = found = listed(taken)
    assert why == NO_VALUE if cell[0] == "=" else f"the cell says {cell}, an error" in why
    assert [each[:2] for each in found] == [
        ("survey row 2", "label"), ("survey row 2", "question")
    ]  # fmt: skip


def test_a_question_with_an_option_without_a_value_is_not_asked():
    taken = read_questionnaire("x.xlsx", written(["Mine", "=A1", "Other"]))
    assert taken.document["questions"] == []
    assert [each[:2] for each in listed(taken)] == [
        ("choices row 3", "label"), ("survey row 2", "question")
    ]  # fmt: skip


@pytest.mark.parametrize("column", ["gamma", "known", "constraint", "parameters", "disabled"])
def test_a_question_whose_setting_has_no_value_is_not_asked(column):
    survey = [["type", "label", column], ["range", "How much?", "=1/4"]]
    taken = read_questionnaire("x.xlsx", written([], survey))
    assert taken.document["questions"] == []
    assert [each[:2] for each in listed(taken)] == [
        ("survey row 2", column), ("survey row 2", "question")
    ]  # fmt: skip


def test_a_formula_with_its_value_is_read():
    """As every spreadsheet program saves it; one that says "" is empty, and not unknown."""
    content = written(["=A1", "Other"])
    sheet = "xl/worksheets/sheet2.xml"
    for value, expected in ((b"Mine", ["Mine", "Other"]), (b"", ["o0", "Other"])):
        stored = with_part(content, sheet, lambda xml, value=value: xml.replace(
            b'<c r="C2"><f>A1</f><v />', b'<c r="C2" t="str"><f>A1</f><v>%s</v>' % value
        ).replace(b'<c r="C2"><f>A1</f><v></v>', b'<c r="C2" t="str"><f>A1</f><v>%s</v>' % value)
        )  # fmt: skip
        assert options_of(read_questionnaire("x.xlsx", stored)) == expected


LANGUAGES = [["type", "name", "label::English (en)", "label::French (fr)", "label::Elvish"]]


@pytest.mark.parametrize(
    ("cells", "text", "column"),
    [(["", "Vraiment ?", "x"], "Vraiment ?", "label::French (fr)"), (["", "", "Oi?"], "Oi?",
      "label::Elvish"), (["=A1", "Vraiment ?", ""], "Vraiment ?", "label::French (fr)")],
)  # fmt: skip
def test_an_empty_text_is_that_of_another_language_and_is_listed(cells, text, column):
    survey = [*LANGUAGES, ["range", "q1", *cells], ["range", "q2", "B?", "B ?", "B"]]
    taken = read_questionnaire("x.xlsx", written([], survey))
    assert [each["text"] for each in taken.document["questions"]] == [text, "B?"]
    why = f"it is empty in the language that is read, so {column} stands here"
    assert ("survey row 2", "label", why) in listed(taken)


def test_a_question_without_any_text_is_asked_by_its_name_and_listed():
    taken = read_questionnaire("x.xlsx", written([], [["type", "name", "label"], ["range", "q1"]]))
    assert [each["text"] for each in taken.document["questions"]] == ["q1"]
    assert listed(taken) == [("survey row 2", "label", "it is empty, so the name stands here")]


@pytest.mark.parametrize("name", ["Igbo", "Amharic"])
def test_a_language_without_a_code_is_known_by_its_name(name):
    survey = [["type", "label::English", f"label::{name}"], ["range", "How much?", "Ole?"]]
    taken = read_questionnaire("x.xlsx", written([], survey))
    assert taken.document["language"] == "en"
    assert taken.phrases.languages == ({"Igbo": "ig", "Amharic": "am"}[name],)
