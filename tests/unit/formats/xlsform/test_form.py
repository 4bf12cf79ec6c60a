"""XLSForm: what is asked is taken over, and all the rest is listed with its place."""

import copy

import pytest
from questionnaire_files import GERMAN, LACKS_SEVEN, words_in, workbook

from survey.core.instrument.limits import MOST_QUESTIONS
from survey.core.kinds.registry import KINDS
from survey.errors import InstrumentInvalid
from survey.formats.import_result import FileQuestionnaire, in_sentences
from survey.formats.questionnaire_file import read_questionnaire
from survey.formats.xlsform.form import FORMR
from survey.formats.xlsform.headings import tag_of

CHOICES = [
    ["list_name", "name", "label"],
    ["yes_no", "y", "yes"],
    ["yes_no", "n", "No"],
    ["ja_nein", "yes", "Ja"],
    ["ja_nein", "no", "Nein"],
    ["notes", "own", "My own"],
    ["notes", "friend", "A friend's"],
    ["notes", "other", None],
]


def read(survey: list[list], choices=CHOICES, settings=(), **sheets) -> FileQuestionnaire:
    """Reads a form whose sheet survey has these columns and rows."""
    sheets = {"survey": survey, "choices": choices, "settings": settings} | sheets
    return read_questionnaire("Final exam.xlsx", workbook(sheets))


def ask(kind: str, **columns) -> tuple[dict | None, set[str]]:
    """The one question of this row, and what was left out of the row."""
    row = {"type": kind, "label": "Really?"} | columns
    taken = read([list(row), list(row.values())])
    left_out = {each.what for each in taken.left_out if each.place == "survey row 2"}
    questions = taken.document["questions"]
    return (questions[0] if questions else None), left_out


QUESTIONS = [
    ("select_one yes_no", {}, {"kind": "yes/no"}),
    ("select one yes_no", {}, {"kind": "yes/no"}),
    ("select one from notes", {}, {"kind": "choice",
                                   "options": ["My own", "A friend's", "other"]}),
    ("select_one ja_nein", {}, {"kind": "choice", "options": ["Ja", "Nein"]}),
    ("select_multiple notes", {}, {"kind": "several",
                                   "options": ["My own", "A friend's", "other"]}),
    ("select all that apply from yes_no", {}, {"kind": "several", "options": ["yes", "No"]}),
    ("integer", {"constraint": ". >= 0 and . <= 40"}, {"kind": "number", "low": 0, "high": 40}),
    ("integer", {"constraint": "(.>-1) AND (.<41)"}, {"kind": "number", "low": 0, "high": 40}),
    ("integer", {"constraint": "-5 <= . and 7 > ."}, {"kind": "number", "low": -5, "high": 6}),
    ("range", {"parameters": "start=0 end=10 step=1"}, {"kind": "number", "low": 0, "high": 10}),
    ("range", {"parameters": "end=7; start=2"}, {"kind": "number", "low": 2, "high": 7}),
    ("range", {}, {"kind": "number", "low": 1, "high": 10}),
    ("range", {"parameters": "start=1 end=5", "appearance": "rating"},
     {"kind": "rating", "highest": 5}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "columns", "question"), QUESTIONS)
def test_question_is_taken_over(kind, columns, question):
    taken, left_out = ask(kind, **columns)
    assert taken == question | {"text": "Really?", "gamma": "1/4"}
    assert left_out == set()


@pytest.mark.parametrize(
    ("kind", "columns"),
    [("integer", {}), ("integer", {"constraint": ". >= 0"}),
     ("integer", {"constraint": ". >= 0 or . <= 40"}),
     ("integer", {"constraint": ". >= 0 and . <= 40 and . != 7"}),
     ("integer", {"constraint": ". >= 0.5 and . <= 9"}),
     ("range", {"parameters": "start=0 end=10 step=2"}),
     ("range", {"parameters": "start=0 end=1.5"})],
)  # fmt: skip
def test_a_number_without_a_plain_range_is_left_out_and_not_guessed(kind, columns):
    assert ask(kind, **columns) == (None, {kind})


@pytest.mark.parametrize(
    "kind",
    ["note", "text", "decimal", "date", "image", "calculate", "deviceid", "rank notes",
     "acknowledge", "select_one_from_file a.csv", "geopoint", "something"],
)  # fmt: skip
def test_what_cannot_be_asked_is_left_out_under_its_type(kind):
    assert ask(kind) == (None, {kind.split()[0]})


def test_list_that_is_not_there_leaves_its_question_out_but_for_yes_no():
    assert ask("select_one nowhere") == (None, {"question"})
    taken = read([["type", "label"], ["select_one yes_no", "Really?"]], choices=[])
    assert taken.instrument().questions[0].kind is KINDS["yes/no"]


@pytest.mark.parametrize(
    "column",
    ["hint", "guidance_hint", "required", "relevant", "constraint", "constraint_message",
     "appearance", "parameters", "default", "calculation", "choice_filter", "media::image",
     "hint::Français (fr)", "bind::anything", "my own column"],
)  # fmt: skip
def test_each_column_without_counterpart_is_listed_and_its_question_taken(column):
    taken, left_out = ask("select_one yes_no", **{column: "something"})
    assert taken["kind"] == "yes/no"
    assert left_out == {column.replace(" column", "_column").replace("my ", "my_")}


def test_or_other_and_references_are_listed():
    taken, left_out = ask("select_one notes or_other", label="Whose, ${name}?")
    assert taken["text"] == "Whose, ${name}?"
    assert left_out == {"or_other", "reference ${…}"}


@pytest.mark.parametrize("text", ["Is it ${name}?", "Is it <b>you</b>?", "<br/>Is it you?"])
@pytest.mark.parametrize(
    "place", ["question", "option", "translated question", "translated option"]
)
def test_what_would_be_filled_in_or_drawn_is_listed_wherever_it_stands(text, place):
    said = dict.fromkeys(
        ["question", "option", "translated question", "translated option"], "Plain"
    )
    said[place] = text
    taken = read(
        [["type", "label::English (en)", "label::German (de)"],
         ["select_one a", said["question"], said["translated question"]]],
        [["list_name", "name", "label::English (en)", "label::German (de)"],
         ["a", 1, said["option"], said["translated option"]], ["a", 2, "Other", "Andere"]],
    )  # fmt: skip
    what = "reference ${…}" if "$" in text else "HTML"
    assert places(taken, what) == ["survey row 2"]
    settings = [["form_title", "introduction"], ["T", text]]
    taken = read([["type", "label"], ["range", "1 < 2 > 1?"]], settings=settings)
    assert places(taken, what) == ["settings row 2"]


@pytest.mark.parametrize("said", ["yes", "TRUE", True, "1"])
def test_rows_that_the_form_switches_off_are_not_asked(said):
    taken = read([["type", "label", "disabled"], ["range", "A?", said], ["range", "B?", "no"],
                  ["range", "C?", None]])  # fmt: skip
    assert [each["text"] for each in taken.document["questions"]] == ["B?", "C?"]
    assert places(taken, "row") == ["survey row 2"]
    assert [each.place for each in taken.left_out if each.place.startswith("survey")] == [
        "survey row 2"
    ]


@pytest.mark.parametrize("sheet", ["survey", "choices", "settings"])
def test_a_column_with_a_blank_heading_takes_no_other_columns_part(sheet):
    """A note beside the form was the question, its options or its title."""
    sheets = {
        "survey": [["type", "name"], ["select_one a", "Really?"]],
        "choices": [["list_name", "name"], ["a", "One"], ["a", "Two"]],
        "settings": [["class_size"], [30]],
    }
    for row in sheets[sheet]:
        row += [None, "a note"] if row is not sheets[sheet][0] else [None, None]
    taken = read(**sheets)
    instrument = taken.instrument()
    assert (instrument.title, instrument.introduction) == ("Final exam", "")
    assert [(each.text, each.listed) for each in instrument.questions] == [
        ("Really?", ("One", "Two"))
    ]
    assert {each.place.split()[0] for each in taken.left_out if "without" in each.what} == {sheet}


def places(taken: FileQuestionnaire, what: str) -> list[str]:
    return [each.place for each in taken.left_out if each.what == what]


def test_groups_are_flattened_and_repeats_left_out_with_all_in_them():
    yes_no = "select_one yes_no"
    taken = read([
        ["type", "label", "relevant"],
        ["begin group", "Background", "${a} = 1"],
        [yes_no, "In a group?"],
        ["begin_repeat", "Children"],
        ["begin_group"],
        [yes_no, "In a repeat?"],
        ["end_group"],
        ["end_repeat"],
        [yes_no, "After it?"],
        ["end group"],
    ])  # fmt: skip
    texts = [each["text"] for each in taken.document["questions"]]
    assert texts == ["In a group?", "After it?"]
    assert taken.places == ["survey row 3", "survey row 9"]
    assert places(taken, "group") == places(taken, "relevant") == ["survey row 2"]
    assert places(taken, "repeat") == ["survey row 4"]
    assert "survey row 6" in places(taken, "question in a repeat")


@pytest.mark.parametrize(
    ("settings", "text", "options", "listed"),
    [([["default_language"], ["English (en)"]], "Did you?", ["Own", "Other"],
      ["survey column label", "survey column label::Elvish", "choices column label::Elvish"]),
     ([["default_language"], ["Elvish"]], "Hast du?", ["Eigene", "Andere"],
      ["survey column label"]),
     ([], "Plain?", ["Own", "Other"],
      ["survey column label::Elvish", "choices column label::Elvish"])],
)  # fmt: skip
def test_one_language_is_read_and_those_without_a_code_are_listed(settings, text, options, listed):
    taken = read(
        [["type", "label::English (en)", "label", "Label :: Elvish"],
         ["select_one a", "Did you?", "Plain?", "Hast du?"]],
        [["list name", "name", "label::English (en)", "label::Elvish"],
         ["a", 1, "Own", "Eigene"], ["a", 2, "Other", "Andere"]],
        settings,
    )  # fmt: skip
    assert taken.document["questions"][0]["text"] == text
    assert taken.document["questions"][0]["options"] == options
    assert sorted(places(taken, "translation")) == sorted(listed)


LANGUAGES = {
    "settings": [["form_title", "form_title::German (de)", "default_language"],
                 ["After the final", "Nach der Klausur", "English (en)"]],
    "survey": [["type", "label::German (de)", "label::English (en)", "label::fr"],
               ["select_one notes", "Wessen Notizen?", "Whose notes?", "Notes de qui ?"],
               ["select_one exams", "Welche Klausur?", "Which exam?", None],
               ["select_one ja", "Wirklich?", "Really?", None]],
    "choices": [["list_name", "name", "label::English (en)", "label::German (de)"],
                ["notes", "own", "Own", "Eigene"], ["notes", "other", "Other", "Andere"],
                ["exams", "a", "Algebra", "Algebra"], ["exams", "other", "Other", "Eine andere"],
                ["ja", "y", "Yes", "Ja"], ["ja", "n", "No", "Nein"]],
}  # fmt: skip


def test_languages_are_taken_over_and_one_that_lacks_a_text_is_listed():
    taken = read(**LANGUAGES)
    instrument = taken.instrument()
    assert instrument.languages == ("en", "de")
    assert words_in(instrument, "de") == GERMAN
    left_out = {(each.place, each.what): each.why for each in taken.left_out}
    assert left_out["language fr", "translation"] == LACKS_SEVEN
    assert ("survey row 4", "translation of Yes and No") in left_out
    assert taken.instrument() == instrument
    assert len(places(taken, "translation")) == 1


def test_a_text_that_is_missing_is_named_with_its_row():
    sheets = copy.deepcopy(LANGUAGES)
    sheets["choices"][4][3] = None
    taken = read(**sheets)
    assert taken.instrument().languages == ("en",)
    (why,) = [each.why for each in taken.left_out if each.place == "language de"]
    assert why == "it lacks “Other” (survey row 3, options), and every text must have one"


def test_a_translation_of_a_form_that_does_not_say_its_own_language_is_listed():
    taken = read([["type", "label", "label::German (de)"], ["range", "How much?", "Wie viel?"]],
                 settings=[["form_title", "form_title::German (de)"], ["T", "T"]])  # fmt: skip
    assert taken.instrument().languages == ()
    (why,) = [each.why for each in taken.left_out if each.what == "translation"]
    assert why.startswith("the file does not say the language of its other texts")


def test_language_is_that_of_the_column_that_is_read():
    survey = [["type", "label::German (de)"], ["range", "Wie viel?"]]
    assert read(survey).instrument().languages == ("de",)
    # Choices in another order are read in the same language.
    survey = [["type", "label::German (de)", "label::English (en)"], ["select_one a", "W?", "Q?"]]
    choices = [["list_name", "name", "label::English (en)", "label::German (de)"],
               ["a", 1, "One", "Eins"], ["a", 2, "Two", "Zwei"]]  # fmt: skip
    question = read(survey, choices).document["questions"][0]
    assert (question["text"], question["options"]) == ("W?", ["Eins", "Zwei"])


@pytest.mark.parametrize("said", ["en", "English (en)", "british (en)"])
def test_default_language_may_be_said_by_its_code(said):
    settings = [["default_language"], [said]]
    survey = [["type", "label::German (de)", "label::English (en)"], ["range", "W?", "Q?"]]
    assert read(survey, settings=settings).document["questions"][0]["text"] == "Q?"


@pytest.mark.parametrize(
    ("heading", "tag"),
    [("German (de)", "de"), ("Português (pt-br)", "pt-BR"), ("de", "de"), ("Deutsch", "de"),
     ("Ga", "gaa"), ("Igbo", "ig"), ("Amharic", "am"), ("አማርኛ", "am"), ("ga", "ga"),
     ("English (British)", ""), ("", ""), ("français", "fr"), ("Elvish", ""), ("x" * 99, "")],
)  # fmt: skip
def test_language_of_a_heading_is_its_code_or_its_name(heading, tag):
    assert tag_of(heading) == tag


def test_gamma_is_honoured_and_the_default_is_the_callers():
    rows = [["type", "label", "gamma", "openly"], ["select_one yes_no", "A?", 0.1],
            ["select_one yes_no", "B?", "1/3"], ["select_one yes_no", "C?"],
            ["select_one yes_no", "D?", None, "yes"], ["range", "E?", "1/3", "no"]]  # fmt: skip
    content = workbook({"survey": rows, "choices": CHOICES})
    taken = read_questionnaire("x.xlsx", content, "2/5")
    gammas = [str(each.gamma) for each in taken.instrument().questions]
    assert gammas == ["1/10", "1/3", "2/5", "2/5", "1/3"]
    assert places(taken, "openly") == ["survey row 5", "survey row 6"]
    assert "openly (survey row 5, survey row 6): every question is randomized." in in_sentences(
        taken.left_out
    )


def test_a_known_share_and_one_question_each_are_taken_over():
    star = [["type", "label", "known", "known_source"], ["select_one yes_no", "A star?", 0.25]]
    instrument = read([*star, ["range", "How much?"]]).instrument()
    assert [str(each.known and each.known.share) for each in instrument.questions] == [
        "1/4",
        "None",
    ]
    born = read([*star[:1], ["select_one yes_no", "Born in May?", "8.5%", "births"]]).instrument()
    assert born.questions[0].known.source == "births"
    # What has no yes cannot have a known share: it is listed, and not asked without it.
    taken = read([*star, ["range", "How much?", "1/4"]])
    assert [each.text for each in taken.instrument().questions] == ["A star?"]
    two = [["type", "label"], ["range", "A?"], ["range", "B?"]]
    for said, expected in (("Yes", True), ("1", True), ("no", False), (None, False)):
        settings = [["one_question_each"], [said]]
        assert read(two, settings=settings).instrument().one_question_each is expected
    with pytest.raises(InstrumentInvalid) as refusal:
        read(two, settings=[["one_question_each"], ["maybe"]]).instrument()
    assert refusal.value.errors == {"one_question_each": "Write true, or leave this out."}


def test_settings_name_the_survey_and_else_the_file_does():
    rows = [["type", "label"], ["range", "How much?"]]
    settings = [["form_title", "form_id", "class_size", "introduction"],
                ["Exams", "x", 120, "Why we ask"]]  # fmt: skip
    instrument = read(rows, settings=settings).instrument()
    assert (instrument.title, instrument.class_size) == ("Exams", 120)
    assert instrument.introduction == "Why we ask"
    assert places(read(rows, settings=settings), "form_id") == ["settings row 2"]
    assert read(rows).instrument().title == "Final exam"


def test_nothing_is_dropped_in_silence():
    """Every cell that holds the mark is either taken over or listed by its row or column."""
    taken = read(
        [["type", "name", "label", "label", None], ["range", "x", "First?", "twice", "no heading"],
         [None, None, "no type"], ["note", None, "a note"]],
        [["list_name", "name", "label", "image"], ["unused", "a", "A", "a.png"], [None, "b", "B"]],
        [["form_title"], ["T"], ["more"]],
        entities=[["dataset"], ["people"]],
    )  # fmt: skip
    assert {each.place for each in taken.left_out} == {
        "survey column name", "survey column label", "survey row 2", "survey row 3",
        "survey row 4", "choices column name", "choices row 2", "choices row 3",
        "choices list unused", "settings row 3", "sheet entities",
    }  # fmt: skip
    assert all(each.why for each in taken.left_out)


def test_a_question_that_breaks_a_rule_is_listed_and_the_others_are_taken():
    choices = [*CHOICES, ["same", "a", "One"], ["same", "b", "One"]]
    taken = read([["type", "label", "gamma"], ["select_one same", "A?"], ["range", "B?"],
                  ["range", "C?", 0.7], ["range", "D?" * 200]], choices)  # fmt: skip
    assert [each.text for each in taken.instrument().questions] == ["B?"]
    assert taken.places == ["survey row 3"]
    assert sorted(places(taken, "question")) == ["survey row 2", "survey row 4", "survey row 5"]
    (why,) = [each.why for each in taken.left_out if each.place == "survey row 2"]
    assert why == "Two options are the same"


def test_a_translation_that_breaks_a_rule_is_listed_and_the_form_is_taken():
    sheets = copy.deepcopy(LANGUAGES)
    sheets["survey"][1][1] = "Wessen?" * 100
    taken = read(**sheets)
    assert taken.instrument().languages == ("en",)
    (why,) = [each.why for each in taken.left_out if each.place == "language de"]
    assert why.startswith("survey row 2, text, translation de: ")


def test_faults_are_named_by_their_rows_where_nothing_else_is_asked():
    taken = read([["type", "label", "gamma"], ["note", "x"], ["range", "", 0.7]])
    with pytest.raises(InstrumentInvalid) as refusal:
        taken.instrument()
    assert set(refusal.value.errors) == {"survey row 3, text", "survey row 3, gamma"}


def test_what_nobody_sees_and_what_looks_the_same_is_refused():
    choices = [["list_name", "name", "label"], ["l", "a", "Yes"], ["l", "b", "Y\u0435s"]]
    taken = read([["type", "label"], ["select_one l", "Did\u200b you?"]], choices)
    with pytest.raises(InstrumentInvalid) as refusal:
        taken.instrument()
    assert set(refusal.value.errors) == {"survey row 2, text", "survey row 2, options"}


def test_of_a_long_cell_the_beginning_is_read_and_the_rest_is_listed():
    """One more character than any text may have, so that it is still refused for its length."""
    taken = read(
        [["type", "label", "hint"], ["range", "a" * 3000, "b" * 2001], ["range", "x", "c" * 2002]]
    )
    cut = [(each.place, each.what) for each in taken.left_out if "2,001" in each.why]
    assert cut == [("survey row 2", "rest of label"), ("survey row 3", "rest of hint")]
    assert [len(each["text"]) for each in taken.document["questions"]] == [2001, 1]
    assert len(taken.instrument().questions) == 1
    assert "at most 300 fit" in taken.left_out[-1].why


@pytest.mark.parametrize("more", [1, 112, 3000])
def test_of_more_questions_than_fit_the_first_are_taken_and_the_rest_listed(more):
    rows = [["select_one l", f"{n}?"] for n in range(MOST_QUESTIONS + more)]
    rows += [["select_one m", "Other?"], ["note", "The end"]]
    choices = [["list_name", "label"], ["l", "a"], ["l", "b"], ["m", "a"], ["m", "b"]]
    taken = read([["type", "label"], *rows], choices)
    assert [each.text for each in taken.instrument().questions] == [f"{n}?" for n in range(50)]
    assert places(taken, "question") == [f"survey row {n}" for n in range(52, 53 + more)]
    assert places(taken, "note") == [f"survey row {53 + more}"]
    assert places(taken, "list") == []


@pytest.mark.parametrize("sheets", [{"Sheet1": [["a"]]}, {"survey": []}, {"survey": [["label"]]}])
def test_a_workbook_that_is_no_form_is_said_to_be_none(sheets):
    with pytest.raises(InstrumentInvalid, match="This is not an XLSForm"):
        read_questionnaire("x.xlsx", workbook(sheets))


@pytest.mark.parametrize("kind", ["mc yes_no", "mc_button yes_no", "rating_button 1,5", "submit"])
def test_an_item_table_of_formr_is_refused_by_its_name(kind):
    rows = [["type", "name", "label"], ["number", "age", "How old?"], [kind, "q", "Really?"]]
    with pytest.raises(InstrumentInvalid) as refused:
        read(rows).instrument()
    assert refused.value.errors == {"file": FORMR}
