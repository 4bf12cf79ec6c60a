"""Laws of files of other tools: what is written to one reads back, and nothing else gets through.

Derandomized: every run tries the same examples, so no law fails by chance.
"""

import json
import re
from dataclasses import replace
from fractions import Fraction

from drawn_questionnaires import instruments, texts
from hypothesis import example, given, settings
from hypothesis import strategies as st
from instruments import make_mixed_instrument
from questionnaire_files import as_plain_text, as_surveyjs, as_xlsform, workbook
from translated import make_signed_instrument, make_translated_instrument

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.errors import SurveyError
from survey.formats.import_result import DRAWN, in_sentences
from survey.formats.questionnaire_file import read_questionnaire

many = settings(max_examples=3 * settings.default.max_examples)


@given(instruments)
@example(make_mixed_instrument())
@example(make_translated_instrument())
@example(make_signed_instrument(support_needed=False))
def test_an_instrument_written_as_xlsform_reads_back_as_itself(instrument):
    taken = read_questionnaire("x.xlsx", as_xlsform(instrument), "1/7")
    assert taken.instrument() == instrument
    assert {each.what for each in taken.left_out} <= {"names", "reference ${…}", *DRAWN}


@given(instruments)
@example(make_mixed_instrument())
@example(make_translated_instrument())
@example(make_signed_instrument(support_needed=False))
def test_an_instrument_written_as_surveyjs_reads_back_as_itself(instrument):
    taken = read_questionnaire("x.json", as_surveyjs(instrument), "1/7")
    assert taken.instrument() == instrument
    assert {each.what for each in taken.left_out} <= {"names", "reference {…}", *DRAWN}


def plain(instrument: Instrument) -> bool:
    """Whether a list can say it: other words would be marks of a list, or another kind."""
    words = [instrument.title, *(each.text for each in instrument.questions)]
    words += [option for each in instrument.questions for option in each.listed]
    return (
        not any(re.search(r"several|all that apply", word, re.IGNORECASE) for word in words)
        and not re.match(
            r"[-–*•·☐#_[(]|[a-z]\)|(Q|Question |Frage )?\d+[.):]", instrument.title, re.IGNORECASE
        )
        and not instrument.title.endswith((".", "?", "!", "…", "？", "。", "؟"))
        and not any(
            {option.lower() for option in each.listed} == {"yes", "no"}
            or (each.kind.name == "number" and each.low == 1 and each.high <= 10)
            for each in instrument.questions
        )
    )


@many
@given(instruments.filter(plain))
@example(make_mixed_instrument())
def test_a_list_of_questions_reads_back_as_the_same_questions(instrument):
    title, questions = instrument.title, instrument.questions
    same_gamma = tuple(replace(each, gamma=Fraction("1/7")) for each in questions)
    taken = read_questionnaire("x.txt", as_plain_text(instrument), "1/7")
    assert (taken.instrument().title, taken.instrument().questions) == (title, same_gamma)
    assert len(taken.places) == len(questions)


# Texts that look like marks, numbers, headings or answers of a list.
LIKE_MARKS = ["A. Mine", "B. Yours", "b) Mine", "[ ] Mine", "☐ Mine ☐ Yours", "( ) Mine", "1) Mine",
              "2. Mine", "ANSWER: B", "Part A", "# Mine", "- Mine", "Mine?", "Yours:", "___ Mine",
              "Q3. Mine", "(a) Mine"]  # fmt: skip
like_marks = st.lists(st.sampled_from(LIKE_MARKS), min_size=2, max_size=6, unique=True)


@many
@given(st.lists(st.tuples(st.sampled_from(LIKE_MARKS), like_marks), min_size=1, max_size=5,
                unique_by=lambda each: each[0]))  # fmt: skip
def test_a_list_of_texts_like_marks_reads_back_as_the_same_questions(asked):
    questions = [
        {"kind": kind, "text": text, "options": options}
        for (text, options), kind in zip(asked, ["choice", "several"] * 3, strict=False)
    ]
    raw = [{**each, "gamma": "1/7"} for each in questions]
    instrument = validate({"title": "Exam", "questions": raw})
    taken = read_questionnaire("x.txt", as_plain_text(instrument), "1/7")
    assert taken.instrument().questions == instrument.questions
    assert taken.left_out == []


marks = st.sampled_from(
    [
        "\n",
        "\n\n",
        "  ",
        "\t",
        "- ",
        "a) ",
        "1. ",
        "(several)",
        "0–9",
        "1-5",
        "A?",
        "B",
        "\x00",
        "A. ",
        "B. ",
        "[ ] ",
        "☐",
        "2. ",
        "1) ",
        "ANSWER: A",
        "# ",
        "Part A",
        "{",
        "=",
    ]
)


@many
@given(st.lists(st.one_of(marks, texts), max_size=20).map("".join))
def test_any_list_is_an_instrument_or_a_sentence(text):
    read_or_refused("x.txt", text.encode())


def read_or_refused(name: str, content: bytes) -> None:
    """An instrument with printable sentences for the rest, or a SurveyError; nothing else."""
    try:
        taken = read_questionnaire(name, content)
        "".join(in_sentences(taken.left_out)).encode()
        assert all(each.isprintable() for each in in_sentences(taken.left_out))
        assert isinstance(taken.instrument(), Instrument)
    except SurveyError as error:
        assert error.message


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["1/4", "0", "5", "1e3", "yes", "{a}", "boolean", "number"]),
)
KEYS = ["type", "name", "title", "choices", "elements", "pages", "questions", "inputType", "min",
        "max", "step", "rateMin", "rateMax", "rateCount", "rateStep", "rateValues", "value", "text",
        "labelTrue", "gamma", "openly", "default", "locale", "description", "class_size", "format",
        "visibleIf", "de", "en"]  # fmt: skip
TYPES = ["boolean", "radiogroup", "checkbox", "rating", "text", "panel", "matrix"]
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(max_size=4)), inner, max_size=5),
    ),
    max_leaves=20,
)
elements = st.tuples(
    st.sampled_from(TYPES), st.dictionaries(st.sampled_from(KEYS), anything, max_size=6)
).map(lambda pair: {"inputType": "number", "min": 0, "max": 9, **pair[1], "type": pair[0]})
surveys = st.fixed_dictionaries(
    {"elements": st.lists(st.one_of(elements, anything), max_size=4)},
    optional={key: anything for key in KEYS if key != "elements"},
)


@many
@given(st.one_of(surveys, anything))
@example({"format": "deniable-instrument/1", "questions": 5})
def test_any_json_is_an_instrument_or_a_sentence(document):
    read_or_refused("x.json", json.dumps(document).encode())


@many
@given(
    st.sampled_from(["x.json", "x.toml", "x.xlsx", "x.txt", "x.lss", "x"]), st.binary(max_size=200)
)
def test_any_bytes_are_an_instrument_or_a_sentence(name, content):
    read_or_refused(name, content)


HEADINGS = ["type", "name", "label", "label::de", "constraint", "parameters", "appearance", "gamma",
            "openly", "relevant", "", "list_name"]  # fmt: skip
cells = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["select_one a", "select_multiple a or_other", "integer", "range", "note", "a",
                     ". >= 0 and . <= 9", "start=0 end=5", "rating", "1/3", "yes", "end group",
                     "begin repeat", "end repeat", "#N/A"]),
)  # fmt: skip
rows = st.lists(st.lists(cells, max_size=12), max_size=6)


@given(st.permutations(HEADINGS), rows, st.permutations(HEADINGS), rows, rows)
def test_any_cells_are_an_instrument_or_a_sentence(headings, survey, others, choices, settings):
    sheets = {"survey": [headings, *survey], "choices": [others, *choices], "settings": settings}
    read_or_refused("x.xlsx", workbook(sheets))


@given(st.integers(0, 7000), st.binary(min_size=1, max_size=30))
def test_a_damaged_workbook_is_an_instrument_or_a_sentence(place, noise):
    good = bytearray(as_xlsform(make_mixed_instrument()))
    good[place : place + len(noise)] = noise
    read_or_refused("x.xlsx", bytes(good))
