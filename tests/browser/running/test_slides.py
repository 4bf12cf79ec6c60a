"""What a room sees: large enough, on one screen, and what chance did, in three steps."""

import random
import re

import pytest
from page_faults import axe_faults
from playwright.sync_api import Page, expect
from public_figures import show_to_all

from survey.core.instrument.parsing import validate
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.web.respondent.survey_links import LAN, LanState

PATH = "/surveys/room34/present"
LEAST, FIGURE = 18, 96  # pixels
OPTIONS = [
    "I wrote it all myself", "Looked up single facts", "Corrected grammar and style",
    "Translated parts of it", "Asked for an outline", "Asked for whole paragraphs, then rewrote",
    "Asked for whole paragraphs, unchanged", "Had somebody else write it", "Used an old paper",
    "Prefer not to answer",
]  # fmt: skip
# Every text of the page that is drawn, with its size in pixels of the screen.
SIZES = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, within = text.parentElement, range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!text.textContent.trim() || box.width < 2) continue;
    if (within.closest(".unseen, .skip, dialog, .join-digest")) continue; // to compare from near
    const size = parseFloat(getComputedStyle(within).fontSize);
    const scale = within.closest("svg")?.getScreenCTM().a ?? 1;
    found.push([size * scale, text.textContent.trim()]);
  }
  return found;
}"""


@pytest.fixture
def room(instructor_page, store) -> Page:
    """A signed-in page; an open survey with a question of each look has 120 responses."""
    instrument = validate({
        "title": "Use of language models", "class_size": 120,
        "questions": [
            {"text": "Did you hand in a text that a language model wrote?", "gamma": "1/4"},
            {"kind": "choice", "text": "What did you use one for in your last paper?",
             "gamma": "2/5", "options": OPTIONS},
            {"kind": "number", "text": "How many hours a week?", "gamma": "9/20", "low": 0,
             "high": 40},
        ],
    })  # fmt: skip
    store.surveys.add(Survey("room34", instrument, State.OPEN))
    drawn = random.Random("room")  # the same figures in every run
    for _ in range(120):
        reports = [drawn.choice([0, 1, drawn.randrange(each.options)]) for each in instrument.items]
        response = Response(instrument.digest, drawn.randbytes(16).hex(), tuple(reports))
        store.responses.add("room34", response)
    show_to_all(store, "room34")
    return instructor_page


@pytest.mark.first_cell
@pytest.mark.parametrize("size", [(800, 600), (1024, 768), (1280, 720), (1920, 1080)])
def test_a_slide_fits_its_screen_and_is_read_from_the_last_row(room, size):
    room.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for number in range(5):
        for key in ("", "h", "r", "rr", "rrr") if 0 < number < 4 else ("",):
            room.goto(f"{PATH}?slide={number}")
            expect(room.get_by_role("button", name="Keys")).to_be_visible()
            for each in key:
                room.keyboard.press(each)
            if key:
                expect(room.get_by_role("link", name="Hide the result")).to_be_visible()
            where = (size, number, key)
            high, wide = room.evaluate(
                "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
            )
            assert wide <= size[0], where
            assert high <= size[1], where
            sizes = room.evaluate(SIZES)
            assert [each for each in sizes if each[0] < LEAST] == [], where
            if key == "h" and size[1] > 600:  # there rows of options have no figure above them
                assert max(each for each, _ in sizes) >= FIGURE, where


@pytest.mark.exhaustive
@pytest.mark.parametrize("options", [OPTIONS[5:], OPTIONS])
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_a_slide_fits_where_the_option_in_the_lead_may_have_any_share(
    instructor_page, store, size, options
):
    """Its sentence stands in the figure's place, above the rows of the others."""
    question = {"kind": "choice", "text": "What did you use one for?", "gamma": "1/4"}
    instrument = validate({"title": "Few", "questions": [question | {"options": options}]})
    store.surveys.add(Survey("few234", instrument, State.OPEN, fewest_responses=1))
    store.surveys.set_limits("few234", None, True)
    for number, report in enumerate([0, 0, 0, 0, 1, 1, 1, 2, 2, 3]):
        response = Response(instrument.digest, f"{number:032x}", (report,))
        store.responses.add("few234", response)
    store.surveys.set_state("few234", State.CLOSED)
    instructor_page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    instructor_page.goto("/surveys/few234/present?slide=1&results=shown")
    said = instructor_page.get_by_text("has the largest estimate, but any share of it is still")
    expect(said).to_be_visible()
    high, wide = instructor_page.evaluate(
        "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    )
    assert (wide <= size[0], high <= size[1]) == (True, True)


@pytest.mark.exhaustive
def test_the_check_of_sizes_catches_a_small_text(room):
    room.goto(PATH)
    room.evaluate("document.querySelector('h1').style.fontSize = '17px'")
    assert [text for size, text in room.evaluate(SIZES) if size < LEAST] == [
        "Use of language models"
    ]


def squares(page, which: str, attribute: str) -> list[float]:
    """Where the edges of these reports are, or how wide, on the slide that is shown."""
    found = page.locator(f".slide:not([hidden]) .coin-drawing {which} .edge")
    return found.evaluate_all(f"all => all.map((each) => Number(each.getAttribute('{attribute}')))")


def test_what_chance_made_falls_and_what_is_left_spreads_one_key_each(room):
    room.goto(f"{PATH}?slide=1")
    expect(room.get_by_role("button", name="Keys")).to_be_visible()
    spoken = room.locator("#spoken")
    room.keyboard.press("r")
    expect(spoken).to_have_text("120 devices sent this.")
    before = squares(room, ".says:not(.by-chance)", "width")
    room.keyboard.press("r")
    expect(spoken).to_contain_text("chance alone makes about 30 Yes and 30 No.")
    expect(room.get_by_text("30 Yes by chance")).to_be_visible()
    assert squares(room, ".says:not(.by-chance)", "width") == before  # it stays as wide as it was
    assert axe_faults(room) == []
    room.keyboard.press("r")
    expect(spoken).to_contain_text("follow the answers:")
    assert squares(room, ".says:not(.by-chance)", "x") == [0]
    spread = squares(room, ".says:not(.by-chance)", "width")
    assert spread == [pytest.approx(2 * before[0], abs=0.2)]
    expect(room.locator(".coin-under .band").first).to_be_visible()
    assert axe_faults(room) == []
    room.keyboard.press("r")
    expect(spoken).to_have_text("The result.")
    expect(room.get_by_text("would truthfully say yes")).to_be_visible()
    expect(room.locator("[data-coin]").first).to_be_hidden()


def test_the_button_goes_through_the_steps_as_its_key_does(room):
    room.goto(f"{PATH}?slide=3&results=shown")
    button = room.locator("[data-do=coin]")
    said = ("devices sent this", "say 40 and", "of the way from 0 to 40", "The result.")
    for number, sentence in enumerate(said):
        button.click()
        expect(room.locator("#spoken")).to_contain_text(sentence)
        shown = "Reports" if number == 3 else "Next step"
        expect(button).to_have_text(shown)
        expect(button).to_have_accessible_name(re.compile(shown))  # 2.5.3


@pytest.mark.first_cell
@pytest.mark.parametrize("clipboard", [True, False])
def test_the_link_is_copied_or_selected(room, clipboard):
    context = room.context
    if clipboard:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
    else:  # as over plain http, where there is none
        room.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    room.goto(f"{PATH}?slide=0")
    room.get_by_text("Copy the link").click()
    told = "Copied ✓" if clipboard else "Selected: copy it with Ctrl+C"
    expect(room.get_by_role("status").filter(has_text=told)).to_be_visible()
    link = room.get_by_label("Link to the survey").input_value()
    assert "/s/room34#q=" in link
    assert room.evaluate("getSelection().toString()") == link
    if clipboard:
        assert room.evaluate("navigator.clipboard.readText()") == link


@pytest.mark.exhaustive
def test_a_phone_that_has_opened_it_is_told_of_and_stays_told(app, room):
    room.goto(f"{PATH}?slide=0")
    expect(room.get_by_text("Your phone can reach this")).to_have_count(0)
    phone = {"REMOTE_ADDR": "192.0.2.44"}
    app.test_client().get("/s/room34/instrument.json", environ_overrides=phone)
    expect(room.get_by_text("Your phone can reach this ✓")).to_be_visible()
    app.extensions["reached"]._codes.clear()  # another worker answers, which has not seen it
    for status in (200, 304):  # asked for, and taken
        with room.expect_response(lambda told, status=status: told.status == status):
            pass
    expect(room.get_by_text("Your phone can reach this ✓")).to_be_visible()


@pytest.mark.first_cell
def test_an_open_slide_follows_the_address_in_the_network(app, room):
    """With --lan: the QR code and the link are others, and no phone has reached them yet."""
    home, campus = "http://192.168.1.5:8000", "http://10.1.2.3:8000"

    def change(**state) -> None:
        app.config[LAN] = LanState(followed=True, **state)
        app.config["PUBLIC_URL"] = app.config[LAN].url

    change(url=home)
    app.extensions["reached"]._codes.add("room34")
    room.goto(f"{PATH}?slide=0")
    code = room.locator("#scanned img")
    before = code.get_attribute("src")
    expect(room.get_by_text("Your phone can reach this ✓")).to_be_visible()
    change(url=home, gone=True)
    expect(room.get_by_text("this computer has left that network")).to_be_visible()
    change(url=campus, former=home)
    app.extensions["reached"].announce(campus)
    expect(room.locator("#typed")).to_contain_text("10.1.2.3:8000")
    expect(code).not_to_have_attribute("src", before)
    expect(room.get_by_text("Your phone can reach this")).to_have_count(0)
    expect(room.get_by_text("this computer has left that network")).to_have_count(0)
    room.get_by_text("Copy the link").click()
    assert room.get_by_label("Link to the survey").input_value().startswith(f"{campus}/s/room34")
