"""What only shows after something was done, against WCAG 2.2 AA: errors, receipts, dialogs."""

import base64
import re

import pytest
from instruments import make_instrument, make_mixed_instrument
from page_faults import axe_faults
from pages import SCRIPT
from playwright.sync_api import expect
from respondent_page import expect_saved, fill_in, press_send

from survey.core.responses.response import Response

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# A theme is other colours, and nothing else.
RULES = {"light": TAGS, "dark": ["color-contrast", "link-in-text-block"]}
LOOKS = ["unexplained", "beyondTheWidth", "cutOff", "overlapping", "scrollingPartsOutOfReach",
         "unnamedPictures", "moving"]  # fmt: skip


def faults(page) -> dict:
    """What is wrong with the page as it is now, at 320 pixels and in both themes."""
    page.wait_for_load_state()  # until then it may be without its styles
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(SCRIPT.read_text("utf-8"))
    page.set_viewport_size({"width": 320, "height": 640})
    found = {name: page.evaluate(f"accessibility.{name}()") for name in LOOKS}
    # Whole: else what is scrolled half beneath the bar of Send is too small a target to axe.
    whole = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 320, "height": whole})
    for scheme, only in RULES.items():
        page.emulate_media(color_scheme=scheme)
        found[f"axe in the {scheme}"] = axe_faults(page, {"runOnly": only})
    return {name: each for name, each in found.items() if each}


@pytest.fixture
def questionnaire(page, publish):
    """A page that asks every kind of question."""
    instrument = make_mixed_instrument()
    page.goto(publish(instrument))
    return page, instrument


@pytest.mark.exhaustive
def test_waiting_for_the_questionnaire(page, survey_url):
    """4.1.3"""
    page.route(re.compile("/instrument.json$"), lambda route: route.fulfill(status=503))
    page.goto(survey_url)
    expect(page.get_by_role("status").filter(has_text="The server does not answer")).to_be_visible()
    assert faults(page) == {}


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", ["/s/zzzzzz", "/s/bcd234#q=damaged"])
def test_a_questionnaire_that_is_not_shown(page, survey_url, path):
    """3.3.1, 4.1.3: why not is announced, and gone to."""
    page.goto(path)
    expect(page.get_by_role("alert")).to_be_focused()
    assert faults(page) == {}


def test_answers_that_are_missing(questionnaire):
    """3.3.1, 3.3.3: said in words, at the question, and the first of them is gone to."""
    page, _ = questionnaire
    press_send(page)
    first = page.get_by_role("radiogroup").first
    expect(first).to_have_accessible_description(re.compile("Please answer this question"))
    assert first.evaluate("group => group.contains(document.activeElement)")
    assert faults(page) == {}
    first.get_by_role("radio", name="Yes").check()
    expect(first).to_have_accessible_description("")


@pytest.mark.exhaustive
def test_the_trial_and_the_receipt(questionnaire):
    page, instrument = questionnaire
    page.get_by_text("How does this protect me?").click()
    page.get_by_role("button", name="simulated yes").click()
    assert faults(page) == {}
    fill_in(page, instrument, [1, 0, (1, 0), 20, 2])
    press_send(page)
    expect_saved(page)
    expect(page.get_by_role("heading", name="Sent.")).to_be_focused()
    assert faults(page) == {}
    page.goto("/ledger")
    page.get_by_role("button", name="Clear the ledger").click()
    assert faults(page) == {}


@pytest.mark.exhaustive
def test_waiting_is_a_status(questionnaire):
    """4.1.3"""
    page, instrument = questionnaire
    page.route(re.compile("/responses$"), lambda route: route.fulfill(status=503))
    fill_in(page, instrument, [1, 0, (1, 0), 20, 2])
    press_send(page)
    expect(page.get_by_role("status").filter(has_text="Not saved yet")).to_be_visible()
    assert faults(page) == {}


@pytest.mark.exhaustive
def test_refused_reports_and_what_can_be_done(questionnaire):
    page, instrument = questionnaire
    problem = "application/problem+json"
    refusal = {"status": 422, "body": '{"detail":"No."}', "content_type": problem}
    page.route(re.compile("/responses$"), lambda route: route.fulfill(**refusal))
    fill_in(page, instrument, [1, 0, (1, 0), 20, 2])
    press_send(page)
    expect(page.get_by_role("heading", name="Sent, but not saved")).to_be_focused()
    expect(page.get_by_role("alert").filter(has_text="The server does not take")).to_be_visible()
    assert faults(page) == {}
    button = page.get_by_role("button", name="Forget it here")
    button.press("Enter")
    expect(page.get_by_text("Forgetting takes nothing back.")).to_be_focused()
    assert faults(page) == {}
    button.press("Enter")
    expect(page.get_by_text("This device has forgotten")).to_be_focused()
    assert faults(page) == {}


@pytest.mark.exhaustive
def test_coins_that_are_missing_and_their_receipt(questionnaire, context_without_script):
    page = context_without_script.new_page()
    path = questionnaire[0].url
    page.goto(f"{path}/coin")
    for group in page.get_by_role("radiogroup").all():
        group.get_by_role("radio").first.check()
    page.get_by_label("not your name").fill("eight letters")
    page.get_by_role("button", name="Send the outcomes").click()
    expect(page.get_by_role("heading", name="Sent.")).to_be_visible()
    with_script = questionnaire[0]
    with_script.goto(f"{path}/coin")
    with_script.locator("form").evaluate("form => { form.noValidate = true; }")
    with_script.get_by_role("button", name="Send the outcomes").click()
    expect(with_script.get_by_role("alert").first).to_be_visible()
    assert faults(with_script) == {}


@pytest.fixture
def context_without_script(new_context):
    return new_context(java_script_enabled=False)


@pytest.mark.exhaustive
def test_errors_of_an_instructor(instructor_page):
    page = instructor_page
    page.goto("/surveys/new")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()
    assert faults(page) == {}
    page.goto("/password")
    page.get_by_label("Your current password").fill("wrong")
    page.get_by_label("New password").fill("several words")
    page.get_by_label("The same password again").fill("other words")
    page.get_by_role("button", name="Save and go on").click()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()
    assert faults(page) == {}


@pytest.mark.exhaustive
def test_a_wrong_password_and_a_message(instructor_page):
    page = instructor_page
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("status")).to_have_text("You are signed out.")
    assert faults(page) == {}
    field = page.get_by_label("Password")
    field.fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(field).to_have_accessible_description(re.compile("wrong"))
    assert faults(page) == {}


@pytest.mark.exhaustive
def test_slips_to_print(instructor_page, open_survey):
    page = instructor_page
    page.goto(f"/surveys/{open_survey.code}/tokens")
    page.get_by_label("How many slips").fill("3")
    page.get_by_role("button", name="Print slips").click()
    expect(page.locator(".token")).to_have_count(3)
    assert faults(page) == {}


@pytest.mark.exhaustive
def test_a_live_count_is_said_and_can_be_stopped(instructor_page, open_survey, store):
    """4.1.3: the status is one node that stays. 2.2.2: updating can be stopped."""
    page = instructor_page
    page.goto(f"/surveys/{open_survey.code}")
    count = page.locator("#count")
    count.evaluate("node => { node.stays = true; }")

    def respond(number):
        response = Response(open_survey.instrument.digest, f"{number:032x}", (1, 0, 1))
        store.responses.add(open_survey.code, response)

    respond(1)
    expect(count).to_contain_text("1 of 100")
    assert count.evaluate("node => node.stays") is True
    page.get_by_role("button", name="Stop updating").click()
    respond(2)
    page.wait_for_timeout(2_500)
    expect(count).to_contain_text("1 of 100")
    page.get_by_role("button", name="Go on updating").click()
    expect(count).to_contain_text("2 of 100")


@pytest.mark.exhaustive
def test_what_is_chosen_shows_in_forced_colours(new_context, instructor_page, open_survey, store):
    """1.4.1, 1.4.11: with colours of the reader's own, the choice and the drawings remain."""
    context = new_context(1280, 800, forced_colors="active")
    context.add_cookies(instructor_page.context.cookies())
    page = context.new_page()
    for number in range(5):
        response = Response(open_survey.instrument.digest, f"{number:032x}", (1, 0, 1))
        store.responses.add(open_survey.code, response)
    page.goto(f"/surveys/{open_survey.code}")
    present = page.get_by_role("link", name="Present", exact=True)
    assert colours_of(present) > 1, "the browser draws a ground of its own behind text"
    page.get_by_text("Statistics").first.click()
    colour = "node => getComputedStyle(node).backgroundColor"
    chosen = page.locator(".choice [aria-current]").first.evaluate(colour)
    other = page.locator(".choice a:not([aria-current])").first.evaluate(colour)
    assert chosen != other
    page.goto("/lab/attempts")
    stroke = page.locator(".picture .line.s1").evaluate("node => getComputedStyle(node).stroke")
    ground = page.locator("body").evaluate(colour)
    assert stroke != ground


def test_what_chance_turned_keeps_its_hatch_in_forced_colours(new_context):
    """1.4.1: browsers drop a gradient then, and the hatch is all that tells such a square."""
    page = new_context(forced_colors="active").new_page()
    page.goto("/how")
    hatch = "nodes => nodes.map((node) => getComputedStyle(node).backgroundImage)"
    drawn = page.locator(".turned").evaluate_all(hatch)
    assert len(drawn) > 20
    assert all("repeating-linear-gradient" in each for each in drawn)
    # Words stand on the one colour of the page.
    worded = page.locator(".tile.turned", has_text=re.compile(".")).evaluate_all(hatch)
    assert worded
    assert all(each.startswith("linear-gradient") for each in worded)


COLOURS = """async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt());
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const middle = [image.width / 4, image.height / 2 - 4, image.width / 2, 8].map(Math.round);
    return new Set(new Uint32Array(canvas.getImageData(...middle).data.buffer)).size;
}"""


def colours_of(button) -> int:
    """How many colours there are in the middle of a button, where its text is."""
    picture = base64.b64encode(button.screenshot()).decode()
    return button.page.context.new_page().evaluate(COLOURS, picture)


STYLE = "(each, name) => getComputedStyle(each)[name]"
# What a browser would paint over in a palette of the reader's own, unless it is told not to.
FILLED = [".bars span", "#little-answers span"]
FILLED_AT_HOW = [".tile", ".squares span"]


def test_what_is_full_keeps_its_fill_in_forced_colours(new_context, publish):
    """1.4.1, 1.4.11: bars and squares differ by their fill alone."""
    page = new_context(forced_colors="active").new_page()
    page.goto(publish(make_instrument(*["1/4"] * 8)))
    expect(page.locator(".bars .full").first).to_be_visible()
    for path, filled in ((None, FILLED), ("/how", FILLED_AT_HOW)):
        if path:
            page.goto(path)
        for each in filled:
            assert page.locator(each).first.evaluate(STYLE, "forcedColorAdjust") == "none", each
    pale = [page.locator(f".tile.{each}.pale").first for each in ("turned", "kept")]
    assert len({each.evaluate(STYLE, "backgroundImage") for each in pale}) == 2


@pytest.mark.parametrize("palette", [{"forced_colors": "active"}, {"contrast": "more"}])
def test_tracks_and_lines_show_in_forced_colours_and_high_contrast(new_context, palette):
    page = new_context(**palette).new_page()
    page.goto("/how")
    paper = page.locator("body").evaluate(STYLE, "backgroundColor")
    drawn = [(".band-track", "stroke"), (".squares .rest", "borderTopColor"),
             (".tile.kept.pale", "borderTopColor")]  # fmt: skip
    for each, name in drawn:
        assert page.locator(each).first.evaluate(STYLE, name) not in {paper, "none"}, each
    assert page.locator(".squares .rest").first.evaluate(STYLE, "borderTopWidth") == "1px"
    if "contrast" in palette:
        ink = page.locator("body").evaluate(STYLE, "color")
        assert page.locator(".tile.kept.pale").first.evaluate(STYLE, "borderTopColor") == ink
