"""The dashboard at one glance: few words, the first card above the fold, a band that narrows."""

import pytest
from instruments import make_instrument
from playwright.sync_api import Page, expect

from survey.core.responses.response import Response
from survey.store import State, Survey

CODE = "one234"
PATH = f"/surveys/{CODE}"
MOST_WORDS = 120
# The words that can be read: of no element that takes no room, nor in a fold that is closed.
WORDS = """() => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true })
    && !node.closest(".unseen, .skip, script, style");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let words = 0;
  while (texts.nextNode()) {
    const { parentElement, data } = texts.currentNode;
    if (!shown(parentElement)) continue;
    words += data.split(/\\s+/).filter((each) => /\\p{L}|\\d/u.test(each)).length;
  }
  return words;
}"""


@pytest.fixture
def respond(store):
    """Adds so many yes and no reports to a survey of one question."""
    survey = Survey(CODE, make_instrument("1/4", class_size=400), State.OPEN)
    store.surveys.add(survey)

    def add(yes: int, no: int) -> None:
        start = store.responses.tally(CODE).responses
        for number, report in enumerate([1] * yes + [0] * no, start):
            response = Response(survey.instrument.digest, f"{number:032x}", (report,))
            store.responses.add(CODE, response)

    return add


@pytest.fixture
def dashboard(instructor_page, respond) -> Page:
    """The results of eighty respondents."""
    respond(32, 48)
    instructor_page.goto(PATH)
    return instructor_page


def test_one_question_takes_few_words_and_stands_above_the_fold(dashboard, respond):
    card = dashboard.get_by_role("region", name="Did you cheat on exam 1?")
    # A band over most of the scale: the figure is said softly.
    expect(card.get_by_text("30%", exact=False).first).to_have_css("font-size", "32px")
    respond(64, 96)
    dashboard.reload()
    for width, height in (1440, 900), (1024, 768):
        dashboard.set_viewport_size({"width": width, "height": height})
        box = card.bounding_box()
        assert box["y"] + box["height"] <= height
        assert dashboard.evaluate(WORDS) <= MOST_WORDS
    expect(card.get_by_text("30%", exact=False).first).to_have_css("font-size", "72px")
    expect(card.get_by_role("img", name="Estimate 30%")).to_be_visible()
    card.get_by_text("Statistics").click()
    assert dashboard.evaluate(WORDS) > MOST_WORDS  # the count counts
    expect(card.get_by_text("Yes reports as received")).to_be_visible()


def test_slides_and_files_are_one_click_away(dashboard):
    sections = dashboard.get_by_role("navigation", name="Sections of this survey")
    sections.get_by_role("link", name="Files").click()
    expect(dashboard.get_by_role("link", name="Reports (CSV)")).to_be_visible()
    expect(sections.get_by_role("link", name="Files")).to_have_attribute("aria-current", "page")
    dashboard.get_by_role("link", name="Present", exact=True).click()
    dashboard.wait_for_url(f"**{PATH}/present**")


def width_of(band) -> float:
    return float(band.get_attribute("width").removesuffix("%"))


def test_the_band_narrows_where_it_is_and_an_open_fold_stays_open(dashboard, respond):
    band = dashboard.locator(".band-told")
    band.evaluate("node => { node.stays = true; }")
    moved = "node => getComputedStyle(node).transitionDuration"
    assert band.evaluate(moved) not in {"0s", ""}
    before = width_of(band)
    statistics = dashboard.get_by_text("Statistics", exact=True)
    statistics.click()
    statistics.focus()
    respond(80, 120)
    expect(dashboard.locator("#count")).to_contain_text("280 of 400")
    assert width_of(band) < before
    assert band.evaluate("node => node.stays") is True
    expect(dashboard.get_by_text("Yes reports as received")).to_be_visible()
    expect(statistics).to_be_focused()
    dashboard.emulate_media(reduced_motion="reduce")
    assert band.evaluate(moved) in {"0s", ""}


@pytest.mark.exhaustive
def test_a_confidence_that_is_chosen_leaves_its_fold_open(dashboard):
    dashboard.get_by_text("Statistics", exact=True).click()
    dashboard.get_by_role("link", name="90%").click()
    expect(dashboard.get_by_role("heading", name="Intervals with 90% confidence")).to_be_visible()


@pytest.mark.exhaustive
def test_what_is_supposed_of_those_who_did_not_answer_narrows_what_is_known_of_all(
    dashboard, respond
):
    card = dashboard.get_by_role("region", name="Did you cheat on exam 1?")
    card.get_by_text("80 of 400 answered").click()
    shown = card.get_by_text("of the 400")
    slider = card.get_by_label("Their share differs from that of those who answered")

    def most() -> int:
        return int(shown.inner_text().split()[-4])

    widest = most()
    slider.focus()
    for _ in range(18):
        dashboard.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("10")
    assert most() < widest
    # New figures come though the slider was moved, and nothing is supposed of them yet.
    respond(1, 1)
    expect(card.get_by_text("82 of 400 answered")).to_be_visible()
    expect(card.get_by_text("of the 82 who answered").first).to_be_visible()
    expect(slider).to_have_value("100")
