"""Answering in a real browser: drawn once, shown when saved, by keyboard too."""

import json
import re

import pytest
from instruments import make_instrument
from playwright.sync_api import expect
from quantities import make_share
from respondent_page import (
    choose,
    expect_saved,
    forget,
    press_send,
    send,
    send_button,
    shown_id,
    shown_reports,
)
from traces import DATABASES

from survey.store import State, Survey


def test_reports_are_stored_and_the_receipt_shows_them(page, survey_url, store, bodies):
    page.goto(survey_url)
    send(page, [1, 0, 1])
    (stored,) = store.responses.all("bcd234")
    sent = json.loads(bodies[0])
    assert stored == (sent["response_id"], tuple(sent["reports"]))
    assert shown_reports(page) == [["No", "Yes"][report] for report in sent["reports"]]
    assert shown_id(page) == sent["response_id"]


def test_double_click_sends_one_response(page, survey_url, store):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    send_button(page).dblclick()
    expect_saved(page)
    assert store.responses.tally("bcd234").responses == 1


def test_reload_after_sending_shows_the_receipt_and_sends_nothing(page, survey_url, bodies):
    page.goto(survey_url)
    send(page, [1, 0, 1])
    page.reload()
    expect_saved(page)
    assert len(bodies) == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", ["/s/%62cd234", "//s/bcd234", "/%73/bcd234"])
def test_other_spellings_of_the_address_draw_nothing_again(page, address, survey_url, bodies, path):
    page.goto(survey_url)
    send(page, [1, 0, 1])
    page.goto(address + path)
    expect_saved(page)
    assert len(bodies) == 1


def test_second_tab_takes_over_the_reports_of_the_first(new_context, survey_url, store):
    context = new_context()
    first, second = context.new_page(), context.new_page()
    for tab in (first, second):
        tab.goto(survey_url)
        choose(tab, [1, 0, 1])
    press_send(first)
    expect_saved(first)
    expect_saved(second)  # by itself, as soon as the first has drawn
    assert store.responses.tally("bcd234").responses == 1


def test_two_tabs_that_send_at_once_draw_once(new_context, survey_url, store):
    context = new_context()
    tabs = [context.new_page() for _ in range(3)]
    for tab in tabs:
        tab.goto(survey_url)
        choose(tab, [1, 0, 1])
    for tab in tabs:
        # Queued in every tab before any of them has run.
        tab.evaluate(
            "() => { setTimeout(() => document.querySelector('#answers').requestSubmit(), 300); }"
        )
    for tab in tabs:
        expect_saved(tab)
    assert store.responses.tally("bcd234").responses == 1


# localStorage as a tab may see it: what another tab wrote is not there yet.
NOT_SEEN_YET = """const {getItem, setItem} = Storage.prototype;
const own = new Set();
Storage.prototype.setItem = function (key, value) {
    own.add(key);
    setItem.call(this, key, value);
};
Storage.prototype.getItem = function (key) {
    return own.has(key) ? getItem.call(this, key) : null;
};
addEventListener("storage", (event) => event.stopImmediatePropagation(), true);"""


def test_a_tab_that_has_not_seen_the_other_draw_sends_what_the_other_drew(
    new_context, survey_url, store
):
    context = new_context()
    context.add_init_script(NOT_SEEN_YET)
    tabs = [context.new_page() for _ in range(2)]
    bodies = []
    for tab in tabs:
        tab.on("request", lambda each: each.method == "POST" and bodies.append(each.post_data))
        tab.goto(survey_url)
    for tab in tabs:
        send(tab, [1, 0, 1])
    assert len(bodies) == 1
    assert store.responses.tally("bcd234").responses == 1


def test_storage_holds_the_reports_and_no_answer(page, survey_url, bodies):
    page.goto(survey_url)
    send(page, [1, 0, 1])
    storage = page.evaluate("({...localStorage})")
    digest = json.loads(bodies[0])["instrument"]
    assert set(storage) == {f"deniable:bcd234:{digest}", "deniable:ledger"}
    assert json.loads(storage[f"deniable:bcd234:{digest}"]) == {"acknowledged": True}
    (kept,) = page.evaluate(DATABASES).items()
    assert kept[0] == f"deniable:bcd234:{digest}/kept/response"
    assert set(kept[1].pop("signed")) == {"key", "signature"}
    assert kept[1] == {"body": bodies[0], "acknowledged": True}


@pytest.mark.exhaustive
def test_real_coins_are_no_second_way_once_it_is_sent(page, survey_url):
    page.goto(survey_url)
    page.get_by_text("How does this protect me?").click()
    coins = page.get_by_role("link", name="Use real coins instead")
    expect(coins).to_be_visible()
    send(page, [1, 0, 1])
    expect(coins).to_be_hidden()
    page.reload()
    expect(page.get_by_role("heading", name="Sent.")).to_be_visible()
    expect(coins).to_be_hidden()


def test_forget_on_this_device_clears_all_but_a_sum(page, survey_url, store):
    page.goto(survey_url)
    send(page, [1, 0, 1])
    forget(page)
    expect(page.get_by_text("This device has forgotten the reports")).to_be_focused()
    (ledger,) = page.evaluate("Object.values({...localStorage})")
    assert page.evaluate(DATABASES) == {}
    assert list(json.loads(ledger)) == ["surveys", "forgotten"]
    assert json.loads(ledger)["surveys"] == {}
    assert store.responses.tally("bcd234").responses == 1


# What has just moved under the pointer takes no click at once.
TAKES_CLICKS = """() => {
    const { pointerEvents } = getComputedStyle(document.querySelector(".forget .danger"));
    return pointerEvents !== "none";
}"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("wide", [False, True])
def test_taps_that_are_repeated_forget_nothing(page, survey_url, wide):
    """A second tap on Send presses what stands there by then."""
    page.set_viewport_size({"width": 1280 if wide else 390, "height": 844})
    page.goto(survey_url)
    send(page, [1, 0, 1])
    kept = page.evaluate("({...localStorage})")
    button = page.get_by_role("button", name="Forget it here")
    button.click(trial=True)  # what has just moved takes no click
    box = button.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    question = page.get_by_text("Forgetting takes nothing back.")
    expect(question).to_be_focused()
    page.wait_for_function(TAKES_CLICKS)
    for _ in range(3):
        page.mouse.click(x, y)
    expect(question).to_be_visible()
    assert page.evaluate("({...localStorage})") == kept


@pytest.mark.first_cell
@pytest.mark.parametrize("way_back", ["Escape", "Keep it"])
def test_what_is_not_forgotten_stays_and_the_button_has_the_focus(page, survey_url, way_back):
    page.goto(survey_url)
    send(page, [1, 0, 1])
    kept = page.evaluate("({...localStorage})")
    button = page.get_by_role("button", name="Forget it here")
    button.press("Enter")
    expect(page.get_by_text("Answering again is a second draw")).to_be_focused()
    if way_back == "Escape":
        page.keyboard.press("Escape")
    else:
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Keep it")).to_be_focused()
        page.keyboard.press("Enter")
    expect(button).to_be_focused()
    expect(page.get_by_role("button", name="Keep it")).to_have_count(0)
    assert page.evaluate("({...localStorage})") == kept
    forget(page)
    expect(page.get_by_text("This device has forgotten the reports")).to_be_focused()


def test_missing_answer_is_pointed_out_and_nothing_is_sent(page, survey_url, bodies):
    page.goto(survey_url)
    press_send(page)
    groups = page.get_by_role("radiogroup")
    expect(groups.nth(0)).to_have_accessible_description(re.compile("Please answer"))
    expect(groups.nth(0).get_by_role("radio", name="Yes")).to_be_focused()
    groups.nth(0).get_by_role("radio", name="No").check()
    expect(groups.nth(0)).to_have_accessible_description("")
    assert bodies == []


ALERTS = """
globalThis.alerts = [];
new MutationObserver((changes) => {
    for (const { target } of changes) {
        const place = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
        const alert = place?.closest("[role=alert]");
        if (alert && !alert.hidden && alert.textContent) alerts.push(alert.textContent);
    }
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""


def test_eight_missing_answers_speak_one_alert(page, publish):
    page.add_init_script(ALERTS)
    page.goto(publish(make_instrument(*["1/4"] * 8)))
    press_send(page)
    expect(page.get_by_role("alert")).to_have_text("Still to answer: 1, 2, 3, 4, 5, 6, 7, 8.")
    expect(page.get_by_role("alert")).to_have_count(1)
    assert set(page.evaluate("alerts")) == {"Still to answer: 1, 2, 3, 4, 5, 6, 7, 8."}
    for group in page.get_by_role("radiogroup").all():
        expect(group).to_have_accessible_description(re.compile("Please answer this question"))
    page.get_by_role("radio").first.check()
    expect(page.get_by_role("alert")).to_have_count(0)
    press_send(page)
    expect(page.get_by_role("alert")).to_have_text("Still to answer: 2, 3, 4, 5, 6, 7, 8.")


def test_one_missing_answer_of_one_is_said_at_its_question_alone(page, publish):
    page.goto(publish(make_instrument("1/4")))
    press_send(page)
    group = page.get_by_role("radiogroup")
    expect(group).to_have_accessible_description(re.compile("Please answer this question"))
    expect(page.get_by_role("alert")).to_have_count(0)


def test_closed_survey_shows_no_form_but_still_the_receipt(page, survey_url, store):
    page.goto(survey_url)
    send(page, [1, 0, 1])
    store.surveys.set_state("bcd234", State.CLOSED)
    page.reload()
    expect_saved(page)
    other = page.context.browser.new_page(base_url=page.url)
    other.goto(page.url)
    expect(other.get_by_text("This survey is closed")).to_be_visible()
    expect(other.get_by_role("radiogroup")).to_have_count(0)
    other.close()


def test_answering_by_keyboard_alone(page, survey_url, store):
    page.goto(survey_url)
    expect(send_button(page)).to_be_enabled()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type") == "radio":
            break
    page.keyboard.press("Space")  # question 1: yes
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")  # question 2: no
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")  # question 3: wraps to no
    groups = page.get_by_role("radiogroup")
    expect(groups.nth(0).get_by_role("radio", name="Yes")).to_be_checked()
    expect(groups.nth(1).get_by_role("radio", name="No")).to_be_checked()
    expect(groups.nth(2).get_by_role("radio", name="No")).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect_saved(page)
    expect(page.get_by_role("heading", name="Sent.")).to_be_focused()
    assert store.responses.tally("bcd234").responses == 1


def test_choosing_one_option_unchooses_the_other(page, survey_url):
    page.goto(survey_url)
    group = page.get_by_role("radiogroup").first
    group.get_by_role("radio", name="Yes").check()
    group.get_by_role("radio", name="No").check()
    expect(group.get_by_role("radio", name="Yes")).not_to_be_checked()


def test_trial_sends_and_keeps_nothing(page, survey_url, bodies):
    page.goto(survey_url)
    page.get_by_text("How does this protect me?").click()
    page.get_by_role("button", name="simulated yes").click()
    page.get_by_role("button", name="simulated yes").click()
    expect(page.get_by_text(re.compile(r"Of all 200 so far"))).to_be_visible()
    page.get_by_role("button", name="simulated no").click()
    expect(page.get_by_text(re.compile(r"The truth here is 0%"))).to_be_visible()
    assert bodies == []
    assert page.evaluate("localStorage.length") == 0


@pytest.mark.exhaustive
def test_twelve_students_are_estimated_within_four_flips(new_context, address, store):
    """Real pages, real randomness. At odds 99:1 more than 4 of 12 flips have
    probability below 1e-7, and each flip moves the estimate by 1/(12·0.98)."""
    instrument = make_instrument("49/100")
    store.surveys.add(Survey("twe234", instrument, State.OPEN))
    for student in range(12):
        page = new_context().new_page()
        page.goto("/s/twe234")
        send(page, [1 if student < 7 else 0])
    tally = store.responses.tally("twe234")
    assert tally.responses == 12
    estimate = make_share(12, tally.counts[0][1], instrument.questions[0].gamma, 0.95)
    assert abs(estimate.estimate - 7 / 12) <= 4 / (12 * 0.98) + 1e-9
    low, high = estimate.interval("hoeffding")
    assert low <= 7 / 12 <= high


def test_epsilon_stands_on_one_line(page, survey_url):
    """On a page that runs from right to left, its parts would be read in another order."""
    page.goto(f"{survey_url}?lang=ar")
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    assert "\u2066ε\xa0=\xa0" in page.locator("#protection").text_content()
