"""No sentence of the respondent's pages is left in English: each is asked for in brackets."""

import json
import re

import pytest
from answered_pages import PATHS, SEND, answer
from languages import speak_in_brackets
from next_document import next_document
from playwright.sync_api import Page, expect

POST = re.compile("/responses$")

# Words outside every bracket, in text and in what is read aloud; hidden text too, since it can
# be shown. Words of the instrument, and English ones, say their language; the rest are names.
FORGOTTEN = """() => {
    const word = /[\\p{L}\\p{M}]{2,}/u;
    const exempt = ".brand, code, script, style, noscript, [lang]:not(html), .save-picture a, " +
        ".save-picture button, .formula, .picture .label, textarea";
    const found = [];
    let depth = 0;
    let outside = "";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const free = node.parentElement.closest(exempt);
        outside = "";
        for (const character of node.data) {
            if (character === "⟦") depth += 1;
            else if (character === "⟧") depth -= 1;
            else outside += depth === 0 ? character : " ";
        }
        if (!free && word.test(outside)) found.push(outside.trim());
    }
    if (depth !== 0) found.push(`${depth} brackets are open`);
    for (const name of ["aria-label", "title", "alt", "placeholder", "data-missing"]) {
        for (const element of document.body.querySelectorAll(`[${name}]`)) {
            const value = element.getAttribute(name);
            if (element.closest(exempt) || !word.test(value)) continue;
            if (!/^⟦.*⟧$/s.test(value)) found.push(`${name}: ${value}`);
        }
    }
    return found;
}"""


def nothing_forgotten(page: Page) -> None:
    assert page.evaluate(FORGOTTEN) == [], page.url
    title = page.title().removesuffix(" · Deniable")
    assert title.startswith("⟦") or title in {"Exams", "All kinds", "Deniable"}


@pytest.fixture
def bracketed(monkeypatch, new_context, surveys) -> Page:
    """A page in the language of brackets, which has taken the place of German."""
    speak_in_brackets(monkeypatch)
    return new_context(locale="de").new_page()


@pytest.mark.exhaustive
def test_no_page_forgets_a_sentence(bracketed):
    for path in PATHS:
        bracketed.goto(path)
        expect(bracketed.locator("#loading")).to_have_count(0)
        nothing_forgotten(bracketed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("code", ["bcd234", "mixd34"])
def test_no_step_of_answering_forgets_a_sentence(bracketed, code):
    page = bracketed
    page.goto(f"/s/{code}")
    page.locator("#protection > summary").click()
    page.locator("#trial button").first.click()
    page.locator(SEND).click()  # every question is missing
    expect(page.locator(".question .error").first).to_be_visible()
    nothing_forgotten(page)
    answer(page)
    page.route(POST, lambda route: route.fulfill(status=503))
    page.locator(SEND).click()
    expect(page.locator("#delivery")).to_contain_text("⟦Not saved yet")
    nothing_forgotten(page)
    page.unroute(POST)
    expect(page.locator("#receipt h2")).to_have_text("⟦Sent.⟧")
    nothing_forgotten(page)
    page.goto("/ledger")
    expect(page.locator("#ledger")).to_be_visible()
    nothing_forgotten(page)
    page.goto(f"/s/{code}")
    page.locator(".forget button").click()
    nothing_forgotten(page)
    page.locator(".forget .danger").click()
    expect(page.get_by_text("⟦This device has forgotten")).to_be_visible()
    nothing_forgotten(page)
    page.goto("/ledger")
    nothing_forgotten(page)


# By the server, by the network's throttle, by status, and without a word.
REFUSALS = [
    (403, None, "⟦This token is not known here."),
    (429, {"detail": "Wait.", "field": "token"}, "⟦Too many wrong tokens"),
    (
        422,
        {"detail": "reports has 2 entries; this questionnaire needs 3."},
        "⟦The server does not take these",
    ),
    (400, {}, "⟦The server refused the response.⟧"),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("refusal", REFUSALS)
def test_no_refusal_forgets_a_sentence(bracketed, refusal):
    page = bracketed
    status, detail, shown = refusal
    known = {"known": True, "spent": False}
    page.route("**/token", lambda route: route.fulfill(json=known))  # asked before the draw
    if detail is not None:
        page.route(POST, lambda route: route.fulfill(
            status=status, body=json.dumps(detail), headers={"Retry-After": "90"},
            content_type="application/problem+json"))  # fmt: skip
    page.goto("/s/slip34")
    answer(page)
    page.locator(SEND).click()
    expect(page.locator("#token-error")).to_have_text("⟦Please type the token of your slip.⟧")
    page.locator("#token").fill("b" * 29)
    page.locator(SEND).click()
    expect(page.locator("#token-error")).to_contain_text("30 letters")
    nothing_forgotten(page)
    page.locator("#token").fill("b" * 30)
    page.locator(SEND).click()
    expect(page.locator("#delivery")).to_contain_text(shown)
    nothing_forgotten(page)
    page.locator(".forget button").click()
    nothing_forgotten(page)
    page.locator(".forget .danger").click()
    expect(page.get_by_text("⟦This device has forgotten")).to_be_visible()
    nothing_forgotten(page)


@pytest.mark.exhaustive
@pytest.mark.parametrize("missing", ["crypto", "indexedDB"])
def test_no_explanation_forgets_a_sentence(bracketed, missing):
    bracketed.add_init_script(f"Object.defineProperty(globalThis, '{missing}', {{value: null}});")
    bracketed.goto("/s/bcd234")
    expect(bracketed.locator("#coin-way")).to_contain_text("⟦This browser")
    nothing_forgotten(bracketed)


@pytest.mark.exhaustive
def test_coin_mode_forgets_no_sentence(bracketed):
    page = bracketed
    for code in ("mixd34", "slip34"):
        page.goto(f"/s/{code}/coin")
        page.evaluate("document.querySelector('form').noValidate = true")
        page.locator("button.primary").click()  # nothing is marked
        expect(page.locator(".error").first).to_be_visible()
        page.wait_for_load_state()
        nothing_forgotten(page)
        for group in page.locator("fieldset").all():
            group.locator("[type=radio]").first.check()
        page.locator("#typed").fill("eight letters")
        if code == "slip34":
            page.locator("textarea").fill("wrong")
        with next_document(page):
            page.locator("button.primary").click()
        sent = page.get_by_role("heading", name="⟦Sent.⟧")
        expect(
            sent if code == "mixd34" else page.get_by_role("heading", name="Exams")
        ).to_be_visible()
        nothing_forgotten(page)


@pytest.mark.exhaustive
@pytest.mark.parametrize("id_", ["x", "f" * 32, f"{3:032x}"])
def test_finding_a_response_forgets_no_sentence(bracketed, id_):
    bracketed.goto(f"/s/rprt34/reports#{id_}")
    expect(bracketed.locator("#found")).not_to_be_empty()
    nothing_forgotten(bracketed)


@pytest.mark.exhaustive
def test_a_forgotten_sentence_is_caught(bracketed):
    bracketed.goto("/s/bcd234")
    for change in (
        "document.querySelector('h2').textContent = 'Plain English'",
        "document.querySelector('nav').setAttribute('aria-label', 'Sites')",
    ):
        bracketed.reload()
        expect(bracketed.locator("#loading")).to_have_count(0)
        bracketed.evaluate(change)
        assert len(bracketed.evaluate(FORGOTTEN)) == 1
