"""A browser that changes the words of the page while it is used, as its translation does.

Send appears and sends all the same; the page says that its words were changed, and shows those of
the questionnaire anew, where no translation reaches them. What is answered stays.
"""

import json

import pytest
from instruments import make_mixed_instrument
from playwright.sync_api import Page, expect
from respondent_page import SENDS, choose, expect_saved, fill_in, press_send
from traces import serve_changed_client

# Each text becomes another node, at once and whenever the page changes, as in Chrome; or is another
# text in its own node, as in Firefox and Safari.
TRANSLATOR = """
const ways = {
    wrapped: (node, font) => { node.replaceWith(font); font.append(node); },
    replaced: (node, font) => { node.replaceWith(font); font.append(`«${node.data}»`); },
    "in place": (node) => { node.data = `«${node.data}»`; },
};
const change = ways[%s];
const done = new WeakMap();
const kept = "script, style, textarea, font, [translate=no]";
const isText = (node) => !node.parentElement.closest(kept);
function translate() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes.filter(isText)) {
        if (done.get(node) === node.data) continue;
        change(node, document.createElement("font"));
        done.set(node, node.data);
    }
}
globalThis.startTranslating = () => {
    Object.assign(document.documentElement, { lang: "pl", className: "translated-ltr" });
    translate();
    const all = { subtree: true, childList: true, characterData: true };
    new MutationObserver(translate).observe(document.body, all);
};
"""
WAYS = ["wrapped", "replaced", "in place"]
CHANGED = "Your browser has changed the words of this page."


@pytest.fixture(params=WAYS)
def translated(request, page) -> Page:
    page.add_init_script(TRANSLATOR % json.dumps(request.param))
    return page


def send_button(page: Page):
    return page.locator("#answers .primary")


def translate(page: Page) -> None:
    page.evaluate("startTranslating()")


def test_send_appears_and_sends(translated, survey_url, store):
    page = translated
    page.goto(survey_url)
    expect(send_button(page)).to_be_enabled()
    translate(page)
    expect(page.get_by_text(CHANGED)).to_be_visible()
    for done, group in enumerate(page.get_by_role("radiogroup").all(), start=1):
        group.get_by_role("radio").first.check()
        words = f"{done} of 3 answered" if done < 3 else "Send"
        expect(send_button(page)).to_contain_text(words)
    send_button(page).click()
    expect(page.get_by_role("heading", name="Sent.")).to_be_visible()
    assert store.responses.tally("bcd234").responses == 1


def test_words_that_were_changed_before_the_questions_came_are_said_too(translated, survey_url):
    page = translated
    page.add_init_script("addEventListener('DOMContentLoaded', () => startTranslating())")
    page.goto(survey_url)
    expect(page.get_by_text(CHANGED)).to_be_visible()
    for group in page.get_by_role("radiogroup").all():
        group.get_by_role("radio").first.check()
    send_button(page).click()
    expect(page.get_by_role("heading", name="Sent.")).to_be_visible()


def test_the_original_is_a_tap_away_and_what_is_answered_stays(translated, publish, bodies):
    page, instrument = translated, make_mixed_instrument()
    page.goto(publish(instrument))
    fill_in(page, instrument, [1, 1, (1, 0), 7, 3])
    expect(page.get_by_text(CHANGED)).to_be_hidden()
    translate(page)
    page.get_by_role("button", name=CHANGED).click()
    expect(page.get_by_text(CHANGED)).to_be_hidden()
    for question in instrument.questions:
        own = page.locator("[translate=no] legend").filter(has_text=question.text)
        expect(own).to_have_count(1)
        expect(own.locator("font")).to_have_count(0)
        for text in question.listed:
            expect(
                page.locator("[translate=no] fieldset").get_by_text(text, exact=True)
            ).to_be_visible()
    assert "«" not in "".join(page.locator("#answers fieldset").all_inner_texts())
    expect(page.locator("input:checked")).to_have_count(4)
    send_button(page).click()
    expect_saved(page)
    assert len(bodies) == 1


def test_a_fault_is_still_said_beside_the_original(translated, survey_url):
    page = translated
    page.goto(survey_url)
    expect(send_button(page)).to_be_enabled()
    translate(page)
    send_button(page).click()
    page.get_by_role("button", name=CHANGED).click()
    group = page.get_by_role("radiogroup").first
    expect(group).to_have_accessible_description(
        "Please answer this question. A report is no proof."
    )
    group.get_by_role("radio").first.check()
    expect(group).to_have_accessible_description("")


def test_a_page_that_nobody_changes_says_nothing(page, survey_url):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    expect(page.get_by_role("button", name=SENDS)).to_be_enabled()
    expect(page.get_by_text(CHANGED)).to_be_hidden()
    press_send(page)
    expect_saved(page)
    expect(page.get_by_text(CHANGED)).to_be_hidden()


@pytest.mark.parametrize("way", ["wrapped", "replaced"])
def test_control_a_kept_text_node_never_shows_send(page, survey_url, way):
    page.add_init_script(TRANSLATOR % json.dumps(way))
    kept = "send.firstChild.data = shown = words"
    serve_changed_client(page, r"send\.textContent = shown = words", kept)
    page.goto(survey_url)
    expect(send_button(page)).to_be_enabled()
    translate(page)
    for group in page.get_by_role("radiogroup").all():
        group.get_by_role("radio").first.check()
    expect(page.get_by_text(CHANGED)).to_be_visible()
    expect(send_button(page)).to_contain_text("0 of 3 answered")
