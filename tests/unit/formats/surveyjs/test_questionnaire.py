"""SurveyJS: what is asked is taken over, and all the rest is listed with its path."""

import json

import pytest
from questionnaire_files import GERMAN, LACKS_SEVEN, words_in

from survey.errors import InstrumentInvalid
from survey.formats.import_result import FileOmission, FileQuestionnaire
from survey.formats.questionnaire_file import read_questionnaire


def read(survey: object, gamma: str = "1/4") -> FileQuestionnaire:
    content = survey if isinstance(survey, str) else json.dumps(survey)
    return read_questionnaire("Final exam.json", content.encode(), gamma)


def ask(**element) -> tuple[dict | None, set[tuple[str, str]]]:
    """The one question of this element, and (path, what) of all that was left out but names."""
    taken = read({"elements": [{"name": "n", "title": "Really?"} | element]})
    left_out = {(each.place, each.what) for each in taken.left_out if each.what != "names"}
    questions = taken.document["questions"]
    return (questions[0] if questions else None), left_out


NUMBER = {"type": "text", "inputType": "number"}


@pytest.mark.parametrize(
    ("element", "question"),
    [({"type": "boolean"}, {"kind": "yes/no"}),
     ({"type": "boolean", "labelTrue": "YES", "labelFalse": "no"}, {"kind": "yes/no"}),
     ({"type": "boolean", "labelTrue": "Ja", "labelFalse": "Nein"},
      {"kind": "choice", "options": ["Ja", "Nein"]}),
     ({"type": "radiogroup", "choices": ["No", "Yes"]}, {"kind": "yes/no"}),
     ({"type": "radiogroup", "choices": ["a", 2, {"value": "c", "text": "C"}, {"value": 4.5}]},
      {"kind": "choice", "options": ["a", "2", "C", "4.5"]}),
     ({"type": "dropdown", "choices": [{"value": 1, "text": {"default": "A", "de": "Ä"}}, "b"]},
      {"kind": "choice", "options": ["A", "b"]}),
     ({"type": "checkbox", "choices": ["a"]}, {"kind": "several", "options": ["a"]}),
     ({"type": "tagbox", "choices": ["a"]}, {"kind": "several", "options": ["a"]}),
     ({"type": "rating"}, {"kind": "rating", "highest": 5}),
     ({"type": "rating", "rateMax": 7}, {"kind": "rating", "highest": 7}),
     ({"type": "rating", "rateCount": 10}, {"kind": "rating", "highest": 5}),
     ({"type": "rating", "rateMin": 1, "rateCount": 4}, {"kind": "rating", "highest": 4}),
     ({"type": "rating", "rateMin": 0}, {"kind": "number", "low": 0, "high": 5}),
     ({"type": "rating", "rateMin": 2}, {"kind": "number", "low": 2, "high": 5}),
     ({"type": "rating", "rateMax": 10, "rateCount": 4}, {"kind": "number", "low": 7, "high": 10}),
     ({"type": "rating", "rateMax": 30}, {"kind": "number", "low": 1, "high": 20}),
     ({"type": "rating", "rateType": "smileys", "rateMax": 12}, {"kind": "rating", "highest": 10}),
     ({"type": "rating", "rateValues": [1, 2], "autoGenerate": True},
      {"kind": "rating", "highest": 5}),
     ({"type": "radiogroup", "choices": ["a|Alpha", "b|", {"value": "c|C"}, "d|e|f",
                                         {"value": "g", "text": "h|i"}]},
      {"kind": "choice", "options": ["Alpha", "b", "C", "e|f", "h|i"]}),
     ({"type": "slider"}, {"kind": "number", "low": 0, "high": 100}),
     ({"type": "slider", "sliderType": "single", "min": 2, "max": 9, "step": 1},
      {"kind": "number", "low": 2, "high": 9}),
     ({"type": "rating", "rateMin": 0, "rateMax": 10}, {"kind": "number", "low": 0, "high": 10}),
     ({"type": "rating", "rateValues": ["bad", "fair", "good"]},
      {"kind": "choice", "options": ["bad", "fair", "good"]}),
     ({"type": "rating", "rateValues": [1, 2, 3, 4, 5]}, {"kind": "rating", "highest": 5}),
     ({"type": "rating", "rateValues": [{"value": 1}, {"value": 2, "text": "2"}, "3"]},
      {"kind": "rating", "highest": 3}),
     ({"type": "rating", "rateValues": [0, 1, 2]}, {"kind": "number", "low": 0, "high": 2}),
     ({"type": "rating", "rateValues": [5, 4, 3]}, {"kind": "choice", "options": ["5", "4", "3"]}),
     ({"type": "rating", "rateValues": [1, 2, 4]}, {"kind": "choice", "options": ["1", "2", "4"]}),
     ({"type": "dropdown", "choicesMin": 18, "choicesMax": 99},
      {"kind": "number", "low": 18, "high": 99}),
     ({"type": "dropdown", "choicesMax": 3, "choices": ["none"]},
      {"kind": "choice", "options": ["none", "0", "1", "2", "3"]}),
     ({"type": "dropdown", "choicesMin": 10, "choicesMax": 35, "choicesStep": 10},
      {"kind": "choice", "options": ["10", "20", "30"]}),
     ({"type": "dropdown", "choicesMin": 5, "choicesMax": 5, "choices": ["a", "b"]},
      {"kind": "choice", "options": ["a", "b"]}),
     (NUMBER | {"min": 0, "max": 40}, {"kind": "number", "low": 0, "high": 40}),
     (NUMBER | {"min": "-5", "max": 4.0, "step": 1}, {"kind": "number", "low": -5, "high": 4}),
     (NUMBER | {"inputType": "range", "min": 0, "max": 9}, {"kind": "number", "low": 0, "high": 9}),
    ],
)  # fmt: skip
def test_question_is_taken_over(element, question):
    assert ask(**element)[0] == question | {"text": "Really?", "gamma": "1/4"}


@pytest.mark.parametrize(
    ("element", "what"),
    [(NUMBER, "number"), (NUMBER | {"min": 0}, "number"),
     (NUMBER | {"min": 0.5, "max": 3}, "number"),
     (NUMBER | {"min": 0, "max": 10, "step": 5}, "number"),
     ({"type": "slider", "sliderType": "range"}, "slider"),
     ({"type": "slider", "step": 5}, "slider"),
     ({"type": "rating", "rateMin": 5}, "rating"), ({"type": "rating", "rateMax": 0}, "rating"),
     ({"type": "rating", "rateStep": 2}, "rating"), ({"type": "rating", "rateMin": "x"}, "rating"),
     ({"type": "text"}, "text"), ({"type": "comment"}, "comment"), ({"type": "matrix"}, "matrix"),
     ({"type": "paneldynamic", "templateElements": []}, "paneldynamic"), ({"type": "html"}, "html"),
     ({"type": "brand new"}, "brand new"), ({"type": ["x"]}, "element"), ({}, "element"),
     ({"type": "dropdown", "choicesMin": 0.5, "choicesMax": 9}, "dropdown"),
     ({"type": "dropdown", "choicesMax": 10**9, "choices": ["a"]}, "dropdown"),
     ({"type": "dropdown", "choicesMax": 9, "choicesStep": 0}, "dropdown"),
     ({"type": "boolean", "visible": False}, "boolean"),
     ({"type": "panel", "visible": False, "elements": [{"type": "boolean", "name": "a"}]}, "panel"),
     ({"type": "dropdown", "choicesByUrl": {"url": "/x"}}, "dropdown"),
     ({"type": "checkbox", "choices": []}, "checkbox")],
)  # fmt: skip
def test_what_cannot_be_asked_is_left_out_at_its_path(element, what):
    assert ask(**element) == (None, {("elements[0]", what)})


@pytest.mark.parametrize(
    ("name", "value"),
    [("visibleIf", "{a} = 1"), ("visible", True), ("isRequired", True), ("description", "hint"),
     ("hasOther", True), ("showNoneItem", True), ("validators", [{"type": "numeric"}]),
     ("defaultValue", 1), ("correctAnswer", 0), ("choicesOrder", "random"), ("colCount", 2),
     ("something", {"new": 1}), ("valueTrue", "x")],
)  # fmt: skip
def test_each_property_without_counterpart_is_listed_and_its_question_taken(name, value):
    question, left_out = ask(type="boolean", **{name: value})
    assert question["kind"] == "yes/no"
    assert left_out == {("elements[0]", name)}
    assert ask(type="boolean", isRequired=False)[1] == set()


def test_pages_and_panels_are_flattened_in_order_and_their_logic_listed():
    def yes_no(title: str) -> dict:
        return {"type": "boolean", "name": title, "title": title}

    inner = {"type": "panel", "name": "q", "title": "Heading", "elements": [yes_no("3")]}
    outer = {"type": "panel", "visibleIf": "x", "elements": [yes_no("2"), inner, yes_no("4")]}
    pages = [{"name": "p", "elements": [yes_no("1"), outer]}, {"elements": [yes_no("5"), 7]}]
    taken = read({"pages": pages, "showProgressBar": "top"})
    assert [each["text"] for each in taken.document["questions"]] == ["1", "2", "3", "4", "5"]
    assert taken.places[2] == "pages[0].elements[1].elements[1].elements[0]"
    assert {(each.place, each.what) for each in taken.left_out} == {
        ("survey", "showProgressBar"),
        ("pages[0].elements[1]", "visibleIf"),
        ("pages[0].elements[1].elements[1]", "title"),
        ("pages[1].elements[1]", "element"),
        ("every “name”", "names"),
    }


def test_panels_nested_as_deep_as_python_reads_json_are_flattened():
    panel = {"type": "boolean", "name": "deep"}
    for _ in range(300):
        panel = {"type": "panel", "elements": [panel]}
    assert len(read({"elements": [panel]}).document["questions"]) == 1


NOTES = [{"value": 1, "text": {"default": "Own", "de": "Eigene"}},
         {"value": 2, "text": {"default": "Other", "de": "Andere"}}]  # fmt: skip
GERMAN_TOO = {
    "title": {"default": "After the final", "de": "Nach der Klausur"},
    "elements": [
        {"type": "radiogroup", "name": "n", "choices": NOTES,
         "title": {"fr": "Notes de qui ?", "default": "Whose notes?", "de": "Wessen Notizen?"}},
        {"type": "radiogroup", "name": "e", "title": {"default": "Which?", "de": "Welche Klausur?"},
         "choices": [{"value": 1, "text": {"default": "Algebra", "de": "Algebra"}},
                     {"value": 2, "text": {"default": "Other", "de": "Eine andere"}}]},
        {"type": "boolean", "name": "b", "title": {"default": "Really?", "de": "Wirklich?"},
         "labelTrue": {"default": "Yes", "de": "Ja"}},
    ],
}  # fmt: skip


def test_languages_are_taken_over_and_one_that_lacks_a_text_is_listed():
    taken = read(GERMAN_TOO)
    instrument = taken.instrument()
    assert instrument.languages == ("en", "de")
    assert words_in(instrument, "de") == GERMAN
    assert {(each.place, each.what) for each in taken.left_out} == {
        ("language fr", "translation"),
        ("elements[2]", "translation of Yes and No"),
        ("every “name”", "names"),
    }
    (why,) = [each.why for each in taken.left_out if each.place == "language fr"]
    assert why == LACKS_SEVEN


@pytest.mark.parametrize(
    ("locale", "title", "language", "translations"),
    [(None, {"default": "A", "de": "B"}, ("en", "A"), {"de": "B"}),
     ("de", {"default": "A", "de": "B"}, ("de", "B"), {"en": "A"}),
     ("pt-br", {"pt-br": "A", "zh-cn": "C"}, ("pt-BR", "A"), {"zh-CN": "C"}),
     (None, {"fr": "A", "de": "B"}, ("fr", "A"), {"de": "B"}),
     (None, {"de": "B", "en": "A"}, ("en", "A"), {"de": "B"}),
     ("fr", "A", ("fr", "A"), {}), (None, "A", (None, "A"), {}), ("", "A", (None, "A"), {})],
)  # fmt: skip
def test_own_language_is_the_locale_and_else_that_of_the_default(
    locale, title, language, translations
):
    survey = {"title": title, "elements": [{"type": "boolean", "name": "n", "title": title}]}
    taken = read(survey | ({} if locale is None else {"locale": locale}))
    assert (taken.document.get("language"), taken.document["title"]) == language
    instrument = taken.instrument()
    assert {each.language: each.title for each in instrument.translations} == translations
    assert {each.what for each in taken.left_out} == {"names"}


def test_what_is_no_language_or_said_twice_is_listed():
    title = {"default": "Really?", "en": "Truly?", "Klingon!": "HIja'?"}
    question, left_out = ask(type="boolean", title=title)
    assert question["text"] == "Really?"
    assert left_out == {
        ("elements[0].title", "translation en"),
        ("elements[0].title", "translation Klingon!"),
    }
    locale = read({"locale": "Klingon!", "elements": []}).left_out
    assert [(each.place, each.what) for each in locale] == [("survey", "locale")]


def test_gamma_is_honoured_and_the_default_is_the_callers():
    elements = [{"gamma": 0.1}, {"gamma": "1/3"}, {}, {"openly": True}, {"openly": False}]
    elements = [{"type": "boolean", "name": "n"} | each for each in elements]
    taken = read({"elements": elements}, "2/5")
    gammas = [str(each.gamma) for each in taken.instrument().questions]
    assert gammas == ["1/10", "1/3", "2/5", "2/5", "2/5"]
    assert [each for each in taken.left_out if each.what == "openly"] == [
        FileOmission(f"elements[{place}]", "openly", "every question is randomized")
        for place in (3, 4)
    ]


def test_a_known_share_and_one_question_each_are_taken_over():
    boolean = {"type": "boolean", "name": "A star?"}
    elements = [boolean | {"known": 0.085, "known_source": "births"}, boolean | {"name": "B?"}]
    instrument = read({"elements": elements}).instrument()
    assert instrument.questions[0].known.document() == {"known": "17/200", "known_source": "births"}
    plain = [{"type": "boolean", "name": name} for name in "AB"]
    for said, expected in ((True, True), ("true", True), (False, False)):
        taken = read({"elements": plain, "one_question_each": said})
        assert taken.instrument().one_question_each is expected
        assert not [each for each in taken.left_out if each.what == "one_question_each"]
    with pytest.raises(InstrumentInvalid):  # a known share corrects answers of the same people
        read({"elements": elements, "one_question_each": True}).instrument()


def test_survey_is_named_by_its_title_and_else_by_its_file():
    survey = {"title": {"default": "T"}, "description": "Why", "elements": []}
    assert read(survey).document["title"] == "T"
    assert read(survey).document["introduction"] == "Why"
    assert read({"elements": []}).document["title"] == "Final exam"


def test_what_would_be_filled_in_or_drawn_is_listed():
    choices = ["a", "b", {"value": "c", "text": {"default": "Plain", "de": "{name}"}}]
    assert ask(type="radiogroup", choices=choices)[1] == {("elements[0]", "reference {…}")}
    assert ask(type="radiogroup", choices=["<i>a</i>", "b"])[1] == {("elements[0]", "HTML")}
    assert ask(type="boolean", title="<b>You</b>, {name}?")[1] == {
        ("elements[0]", "HTML"),
        ("elements[0]", "reference {…}"),
    }
    left_out = read({"description": "<p>Why</p>", "elements": []}).left_out
    assert [(each.place, each.what) for each in left_out] == [("survey", "HTML")]


def test_a_question_that_breaks_a_rule_is_listed_and_the_others_are_taken():
    elements = [{"type": "boolean", "name": "A?"}, {"type": "checkbox", "choices": ["a", "a"]}]
    taken = read({"elements": elements})
    assert [each.text for each in taken.instrument().questions] == ["A?"]
    assert ("elements[1]", "question") in {(each.place, each.what) for each in taken.left_out}


def test_faults_are_named_by_their_paths_where_nothing_else_is_asked():
    taken = read({"pages": [{"elements": [{"type": "boolean", "gamma": 0.7}]}]})
    with pytest.raises(InstrumentInvalid) as refusal:
        taken.instrument()
    expected = {f"pages[0].elements[0], {field}" for field in ("text", "gamma")}
    assert set(refusal.value.errors) == expected


def test_what_nobody_sees_and_what_looks_the_same_is_refused():
    element = {"type": "radiogroup", "title": "Did\u200b you?", "choices": ["Yes", "Y\u0435s"]}
    taken = read({"pages": [{"elements": [element]}]})
    with pytest.raises(InstrumentInvalid) as refusal:
        taken.instrument()
    assert set(refusal.value.errors) == {
        f"pages[0].elements[0], {at}" for at in ("text", "options")
    }


def test_of_more_questions_than_fit_the_first_are_taken_and_the_rest_listed():
    elements = [{"type": "boolean", "title": f"{number}?"} for number in range(162)]
    taken = read({"elements": elements})
    assert [each.text for each in taken.instrument().questions] == [f"{n}?" for n in range(50)]
    left_out = [each.place for each in taken.left_out if each.what == "question"]
    assert left_out == [f"elements[{number}]" for number in range(50, 162)]


def test_a_page_that_is_switched_off_is_not_asked_unless_a_condition_decides():
    page = {"visible": False, "elements": [{"type": "boolean", "name": "a"}]}
    taken = read({"pages": [page, page | {"visibleIf": "x"}]})
    assert taken.places == ["pages[1].elements[0]"]
    assert ("pages[0]", "element") in {(each.place, each.what) for each in taken.left_out}


def test_rates_with_words_are_a_choice_and_their_mean_is_listed():
    values = [{"value": number, "text": text} for number, text in enumerate(["a", "b", "c"], 1)]
    question, left_out = ask(type="rating", rateValues=values)
    assert question["options"] == ["a", "b", "c"]
    assert left_out == {("elements[0]", "mean of rateValues")}


@pytest.mark.parametrize(
    ("title", "text", "key"),
    [({"default": "A", "fr": "C"}, "A", "default"), ({"fr": "C", "de": ""}, "C", "fr"),
     ({"default": "", "fr": "C"}, "C", "fr")],
)  # fmt: skip
def test_a_text_that_the_read_language_lacks_is_that_of_another_and_is_listed(title, text, key):
    taken = read({"locale": "de", "elements": [{"type": "boolean", "name": "n", "title": title}]})
    assert taken.document["questions"][0]["text"] == text
    (why,) = [each.why for each in taken.left_out if each.place == "elements[0].title"]
    assert why == f"it has no text in de, so “{key}” stands here"


@pytest.mark.parametrize(
    ("text", "what"),
    [("Did **you**?", "Markdown"), ("Did *you*?", "Markdown"), ("__You__?", "Markdown"),
     ("See [this](https://example.org)", "Markdown"), ("# You?", "Markdown"),
     ("You &amp; me?", "HTML entity"), ("You&#8230;", "HTML entity"), ("<i>You</i>?", "HTML")],
)  # fmt: skip
def test_what_would_be_drawn_is_listed_and_shown_as_it_is(text, what):
    question, left_out = ask(type="boolean", title=text)
    assert question["text"] == text
    assert left_out == {("elements[0]", what)}


@pytest.mark.parametrize(
    "text", ["Name *", "2 * 3 * 4?", "AT&T; R&D", "snake_case_name", "[1] (2)"]
)
def test_plain_signs_are_no_markup(text):
    assert ask(type="boolean", title=text)[1] == set()
