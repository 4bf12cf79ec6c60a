"""The documentation's search: while one types, by keyboard, and without a script.

What is typed letter by letter may be answered several times: a test that goes into the list types
it at once.
"""

import re

import pytest
from grids import usually
from page_faults import axe_faults
from playwright.sync_api import expect

PAGE = "/docs/how-to/tokens"
EXPORT = re.compile(r"/docs/reference/commands#survey-export$")


# One script for both; what a width shows has its tests below.
@pytest.fixture(params=usually([360], [360, 1440]))
def page(request, new_context):
    return new_context(request.param, 900).new_page()


@pytest.fixture
def search(page):
    """The field on a page of the documentation, once its script listens."""
    page.goto(PAGE)
    page.wait_for_load_state()
    return page.get_by_role("searchbox", name="Search the documentation")


@pytest.fixture
def results(page):
    return page.get_by_role("search").get_by_role("listitem")


def says(page):
    return page.get_by_role("search").get_by_role("status")


def test_what_is_typed_is_found_and_said(page, search, results):
    search.fill("survey exp")
    expect(says(page)).to_have_text(re.compile(r"^\d+ sections found"))
    expect(results.first.get_by_role("link", name="survey export")).to_be_visible()
    expect(results.first.locator("mark").first).to_be_visible()
    assert axe_faults(page) == []
    search.press_sequentially("qqq")
    expect(says(page)).to_have_text(re.compile("^Nothing has every word of “survey expqqq”"))
    expect(results).to_have_count(0)
    search.fill("")
    expect(says(page)).to_have_text("")


def test_arrows_go_through_what_is_found_and_enter_opens_it(page, search, results):
    page.keyboard.press("/")
    expect(search).to_be_focused()
    page.keyboard.insert_text("survey export")
    expect(results.nth(1)).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(search).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(results.nth(1).get_by_role("link")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(results.first.get_by_role("link")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(search).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(EXPORT)
    expect(page.locator(":target")).to_have_text("survey export")


@pytest.mark.exhaustive
def test_escape_closes_what_is_found_and_keeps_what_was_typed(page, search, results):
    search.fill("gamma")
    expect(results.first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(results).to_have_count(0)
    expect(search).to_be_focused()
    expect(search).to_have_value("gamma")


@pytest.mark.exhaustive
def test_leaving_closes_what_lies_over_the_page(page, search, results):
    search.press_sequentially("gamma")
    expect(results.first).to_be_visible()
    page.get_by_role("heading", level=1).click()
    expect(results).to_have_count(0)
    search.fill("epsilon")
    expect(results.first).to_be_visible()
    results.last.get_by_role("link").focus()
    page.keyboard.press("Tab")
    expect(results).to_have_count(0)


@pytest.mark.exhaustive
def test_enter_in_the_field_searches_on_a_page_of_its_own(page, search, results):
    search.fill("epsilon")
    search.press("Enter")
    expect(page).to_have_url(re.compile(r"/docs/search\?q=epsilon$"))
    expect(search).to_have_value("epsilon")
    expect(results).to_have_count(20)
    page.wait_for_load_state()
    search.fill("survey export")
    expect(results.first.get_by_role("link", name="survey export")).to_be_visible()
    page.get_by_role("heading", name="Keys").click()
    expect(results.first).to_be_visible()


@pytest.mark.exhaustive
def test_an_older_answer_does_not_replace_a_newer_one(page, search, results):
    held = []
    page.route(re.compile("q=coin$"), lambda route: held.append(route))
    with page.expect_request(re.compile("q=coin$")):
        search.press_sequentially("coin")
    search.fill("survey export")
    expect(results.first.get_by_role("link", name="survey export")).to_be_visible()
    for route in held:
        route.abort()
    expect(results.first.get_by_role("link", name="survey export")).to_be_visible()


@pytest.mark.exhaustive
def test_a_search_without_an_answer_says_so(page, search):
    page.route(re.compile("/docs/search"), lambda route: route.abort())
    search.press_sequentially("coin")
    expect(says(page)).to_have_text("The search does not answer. Press Enter to ask again.")


@pytest.mark.exhaustive
def test_a_slash_is_typed_in_a_field_and_can_be_switched_off(page, search):
    search.press_sequentially("1/4")
    expect(search).to_have_value("1/4")
    page.goto("/docs/search")
    page.get_by_label("work as shortcuts in this browser").uncheck()
    page.goto(PAGE)
    page.wait_for_load_state()
    page.keyboard.press("/")
    expect(search).not_to_be_focused()


def test_without_a_script_the_form_is_answered_by_a_page(new_context):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(PAGE)
    page.get_by_role("searchbox", name="Search the documentation").fill("survey export")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("search").get_by_role("status")).to_contain_text("sections found")
    page.get_by_role("link", name="survey export").click()
    expect(page).to_have_url(EXPORT)


@pytest.mark.exhaustive
def test_the_folder_is_folded_on_a_phone_and_open_beside_the_page(new_context):
    for width, folded in ((360, True), (1440, False)):
        page = new_context(width, 900).new_page()
        page.goto(PAGE)
        folder = page.get_by_role("navigation", name="All pages")
        summary = folder.get_by_text("All pages")
        here = folder.locator("[aria-current=page]")
        expect(here).to_be_visible(visible=not folded)
        expect(summary).to_be_visible(visible=folded)
        if folded:
            summary.click()
        expect(here).to_have_text("Hand out slips, one response each")
        folder.get_by_role("link", name="Threat model").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Threat model")


@pytest.mark.exhaustive
def test_without_a_script_the_folder_is_open_beside_the_page(new_context):
    page = new_context(1440, 900, java_script_enabled=False).new_page()
    page.goto(PAGE)
    folder = page.get_by_role("navigation", name="All pages")
    expect(folder.get_by_role("link", name="Threat model")).to_be_visible()
    expect(folder.get_by_text("All pages")).to_be_hidden()


@pytest.mark.exhaustive
def test_the_present_page_is_in_view_in_a_long_folder(new_context):
    page = new_context(1440, 500).new_page()
    page.goto("/docs/explanation/mathematics")
    expect(
        page.get_by_role("navigation", name="All pages").locator("[aria-current]")
    ).to_be_in_viewport()


@pytest.mark.exhaustive
def test_the_documentation_is_a_place_of_the_app_for_everyone(page, instructor_page):
    for each in (page, instructor_page):
        each.goto("/")
        each.get_by_role("navigation", name="Site").get_by_role(
            "link", name="Documentation"
        ).click()
        expect(each.get_by_role("heading", level=1)).to_have_text("Documentation")
