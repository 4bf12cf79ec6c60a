"""Importing a file: the form is filled in, the rest is listed, and nothing is saved by it."""

import html
import io
import re
import time

import pytest
from hostile_files import QUESTIONNAIRES
from instruments import make_mixed_instrument
from questionnaire_files import as_plain_text, as_surveyjs, as_xlsform, workbook
from translated import make_translated_instrument

from survey.formats.import_result import MOST_SENTENCES

TOML = b"""
title = "After the final"
introduction = "Why we ask"
class_size = 120
[[questions]]
text = "Did you cheat?"
[[questions]]
text = "Did you copy?"
gamma = 0.1
"""
NOTE = [["type", "label", "hint"], ["note", "Hello"], ["range", "How much?", "from 1"]]


@pytest.fixture
def import_file(instructor):
    def upload(content: bytes, name: str, gamma: str = "1/4"):
        form = {"file": (io.BytesIO(content), name), "gamma": gamma}
        return instructor.post("/surveys/new/import", form, content_type="multipart/form-data")

    return upload


def typed(page: str) -> dict[str, str | list[str]]:
    """What a browser would send of the form to compose on, but the token."""
    form = page[page.index('id="compose"') :]
    form = form[: form.index("</form>")]
    values = {"left_out": []}
    for tag in re.findall(r"<input[^>]*>", form):
        at = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if at["name"] == "left_out":
            values["left_out"].append(html.unescape(at["value"]))
        elif at.get("type") not in ("checkbox", "radio") or " checked" in tag:
            values[at["name"]] = html.unescape(at.get("value", ""))
    for name, text in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.S):
        values[name] = html.unescape(text).removeprefix("\r\n")
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        values[name] = re.search(r'selected value="([^"]*)"', options)[1]
    values.pop("csrf_token")
    return values


MIXED = make_mixed_instrument()


@pytest.mark.parametrize(
    ("name", "content"),
    [("x.xlsx", as_xlsform(MIXED)), ("x.json", as_surveyjs(MIXED)),
     ("x.json", MIXED.canonical_json.encode())],
)  # fmt: skip
def test_form_is_filled_in_and_saved_only_by_the_instructor(
    instructor, store, import_file, name, content
):
    answer = import_file(content, name)
    assert answer.status_code == 200
    assert "5 questions imported from" in answer.text
    assert store.surveys.all() == []
    assert instructor.post("/surveys/new", typed(answer.text) | {"save": ""}).status_code == 302
    (saved,) = store.surveys.all()
    assert saved.instrument == MIXED
    assert not saved.published


def test_languages_of_a_file_are_taken_over_and_what_they_lack_is_asked_for(
    instructor, store, import_file
):
    """XLSForms have no translated title."""
    content = workbook({
        "survey": [["type", "label::English (en)", "label::German (de)"],
                   ["range", "How much?", "Wie viel?"]],
        "settings": [["form_title"], ["Exams"]],
    })  # fmt: skip
    answer = import_file(content, "x.xlsx")
    assert answer.status_code == 200
    form = typed(answer.text)
    assert (form["original-de"], form["translated-de"]) == ("Exams", "")
    assert instructor.post("/surveys/new", form | {"save": ""}).status_code == 422
    form |= {"translated-de": "Klausuren", "save": ""}
    assert instructor.post("/surveys/new", form).status_code == 302
    (saved,) = store.surveys.all()
    german = saved.instrument.worded_in("de")
    assert (german.title, german.questions[0].text) == ("Klausuren", "Wie viel?")


@pytest.mark.parametrize(
    "write", [as_xlsform, as_surveyjs, lambda each: each.canonical_json.encode()]
)
def test_whole_languages_of_a_file_are_saved_as_they_are(instructor, store, import_file, write):
    translated = make_translated_instrument()
    name = "x.xlsx" if write is as_xlsform else "x.json"
    page = import_file(write(translated), name).text
    assert instructor.post("/surveys/new", typed(page) | {"save": ""}).status_code == 302
    assert store.surveys.all()[0].instrument == translated


def test_toml_and_form_with_the_same_content_have_the_same_digest(instructor, store, import_file):
    written = {"title": "After the final", "introduction": "Why we ask", "class_size": "120",
               "questions-0-text": "Did you cheat?", "questions-0-gamma": "1/4",
               "questions-1-text": "Did you copy?", "questions-1-gamma": "0.1"}  # fmt: skip
    for form in (written, typed(import_file(b"\xef\xbb\xbf" + TOML, "final.toml").text)):
        instructor.post("/surveys/new", form | {"save": ""})
    assert len({survey.instrument.digest for survey in store.surveys.all()}) == 1
    assert len(store.surveys.all()) == 2


def test_what_was_left_out_is_listed_until_the_survey_is_saved(instructor, import_file):
    page = import_file(workbook({"survey": NOTE}), "x.xlsx").text
    _, listed = page.split("Not imported from the file")
    sentences = re.findall(r"<li>(.*?)</li>", html.unescape(listed))
    assert [each.split(":")[0] for each in sentences] == [
        "note (survey row 2)", "hint (survey row 3)"
    ]  # fmt: skip
    again = html.unescape(instructor.post("/surveys/new", typed(page) | {"add": ""}).text)
    assert re.findall(r"<li>(.*?)</li>", again) == sentences


def test_a_list_longer_than_a_form_takes_is_shown_and_not_sent_along(import_file):
    headings = ["type", "label", *(f"column{number}" for number in range(1000))]
    survey = [headings, ["range", "How much?", *["x"] * 1000]]
    page = import_file(workbook({"survey": survey}), "x.xlsx").text
    _, listed = page.split("Not imported from the file")
    assert listed.count("<li>") == MOST_SENTENCES + 1
    assert "And 500 more things that were not imported." in page
    assert 'name="left_out"' not in page


@pytest.mark.parametrize(
    ("content", "name"),
    [(TOML.replace(b"0.1", b"0.4901"), "x.toml"),
     (workbook({"survey": [["type", "label", "gamma"], ["range", "How?", "499/1000"]]}), "x.xlsx"),
     (MIXED.canonical_json.replace('"1/4"', '"499/1000"').encode(), "x.json")],
)  # fmt: skip
def test_odds_above_99_are_refused_in_any_file(import_file, store, content, name):
    answer = import_file(content, name)
    assert answer.status_code == 422
    assert "Choose γ = 49/100 or less" in answer.text
    assert store.surveys.all() == []


def test_gamma_of_the_form_is_for_questions_without_one(import_file):
    page = import_file(workbook({"survey": NOTE}), "x.xlsx", gamma="1/7").text
    assert typed(page)["questions-0-gamma"] == "1/7"
    strong = import_file(workbook({"survey": NOTE}), "x.xlsx", gamma="499/1000")
    assert strong.status_code == 422
    assert "Choose γ = 49/100 or less" in strong.text
    refused = import_file(workbook({"survey": NOTE}), "x.xlsx", gamma="1/2")
    assert refused.status_code == 422
    assert "strictly between 0 and 1/2" in refused.text


def test_faults_are_said_at_the_fields_that_hold_them(store, import_file):
    survey = [["type", "label", "gamma"], ["range", "x" * 301, "2"]]
    answer = import_file(workbook({"survey": survey}), "x.xlsx")
    assert answer.status_code == 422
    found = re.findall(r'<p class="error" id="([\w-]+)-error"', answer.text)
    assert found == ["questions-0-text", "questions-0-gamma"]
    assert typed(answer.text)["questions-0-text"] == "x" * 301
    assert store.surveys.all() == []


def test_a_form_of_which_nothing_can_be_asked_says_what_stood_in_its_way(import_file):
    answer = import_file(workbook({"survey": NOTE[:2]}), "x.xlsx")
    assert answer.status_code == 422
    assert "Please ask at least one question." in answer.text
    assert "note (survey row 2)" in answer.text


def test_of_very_many_faults_the_first_are_said_and_how_many_more_there_are(import_file):
    content = "".join(f"field{number} = 1\n" for number in range(30_000)).encode()
    page = import_file(content, "x.toml").text
    assert "And 29,980 more fields are not known." in page
    assert len(page) < 100_000


def test_of_more_questions_than_fit_the_first_are_taken_and_the_rest_listed(import_file):
    survey = [["type", "label"], *[["range", f"Question {number}?"] for number in range(51)]]
    answer = import_file(workbook({"survey": survey}), "x.xlsx")
    assert answer.status_code == 200
    assert "50 questions imported from" in answer.text
    assert "question (survey row 52): at most 50 questions fit in a survey" in answer.text


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [("x.toml", b"title =", "This is not TOML"), ("x.toml", b"\xff\xfe", "not text in UTF-8"),
     ("x.toml", b'title = "<script>alert(1)</script>"', "at least one question"),
     ("x.toml", b"", "Please write"), ("x.xlsx", b"PK", "This is not an .xlsx file"),
     ("x.json", b"{", "This is not JSON"), ("<b>.exe", b"", "ends in .toml"),
     ("x.toml", TOML.replace(b"class_size", b"demo = true\nclass_size"), "has this mark")],
)  # fmt: skip
def test_unusable_file_is_explained(store, import_file, name, content, sentence):
    answer = import_file(content, name)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert "<script>alert" not in answer.text
    assert store.surveys.all() == []


def test_import_without_a_file_is_explained(instructor):
    assert "Please choose a file" in instructor.post("/surveys/new/import").text


@pytest.fixture
def paste(instructor):
    def send(text: str, gamma: str = "1/4", **fields):
        return instructor.post("/surveys/new/import", {"pasted": text, "gamma": gamma, **fields})

    return send


def test_a_pasted_list_fills_in_the_form_and_is_saved_only_by_the_instructor(
    instructor, store, paste
):
    text = as_plain_text(MIXED).decode().replace("\n", "\r\n")
    answer = paste(text, gamma="1/7")
    assert answer.status_code == 200
    assert "5 questions imported from" in answer.text
    assert 'name="pasted" rows="8"></textarea>' in answer.text.replace("\r\n", "")
    assert store.surveys.all() == []
    assert instructor.post("/surveys/new", typed(answer.text) | {"save": ""}).status_code == 302
    (saved,) = store.surveys.all()
    assert not saved.published
    assert saved.instrument.title == MIXED.title
    assert [
        (each.text, each.kind, each.listed, str(each.gamma)) for each in saved.instrument.questions
    ] == [(each.text, each.kind, each.listed, "1/7") for each in MIXED.questions]


def test_a_pasted_list_without_a_title_is_no_fault_yet(paste):
    answer = paste("Did you cheat?\nDid you copy?")
    assert answer.status_code == 200
    assert re.findall(r'<p class="error" id="([\w-]+)-error"', answer.text) == []
    assert typed(answer.text)["title"] == ""
    assert typed(answer.text)["questions-1-text"] == "Did you copy?"


def test_what_looks_odd_is_said_beside_its_question(paste):
    page = paste("Exam\n\nDid you cheat?\nI slept\nDid you sleep?").text
    assert "Please look at question 2: a note stands beside it." in page
    assert page.count("is it a question?") == 1
    before, after = page.split("is it a question?")
    assert before.rindex("<legend>Question 2") > before.rindex("<legend>Question 1")
    assert "<legend>Question 3" in after
    assert "Please look at" not in paste("Exam\n\nDid you cheat?").text


def test_a_print_of_a_form_is_read_by_its_numbers(paste):
    page = paste("Exam\n\n1. Did you cheat?\nYes\nNo\n2. Whose notes?\n☐ Mine\n☐ Yours").text
    assert "2 questions imported from" in page
    assert typed(page)["questions-1-options"] == "Mine\r\nYours".replace("\r", "")


@pytest.mark.parametrize(
    ("text", "gamma", "sentence"),
    [("<b>Whose?</b>\n  Mine & mine", "1/4",
      "Line 1 (“<b>Whose?</b>”): This question has one option. Add"),
     ("Did you?", "1/2", "strictly between 0 and 1/2"), ("\0", "1/4", "control character"),
     ("Did you?\n" * 51, "1/4", "List: At most 50 questions fit")],
)  # fmt: skip
def test_a_faulty_list_is_explained_and_kept(paste, store, text, gamma, sentence):
    answer = paste(text, gamma)
    assert answer.status_code == 422
    assert sentence in html.unescape(answer.text)
    assert "<b>" not in answer.text
    kept = re.search(r'<textarea[^>]*name="pasted"[^>]*>(.*?)</textarea>', answer.text, re.S)
    assert html.unescape(kept[1]).strip("\r\n") == text.strip("\n")
    assert store.surveys.all() == []


def test_a_fault_of_a_list_is_said_at_its_field(paste):
    tag = re.search(r"<textarea[^>]*name=\"pasted\"[^>]*>", paste("Whose?\n  Mine").text)[0]
    for said in ('aria-invalid="true"', 'aria-describedby="pasted-hint pasted-error"', "autofocus"):
        assert said in tag


def test_a_list_and_a_file_at_once_are_refused(paste):
    answer = paste("Did you?", file=(io.BytesIO(TOML), "x.toml"))
    assert answer.status_code == 422
    assert "not both" in answer.text
    assert "Did you?</textarea>" in answer.text


def test_a_million_pasted_lines_are_a_sentence(paste):
    """More than fit into a request, and as many as do."""
    for lines, status, sentence in (
        (1_000_000, 413, "larger than what is taken"), (250_000, 422, "more than 5,000 lines")
    ):  # fmt: skip
        began = time.thread_time()
        answer = paste("a\n" * lines)
        assert time.thread_time() - began < 3
        assert answer.status_code == status
        assert sentence in answer.text


def test_names_from_a_file_are_escaped(import_file):
    survey = [["type", "label", "<img src=x>"], ["range", "<b>How much?</b>", "x"]]
    page = import_file(workbook({"survey": survey}), "<i>.xlsx").text
    assert "<img src=x" not in page
    assert "<b>How" not in page
    assert "<i>" not in page


def test_strangers_import_nothing(respondent, stranger):
    form = {"file": (io.BytesIO(TOML), "x.toml"), "csrf_token": stranger.token("/sign-in")}
    answer = stranger.client.post("/surveys/new/import", data=form)
    assert answer.status_code == 302
    assert "/sign-in" in answer.headers["Location"]
    assert respondent.post("/surveys/new/import").status_code == 400  # no token


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "name",
    ["dots.toml", "panels-in-panels.json", "shared-text.xlsx", "columns.xlsx", "entities.xlsx"],
)
def test_file_made_to_exhaust_the_machine_gets_a_short_page(import_file, name):
    """What reading it takes of memory: see tests/unit/cli/columns/test_hostile_files.py."""
    content = QUESTIONNAIRES[name]()
    began = time.thread_time()
    answer = import_file(content, name)
    assert time.thread_time() - began < 20  # seconds; without a bound some take minutes
    assert answer.status_code in {200, 422}
    assert len(answer.data) < 100_000


def test_the_questionnaire_stands_as_it_will_be_asked_beside_what_is_left_out(instructor, store):
    pasted = (
        "Exam\n\n1. Did you cheat?\n2. Whose notes? (several)\n  Mine\n  A friend's\n"
        "3. How fair?\n  1–5\n4. How many hours?\n  0–40\n5. Which?\n  A & B\n  <b>\n"
    )
    page = instructor.post("/surveys/new/import", {"pasted": pasted, "gamma": "1/4"})
    assert page.status_code == 200
    shown = html.unescape(page.text)
    start = shown.index("As it will be asked")
    listed = re.sub(r"<(?!b>)[^>]+>", " ", shown[start : shown.index("</ol>", start)]).split()
    assert " ".join(listed) == (
        "As it will be asked Did you cheat? Yes · No Whose notes? Mine · A friend's How fair? "
        "1 · 2 · 3 · 4 · 5 How many hours? 0 · 40 Which? A & B · <b>"
    )
    assert store.surveys.all() == []
    faulty = instructor.post("/surveys/new/import", {"pasted": "x" * 301 + "?", "gamma": "1/4"})
    assert "As it will be asked" not in faulty.text


@pytest.mark.parametrize(
    ("tag", "of_list", "of_file", "left_out"),
    [("de",
      "Zeile 1 („Wie?“): Diese Frage hat eine einzige Option.",
      "<code>Datei</code>: Das ist kein JSON: Ein Wert ist zu groß.",
      "(survey row 2): es gibt keine Hinweise; schreib, was wichtig ist, in die Frage."),
     ("es",
      "Línea 1 («Wie?»): Esta pregunta tiene una sola opción.",
      "<code>archivo</code>: Esto no es JSON: un valor es demasiado grande.",
      "(survey row 2): no hay indicaciones; pon lo importante en la pregunta.")],
)  # fmt: skip
def test_what_is_wrong_is_said_in_the_instructors_language(
    instructor, tag, of_list, of_file, left_out
):
    def imported(content: bytes, name: str) -> str:
        form = {"gamma": "1/4"}
        form |= {"file": (io.BytesIO(content), name)} if name else {"pasted": content.decode()}
        answer = instructor.post("/surveys/new/import", form, content_type="multipart/form-data",
                                 headers={"Accept-Language": tag})  # fmt: skip
        return html.unescape(answer.text)

    assert of_list in imported(b"Wie?\n  Nie", "")
    assert of_file in imported(b"[" * 100_000, "survey.json")
    rows = [["type", "label", "hint"], ["select_one yes_no", "Well?", "Say so"]]
    choices = [["list_name", "name", "label"], ["yes_no", "1", "Yes"], ["yes_no", "0", "No"]]
    page = imported(workbook({"survey": rows, "choices": choices}), "survey.xlsx")
    assert left_out in page
