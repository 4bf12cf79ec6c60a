"""The respondent's pages in every language, in a real browser: nothing forgotten, nothing kept."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from instruments import make_instrument
from instruments import make_mixed_instrument
from instruments import make_wave
from languages import speak_in_brackets
from playwright.sync_api import Page
from playwright.sync_api import expect
from respondent_page import first_visit
from tape import put_tape
from traces import DATABASES
from traces import watch

from survey.core.response import Response
from survey.store import State
from survey.store import Survey
from survey.web.languages import LANGUAGES

SEND = "#answers button.primary"
POST = re.compile("/responses$")
PATHS = ["/", "/join?code=zzz", "/how", "/ledger", "/s/bcd234", "/s/bcd234/coin", "/s/mixd34",
         "/s/mixd34/coin", "/s/wave34", "/s/wave34/coin", "/s/slip34", "/s/slip34/coin",
         "/s/clsd34", "/s/clsd34/coin", "/s/bcd234/results", "/s/bcd234/reports",
         "/s/bcd234/reports/0", "/s/mixd34/results", "/s/wave34/results", "/nowhere",
         "/s/bcd234/results?confidence=1"]  # fmt: skip

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


@pytest.fixture
def surveys(store, open_survey):
    """One of every kind; the first with results in public."""
    mixed = Survey("mixd34", make_mixed_instrument(openly=True), State.OPEN)
    store.add_survey(mixed)
    store.add_survey(Survey("wave34", make_wave(make_mixed_instrument()), State.OPEN))
    store.add_survey(Survey("slip34", make_instrument("1/4"), State.OPEN))
    store.add_tokens("slip34", ["hash of a token"])
    store.add_survey(Survey("clsd34", make_instrument("1/4"), State.CLOSED))
    for survey in (open_survey, mixed):
        kinds = len(survey.instrument.items)
        for number in range(12):
            response = Response(survey.instrument.digest, f"{number:032x}", (0,) * kinds)
            store.add_response(survey.code, response)
        store.set_sharing(survey.code, True, 5)


def answer(page: Page) -> None:
    """Fills in every question, whatever its language says."""
    for group in page.locator("#answers fieldset").all():
        if group.locator("[type=number]").count():
            group.locator("[type=number]").fill("3")
        else:
            group.locator("[type=radio], [type=checkbox]").first.check()


def nothing_forgotten(page: Page) -> None:
    assert page.evaluate(FORGOTTEN) == [], page.url
    title = page.title().removesuffix(" · Deniable")
    assert title.startswith("⟦") or title in {"Exams", "All kinds"}


@pytest.fixture
def bracketed(monkeypatch, new_context, surveys) -> Page:
    """A page in the language of brackets, which has taken the place of German."""
    speak_in_brackets(monkeypatch)
    return new_context(locale="de").new_page()


def test_no_page_forgets_a_sentence(bracketed):
    for path in PATHS:
        bracketed.goto(path)
        bracketed.wait_for_timeout(100)
        nothing_forgotten(bracketed)


@pytest.mark.parametrize("code", ["bcd234", "mixd34", "wave34"])
def test_no_step_of_answering_forgets_a_sentence(bracketed, code):
    page = bracketed
    page.goto(f"/s/{code}")
    page.locator("summary").click()
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
    expect(page.locator("#receipt h2")).to_have_text("⟦Saved. Thank you.⟧", timeout=20_000)
    nothing_forgotten(page)
    page.goto("/ledger")
    expect(page.locator("#spent")).to_be_visible()
    nothing_forgotten(page)
    page.goto(f"/s/{code}")
    page.locator(".forget button").click()
    expect(page.get_by_text("⟦This device has forgotten")).to_be_visible(timeout=20_000)
    nothing_forgotten(page)
    page.goto("/ledger")
    nothing_forgotten(page)


@pytest.mark.parametrize(
    ("status", "detail", "shown"),
    [
        (403, None, "⟦This token is not known here."),
        (429, {"detail": "Wait.", "field": "token"}, "⟦Too many wrong tokens"),
        (422, {"detail": "reports must hold 3 reports."}, "reports must hold 3 reports."),
        (400, "no problem document", "⟦The server refused the response.⟧"),
    ],
)
def test_no_refusal_forgets_a_sentence(bracketed, status, detail, shown):
    page = bracketed
    if detail is not None:
        body = json.dumps(detail)
        page.route(POST, lambda route: route.fulfill(
            status=status, body=body if isinstance(detail, dict) else "x",
            headers={"Retry-After": "90"}))  # fmt: skip
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
    expect(page.locator("#delivery")).to_contain_text(f"⟦Not saved.⟧ {shown}")
    nothing_forgotten(page)


@pytest.mark.parametrize("missing", ["crypto", "indexedDB"])
def test_no_explanation_forgets_a_sentence(bracketed, missing):
    bracketed.add_init_script(f"Object.defineProperty(globalThis, '{missing}', {{value: null}});")
    bracketed.goto("/s/bcd234")
    expect(bracketed.locator("#coin-way")).to_contain_text("⟦This browser")
    nothing_forgotten(bracketed)


def test_coin_mode_forgets_no_sentence(bracketed):
    page = bracketed
    for code in ("mixd34", "slip34"):
        page.goto(f"/s/{code}/coin")
        page.evaluate("document.querySelector('form').noValidate = true")
        page.locator("button.primary").click()  # nothing is marked
        expect(page.locator(".error").first).to_be_visible()
        nothing_forgotten(page)
        for group in page.locator("fieldset").all():
            group.locator("[type=radio]").first.check()
        if code == "slip34":
            page.locator("textarea").fill("wrong")
        page.locator("button.primary").click()
        expect(page.locator("h1")).to_contain_text("⟦Saved⟧" if code == "mixd34" else "Exams")
        nothing_forgotten(page)


@pytest.mark.parametrize("id_", ["x", "f" * 32, f"{3:032x}"])
def test_finding_a_response_forgets_no_sentence(bracketed, id_):
    bracketed.goto(f"/s/bcd234/reports#{id_}")
    expect(bracketed.locator("#found")).not_to_be_empty()
    nothing_forgotten(bracketed)


def test_a_forgotten_sentence_is_caught(bracketed):
    bracketed.goto("/s/bcd234")
    for change in (
        "document.querySelector('h2').textContent = 'Plain English'",
        "document.querySelector('nav').setAttribute('aria-label', 'Sites')",
    ):
        bracketed.reload()
        bracketed.evaluate(change)
        assert len(bracketed.evaluate(FORGOTTEN)) == 1


def test_a_missing_message_is_an_error_and_nothing_is_sent(page, survey_url):
    errors, posts = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))

    def without_a_message(route):
        served = route.fetch()
        route.fulfill(response=served, body=served.text().replace('"pretend"', '"other"'))

    page.route(re.compile("/s/bcd234$"), without_a_message)
    page.goto(survey_url)
    page.wait_for_timeout(200)
    assert any("no message pretend" in error for error in errors)
    assert posts == []


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("tag", [tag for tag in LANGUAGES if tag != "en"])
def test_pages_of_every_language_are_accessible_and_fit(new_context, surveys, tag, width):
    page = new_context(width, 740, locale=tag, color_scheme="dark").new_page()
    for path in PATHS:
        page.goto(path)
        page.wait_for_timeout(50)
        violations = Axe().run(page).response["violations"]
        assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate("[document.documentElement.lang, document.dir]") == [
            tag, "rtl" if tag == "ar" else ""]  # fmt: skip


def test_requests_and_what_is_kept_are_the_same_in_every_language(new_context, surveys):
    """No trace of the language is sent or kept, beyond the header that the browser adds itself."""
    traces = set()
    for tag in LANGUAGES:
        context = new_context(locale=tag)
        page = context.new_page()
        put_tape(page, [0] * 1000)
        events = watch(page)
        page.goto("/s/wave34")
        answer(page)
        page.locator(SEND).click()
        expect(page.locator("#receipt h2")).to_be_visible(timeout=20_000)
        kept = [page.evaluate("({...localStorage})"), page.evaluate("({...sessionStorage})"),
                page.evaluate(DATABASES), context.cookies()]  # fmt: skip
        sent = sorted(str(without_language(event)) for event in events)
        traces.add(json.dumps([sent, kept], sort_keys=True))
        context.close()
    assert len(traces) == 1


def without_language(event: list) -> list:
    """A request without the header that the browser adds itself."""
    method, url, headers, body = event
    return [method, url, [each for each in headers if each[0] != "accept-language"], body]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_language_fits_a_phones_first_visit(new_context, survey_url, tag):
    page = new_context(locale=tag).new_page()
    total = sum(first_visit(page, survey_url))
    print(f"{tag}: {total} bytes")
    assert total < 40_000


def test_scripts_write_numbers_as_the_language_does(new_context, surveys):
    written = {}
    for tag in LANGUAGES:
        page = new_context(locale=tag).new_page()
        page.goto("/s/bcd234")
        answer(page)
        page.locator(SEND).click()
        expect(page.locator("#receipt h2")).to_be_visible(timeout=20_000)
        page.goto("/ledger")
        expect(page.locator("#spent")).to_be_visible()
        written[tag] = page.locator("tfoot .sum").inner_text()
        page.goto("/s/mixd34")
        expect(page.locator("#spent")).to_contain_text(written[tag])
    assert written == {"en": "3.11", "de": "3,11", "fr": "3,11", "es": "3,11", "zh": "3.11",
                       "ar": "3.11"}  # fmt: skip


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
    expect(page.get_by_role("button", name="Verwürfeln und senden")).to_be_visible()
    page.get_by_role("link", name="Kontobuch dieses Browsers").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Das Kontobuch dieses Browsers")
    page.goto("/s/bcd234")
    expect(page.get_by_role("button", name="Randomize and send")).to_be_visible()
