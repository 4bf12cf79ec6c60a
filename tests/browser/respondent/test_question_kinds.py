"""Filling in every kind of question: by mouse, by keyboard, and what is refused."""

import re
from dataclasses import replace

import pytest
from grids import usually
from instruments import alone, make_instrument, make_mixed_instrument, mixed_questions
from page_faults import axe_faults
from playwright.sync_api import Locator, Page, expect
from respondent_page import NONE, expect_saved, fill_in, fill_in_question, group_of, press_send
from tape import put_tape

from survey.core.instrument.parsing import validate
from survey.core.kinds.registry import KINDS

MIXED = make_mixed_instrument()
QUESTIONS = {question.kind: question for question in MIXED.questions}
ANSWERS = [1, 1, (1, 0), 27, 3]
FIELDS = {KINDS["several"]: "checkbox", KINDS["number"]: "textbox"}  # any other: "radio"

# Words of 0 keep every answer, and round a number up unless it is the lowest.
TRUTHFUL = [0] * 40


@pytest.fixture
def mixed_page(page, publish) -> Page:
    """The page of a survey with every kind of question."""
    put_tape(page, TRUTHFUL)
    page.goto(publish(MIXED))
    return page


def field(page: Page, kind, name: str) -> Locator:
    """A radio button or a box by its label, in the question of this kind."""
    group = group_of(page, QUESTIONS[kind])
    return group.get_by_role(FIELDS.get(kind, "radio"), name=name, exact=True)


def sent_reports(store) -> tuple[int, ...]:
    ((_, reports),) = store.responses.all("pub234")
    return reports


def test_how_each_kind_is_randomized_is_said_in_its_own_figures(page, publish):
    """By hand: 9/11 and 1/11; 9/13 and 1/13; 5/6; suspicion .3·A/(.3·A + .7)."""
    two = {"kind": "choice", "text": "Which?", "gamma": "1/4", "options": ["This", "That"]}
    page.goto(publish(validate({"title": "All", "questions": [*mixed_questions(), two]})))
    hints = (
        ("Truth is sent with a chance of 75%; suspicion 30 → 56%.", 2),
        ("Your answer is sent with a chance of 81.8%, each other one with 9.1%; suspicion "
         "30 → 79%.", 1),
        ("Each option by itself: truth is sent with a chance of 83.3%; suspicion 30 → 68%. "
         "ε = 3.22 for all 2.", 1),
        ("Your number is rounded at random to 0 or to 40, the nearer the likelier. That end is "
         "sent with a chance of 75%, otherwise the other end; suspicion 30 → 56%.", 1),
        ("Your answer is sent with a chance of 69.2%, each other one with 7.7%; suspicion "
         "30 → 79%.", 1),
    )  # fmt: skip
    for sentence, times in hints:
        expect(page.get_by_text(sentence, exact=True)).to_have_count(times)


def test_every_kind_is_answered_by_mouse(mixed_page, store):
    """Clicks on the words, which are much larger than the fields."""
    for question, words in zip(
        MIXED.questions,
        [["Yes"], ["A friend's"], ["Algebra"], [], ["4"]],
        strict=True,
    ):
        for text in words:
            group_of(mixed_page, question).get_by_text(text, exact=True).click()
    mixed_page.get_by_text("A whole number from 0 to 40", exact=True).click()
    mixed_page.keyboard.type("27")
    press_send(mixed_page)
    expect_saved(mixed_page)
    assert sent_reports(store) == (1, 1, 1, 0, 1, 3)


def tab_to(page: Page, target: Locator) -> None:
    """Presses Tab until `target` has the focus, as often as a page may need."""
    target.wait_for()
    for _ in range(30):
        page.keyboard.press("Tab")
        if target.evaluate("(element) => element === document.activeElement"):
            return
    pytest.fail("Tab does not get there")


def test_every_kind_is_answered_by_keyboard_alone(mixed_page, store):
    """A radio group is one tab stop, each box is one, and arrow keys choose."""
    tab_to(mixed_page, field(mixed_page, KINDS["yes/no"], "Yes"))
    for keys in (
        ["Space"],
        ["Tab", "ArrowDown", "ArrowRight"],  # the third option
        ["Tab", "Tab", "Space", "Tab", "Shift+Tab"],  # the second box; to the last one and back
        ["Tab", "Tab", "2", "7"],
        ["Tab", "ArrowLeft", "ArrowUp"],  # wraps to 5, then 4
        ["Tab", "Enter"],
    ):
        for key in keys:
            mixed_page.keyboard.press(key)
    expect_saved(mixed_page)
    expect(mixed_page.get_by_role("heading", name="Sent.")).to_be_focused()
    assert sent_reports(store) == (1, 2, 0, 1, 1, 3)


@pytest.mark.exhaustive
def test_turning_the_wheel_over_a_number_leaves_it(page, publish):
    page.goto(publish(alone(QUESTIONS[KINDS["number"]])))
    field = page.get_by_role("textbox")
    field.fill("7")
    field.hover()
    page.evaluate("addEventListener('wheel', () => setTimeout(() => { window.turned = true; }))")
    page.mouse.wheel(0, -100)
    page.wait_for_function("() => window.turned")
    expect(field).to_have_value("7")


MESSAGES = {
    KINDS["number"]: (
        "Please give a whole number from 0 to 40: only digits, without dots or commas."
    ),
    KINDS["several"]: "Please tick what applies, or “None of these”.",
}


SOME = [KINDS["several"], KINDS["number"]]


def faults(page: Page) -> Locator:
    """What is said at questions without an answer."""
    return page.locator(".question .error:visible")


@pytest.mark.first_cell
@pytest.mark.parametrize("kind", usually(SOME, KINDS.values()), ids=str)
def test_a_missing_answer_is_pointed_out_at_its_question(mixed_page, bodies, kind):
    missing = QUESTIONS[kind]
    given = [
        None if question == missing else answer
        for question, answer in zip(MIXED.questions, ANSWERS, strict=True)
    ]
    fill_in(mixed_page, MIXED, given)
    press_send(mixed_page)
    group = group_of(mixed_page, missing)
    sentence = MESSAGES.get(kind, "Please answer this question.")
    expect(group.locator(".error")).to_have_text(f"{sentence} A report is no proof.")
    expect(mixed_page.get_by_role("alert")).to_have_count(1)
    expect(group.get_by_role(FIELDS.get(kind, "radio")).first).to_be_focused()
    assert bodies == []
    fill_in_question(group, missing, ANSWERS[MIXED.questions.index(missing)])
    mixed_page.keyboard.press("Tab")  # a number counts as given once it is left
    expect(mixed_page.get_by_role("alert")).to_have_count(0)
    press_send(mixed_page)
    expect_saved(mixed_page)


def test_unanswered_question_at_odds_that_are_strong_evidence_says_nothing_of_denying(
    page, publish
):
    """Above 9 to 1 nobody could: 19 to 1 here, beside 9 to 1."""
    instrument = make_instrument("9/20", "2/5")
    page.goto(publish(instrument))
    press_send(page)
    said = [group.locator(".error") for group in page.get_by_role("radiogroup").all()]
    expect(said[0]).to_have_text("Please answer this question.")
    expect(said[1]).to_have_text("Please answer this question. A report is no proof.")


@pytest.mark.exhaustive
def test_the_first_of_several_missing_answers_gets_the_focus(mixed_page, bodies):
    fill_in(mixed_page, MIXED, [1, 1, None, None, None])
    press_send(mixed_page)
    expect(faults(mixed_page)).to_have_count(3)
    expect(field(mixed_page, KINDS["several"], "Algebra")).to_be_focused()
    assert bodies == []


@pytest.mark.exhaustive
def test_none_of_these_excludes_the_options_and_they_exclude_it(mixed_page):
    options = [field(mixed_page, KINDS["several"], text) for text in ("Algebra", "Analysis")]
    none = field(mixed_page, KINDS["several"], NONE)
    for option in options:
        option.check()
    none.check()
    for option in options:
        expect(option).not_to_be_checked()
    options[1].check()
    expect(none).not_to_be_checked()
    expect(options[0]).not_to_be_checked()


@pytest.mark.first_cell
@pytest.mark.parametrize("box", ["Analysis", NONE])
def test_a_box_ticked_and_unticked_is_no_answer(mixed_page, bodies, box):
    fill_in(mixed_page, MIXED, ANSWERS)
    field(mixed_page, KINDS["several"], "Algebra").uncheck()
    field(mixed_page, KINDS["several"], box).check()
    field(mixed_page, KINDS["several"], box).uncheck()
    press_send(mixed_page)
    expect(faults(mixed_page)).to_have_text(re.compile(MESSAGES[KINDS["several"]]))
    assert bodies == []


@pytest.mark.exhaustive
def test_numbers_out_of_bounds_and_broken_ones_are_refused(mixed_page, bodies):
    fill_in(mixed_page, MIXED, ANSWERS)
    number = mixed_page.get_by_role("textbox", name="A whole number from 0 to 40")
    for refused in ("41", "-1", "0.5", "39.999", "1e9", "2.000", "1,0", "²", "+7", ""):
        number.fill(refused)
        press_send(mixed_page)
        expect(faults(mixed_page)).to_have_text(re.compile(MESSAGES[KINDS["number"]]))
        expect(number).to_be_focused()
    assert bodies == []


@pytest.mark.exhaustive
def test_what_is_no_number_at_all_is_refused(mixed_page, bodies):
    """A browser's own number field lets "e" and "-" be typed, and gives no value for them."""
    fill_in(mixed_page, MIXED, [*ANSWERS[:3], None, *ANSWERS[4:]])
    mixed_page.get_by_role("textbox").press_sequentially("-e")
    press_send(mixed_page)
    expect(faults(mixed_page)).to_have_text(re.compile(MESSAGES[KINDS["number"]]))
    assert bodies == []


@pytest.mark.first_cell
@pytest.mark.parametrize("leave", ["reload", "/how"])
def test_no_answer_comes_back_after_leaving(mixed_page, leave):
    fill_in(mixed_page, MIXED, ANSWERS)
    if leave == "reload":
        mixed_page.reload()
    else:
        mixed_page.goto(leave)
        mixed_page.go_back()
    expect(mixed_page.get_by_role("textbox")).to_have_value("")
    for role in ("radio", "checkbox"):
        expect(mixed_page.get_by_role(role).first).to_be_visible()
        expect(mixed_page.get_by_role(role, checked=True)).to_have_count(0)


def test_no_field_of_any_kind_has_a_name(mixed_page):
    fill_in(mixed_page, MIXED, ANSWERS)
    form = "document.querySelector('#answers')"
    assert mixed_page.evaluate(f"{form}.querySelectorAll('[name]').length") == 0
    assert mixed_page.evaluate(f"[...new FormData({form})].length") == 0


def look_at(page: Page) -> None:
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("scheme", usually(["dark"], ["light", "dark"]))
def test_every_kind_fits_a_phone_and_is_accessible(new_context, publish, scheme):
    """With long texts, and the widest bounds and scales that an instrument may have."""
    long = "Incomprehensibilities of a summer's examination: "
    instrument = alone(
        *(
            replace(
                question,
                text=long + question.text,
                listed=tuple(long + text for text in question.listed),
                low=-1_000_000 if question.kind is KINDS["number"] else question.low,
                high={KINDS["number"]: 1_000_000, KINDS["rating"]: 10}.get(
                    question.kind, question.high
                ),
            )
            for question in MIXED.questions
        )
    )
    page = new_context(color_scheme=scheme).new_page()
    page.goto(publish(instrument))
    press_send(page)
    expect(faults(page)).to_have_count(len(instrument.questions))
    look_at(page)
    fill_in(page, instrument, [1, 1, (1, 1), -1_000_000, 9])
    look_at(page)
    press_send(page)
    expect_saved(page)
    look_at(page)
