"""The receipt's letter turns face down by itself, and then tells nothing to whoever looks on."""

import contextlib

import pytest
from playwright.sync_api import Page, expect
from respondent_page import expect_saved, fill_in, press_send, wait_until_still
from tape import put_tape, tape_for
from traces import serve_changed_client

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.errors import SurveyNotFound

YES_NO = {"kind": "yes/no", "text": "Did you cheat on the final exam?", "gamma": "1/4"}
CHOICE = {"kind": "choice", "text": "Whose notes did you use most?", "gamma": "1/4",
          "options": ["Mine", "A friend's who sits beside me", "Nobody's", "A book's"]}  # fmt: skip
NUMBER = {"kind": "number", "text": "Hours of work?", "gamma": "1/4", "low": 0, "high": 20}
RATING = {"kind": "rating", "text": "How fair?", "gamma": "2/5", "highest": 10}
SEVERAL = {"kind": "several", "text": "Where?", "gamma": "1/4", "options": ["Hall", "Home"]}
STRONG = {"kind": "yes/no", "text": "Really?", "gamma": "9/20"}
KINDS = {"yes/no": [YES_NO], "choice": [CHOICE], "number": [NUMBER], "rating": [RATING],
         "strong": [STRONG], "all": [YES_NO, CHOICE, NUMBER, SEVERAL, STRONG]}  # fmt: skip
FIRST = {"number": 0, "several": (0, 0)}
OPEN_MS = 8_000
FACE_DOWN = "Face down, so that nobody beside you reads it."

# All of the page, and where each part of it stands.
PAGE = """() => [document.documentElement.outerHTML, document.documentElement.scrollHeight,
    [...document.querySelectorAll("body *")].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height];
    })]"""
HEIGHTS = "() => [...document.querySelectorAll('.letter, .after')].map((each) => each.offsetTop)"


def instrument_of(questions: list[dict]) -> Instrument:
    return validate({"title": "T", "questions": questions, "check_understanding": True})


@pytest.fixture
def sent(new_context, store, publish):
    """Sends these reports, all answers being the first, on a phone whose clock is put forward."""

    def sent(questions: list[dict], reports: list[int], variant=None, **options) -> Page:
        instrument = instrument_of(questions)
        with contextlib.suppress(SurveyNotFound):  # that of the run before, with the same id
            store.surveys.delete("pub234")
        path = publish(instrument)
        answers = [FIRST.get(each["kind"], 0) for each in questions]
        page = new_context(**options).new_page()
        page.clock.install()
        # The response's id, which is drawn last and stands on the page, is the same each time.
        drawn = tape_for(instrument, answers, reports)[:-4]
        put_tape(page, [*drawn, 1, 2, 3, 4])
        if variant:
            serve_changed_client(page, *variant)
        page.goto(path)
        fill_in(page, instrument, answers)
        press_send(page)
        expect_saved(page)
        page.clock.run_for(1_000)
        wait_until_still(page)
        return page

    return sent


def turn_down(page: Page) -> None:
    page.clock.run_for(OPEN_MS)
    expect(page.get_by_role("status").filter(has_text=FACE_DOWN)).to_be_visible()
    page.clock.run_for(1_000)
    wait_until_still(page)


def told_in(page: Page):
    """What is said below the first letter."""
    return page.locator(".concluded [role=status]")


def reports_of(questions: list[dict]) -> list[list[int]]:
    """Of every item the first report and the last."""
    items = instrument_of(questions).items
    return [[0] * len(items), [each.options - 1 for each in items]]


@pytest.mark.first_cell
@pytest.mark.parametrize("kind", KINDS)
def test_face_down_the_page_is_the_same_byte_for_byte(sent, kind):
    questions = KINDS[kind]
    up, down = set(), set()
    for reports in reports_of(questions):
        page = sent(questions, reports)
        up.add(str(page.evaluate(PAGE)))
        turn_down(page)
        down.add(str(page.evaluate(PAGE)))
    assert len(up) == 2, "the control: face up they differ"
    assert len(down) == 1


LEAKS = {
    "the emphasis stays": (r"const shown = words\.either \? null : report;",
                           "const shown = report ?? globalThis.last; globalThis.last = shown;"),
    "the report stays on the hidden card": (r"report === null \? \[\] : \[said\(report\)\]",
                                            "report === null ? face.childNodes : [said(report)]"),
    "the question of proof names it": (r"show: \(report\) => face\.replace",
                                       "show: (report) => report === null || face.replace"),
}  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("leak", LEAKS)
def test_what_tells_the_report_face_down_is_caught(sent, leak):
    down = set()
    for reports in reports_of([YES_NO]):
        page = sent([YES_NO], reports, LEAKS[leak])
        turn_down(page)
        down.add(str(page.evaluate(PAGE)))
    assert len(down) == 2


@pytest.mark.first_cell
@pytest.mark.parametrize("kind", ["yes/no", "choice", "all"])
def test_nothing_jumps_when_it_turns(sent, kind):
    questions = KINDS[kind]
    page = sent(questions, reports_of(questions)[1])
    before = page.evaluate(HEIGHTS)
    turn_down(page)
    assert page.evaluate(HEIGHTS) == before


@pytest.mark.exhaustive
def test_a_press_shows_it_for_as_long_again(sent):
    page = sent([YES_NO], [0])
    face = page.locator(".letter strong")
    expect(face).to_have_text("No")
    page.clock.run_for(OPEN_MS // 2)
    expect(face).to_have_text("No")
    turn_down(page)
    expect(face).to_have_text("")
    expect(page.locator(".asked")).to_be_hidden()
    seal = page.get_by_role("button", name="Tap to see", expanded=False)
    seal.press("Enter")
    expect(face).to_have_text("No")
    expect(page.get_by_role("button", name="Turn it face down", expanded=True)).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Both can show No.")).to_be_visible()
    turn_down(page)
    expect(seal).to_be_focused()
    seal.click()
    expect(face).to_have_text("No")
    page.locator(".seal").click()  # no need to wait
    expect(face).to_have_text("")


def test_each_letter_is_shown_by_itself(sent):
    page = sent(KINDS["all"], [0, 1, 1, 0, 1, 1])
    turn_down(page)
    page.get_by_role("button", name="Tap to see").nth(2).click()
    faces = page.locator(".letter strong:not(.stack *[aria-hidden])")
    expect(faces).to_have_text(["", "", "The high end of 0 – 20", "", "", ""])
    expect(page.get_by_role("status").filter(has_text=FACE_DOWN)).to_be_visible()


@pytest.mark.exhaustive
def test_reduced_motion_turns_it_without_a_movement(sent):
    page = sent([YES_NO], [1], reduced_motion="reduce")
    page.evaluate("addEventListener('animationstart', () => (globalThis.moved = true), true)")
    turn_down(page)
    page.get_by_role("button", name="Tap to see").click()
    page.clock.run_for(1_000)
    assert page.evaluate("globalThis.moved") is None


TILES = """(row) => [...row.children].map(({ className, textContent }) =>
    [className.replace("tile ", ""), textContent])"""


def rows_of(page: Page) -> list[list[list[str]]]:
    return [row.evaluate(TILES) for row in page.locator(".tiles").all()]


def test_the_stories_have_the_questions_own_odds(sent):
    page = sent([YES_NO], [0])
    assert page.locator(".meant > span:first-child > span:first-child").all_inner_texts() == [
        "Of 4 devices that meant Yes",
        "Of 4 devices that meant No",
    ]
    assert rows_of(page) == [
        [["kept pale", "Yes"]] * 3 + [["turned shown", "No"]],
        [["kept shown", "No"]] * 3 + [["turned pale", "Yes"]],
    ]
    expect(page.get_by_role("img", name="3 × Yes; changed by chance: 1 × No")).to_be_visible()
    turn_down(page)
    assert rows_of(page) == [
        [["kept", "Yes"]] * 3 + [["turned", "No"]],
        [["kept", "No"]] * 3 + [["turned", "Yes"]],
    ]


def test_a_choice_has_one_story_of_its_answer_and_one_of_any_other(sent):
    page = sent([CHOICE], [1])
    assert page.locator(".meant > span:first-child > span:first-child").all_inner_texts() == [
        "Of 6 devices that meant A friend's who sits beside me",
        "Of 6 devices that meant another",
    ]
    assert rows_of(page) == [
        [["kept shown", "✓"]] * 3 + [["turned pale", ""]] * 3,
        [["kept pale", ""]] * 3 + [["turned shown", "✓"]] + [["turned pale", ""]] * 2,
    ]
    turn_down(page)
    assert rows_of(page) == [[["kept", ""]] * 3 + [["turned", ""]] * 3] * 2


def test_the_stories_of_options_to_tick_are_of_yes_and_of_no(sent):
    page = sent([SEVERAL], [1, 0])
    assert page.locator(".meant > span:first-child > span:first-child").all_inner_texts() == [
        "Of 4 devices that meant Yes",
        "Of 4 devices that meant No",
    ]
    expect(page.get_by_role("img", name="3 × Yes; changed by chance: 1 × No")).to_be_visible()


@pytest.mark.exhaustive
def test_several_options_mark_no_square(sent):
    page = sent([SEVERAL], [1, 0])
    assert {look for row in rows_of(page) for look, _ in row} == {"kept", "turned"}
    expect(told_in(page)).to_contain_text("Both can show Yes / No.")


def test_strong_evidence_is_called_so_beside_its_stories(sent):
    page = sent([STRONG], [1])
    assert [len(row) for row in rows_of(page)] == [20, 20]
    expect(told_in(page)).to_contain_text("Both can show Yes. Strong evidence, but no proof.")
    expect(page.get_by_text("Nobody can tell")).to_have_count(0)


@pytest.mark.exhaustive
def test_odds_too_strong_for_a_picture_have_none(sent):
    page = sent([RATING | {"gamma": "49/100"}], [3])
    expect(page.locator(".tiles")).to_have_count(0)
    expect(told_in(page)).to_contain_text("Strong evidence, but no proof.")
    turn_down(page)
