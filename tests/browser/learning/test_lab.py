"""The lab in a browser: sliders move the picture by keyboard, and all move what is said of it."""

import re
import time

import pytest
from grids import usually
from page_faults import axe_faults, complaints_of
from playwright.sync_api import Page, expect

from survey.lab.catalog import LESSONS, lesson_named
from survey.lab.lesson import typed

# All are of one template and one script.
ONE_OF_ALL = usually(LESSONS[:1], LESSONS)
THREE_OF_ALL = usually(LESSONS[:3], LESSONS)

LARGEST_PAGE = 100_000  # bytes, with all its files


@pytest.fixture(params=THREE_OF_ALL, ids=lambda lesson: lesson.name)
def lesson(request):
    return request.param


def size_of(page: Page, path: str) -> int:
    """Bytes of the page and of all its files, bodies and headers."""
    finished = []
    page.on("requestfinished", lambda request: finished.append(request))
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert any("sliders.js" in request.url for request in finished)
    assert len(finished) >= 4
    sizes = [request.sizes() for request in finished]
    return sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes)


@pytest.mark.first_cell
@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.exhaustive)])
def test_sliders_move_the_picture_by_keyboard(new_context, lesson, width):
    page = new_context(width, 740).new_page()
    complaints, redrawn = complaints_of(page), set()
    assert size_of(page, f"/lab/{lesson.name}") < LARGEST_PAGE
    for slider in lesson.settings:
        page.goto(f"/lab/{lesson.name}")
        picture = page.locator("#picture").get_by_role("img")
        before = picture.inner_html().split("</title>")[1]
        control = page.get_by_role("slider", name=slider.label, exact=True)
        control.focus()
        last = slider.values[-1] if slider.initial != slider.values[-1] else slider.values[0]
        page.keyboard.press("End" if last == slider.values[-1] else "Home")
        outcome = lesson.outcome(lesson.initial | {slider.name: last})
        # Read aloud once the slider rests; the picture and its alternative are there by then.
        expect(page.get_by_role("status")).to_have_text(outcome.says)
        expect(picture.locator("title")).to_have_text(outcome.chart.description)
        redrawn.add(picture.inner_html().split("</title>")[1] != before)
        expect(control).to_be_focused()
        expect(control).to_have_attribute("aria-valuetext", slider.in_words(last))
        # The address is worth keeping: it leads to what is shown.
        assert f"{slider.name}={typed(last)}" in page.url
    page.goto(page.url)
    expect(page.get_by_text(outcome.says, exact=True)).to_be_visible()
    assert True in redrawn
    if width == 360:  # the first slider and the whole picture are on one screen
        first = page.get_by_role("slider").first.bounding_box()
        drawn = picture.bounding_box()
        assert drawn["y"] + drawn["height"] - first["y"] <= 740
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert complaints == []


@pytest.mark.first_cell
@pytest.mark.parametrize("language", ["de", pytest.param("es", marks=pytest.mark.exhaustive)])
def test_a_figure_in_the_sentence_is_dragged_in_another_language(new_context, language):
    page = new_context(360, 740).new_page()
    page.goto(f"/lab/sample-size?lang={language}")
    figure = page.locator("#says").get_by_text("200", exact=True)
    slider = page.get_by_role("slider").nth(1)
    expect(slider).to_have_value("200")
    figure.scroll_into_view_if_needed()
    box = figure.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 5 + 2 * 8, box["y"] + 5)
    expect(slider).to_have_value("300")
    page.mouse.move(box["x"] + 5 + 8, box["y"] + 5)  # back again while it is held
    expect(slider).to_have_value("250")
    page.mouse.up()
    expect(page.locator("#says")).to_contain_text("250")
    page.mouse.move(box["x"] + 100, box["y"] + 5)
    expect(slider).to_have_value("250")
    assert f"lang={language}" in page.url and "respondents=250" in page.url


@pytest.mark.exhaustive
def test_a_set_of_outcomes_is_dragged_in_the_picture(new_context):
    page = new_context(360, 740, has_touch=True).new_page()
    page.goto("/lab/definition")
    begins, outcomes = (page.get_by_label(name) for name in ("S begins at", "Outcomes in S"))
    picture = page.locator("#picture").get_by_role("img")
    picture.scroll_into_view_if_needed()
    box, fingers = picture.bounding_box(), page.context.new_cdp_session(page)
    touched = page.evaluate("scrollY")

    def finger(kind, place=None):
        # The axis is from 58 to 412 of 440, and has room for ten outcomes.
        across = box["x"] + box["width"] * (58 + (412 - 58) * ((place or 0) + 0.5) / 10) / 440
        points = [] if place is None else [{"x": across, "y": box["y"] + box["height"] / 3}]
        fingers.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    def expect_set(first, number, said):
        expect(begins).to_have_value(str(first))
        expect(outcomes).to_have_value(str(number))
        expect(page.locator("#says")).to_contain_text(f"S = {said}, ")
        expect(page).to_have_url(re.compile(f"start={first}&length={number}$"))

    finger("Start", 4)  # beside the set, which is 2: another one, from here
    finger("Move", 6)
    expect_set(4, 3, "4 to 6")
    finger("Move", 3)
    expect_set(3, 2, "3 to 4")
    finger("End")
    finger("Start", 4)  # inside it: it is moved, and stays whole at the end of the axis
    finger("Move", 6)
    expect_set(5, 2, "5 to 6")
    finger("Move", 9.4)
    expect_set(8, 2, "8 to 9")
    finger("End")
    assert page.evaluate("scrollY") == touched
    expect(page.get_by_role("status")).to_contain_text("S = 8 to 9, ")


@pytest.mark.parametrize("lesson", ONE_OF_ALL, ids=lambda lesson: lesson.name)
def test_without_a_script_the_button_shows_what_is_set(new_context, lesson):
    page = new_context(360, 740, java_script_enabled=False).new_page()
    page.goto(f"/lab/{lesson.name}")
    slider = lesson.settings[0]
    last = slider.values[-1] if slider.initial != slider.values[-1] else slider.values[0]
    control = page.get_by_role("slider", name=slider.label, exact=True)
    control.press("End" if last == slider.values[-1] else "Home")
    page.get_by_role("button", name="Show").click()
    says = lesson.outcome(lesson.initial | {slider.name: last}).says
    expect(page.get_by_text(says, exact=True)).to_be_visible()


@pytest.mark.exhaustive
def test_when_the_network_is_gone_it_is_said_and_the_button_asks_again(page):
    page.goto("/lab/attempts")
    lesson = lesson_named("attempts")
    slider, button = page.get_by_role("slider").first, page.get_by_role("button", name="Show")
    expect(button).to_be_hidden()
    page.route("**/lab/attempts?*", lambda route: route.abort())
    slider.press("End")
    expect(button).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("No connection to the server")
    expect(slider).to_have_attribute("aria-valuetext", "0.5")
    page.unroute("**/lab/attempts?*")
    slider.press("Home")
    expect(button).to_be_hidden()
    expect(page.get_by_role("status")).to_have_text(
        lesson.outcome(lesson.parse({"gamma": "0"})).says
    )


@pytest.mark.exhaustive
def test_on_a_slow_network_the_newest_place_is_shown(page):
    """Each answer takes longer than a press; no older one may overwrite the last."""
    lesson = lesson_named("attempts")

    def slowly(route):
        time.sleep(0.2)
        route.continue_()

    page.goto("/lab/attempts")
    page.route("**/lab/attempts?*", slowly)
    slider = page.get_by_role("slider").first
    for place in range(24, 14, -1):
        slider.press("ArrowLeft")
        expect(slider).to_have_attribute("aria-valuetext", f"{place / 100:g}")
    outcome = lesson.outcome(lesson.parse({"gamma": "0.15"}))
    expect(page.get_by_role("status")).to_have_text(outcome.says)
    expect(page.locator("#picture title")).to_have_text(outcome.chart.description)


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "path", ["/lab", "/lab/teaching", "/lab/teaching/notes", "/lab/assignments"]
)
@pytest.mark.parametrize("width", [360, 1280])
def test_index_and_plan_are_accessible(new_context, path, width):
    page = new_context(width, 740).new_page()
    page.goto(path)
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_a_guess_is_asked_first_and_answered_without_the_server(page):
    lesson = lesson_named("attempts")
    page.goto("/lab/attempts")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    why = page.get_by_text(lesson.guess.why)
    expect(page.get_by_role("group", name=lesson.guess.question)).to_be_visible()
    expect(why).to_be_hidden()
    page.get_by_role("radio", name=lesson.guess.choices[0]).press(" ")
    expect(why).to_be_visible()
    expect(page.get_by_text("No.", exact=True)).to_be_visible()
    page.get_by_role("radio", name=lesson.guess.choices[lesson.guess.right]).check()
    expect(page.get_by_text("So it is.")).to_be_visible()
    expect(page.get_by_text("No.", exact=True)).to_be_hidden()
    assert asked == []


def test_the_tables_of_epsilon_fit_a_phone(new_context):
    page = new_context(360, 740).new_page()
    page.goto("/lab/definition")
    tables = page.locator("#tables .scrolling")
    expect(tables).to_have_count(3)
    for table in tables.all():
        assert table.evaluate("each => each.scrollWidth <= each.clientWidth")


TABLES = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  return [...document.querySelectorAll("main .scrolling")].map((each) => each.scrollWidth);
}"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("tag", ["de", "es"])
def test_on_a_phone_tables_are_hardly_wider_than_in_english(new_context, tag):
    """In the widest font, and without the hyphens that phones have."""
    page, wider = new_context().new_page(), {}
    for lesson in LESSONS:
        page.goto(f"/lab/{lesson.name}")
        english = page.evaluate(TABLES)
        page.goto(f"/lab/{lesson.name}?lang={tag}")
        for number, (one, other) in enumerate(zip(english, page.evaluate(TABLES), strict=True)):
            if other > one + 75:
                wider[lesson.name, number] = (one, other)
    assert wider == {}
