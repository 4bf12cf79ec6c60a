"""The presenter view as an instructor uses it: keys, a clicker, buttons, while responses arrive."""

import re

import pytest
from page_faults import axe_faults
from playwright.sync_api import expect
from presented import PATH, heading


@pytest.mark.exhaustive
def test_every_key_does_what_the_list_says(slides):
    page, press = slides, slides.keyboard.press
    hidden = page.get_by_text("Results hidden", exact=True)
    heading(page, "All kinds")
    press("ArrowRight")
    heading(page, "Did you cheat?")
    expect(hidden.first).to_be_visible()
    for key in "hH":
        expect(page.get_by_role("link", name="Show the result")).to_be_visible()
        press(key)
        expect(hidden.first).to_be_hidden()
        expect(page.get_by_role("link", name="Hide the result")).to_be_visible()
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
    expect(page.get_by_label("Code m i x d 3 4")).to_be_visible()
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
    expect(page.get_by_role("link", name="Hide the result")).to_be_visible()
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


@pytest.mark.exhaustive
def test_buttons_do_the_same_and_reload_keeps_the_place(slides):
    page = slides
    page.get_by_role("link", name="Next").click()
    page.get_by_role("link", name="Next").click()
    heading(page, "Whose notes?")
    page.get_by_role("link", name="Show the result").click()
    expect(page.get_by_role("table")).to_be_visible()
    page.reload()
    heading(page, "Whose notes?")
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_role("link", name="Join").click()
    heading(page, "All kinds")
    page.get_by_role("button", name="Keys").click()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(":root:fullscreen")).to_have_count(1)
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(":root:fullscreen")).to_have_count(0)


def figures(page) -> str:
    """Every figure of every slide, hidden or not."""
    return page.evaluate(
        "[...document.querySelectorAll('[data-figures]')].map((each) => each.textContent).join()"
    )


def test_frozen_figures_stay_on_every_slide_until_they_follow_again(slides, more_responses):
    page = slides
    page.keyboard.press("f")
    expect(page.get_by_text("Frozen", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Follow again")).to_be_visible()
    before = figures(page)
    more_responses(30)
    for status in (200, 304):  # asked for, and taken
        with page.expect_response(lambda told, status=status: told.status == status):
            pass
    assert figures(page) == before
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("h")
    page.wait_for_timeout(2_500)
    assert figures(page) == before
    page.keyboard.press("Home")
    expect(page.get_by_text("10 or more of 100")).to_be_visible()
    page.get_by_role("button", name="Follow again").click()
    expect(page.get_by_text("40 or more of 100")).to_be_visible()
    expect(page.get_by_text("Frozen", exact=True)).to_be_hidden()
    assert figures(page) != before


@pytest.mark.exhaustive
def test_without_freezing_the_figures_follow_and_results_stay_hidden(slides, more_responses):
    """The control of the test above; what was not revealed is not revealed by following."""
    page = slides
    page.keyboard.press("ArrowRight")
    before = figures(page)
    more_responses(30)
    expect(page.get_by_text("40 or more of 100")).to_be_visible()
    expect(page.get_by_text("Results hidden", exact=True).first).to_be_visible()
    assert figures(page) != before
    more_responses(4)  # fewer than a step
    expect(page.get_by_text("40 or more of 100")).to_be_visible()
    with page.expect_request(re.compile("present")) as asked:
        pass
    assert asked.value.response().status == 304


def test_a_screen_reader_is_told_the_slide(slides):
    page = slides
    spoken = page.locator("#spoken")
    assert spoken.get_attribute("role") == "status"
    page.keyboard.press("ArrowRight")
    expect(spoken).to_have_text("Slide 2 of 7: Did you cheat? Results hidden.")
    page.keyboard.press("h")
    expect(spoken).to_have_text("Slide 2 of 7: Did you cheat? Results shown.")
    page.keyboard.press("f")
    expect(spoken).to_have_text("Frozen. Newer responses are not shown.")


@pytest.mark.exhaustive
def test_letter_keys_can_be_turned_off_for_good_and_others_go_on(slides):
    page, press = slides, slides.keyboard.press
    press("?")
    switch = page.get_by_label("Letters, Space, / and ? work as shortcuts in this browser")
    switch.uncheck()
    press("Escape")
    page.goto(f"{PATH}?slide=1")
    for key in ("h", "r", "f", "j", "?", "Space"):
        press(key)
    heading(page, "Did you cheat?")
    expect(page.get_by_text("Results hidden", exact=True).first).to_be_visible()
    expect(page.get_by_text("Frozen", exact=True)).to_be_hidden()
    expect(page.get_by_role("dialog")).to_be_hidden()
    press("PageDown")
    expect(page.get_by_role("link", name="Hide the result")).to_be_visible()
    press("ArrowRight")
    heading(page, "Whose notes?")
    page.get_by_role("button", name="Keys").click()
    expect(switch).not_to_be_checked()
    switch.check()
    press("Escape")
    press("h")
    expect(page.get_by_role("table")).to_be_visible()


@pytest.mark.exhaustive
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
    expect(page.get_by_text("Frozen", exact=True)).to_be_visible()


@pytest.mark.exhaustive
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
    page.get_by_role("link", name="Show the result").click()
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_role("link", name="Hide the result").click()
    expect(page.get_by_role("table")).to_have_count(0)


@pytest.mark.exhaustive
def test_the_list_of_keys_is_accessible(slides):
    slides.keyboard.press("?")
    assert axe_faults(slides) == []
