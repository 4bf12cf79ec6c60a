"""What a room sees: large enough, on one screen, and what the coin did in five seconds."""

import random

import pytest
from page_faults import axe_faults
from playwright.sync_api import Page, expect
from public_figures import show_to_all

from survey.core.instrument.parsing import validate
from survey.core.responses.response import Response
from survey.store import State, Survey

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
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_a_slide_fits_its_screen_and_is_read_from_the_last_row(room, size):
    room.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for number in range(5):
        for key in ("", "h", "r") if 0 < number < 4 else ("",):
            room.goto(f"{PATH}?slide={number}")
            expect(room.get_by_role("button", name="Keys")).to_be_visible()
            if key:
                room.keyboard.press(key)
                expect(room.get_by_role("link", name="Hide the result")).to_be_visible()
            where = (size, number, key)
            high, wide = room.evaluate(
                "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
            )
            assert wide <= size[0], where
            assert high <= size[1], where
            sizes = room.evaluate(SIZES)
            assert [each for each in sizes if each[0] < LEAST] == [], where
            if key == "h":
                assert max(each for each, _ in sizes) >= FIGURE, where


@pytest.mark.exhaustive
def test_the_check_of_sizes_catches_a_small_text(room):
    room.goto(PATH)
    room.evaluate("document.querySelector('h1').style.fontSize = '17px'")
    assert [text for size, text in room.evaluate(SIZES) if size < LEAST] == [
        "Use of language models"
    ]


# A step comes when the test asks for it; `steps` holds after how long each would have come.
STEP_BY_STEP = """const real = setTimeout;
window.steps = [];
window.setTimeout = (work, ms) => {
  if (!(ms >= 1000)) return real(work, ms);
  steps.push(ms);
  window.step = work;
};"""


def test_the_coin_s_share_slides_away_in_three_steps(room):
    room.add_init_script(STEP_BY_STEP)
    room.goto(f"{PATH}?slide=1")
    expect(room.get_by_role("button", name="Keys")).to_be_visible()
    room.keyboard.press("r")
    spoken = room.locator("#spoken")
    expect(room.get_by_text("of the reports said yes.").first).to_be_visible()
    widths = "[...document.querySelectorAll('.coin-kept')].map((bar) => bar.getAttribute('width'))"
    first = room.evaluate(widths)[0]
    room.evaluate("step()")
    expect(spoken).to_have_text("The coin alone makes 25 of 100 say yes. Take these away.")
    assert room.evaluate(widths)[0] == first  # it moves, and stays as long as it was
    room.evaluate("step()")
    expect(spoken).to_contain_text("What is left,")
    assert float(room.evaluate(widths)[0]) == pytest.approx(2 * float(first), abs=0.2)
    first_wait, second_wait = room.evaluate("steps")
    assert first_wait + second_wait < 5_000
    assert axe_faults(room) == []
    room.keyboard.press("r")
    expect(room.get_by_text("would truthfully say yes")).to_be_visible()
    expect(room.locator("[data-coin]").first).to_be_hidden()


@pytest.mark.exhaustive
def test_whoever_wants_no_motion_gets_stills_at_their_own_pace(room):
    room.emulate_media(reduced_motion="reduce")
    room.goto(f"{PATH}?slide=3")
    expect(room.get_by_role("button", name="Keys")).to_be_visible()
    spoken = room.locator("#spoken")
    for said in ("of the reports said 40", "Take these away", "What is left", "The result."):
        room.keyboard.press("r")
        expect(spoken).to_contain_text(said)


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
