"""The lab in a browser: sliders move the picture by keyboard, and all move what is said of it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from survey.lab.lessons import LESSONS

LARGEST_PAGE = 100_000  # bytes, with all its files


@pytest.fixture(params=LESSONS, ids=lambda lesson: lesson.name)
def lesson(request):
    return request.param


@pytest.mark.parametrize("width", [360, 1280])
def test_sliders_move_the_picture_by_keyboard(new_context, lesson, width):
    page = new_context(width, 740).new_page()
    complaints, redrawn = [], set()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for slider in lesson.settings:
        page.goto(f"/lab/{lesson.name}")
        picture = page.get_by_role("img")
        drawn, title = picture.inner_html(), picture.locator("title").text_content()
        said = page.get_by_role("status").text_content()
        control = page.get_by_role("slider", name=slider.label, exact=True)
        control.focus()
        page.keyboard.press("End" if slider.initial != slider.values[-1] else "Home")
        expect(page.get_by_role("status")).not_to_have_text(said)
        assert picture.locator("title").text_content() != title, slider.name
        redrawn.add(picture.inner_html().split("</title>")[1] != drawn.split("</title>")[1])
        expect(control).to_be_focused()
        value = slider.values[-1] if slider.initial != slider.values[-1] else slider.values[0]
        expect(control).to_have_attribute("aria-valuetext", slider.in_words(value))
        assert f"{slider.name}={float(value):g}" in page.url
        # The address is worth keeping: it leads to what is shown.
        said = page.get_by_role("status").text_content()
        page.goto(page.url)
        expect(page.get_by_role("status")).to_have_text(said)
    assert True in redrawn
    violations = Axe().run(page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert complaints == []


def test_each_page_is_small(page, lesson):
    sizes = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()))
    with page.expect_event("requestfinished", lambda request: "sliders.js" in request.url):
        page.goto(f"/lab/{lesson.name}")
    page.wait_for_load_state("networkidle")
    assert len(sizes) >= 4
    assert (
        sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes) < LARGEST_PAGE
    )


def test_without_a_script_the_button_shows_what_is_set(new_context, lesson):
    page = new_context(360, 740, java_script_enabled=False).new_page()
    page.goto(f"/lab/{lesson.name}")
    slider = lesson.settings[0]
    page.get_by_role("slider", name=slider.label, exact=True).press("End")
    said = page.get_by_role("status").text_content()
    page.get_by_role("button", name="Show").click()
    if slider.initial != slider.values[-1]:
        expect(page.get_by_role("status")).not_to_have_text(said)


def test_when_the_network_is_gone_the_button_asks_again(page):
    page.goto("/lab/attempts")
    button = page.get_by_role("button", name="Show")
    expect(button).to_be_hidden()
    page.route("**/lab/attempts?*", lambda route: route.abort())
    page.get_by_role("slider", name="γ").press("End")
    expect(button).to_be_visible()


@pytest.mark.parametrize("path", ["/lab", "/lab/teaching"])
@pytest.mark.parametrize("width", [360, 1280])
def test_index_and_plan_are_accessible(new_context, path, width):
    page = new_context(width, 740).new_page()
    page.goto(path)
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
