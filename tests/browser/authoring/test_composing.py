"""Composing with a script: order, undo, levels, and drafts that save themselves."""

import re

import pytest
from instruments import make_instrument
from page_faults import axe_faults
from playwright.sync_api import Page, expect

from survey.store import State, Survey

SAVED = re.compile(r"Saved \d")


@pytest.fixture
def page(instructor_page) -> Page:
    instructor_page.goto("/surveys/new")
    return instructor_page


def ask(page: Page, *texts: str) -> None:
    """Composes questions of these texts."""
    for place, text in enumerate(texts):
        if place:
            page.get_by_role("button", name="+ question", exact=True).click()
        page.get_by_label("Question", exact=True).nth(place).fill(text)


def texts(page: Page) -> list[str]:
    return page.get_by_label("Question", exact=True).evaluate_all("all => all.map(e => e.value)")


@pytest.mark.exhaustive
def test_questions_are_ordered_duplicated_and_brought_back_by_keyboard(page, store):
    ask(page, "One?", "Two?", "Three?")
    page.get_by_role("group", name="Question 3").get_by_label("Fair").check()
    up = page.get_by_role("button", name="Move question 3 up")
    up.focus()
    page.keyboard.press("Enter")
    assert texts(page) == ["One?", "Three?", "Two?"]
    expect(page.get_by_text("Question 3 is question 2 now.")).to_have_role("status")
    expect(page.get_by_role("button", name="Move question 2 up")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Question 1 is the first one.")).to_be_attached()
    assert texts(page) == ["Three?", "One?", "Two?"]
    page.get_by_role("button", name="Duplicate question 1").click()
    page.get_by_role("button", name="Insert a question before question 2").click()
    expect(page.get_by_label("Question", exact=True).nth(1)).to_be_focused()
    assert texts(page) == ["Three?", "", "Three?", "One?", "Two?"]
    page.get_by_role("button", name="Remove question 2").click()
    page.get_by_role("button", name="Remove question 3").click()
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    assert texts(page) == ["Three?", "Three?", "Two?"]
    page.keyboard.press("Enter")
    assert texts(page) == ["Three?", "Three?", "One?", "Two?"]
    assert axe_faults(page) == []
    page.get_by_label("Title").fill("T")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="T", level=1)).to_be_visible()
    (survey,) = store.surveys.all()
    asked = survey.instrument.questions
    assert [each.text for each in asked] == ["Three?", "Three?", "One?", "Two?"]
    assert [str(each.gamma) for each in asked] == ["2/5", "2/5", "1/4", "1/4"]


@pytest.mark.exhaustive
def test_sentences_that_arrive_move_no_button_under_a_finger(page):
    held = []
    page.route("**/surveys/meanings", lambda route: held.append(route))
    add = page.get_by_role("button", name="+ question", exact=True)

    def answer():
        with page.expect_response("**/surveys/meanings"):
            held.pop().continue_()
        page.wait_for_timeout(100)

    with page.expect_request("**/surveys/meanings"):
        add.click()
    before = add.bounding_box()
    answer()
    assert add.bounding_box() == before

    # A warning makes the last card taller: it waits until the finger is lifted.
    last = page.get_by_role("group", name="Question 2")
    last.get_by_text("Exact γ").click()
    with page.expect_request("**/surveys/meanings"):
        last.get_by_label("γ of this question").fill("9/20")
    add.scroll_into_view_if_needed()
    add.hover()
    page.mouse.down()
    answer()
    page.mouse.up()
    expect(page.get_by_label("Question", exact=True)).to_have_count(3)
    expect(last.get_by_text("A report is strong evidence")).to_be_visible()


@pytest.mark.exhaustive
def test_a_question_is_dragged_below_another(page):
    ask(page, "One?", "Two?")
    grips = page.get_by_title("Drag to another place")
    grips.first.scroll_into_view_if_needed()
    start = grips.first.bounding_box()
    below = page.get_by_role("group", name="Question 2").bounding_box()
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    for share in (0.3, 0.7, 0.95):
        page.mouse.move(start["x"], below["y"] + share * below["height"])
    page.mouse.up()
    assert texts(page) == ["Two?", "One?"]
    expect(page.get_by_text("Question 1 is question 2 now.")).to_be_attached()


def test_margins_and_meter_follow_what_is_typed(page):
    ask(page, "One?")
    page.get_by_label("Class size").fill("30")
    expect(
        page.get_by_text("give or take 30 points if figures wait until it has closed.")
    ).to_be_visible()
    expect(page.get_by_role("radio", name=re.compile("Fair.*recommended"))).to_be_visible()
    page.get_by_label("Weak").check()
    meter = page.get_by_role("region", name="Protection of the whole survey")
    expect(meter.get_by_text("Protection: weak. Suspicion after a Yes: 30 → 89%.")).to_be_visible()
    expect(page.get_by_text("is strong evidence of the answer")).to_be_visible()
    page.get_by_text("Exact γ").click()
    page.get_by_label("γ of this question").fill("1/10")
    expect(page.get_by_label("Weak")).not_to_be_checked()
    expect(meter.get_by_text("Suspicion after a Yes: 30 → 39%.")).to_be_visible()
    expect(meter).to_be_in_viewport()


@pytest.mark.exhaustive
def test_the_meter_is_in_view_and_its_remedy_is_one_press_away(page, store):
    ask(page, "One?", "Two?", "Three?")
    page.get_by_label("Title").fill("T")
    page.get_by_label("Class size").fill("100")
    meter = page.get_by_role("region", name="Protection of the whole survey")
    for edge in ("scrollTo(0, 0)", "scrollTo(0, document.body.scrollHeight)"):
        page.evaluate(edge)
        expect(meter).to_be_in_viewport(ratio=1)
    expect(meter).to_contain_text("Each answer: strong.")
    expect(meter).to_contain_text("Together, at worst: weak. Suspicion 30 → 92%.")
    expect(meter).to_contain_text("strong again, give or take 31 points, not 17 points.")
    expect(page.get_by_text("recommended").locator("visible=true")).to_have_count(0)
    assert axe_faults(page) == []
    switch = page.get_by_role("button", name="Switch")
    switch.focus()
    page.keyboard.press("Enter")
    expect(meter).to_contain_text("One of 3 questions each: strong.")
    expect(switch).to_be_focused()
    expect(page.get_by_label("Ask each respondent one question only")).to_be_checked()
    switch.click()
    expect(meter).to_contain_text("Together")
    expect(switch).to_be_focused()
    switch.click()
    expect(meter).to_contain_text("One of 3 questions each")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="T", level=1)).to_be_visible()
    (draft,) = store.surveys.all()
    assert draft.instrument.one_question_each


@pytest.mark.exhaustive
def test_a_new_survey_becomes_a_draft_and_is_published_in_one_click(page, store):
    ask(page, "Did you cheat?")
    assert store.surveys.all() == []
    page.get_by_label("Title").fill("After the final")
    expect(page.get_by_text(SAVED)).to_be_visible()
    (draft,) = store.surveys.all()
    assert page.url.endswith(f"/surveys/{draft.code}/edit")
    assert page.evaluate("localStorage.length") == 0
    page.get_by_label("Offer “I prefer not to answer”").check()
    page.get_by_role("button", name="Publish").click()
    page.wait_for_url(re.compile("/surveys/[^/]+/(present|share)"))
    (survey,) = store.surveys.all()
    assert survey.state is State.OPEN
    assert survey.instrument.questions[0].listed == ("Yes", "No", "I prefer not to answer")


@pytest.mark.exhaustive
def test_a_lost_answer_makes_no_second_draft(page, store):
    """The server stores the first save, and later a change to it; neither answer arrives."""
    lost = []

    def lose_one(route):
        answer = route.fetch()
        if answer.ok and title not in lost:
            lost.append(title)
            route.abort()
        else:
            route.fulfill(response=answer)

    ask(page, "Did you cheat?")
    for address, title in (("**/surveys/new", "First"), ("**/edit", "Second")):
        page.route(address, lose_one)
        page.get_by_label("Title").fill(title)
        expect(page.get_by_text("; not on the server yet")).to_be_visible()
        page.get_by_label("Title").fill(f"{title} title")
        expect(page.get_by_text(SAVED)).to_be_visible()
        (draft,) = store.surveys.all()
        assert draft.instrument.title == f"{title} title"
    assert lost == ["First", "Second"]


@pytest.mark.exhaustive
def test_another_windows_change_is_not_overwritten(page, store):
    store.surveys.add(Survey("drft34", make_instrument()))
    page.goto("/surveys/drft34/edit")
    digest = store.surveys.get("drft34").instrument.digest
    other = make_instrument(title="From the other window")
    store.surveys.replace_instrument("drft34", other, digest)
    page.get_by_label("Title").fill("From this window")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("changed in another window")
    assert store.surveys.get("drft34").instrument.title == "From the other window"
    page.get_by_role("button", name="Save", exact=True).click()
    expect(alert).to_contain_text("it replaces that change")
    expect(page.get_by_label("Title")).to_have_value("From this window")
    assert store.surveys.get("drft34").instrument.title == "From the other window"
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="From this window")).to_be_visible()


@pytest.mark.exhaustive
def test_what_the_server_did_not_take_is_not_called_incomplete(page, store):
    store.surveys.add(Survey("drft34", make_instrument()))
    page.goto("/surveys/drft34/edit")
    page.route("**/edit", lambda route: route.fulfill(status=503))
    page.get_by_label("Title").fill("After the final")
    expect(page.get_by_text("; not on the server yet")).to_be_visible()


@pytest.mark.exhaustive
def test_what_is_not_valid_yet_is_offered_again_and_gone_after_signing_out(page):
    ask(page, "One?", "Two?")
    expect(page.get_by_text("; not complete yet")).to_be_visible()
    page.goto("/surveys")
    page.goto("/surveys/new")
    expect(page.get_by_text("Unsaved changes from")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_label("Question", exact=True).nth(1)).to_have_value("Two?")
    assert texts(page) == ["One?", "Two?"]
    page.goto("/surveys/new")
    page.get_by_role("button", name="Discard").click()
    page.reload()
    expect(page.get_by_role("button", name="Discard")).to_have_count(0)
    ask(page, "Three?")
    assert page.evaluate("localStorage.length") == 1
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0


def test_a_phone_shows_the_buttons_of_one_question_beside_its_number(page):
    page.set_viewport_size({"width": 360, "height": 740})
    number = page.locator("legend", has_text="Question 1").bounding_box()
    button = page.get_by_role("button", name="Insert a question before question 1")
    assert abs(button.bounding_box()["y"] - number["y"]) < number["height"]


@pytest.mark.exhaustive
def test_a_choice_is_told_by_its_frame_and_no_empty_circle_stands_beside_another(page):
    """A circle beside each would read as a box to tick."""
    ask(page, "One?")
    page.get_by_text("Who sees figures, and when it is full").click()
    for group in (
        page.locator(".levels"),
        page.get_by_role("group", name="When are figures seen?"),
    ):
        for choice in group.get_by_role("radio").all():
            choice.check()
            assert choice.evaluate("each => getComputedStyle(each).opacity") == "0"
            framed = group.locator(":has(> :checked)")
            expect(framed).to_have_count(1)
            assert framed.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
            assert framed.bounding_box()["height"] >= 44
