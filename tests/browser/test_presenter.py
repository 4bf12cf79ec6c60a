"""The presenter view as an instructor uses it: keys, a clicker, buttons, while responses arrive."""

import re
import secrets
import time
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from instruments import alone
from instruments import make_mixed_instrument
from playwright.sync_api import expect

from survey.app.planned_closing import PlannedClosing
from survey.core.response import Response
from survey.store import State
from survey.store import Survey

PATH = "/surveys/mixd34/present"
SLOWEST = 10_000  # ms until a live page has followed


@pytest.fixture
def answer(store):
    """Stores so many responses, the same ones throughout."""
    instrument = make_mixed_instrument()
    store.add_survey(Survey("mixd34", instrument, State.OPEN))

    def answer(responses: int) -> None:
        for _ in range(responses):
            reports = tuple(secrets.randbelow(item.options) for item in instrument.items)
            store.add_response(
                "mixd34", Response(instrument.digest, secrets.token_hex(16), reports)
            )

    return answer


@pytest.fixture
def slides(instructor_page, answer):
    """The presenter view with twenty responses."""
    answer(20)
    instructor_page.goto(PATH)
    expect(instructor_page.get_by_role("button", name="Freeze")).to_be_visible()
    return instructor_page


def heading(page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def test_every_key_does_what_the_list_says(slides):
    page, press = slides, slides.keyboard.press
    hidden = page.get_by_text("Results hidden", exact=True)
    heading(page, "All kinds")
    press("ArrowRight")
    heading(page, "Did you cheat?")
    expect(hidden.first).to_be_visible()
    for key in "hHrR":
        shown = page.get_by_role("img", name=re.compile("respondents"))
        expect(shown).to_have_count(0)
        press(key)
        expect(shown).to_be_visible()
        press(key)
    press("Space")
    heading(page, "Whose notes?")
    press("ArrowLeft")
    heading(page, "Did you cheat?")
    press("End")
    heading(page, "What these figures mean")
    press("ArrowRight")
    heading(page, "What these figures mean")
    press("Home")
    heading(page, "All kinds")
    press("ArrowLeft")
    heading(page, "All kinds")
    press("ArrowRight")
    press("ArrowRight")
    press("j")
    expect(page.get_by_text("20 responses so far")).to_be_visible()
    press("j")
    heading(page, "Whose notes?")
    press("?")
    dialog = page.get_by_role("dialog", name="Keys of this view")
    expect(dialog).to_be_visible()
    press("ArrowRight")  # meant for the list, not for the slides behind it
    press("Escape")
    expect(dialog).to_be_hidden()
    heading(page, "Whose notes?")


def test_a_clicker_reveals_and_goes_on_and_back(slides):
    page, press = slides, slides.keyboard.press
    table = page.get_by_role("table")
    press("PageDown")
    heading(page, "Did you cheat?")
    press("PageDown")
    heading(page, "Did you cheat?")
    expect(page.get_by_role("link", name="Hide the results")).to_be_visible()
    press("PageDown")
    heading(page, "Whose notes?")
    expect(table).to_have_count(0)
    press("PageDown")
    expect(table).to_have_count(1)
    for _ in range(8):
        press("PageDown")
    heading(page, "What these figures mean")
    for _ in range(11):
        press("PageUp")
    heading(page, "All kinds")


def test_buttons_do_the_same_and_reload_keeps_the_place(slides):
    page = slides
    page.get_by_role("link", name="Next").click()
    page.get_by_role("link", name="Next").click()
    heading(page, "Whose notes?")
    page.get_by_role("link", name="Show the results").click()
    expect(page.get_by_role("table")).to_be_visible()
    page.reload()
    heading(page, "Whose notes?")
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_role("link", name="How to join").click()
    heading(page, "All kinds")
    page.get_by_role("button", name="Keys").click()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement === null")


def figures(page) -> str:
    """Every figure of every slide, hidden or not."""
    return page.evaluate(
        "[...document.querySelectorAll('[data-figures]')].map((each) => each.textContent).join()"
    )


def test_frozen_figures_stay_on_every_slide_until_they_follow_again(slides, answer):
    page = slides
    page.keyboard.press("f")
    expect(page.get_by_text("Frozen at 20 responses", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Follow again")).to_be_visible()
    before = figures(page)
    answer(30)
    with page.expect_response(re.compile("present")) as told:
        pass
    assert told.value.status == 200
    page.wait_for_timeout(300)
    assert figures(page) == before
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("r")
    page.wait_for_timeout(2_500)
    assert figures(page) == before
    page.keyboard.press("Home")
    expect(page.get_by_text("20 responses so far")).to_be_visible()
    page.get_by_role("button", name="Follow again").click()
    expect(page.get_by_text("50 responses so far")).to_be_visible(timeout=SLOWEST)
    expect(page.get_by_text("Frozen at")).to_be_hidden()
    assert figures(page) != before


def test_without_freezing_the_figures_follow_and_results_stay_hidden(slides, answer):
    """The control of the test above; what was not revealed is not revealed by following."""
    page = slides
    page.keyboard.press("ArrowRight")
    answer(30)
    expect(page.get_by_text("50 responses", exact=True)).to_be_visible(timeout=SLOWEST)
    expect(page.get_by_text("Results hidden", exact=True).first).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("respondents"))).to_have_count(0)
    page.keyboard.press("r")
    expect(page.get_by_text("of these 50 respondents").first).to_be_visible()


def test_a_screen_reader_is_told_the_slide(slides):
    page = slides
    spoken = page.locator("#spoken")
    assert spoken.get_attribute("role") == "status"
    page.keyboard.press("ArrowRight")
    expect(spoken).to_have_text("Slide 2 of 7: Did you cheat? Results hidden.")
    page.keyboard.press("h")
    expect(spoken).to_have_text("Slide 2 of 7: Did you cheat? Results shown.")
    page.keyboard.press("f")
    expect(spoken).to_have_text("Frozen at 20 responses. Newer responses are not shown.")


def test_letter_keys_can_be_turned_off_for_good_and_others_go_on(slides):
    page, press = slides, slides.keyboard.press
    press("?")
    switch = page.get_by_label("Letters, Space and ? work as shortcuts in this browser")
    switch.uncheck()
    press("Escape")
    page.goto(f"{PATH}?slide=1")
    for key in ("h", "r", "f", "j", "?", "Space"):
        press(key)
    heading(page, "Did you cheat?")
    expect(page.get_by_text("Results hidden", exact=True).first).to_be_visible()
    expect(page.get_by_text("Frozen at")).to_be_hidden()
    expect(page.get_by_role("dialog")).to_be_hidden()
    press("PageDown")
    expect(page.get_by_role("link", name="Hide the results")).to_be_visible()
    press("ArrowRight")
    heading(page, "Whose notes?")
    page.get_by_role("button", name="Keys").click()
    expect(switch).not_to_be_checked()
    switch.check()
    press("Escape")
    press("h")
    expect(page.get_by_role("table")).to_be_visible()


def test_keys_with_others_held_and_space_on_a_button_are_left_alone(slides):
    page = slides
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Alt+h")
    page.keyboard.press("Control+Home")
    heading(page, "Did you cheat?")
    expect(page.get_by_text("Results hidden", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Freeze").focus()
    page.keyboard.press("Space")
    heading(page, "Did you cheat?")
    expect(page.get_by_text("Frozen at 20 responses", exact=True)).to_be_visible()


def test_without_a_script_the_links_turn_the_slides(new_context, slides):
    context = new_context(1280, 720, java_script_enabled=False)
    context.add_cookies(slides.context.cookies())
    page = context.new_page()
    page.goto(PATH)
    expect(page.get_by_role("button", name=re.compile("Freeze|Keys|Full"))).to_have_count(0)
    page.get_by_role("link", name="Next").click()
    page.get_by_role("link", name="Next").click()
    heading(page, "Whose notes?")
    expect(page.get_by_role("table")).to_have_count(0)
    page.get_by_role("link", name="Show the results").click()
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_role("link", name="Hide the results").click()
    expect(page.get_by_role("table")).to_have_count(0)


def test_the_list_of_keys_is_accessible(slides):
    slides.keyboard.press("?")
    violations = Axe().run(slides).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_a_projected_slide_is_read_from_the_last_row(new_context, slides, width, height):
    """A question of at least 2.5rem, its figure larger; no slide needs scrolling."""
    context = new_context(width, height)
    context.add_cookies(slides.context.cookies())
    page = context.new_page()
    page.goto(f"{PATH}?slide=1&results=shown")
    size = "(each) => parseFloat(getComputedStyle(each).fontSize)"
    question = page.get_by_role("heading", level=1).evaluate(size)
    figure = page.locator(".slide:not([hidden]) .slide-figure strong").evaluate(size)
    assert question >= 40
    assert figure > 1.5 * question
    beyond = {}
    for slide in range(7):
        page.goto(f"{PATH}?slide={slide}&results=shown")
        beyond[slide] = beyond_the_screen(page)
    assert not any(beyond.values()), beyond


def beyond_the_screen(page) -> int:
    return page.evaluate("document.documentElement.scrollHeight - innerHeight")


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 720), (1920, 1080)])
def test_however_many_options_fit_on_a_slide(new_context, slides, store, width, height):
    """Of words that take two lines, under a question of two; each drawing as wide as its axis."""
    choice = make_mixed_instrument().questions[1]
    counts = (2, 4, 5, 6, 7, 8, 9, 16, 17, 20)
    questions = [
        replace(choice, text="Which of these would you say is the most important reason for it?",
                listed=tuple(f"The reason no. {n} for it" for n in range(count)))
        for count in counts
    ]  # fmt: skip
    survey = Survey("many34", alone(*questions), State.OPEN)
    store.add_survey(survey)
    for number in range(100):
        reports = tuple(number % item.options for item in survey.instrument.items)
        response = Response(survey.instrument.digest, secrets.token_hex(16), reports)
        store.add_response("many34", response)
    context = new_context(width, height)
    context.add_cookies(slides.context.cookies())
    page, beyond = context.new_page(), {}
    for slide, count in enumerate(counts, start=1):
        page.goto(f"/surveys/many34/present?slide={slide}&results=shown")
        beyond[count] = beyond_the_screen(page)
        widths = page.locator(".slide:not([hidden]) .slide-drawn svg").evaluate_all(
            "drawn => drawn.map(each => Math.round(each.getBoundingClientRect().width))"
        )
        assert max(widths) - min(widths) <= 1, count
    assert not any(beyond.values()), beyond


def test_a_survey_that_is_closed_meanwhile_is_not_to_be_joined(slides, store):
    code = slides.get_by_label("Code m i x d 3 4")
    expect(code).to_be_visible()
    store.set_state("mixd34", State.CLOSED)
    expect(slides.get_by_text("This survey is closed")).to_be_visible(timeout=SLOWEST)
    expect(code).to_be_hidden()


@pytest.fixture
def closing(store):
    """What closes surveys at their time, as beside a server."""
    planned = PlannedClosing(store)
    planned.start()
    yield
    planned.stop()


def seconds_left(page) -> int:
    minutes, seconds = page.get_by_role("timer").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def test_time_to_close_is_set_counted_down_prolonged_and_taken_back(slides, closing, store):
    page = slides
    page.keyboard.press("ArrowRight")
    page.keyboard.press("f")
    page.get_by_text("Close in …").click()
    page.get_by_role("button", name="2 minutes").click()
    expect(page.get_by_role("timer")).to_be_visible()
    # The times no longer cover the slide, and the keyboard is where they were asked for.
    expect(page.get_by_role("button", name="2 minutes")).to_be_hidden()
    expect(page.get_by_text("Close in …")).to_be_focused()
    first = seconds_left(page)
    assert 110 <= first <= 120
    page.wait_for_timeout(2_500)
    assert seconds_left(page) < first
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="2 minutes")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="2 minutes")).to_be_hidden()
    page.get_by_text("Close in …").click()
    page.get_by_role("button", name="One minute more").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile("^2:"))
    page.get_by_text("Close in …").click()
    page.get_by_role("button", name="Stay open").click()
    expect(page.get_by_role("timer")).to_have_count(0)
    assert store.survey("mixd34").closes_at is None
    # The page has not been left for any of that.
    expect(page.get_by_text("Frozen at 20 responses", exact=True)).to_be_visible()
    heading(page, "Did you cheat?")


def test_survey_closes_when_the_time_is_up_and_the_pages_say_so(
    slides, closing, store, new_context
):
    other = new_context(1280, 720)
    other.add_cookies(slides.context.cookies())
    dashboard = other.new_page()
    store.plan_closing("mixd34", int(time.time()) + 5)
    dashboard.goto("/surveys/mixd34")
    expect(dashboard.get_by_role("timer")).to_be_visible()
    slides.reload()
    expect(slides.get_by_role("timer")).to_be_visible()
    expect(slides.get_by_text("This survey is closed")).to_be_visible(timeout=SLOWEST)
    expect(slides.get_by_role("timer")).to_have_count(0)
    expect(dashboard.get_by_text("This survey is closed.")).to_be_visible(timeout=SLOWEST)
    assert store.survey("mixd34").state is State.CLOSED


def test_without_a_script_the_time_is_set_too(new_context, slides, store):
    context = new_context(1280, 720, java_script_enabled=False)
    context.add_cookies(slides.context.cookies())
    page = context.new_page()
    page.goto(f"{PATH}?slide=1")
    page.get_by_text("Close in …").click()
    page.get_by_role("button", name="10 minutes").click()
    heading(page, "Did you cheat?")
    expect(page.get_by_role("timer")).to_be_visible()
    assert store.survey("mixd34").closes_at > time.time() + 500
