"""One question each: the device draws which, remembers it before it shows any, and keeps to it."""

import re

import pytest
from instruments import make_instrument, make_one_question_each
from playwright.sync_api import expect
from respondent_page import expect_saved, forget, press_send
from tape import tape_for
from traces import DATABASES, FORGET_ALL, Observer

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.core.responses.tokens import hash_token
from survey.store import State, Survey

SLIPS = "/s/each34"


def one_of(instrument: Instrument, place: int) -> Instrument:
    """What the page shows where the question at this place was drawn."""
    document = instrument.raw() | {"questions": [instrument.raw()["questions"][place]]}
    del document["one_question_each"]
    return validate(document)


@pytest.fixture
def each(store):
    instrument = make_one_question_each()
    store.surveys.add(Survey("each34", instrument, State.OPEN))
    return instrument


def picked(page) -> int:
    """The number of the question that the page says it has picked, from 1."""
    line = page.get_by_text(re.compile("^Your device has picked question"))
    expect(line).to_be_visible()
    number, of_all = re.findall(r"\d+", line.inner_text())
    assert of_all == "5"
    return int(number)


def test_question_is_drawn_once_and_asked_alone(new_context, each, store):
    context = new_context()
    page = context.new_page()
    page.goto(SLIPS)
    number = picked(page)
    asked = each.questions[number - 1]
    expect(page.get_by_role("main").locator("fieldset")).to_have_count(1)
    expect(page.locator("fieldset legend")).to_have_text(asked.text)
    kept = page.evaluate(DATABASES)
    assert [value for key, value in kept.items() if key.endswith("/question")] == [number - 1]
    # A reload, another tab and another language show the same one.
    page.reload()
    assert picked(page) == number
    tab = context.new_page()
    tab.goto(SLIPS)
    assert picked(tab) == number
    tab.goto(f"{SLIPS}?lang=de")
    expect(tab.locator("fieldset legend")).to_have_text(asked.text)
    # A blank answer is not sent; then the one question is.
    press_send(page)
    expect(page.locator("fieldset .error")).to_be_visible()
    places = range(asked.item_count)
    if asked.item.settings:
        page.get_by_role("textbox").fill("7")
    elif asked.item.particulars:
        page.get_by_role("checkbox", name=asked.listed[0]).check()
    else:
        page.get_by_role("radio").first.check()
    press_send(page)
    expect_saved(page)
    ((_, reports),) = store.responses.all("each34")
    first = each.first_items[number - 1]
    answered = [place for place, report in enumerate(reports) if report is not None]
    assert answered == [first + place for place in places]
    # The receipt shows that question's reports alone, after a reload, too.
    for _ in range(2):
        expect(page.locator("ol.reports > li")).to_have_count(1)
        expect(page.locator("ol.reports > li")).to_contain_text(asked.text)
        page.reload()
        expect_saved(page)
    tab.close()  # it would draw anew
    forget(page)
    page.wait_for_function("() => !document.querySelector('.forget')")
    assert not [key for key in page.evaluate(DATABASES) if key.endswith("/question")]


def test_every_question_is_picked_by_its_own_word(new_context, each):
    """The draw is `uniform_below` of the system's words, and of nothing else."""
    for place in range(5):
        context = new_context()
        page = context.new_page()
        page.add_init_script(f"crypto.getRandomValues = (words) => words.fill({5 * 7 + place})")
        page.goto(SLIPS)
        assert picked(page) == place + 1
        context.close()


@pytest.mark.exhaustive
@pytest.mark.parametrize("place", [0, 1])
def test_traces_are_identical_for_all_answers_given_the_question(
    new_context, watched, store, place
):
    document = make_instrument("1/4", "2/5", title="Pairs").raw() | {"one_question_each": True}
    whole = validate(document)
    store.surveys.add(Survey("pair34", whole, State.OPEN))
    alone = one_of(whole, place)

    def tape(instrument, answers, reports, roundabout):
        # The question first: its draw has skipped nothing, since 2 divides 2³².
        sent = [report for report in reports if report is not None]
        return [place, *tape_for(instrument, answers, sent, roundabout)]

    observer = Observer(new_context, watched, "/s/pair34", alone, tape)
    reports = [[None, None], [None, None]]
    for report in (0, 1):
        reports[report][place] = report
    assert observer.count_leaks([(0,), (1,)], reports) == (0, 4)


def test_what_another_tab_drew_anew_is_told_as_the_answer_to_its_own_question(new_context, each):
    """The storage is cleared while a question stands: the tabs show two, and one is sent."""
    context = new_context()
    first = context.new_page()
    first.add_init_script("crypto.getRandomValues = (words) => words.fill(5)")
    first.goto(SLIPS)
    assert picked(first) == 1
    first.evaluate(FORGET_ALL)
    second = context.new_page()
    second.add_init_script("crypto.getRandomValues = (words) => words.fill(9)")
    second.goto(SLIPS)
    assert picked(second) == 5
    second.get_by_role("radio").first.check()
    press_send(second)
    expect_saved(second)
    expect(first.locator("ol.reports > li")).to_contain_text(each.questions[4].text)


def test_a_response_that_cannot_be_read_now_is_not_asked_for_anew(page, each, store, app):
    """Nor are coins offered, by which it would be answered twice."""
    store.surveys.add_tokens("each34", [hash_token(app.secret_key, "b" * 30)])
    page.route(re.compile("/responses$"), lambda route: route.abort())
    page.add_init_script("crypto.getRandomValues = (words) => words.fill(5)")
    page.goto(f"{SLIPS}#t={'b' * 30}")
    page.get_by_role("radio").first.check()
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.add_init_script(
        'IDBFactory.prototype.open = () => { throw new DOMException("", "SecurityError"); }'
    )
    page.reload()
    expect(page.get_by_text("Please reload it")).to_be_visible()
    expect(page.get_by_text("answer with real coins")).to_be_hidden()


def test_storage_that_never_answers_is_told(page, each):
    page.add_init_script("IDBFactory.prototype.open = () => ({})")
    page.clock.install()
    page.goto(SLIPS)
    page.clock.fast_forward(20_000)
    expect(page.get_by_text("Please reload it")).to_be_visible()
    expect(page.locator("#answers")).to_be_hidden()


def test_closed_survey_draws_nothing(page, each, store):
    store.surveys.set_state("each34", State.CLOSED)
    page.goto(SLIPS)
    expect(page.get_by_text("This survey is closed")).to_be_visible()
    assert not page.evaluate(DATABASES)


@pytest.mark.exhaustive
def test_another_browser_draws_its_own(new_context, each, store):
    """Of twelve browsers some pick another question than the first: all alike once in 4.9·10⁷."""
    numbers = set()
    for _ in range(12):
        context = new_context()
        page = context.new_page()
        page.goto(SLIPS)
        numbers.add(picked(page))
        context.close()
    assert len(numbers) > 1


def test_what_clears_the_marks_stands_apart_from_what_sends_them(new_context, each):
    page = new_context().new_page()
    page.goto("/s/each34/coin")
    clear = page.get_by_role("button", name="Clear all marks").bounding_box()
    sending = page.get_by_role("button", name="Send the outcomes").bounding_box()
    assert sending["y"] - (clear["y"] + clear["height"]) >= 8
