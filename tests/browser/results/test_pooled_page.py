"""Groups that were asked the same, together: by keyboard, on a phone, and all bands at one x."""

import hashlib

import pytest
from instruments import make_instrument, make_mixed_instrument
from page_faults import axe_faults, complaints_of
from playwright.sync_api import Page, expect

from survey.core.instrument.same_questions import for_group
from survey.core.responses.response import Response
from survey.store import State, Survey

LONG = "Supercalifragilisticexpialidocious" * 2
GROUPS = {"pla234": ("Section A, Mon 9:00", 14), "plb234": (LONG[:60], 17),
          "plc234": ("Section C", 11)}  # fmt: skip
PATH = "/surveys/pla234"
BANDS = """() => [...document.querySelectorAll("svg.band .band-track")].map((track) => {
  const { left, right } = track.getBoundingClientRect();
  return `${Math.round(left)} ${Math.round(right)}`;
})"""
LINES = """() => [...document.querySelectorAll("svg.band .band-guide")].map((line) =>
  Math.round(line.getBoundingClientRect().left))"""
ROOM = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"


@pytest.fixture(params=[make_instrument("1/4"), make_mixed_instrument()], ids=["one", "five"])
def groups(request, store):
    for code, (name, yes) in GROUPS.items():
        instrument = for_group(request.param, name, 40)
        store.surveys.add(Survey(code, instrument, State.OPEN, group_name=name))
        for number in range(40):
            reports = (int(number < yes),) * len(instrument.items)
            response_id = hashlib.sha256(f"{code} {number}".encode()).hexdigest()[:32]
            store.responses.add(code, Response(instrument.digest, response_id, reports))
        store.surveys.set_state(code, State.CLOSED)


@pytest.mark.first_cell
@pytest.mark.parametrize("width", [360, 1280])
def test_all_bands_begin_and_end_at_one_place(instructor_page: Page, groups, width):
    complaints = complaints_of(instructor_page)
    instructor_page.set_viewport_size({"width": width, "height": 800})
    instructor_page.goto(f"{PATH}/pooled")
    expect(instructor_page.get_by_role("heading", level=1)).to_have_text(
        "Groups that were asked the same"
    )
    bands, lines = instructor_page.evaluate(BANDS), instructor_page.evaluate(LINES)
    figures = len(bands) // (len(GROUPS) + 1)
    assert figures in (1, 11 + 2)  # two means
    assert len(set(bands)) == 1
    assert len(lines) == len(bands)
    assert len(set(lines)) <= figures  # one line through a figure's groups and all together
    wide, room = instructor_page.evaluate(ROOM)
    assert wide <= room
    assert axe_faults(instructor_page) == []
    assert complaints == []


@pytest.mark.first_cell
def test_a_group_is_switched_off_with_the_keyboard(instructor_page: Page, groups):
    page = instructor_page
    page.goto(PATH)
    link = page.get_by_role("link", name="Together with the other groups")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{PATH}/pooled**")
    expect(page.get_by_text("All together: about").first).to_be_visible()
    page.get_by_role("checkbox", name="Section A").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("checkbox", name="Section C")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Show")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Left out: Section C.")).to_be_visible()
    expect(page.get_by_text("All together: about").first).to_be_visible()
    expect(page.get_by_role("checkbox", name="Section C")).not_to_be_checked()
    expect(page.get_by_role("link", name="everything (JSON)")).to_have_attribute(
        "href",
        f"{PATH}/pooled/pooled.json?chosen=1&group=pla234&group=plb234&confidence=95",
    )
