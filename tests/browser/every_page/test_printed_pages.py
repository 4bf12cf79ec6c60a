"""What is printed is to be read: nothing on paper can be pressed, and a handout is one page."""

import re

import pytest
from pages import serving_pages
from presented import CODE

from survey.core.instrument.parsing import validate
from survey.core.responses.response import Response
from survey.store import State, Survey

REPORT = f"/surveys/{CODE}/report"
PRINTED = [REPORT, f"/surveys/{CODE}", f"/s/{CODE}/results",
           f"/surveys/{CODE}/relations?first=q2&second=q4"]  # fmt: skip


@pytest.fixture(scope="module")
def pages(browser, tmp_path_factory):
    with serving_pages(browser, tmp_path_factory.mktemp("pages")) as pages:
        yield pages


def to_press(page) -> list[str]:
    """The buttons, chips and links to files that would be on the paper."""
    page.emulate_media(media="print")
    return page.locator("button, nav, .button, a[download]").evaluate_all(
        "all => all.filter((each) => each.checkVisibility()).map((each) => each.textContent.trim())"
    )


@pytest.mark.first_cell
@pytest.mark.parametrize("path", PRINTED)
def test_nothing_to_press_is_printed(pages, path):
    assert pages.look(path, to_press) == []


def test_the_figures_are_printed(pages):
    with pages.context(True) as context:
        page = context.new_page()
        page.goto(REPORT)
        page.emulate_media(media="print")
        assert page.get_by_role("img").first.is_visible()
        assert page.get_by_text("confidence 95%").is_visible()


@pytest.fixture
def five_questions(store):
    """A closed survey whose handout is long: ten options, and warnings."""
    options = [f"The answer of this option, number {number}" for number in range(1, 11)]
    questions = [
        {"kind": "choice", "text": "Which of these did you do before the final exam?",
         "gamma": "2/5", "options": options},
        {"text": "Did you cheat on the final exam, or on any other one?", "gamma": "1/4"},
        {"text": "Did you use a language model for the homework?", "gamma": "1/4"},
        {"kind": "number", "text": "How many hours a week did you study?", "gamma": "1/4",
         "low": 0, "high": 40},
        {"kind": "rating", "text": "How fair was the final exam?", "gamma": "2/5", "highest": 5},
    ]  # fmt: skip
    survey = Survey("hand34", validate({"title": "After the final", "questions": questions}),
                    State.OPEN)  # fmt: skip
    store.surveys.add(survey)
    for number in range(120):
        reports = tuple(number % item.options for item in survey.instrument.items)
        response = Response(survey.instrument.digest, f"{number:032x}", reports)
        store.responses.add(survey.code, response)
    store.surveys.set_state(survey.code, State.CLOSED)
    return survey


@pytest.fixture
def eight_questions(store):
    """A closed survey of eight questions, each with one figure."""
    texts = [f"Did you do what question number {number} is about, in this term?"
             for number in range(1, 9)]  # fmt: skip
    questions = [{"text": text, "gamma": "1/4"} for text in texts]
    survey = Survey("eigh34", validate({"title": "Eight about one term", "questions": questions}),
                    State.OPEN)  # fmt: skip
    store.surveys.add(survey)
    for number in range(40):
        reports = tuple(int(number % 8 <= item) for item in range(8))
        response = Response(survey.instrument.digest, f"{number:032x}", reports)
        store.responses.add(survey.code, response)
    store.surveys.set_state(survey.code, State.CLOSED)
    return survey


@pytest.mark.first_cell
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_handout_of_eight_figures_is_one_page(instructor_page, eight_questions, paper):
    page = instructor_page
    page.goto(f"/surveys/{eight_questions.code}/report")
    printed = page.pdf(format=paper)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 1


@pytest.mark.first_cell
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_handout_of_five_questions_is_one_page(instructor_page, five_questions, paper):
    page = instructor_page
    page.goto(f"/surveys/{five_questions.code}/report")
    printed = page.pdf(format=paper)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 1
