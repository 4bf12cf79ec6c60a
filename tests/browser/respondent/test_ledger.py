"""The ledger: what this browser has spent with this server, kept in this browser only."""

import json
import re

import pytest
from instruments import make_instrument
from playwright.sync_api import Page, expect
from respondent_page import expect_saved, forget, press_send, send, send_button

from survey.core.instrument.same_questions import questions_digest
from survey.store import State, Survey

KEY = "deniable:ledger"


@pytest.fixture
def two_surveys(store) -> list[str]:
    """The paths of two open surveys: ε = 2.20 and, at γ = 1/10, ε = 0.41."""
    surveys = [
        Survey("aaa234", make_instrument("1/4", "1/4", title="After the final"), State.OPEN),
        Survey("bbb234", make_instrument("1/10", title="Doping"), State.OPEN),
    ]
    for survey in surveys:
        store.surveys.add(survey)
    return [f"/s/{survey.code}" for survey in surveys]


def ledger(page: Page) -> dict:
    return json.loads(page.evaluate(f"localStorage.getItem('{KEY}')"))


def row(page: Page, name: str):
    return page.get_by_role("row", name=name)


def test_epsilon_adds_up_over_surveys(page, two_surveys):
    first, second = two_surveys
    page.goto(first)
    page.get_by_text("How does this protect me?").click()
    expect(page.get_by_text("This browser has spent")).to_be_hidden()
    send(page, [1, 0])
    page.goto(second)
    page.get_by_text("How does this protect me?").click()
    expect(
        page.get_by_text(
            "This browser has spent ε = 2.20 here so far; this survey adds 0.41."
        )  # fmt: skip
    ).to_be_visible()
    send(page, [1])
    page.get_by_role("link", name="Ledger of this browser").click()
    expect(page.get_by_role("heading", name="ε = 2.60 spent here so far")).to_be_visible()
    expect(row(page, "After the final")).to_contain_text("2.20")
    expect(row(page, "Doping")).to_contain_text("0.41")
    expect(row(page, "Sum")).to_contain_text("2.60")
    # odds 3 · 3 · 1.5 = 13.5
    expect(page.get_by_text("suspicion 30 → 85%")).to_be_visible()


@pytest.mark.exhaustive
def test_ledger_knows_title_epsilon_and_what_was_asked_and_nothing_else(
    new_context, two_surveys, store
):
    """The same for every answer: what is kept of a survey is the same for everyone."""
    kept = []
    for answers in ([1, 0], [0, 1]):
        page = new_context().new_page()
        page.goto(two_surveys[0])
        send(page, answers)
        kept.append(ledger(page))
    instrument = store.surveys.get("aaa234").instrument
    digest, asked = instrument.digest, questions_digest(instrument)
    epsilon = pytest.approx(2.1972245773362196)
    entry = {"title": "After the final", "epsilon": epsilon, "asked": asked}
    assert kept[0] == {"surveys": {f"aaa234:{digest}": entry}, "forgotten": 0}
    assert kept[0] == kept[1]


@pytest.mark.exhaustive
def test_survey_counts_when_its_reports_are_drawn_and_once(page, two_surveys):
    """What was drawn may have been sent, so it is spent, acknowledged or not."""
    page.route(re.compile("/responses$"), lambda route: route.fulfill(status=503))
    page.goto(two_surveys[0])
    send_without_an_answer(page)
    assert len(ledger(page)["surveys"]) == 1
    page.unroute(re.compile("/responses$"))
    page.reload()
    expect_saved(page)
    page.goto("/ledger")
    expect(row(page, "Sum")).to_contain_text("2.20")
    expect(row(page, "After the final")).to_have_count(1)


def send_without_an_answer(page: Page) -> None:
    expect(send_button(page)).to_be_enabled()
    for group in page.get_by_role("radiogroup").all():
        group.get_by_role("radio", name="No").check()
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()


def forget_on_this_device(page) -> None:
    forget(page)
    expect(page.get_by_text("The class's figures keep the reports")).to_be_visible()


@pytest.mark.exhaustive
def test_forgetting_keeps_the_sum_without_the_title(page, two_surveys):
    page.goto(two_surveys[0])
    send(page, [1, 0])
    forget_on_this_device(page)
    page.goto("/ledger")
    expect(row(page, "Surveys forgotten on this device")).to_contain_text("2.20")
    expect(row(page, "Sum")).to_contain_text("2.20")
    assert "After the final" not in page.content()
    assert "After the final" not in page.evaluate("JSON.stringify({...localStorage})")


@pytest.mark.exhaustive
def test_forgetting_says_what_the_ledger_keeps(page, two_surveys):
    for cleared in (False, True):
        page.goto(two_surveys[0])
        send(page, [1, 0])
        if cleared:
            page.evaluate("localStorage.removeItem('deniable:ledger')")
        forget_on_this_device(page)
        keeps = page.get_by_text("this browser's ledger keeps the survey's ε")
        expect(keeps).to_have_count(0 if cleared else 1)


@pytest.mark.exhaustive
def test_answering_again_after_forgetting_is_spent_again(page, two_surveys):
    for _ in range(2):
        page.goto(two_surveys[0])
        send(page, [1, 0])
        forget_on_this_device(page)
    page.goto("/ledger")
    expect(row(page, "Sum")).to_contain_text("4.39")


@pytest.mark.exhaustive
def test_clearing_asks_first(page, two_surveys):
    page.goto(two_surveys[0])
    send(page, [1, 0])
    page.goto("/ledger")
    page.get_by_role("button", name="Clear the ledger").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    expect(row(page, "Sum")).to_contain_text("2.20")
    page.get_by_role("button", name="Clear the ledger").click()
    page.keyboard.press("Escape")
    expect(row(page, "Sum")).to_contain_text("2.20")
    page.get_by_role("button", name="Clear the ledger").click()
    page.get_by_role("dialog").get_by_role("button", name="Clear it").click()
    expect(page.get_by_text("Nothing is in the ledger")).to_be_visible()
    expect(page.get_by_role("table")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert page.evaluate(f"localStorage.getItem('{KEY}')") is None


@pytest.mark.exhaustive
def test_clearing_leaves_the_reports_that_are_not_saved_yet(page, two_surveys):
    page.route(re.compile("/responses$"), lambda route: route.fulfill(status=503))
    page.goto(two_surveys[0])
    send_without_an_answer(page)
    page.goto("/ledger")
    page.get_by_role("button", name="Clear the ledger").click()
    page.get_by_role("dialog").get_by_role("button", name="Clear it").click()
    page.unroute(re.compile("/responses$"))
    page.goto(two_surveys[0])
    expect_saved(page)


@pytest.mark.exhaustive
def test_open_ledger_follows_another_tab(new_context, two_surveys):
    context = new_context()
    shown, other = context.new_page(), context.new_page()
    shown.goto("/ledger")
    expect(shown.get_by_text("Nothing is in the ledger")).to_be_visible()
    other.goto(two_surveys[1])
    send(other, [1])
    expect(row(shown, "Doping")).to_contain_text("0.41")


NO_NUMBER = '{"surveys": {"x": {"title": "?", "epsilon": "much"}}, "forgotten": 0}'
BROKEN = ["", "{", "null", "[]", '{"surveys": null, "forgotten": 0}', NO_NUMBER,
          '{"surveys": {}, "forgotten": null}']  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("broken", BROKEN)
def test_broken_ledger_counts_as_none(page, two_surveys, broken):
    page.goto("/ledger")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, broken])
    page.reload()
    expect(page.get_by_text("Nothing is in the ledger")).to_be_visible()
    page.goto(two_surveys[0])
    send(page, [1, 0])
    page.goto("/ledger")
    expect(row(page, "Sum")).to_contain_text("2.20")


@pytest.mark.exhaustive
def test_full_storage_never_stops_an_answer(page, two_surveys, store):
    page.add_init_script(
        """const setItem = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, value) {
            if (key === "deniable:ledger") throw new DOMException("full", "QuotaExceededError");
            setItem.call(this, key, value);
        };"""
    )
    page.goto(two_surveys[0])
    send(page, [1, 0])
    assert store.responses.tally("aaa234").responses == 1
    page.goto("/ledger")
    expect(page.get_by_text("Nothing is in the ledger")).to_be_visible()


def test_ledger_is_never_sent(page, two_surveys, bodies):
    requests = []
    page.on("request", lambda request: requests.append([request.url, request.headers]))
    page.goto(two_surveys[0])
    send(page, [1, 0])
    page.goto("/ledger")
    expect(row(page, "Sum")).to_contain_text("2.20")
    page.goto(two_surveys[1])
    page.get_by_text("How does this protect me?").click()
    expect(page.get_by_text("this survey adds 0.41")).to_be_visible()
    assert len(bodies) == 1
    assert "2.1972" not in str(requests) + str(bodies)
    assert "forgotten" not in str(requests) + str(bodies)


@pytest.mark.exhaustive
def test_preview_is_neither_counted_nor_compared(instructor_page, store, two_surveys):
    store.surveys.add(Survey("drft34", make_instrument("1/4", title="A draft")))
    instructor_page.goto("/surveys/drft34/preview")
    instructor_page.get_by_text("How does this protect me?").click()
    expect(instructor_page.get_by_text("This browser has spent")).to_be_hidden()
    assert instructor_page.evaluate(f"localStorage.getItem('{KEY}')") is None
