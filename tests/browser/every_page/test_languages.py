"""The respondent's pages in every language, in a real browser: they fit, and nothing is kept."""

import json
import re

import pytest
from answered_pages import PATHS, SEND, answer, expect_shown
from page_faults import axe_faults
from page_sizes import FIRST_VISIT, IN_ANY_LANGUAGE, SECOND_SCRIPT
from playwright.sync_api import expect
from respondent_page import first_visit, send_button
from tape import put_tape
from traces import DATABASES, watch

from survey.translations.catalogs import LANGUAGES


def test_a_missing_message_is_an_error_and_nothing_is_sent(page, survey_url):
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))

    def without_a_message(route):
        served = route.fetch()
        route.fulfill(response=served, body=served.text().replace('"pretend"', '"other"'))

    page.route(re.compile("/s/bcd234$"), without_a_message)
    with page.expect_event("pageerror", lambda error: "no message pretend" in str(error)):
        page.goto(survey_url)
    assert posts == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("tag", [tag for tag in LANGUAGES if tag != "en"])
def test_pages_of_every_language_are_accessible_and_fit(new_context, surveys, tag, width):
    page = new_context(width, 740, locale=tag, color_scheme="dark").new_page()
    for path in PATHS:
        page.goto(path)
        expect_shown(page)
        page.wait_for_timeout(50)
        assert axe_faults(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate("[document.documentElement.lang, document.dir]") == [
            tag, "rtl" if tag == "ar" else ""]  # fmt: skip


@pytest.mark.exhaustive
def test_requests_and_what_is_kept_are_the_same_in_every_language(new_context, surveys):
    """No trace of the language is sent or kept, beyond the header that the browser adds itself."""
    traces = set()
    for tag in LANGUAGES:
        context = new_context(locale=tag)
        page = context.new_page()
        put_tape(page, [0] * 1000)
        events = watch(page)
        page.goto("/s/mixd34")
        answer(page)
        page.locator(SEND).click()
        expect(page.locator("#receipt:not([aria-busy]) h2")).to_be_visible()
        kept = [page.evaluate("({...localStorage})"), page.evaluate("({...sessionStorage})"),
                page.evaluate(DATABASES), context.cookies()]  # fmt: skip
        sent = sorted(str(without_language(event)) for event in events)
        traces.add(json.dumps([sent, kept], sort_keys=True))
        context.close()
    assert len(traces) == 1


def without_language(event: list) -> list:
    """A request without the header that the browser adds itself."""
    if len(event) != 4:
        return event  # what the page said or kept
    method, url, headers, body = event
    return [method, url, [each for each in headers if each[0] != "accept-language"], body]


@pytest.mark.exhaustive
@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_language_fits_a_phones_first_visit(new_context, survey_url, tag):
    page = new_context(locale=tag).new_page()
    sizes, second = first_visit(page, survey_url)
    print(f"{tag}: {sum(sizes)} bytes, and {second}")
    assert sum(sizes) < (FIRST_VISIT if tag == "en" else IN_ANY_LANGUAGE)
    assert second < SECOND_SCRIPT


@pytest.mark.exhaustive
def test_scripts_write_numbers_as_the_language_does(new_context, surveys):
    expected = {"en": "3.11", "de": "3,11", "ar": "\u20663.11\u2069",  # kept together
                "fr": "3,11", "es": "3,11", "zh": "3.11"}  # fmt: skip
    written = {}
    for tag in expected:
        page = new_context(locale=tag).new_page()
        page.goto("/s/bcd234")
        answer(page)
        page.locator(SEND).click()
        expect(page.locator("#receipt:not([aria-busy]) h2")).to_be_visible()
        page.goto("/ledger")
        expect(page.locator("#ledger")).to_be_visible()
        written[tag] = page.locator("tfoot .sum").inner_text()
        page.goto("/s/mixd34")
        expect(page.locator("#spent")).to_contain_text(written[tag])
    assert written == expected


@pytest.mark.exhaustive
def test_arrow_keys_follow_the_direction_of_reading(new_context, surveys):
    for tag, key in (("en", "ArrowRight"), ("ar", "ArrowLeft")):
        page = new_context(locale=tag).new_page()
        page.goto("/s/mixd34")
        radios = page.get_by_role("radiogroup").nth(1).get_by_role("radio")
        radios.first.focus()
        page.keyboard.press(key)
        expect(radios.nth(1)).to_be_checked()


def test_the_switch_changes_the_language_and_keeps_it(page, surveys):
    page.goto("/s/bcd234")
    page.get_by_role("link", name="Deutsch").click()
    expect(page).to_have_url(re.compile(r"/s/bcd234\?lang=de$"))
    expect(send_button(page)).to_be_visible()
    page.get_by_text("Wie schützt mich das?").click()
    page.get_by_role("link", name="Was dieser Browser schon verraten hat").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Was dieser Browser schon verraten hat")
    page.goto("/s/bcd234")
    expect(send_button(page)).to_be_visible()


def test_squares_of_the_class_begin_where_the_scale_below_them_does(new_context, surveys):
    """A scale runs from left to right in every language."""
    page = new_context(360, 740, locale="ar").new_page()
    page.goto("/how")
    left = [page.locator(f".squares .{kind}").first.bounding_box()["x"]
            for kind in ("of-class", "rest")]  # fmt: skip
    assert left[0] < left[1]
