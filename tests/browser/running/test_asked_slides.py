"""Slides while the class answers: how to join, what is asked, and every title whole."""

import re
import time
from dataclasses import replace

import pytest
from instruments import alone, make_mixed_instrument
from playwright.sync_api import Page, expect
from presented import CODE, PATH

from survey.core.instrument.digest_forms import short_form
from survey.core.instrument.limits import LONGEST_QUESTION, LONGEST_TITLE
from survey.core.responses.response import Response
from survey.store import State, Survey

SHOWN = ".slide:not([hidden])"
SIZE = "(each) => parseFloat(getComputedStyle(each).fontSize)"
SENTENCE = (
    "Did you, in any paper of this year, hand in a paragraph that somebody else had written? "
)


@pytest.fixture
def lan(app, slides) -> Page:
    """The slides as a server shows them that phones can reach."""
    app.config["PUBLIC_URL"] = "http://192.0.2.2:8131"
    slides.goto(PATH)
    return slides


def test_whoever_types_the_address_and_the_code_of_the_slide_joins(slides, new_context):
    address = slides.locator(".join-link").text_content().strip()
    code = slides.locator(".join-code").text_content()
    phone = new_context().new_page()
    phone.goto(f"http://{address}")
    phone.get_by_label("Code on the screen").fill(code)
    phone.get_by_role("button", name="Join").click()
    expect(phone).to_have_url(re.compile(f"/s/{CODE}"))


def test_the_join_slide_says_what_to_open_and_what_to_type(lan):
    slide = lan.locator(SHOWN)
    words = " ".join(slide.locator("#typed").text_content().split())
    assert words == "Scan, or open 192.0.2.2:8131 and type mix d34"
    digest = slide.get_by_text(short_form(make_mixed_instrument().digest))
    expect(digest).to_contain_text("· key ")
    assert digest.evaluate(SIZE) == 14
    assert digest.bounding_box()["height"] < 2 * 14
    fonts = slide.locator("*").evaluate_all(
        "all => all.map(each => getComputedStyle(each).fontFamily)"
    )
    assert len(fonts) > 10
    assert not any("mono" in font for font in fonts)


def test_a_question_stands_above_its_options_and_the_way_in(lan, store):
    lan.set_viewport_size({"width": 1280, "height": 800})
    lan.keyboard.press("ArrowRight")
    slide = lan.locator(SHOWN)
    options = slide.locator(".slide-options li")
    assert options.all_text_contents() == ["Yes", "No"]
    assert options.first.evaluate(SIZE) == 32
    qr = slide.get_by_role("img", name="QR code")
    assert qr.bounding_box()["width"] == 160
    drawn = lan.request.get(qr.evaluate("(each) => each.src")).text()
    assert 'd="M4 4.5h7' in drawn  # four modules of quiet
    expect(slide.get_by_text("192.0.2.2:8131")).to_be_visible()
    expect(slide.get_by_text("mix d34")).to_be_visible()
    lan.keyboard.press("h")
    expect(qr).to_be_hidden()
    lan.keyboard.press("h")
    store.surveys.set_state(CODE, State.CLOSED)
    expect(options.first).to_be_visible()
    expect(qr).to_have_count(0)


def test_each_kind_of_question_is_asked_with_its_answers(slides):
    asked = []
    for _ in make_mixed_instrument().questions:
        slides.keyboard.press("ArrowRight")
        asked.append(slides.locator(f"{SHOWN} .slide-options li").all_text_contents())
    assert asked == [
        ["Yes", "No"], ["Mine", "A friend's", "Prefer not to answer"], ["Algebra", "Analysis"],
        ["0 – 40"], ["1", "2", "3", "4", "5"],
    ]  # fmt: skip


@pytest.mark.exhaustive
def test_letters_come_in_the_steps_that_a_room_may_see(slides, store):
    """Ten more are shown once five beyond them have come; a frozen slide waits."""
    instrument = replace(make_mixed_instrument(), class_size=40)
    store.surveys.add(Survey("lett34", instrument, State.OPEN))
    come = slides.locator(f"{SHOWN} .letters .come")
    slides.goto("/surveys/lett34/present?slide=1")
    expect(slides.locator(f"{SHOWN} .letters use")).to_have_count(40)
    expect(come).to_have_count(0)
    for number in range(29):
        reports = (0,) * len(instrument.items)
        store.responses.add("lett34", Response(instrument.digest, f"{number:032x}", reports))
    expect(come).to_have_count(20)
    expect(slides.get_by_text("Chance changed about 1 in 4.").first).to_be_visible()
    slides.keyboard.press("f")
    for number in range(29, 36):
        store.responses.add("lett34", Response(instrument.digest, f"{number:032x}", reports))
    expect(slides.get_by_text("Frozen", exact=True)).to_be_visible()
    for _ in range(2):  # asked for twice
        with slides.expect_response(lambda answer: "lett34" in answer.url):
            pass
    expect(come).to_have_count(20)
    slides.keyboard.press("f")
    expect(come).to_have_count(30)


@pytest.fixture
def wordy(app, store, slides) -> Page:
    """A survey with titles as long as they can be, of one word and of many."""
    app.config["PUBLIC_URL"] = "http://survey.students.some-university.example:8131"
    yes_no, choice = make_mixed_instrument().questions[:2]
    lengths = (80, 81, 160, 161, LONGEST_QUESTION)
    texts = [(SENTENCE * 4)[:length].strip() for length in lengths]
    reasons = tuple(f"The reason no. {number} for it" for number in range(20))
    questions = [replace(yes_no, text=text) for text in [*texts, "W" * LONGEST_QUESTION]]
    questions += [
        replace(choice, text=texts[2], listed=reasons[:count]) for count in (2, 6, 7, 12, 13, 20)
    ]
    instrument = replace(alone(*questions), title=(SENTENCE * 2)[:LONGEST_TITLE].strip())
    store.surveys.add(Survey("word34", instrument, State.OPEN))
    store.surveys.plan_closing("word34", int(time.time()) + 600)
    return slides


MEASURED = f"""() => {{
  const title = document.querySelector("{SHOWN} h1"), box = title.getBoundingClientRect();
  const parts = [...document.querySelectorAll("{SHOWN} :is(li, img, p)")];
  return {{
    cut: title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight + 1,
    beyond: box.top < 0 || box.bottom > innerHeight || box.right > innerWidth,
    scrolls: document.documentElement.scrollHeight > innerHeight,
    wide: document.documentElement.scrollWidth > innerWidth,
    parts: parts.some((each) => each.getBoundingClientRect().bottom > innerHeight),
  }};
}}"""


@pytest.mark.first_cell
@pytest.mark.parametrize("size", [(800, 600), (1024, 768)])
def test_every_title_is_whole_on_the_smallest_projector(wordy, size):
    wordy.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    wordy.goto("/surveys/word34/present?slide=0")
    found = {}
    for slide in range(14):
        expect(wordy.locator(SHOWN)).to_have_count(1)
        found[slide] = [what for what, so in wordy.evaluate(MEASURED).items() if so]
        wordy.keyboard.press("ArrowRight")
    expect(wordy.locator("[data-number]")).to_have_text("14 of 14")
    assert {slide: faults for slide, faults in found.items() if faults} == {}


PLACES = f"""() => [...document.querySelectorAll(
    "{SHOWN} *, #following, .countdown, .countdown + span, header a, .controls > *"
  )].map((each) => JSON.stringify(each.getBoundingClientRect()))"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_a_countdown_moves_nothing(slides, store, size):
    slides.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    slides.goto(f"{PATH}?slide=1")
    title = slides.get_by_role("heading", level=1)
    before = title.bounding_box()
    store.surveys.plan_closing(CODE, int(time.time()) + 605)
    timer = slides.get_by_role("timer")
    expect(timer).to_have_text(re.compile("^10:0"))
    assert title.bounding_box() == before
    places = slides.evaluate(PLACES)
    expect(timer).to_have_text(re.compile("^9:5"), timeout=10_000)
    assert slides.evaluate(PLACES) == places
