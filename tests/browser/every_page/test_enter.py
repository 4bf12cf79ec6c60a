"""Enter in a field of a form saves its fields at most; it closes, publishes, deletes nothing."""

from urllib.parse import urlsplit

import pytest
from flask import Flask
from instruments import make_instrument
from pages import INSTRUCTORS, serving_pages
from playwright.sync_api import expect

from survey.app import found_pages
from survey.store import State, Survey

# Each form that sends something, by its route, and what Enter presses in it; "" is nothing.
PRESSED = {
    "account.change_password": "Save and go on",
    "closing.plan": "Close then",  # the form of a date alone; the other one has no field
    "coin.page": "",
    "colleagues.page": "",
    "colleagues.remove": "",
    "compose.edit": "Save",
    "compose.new": "Save",
    "another_group.page": "",
    "held_client.page": "Save",
    "imports.upload": "",
    "labels.save": "Save the labels",
    "lifecycle.delete": "",
    "lifecycle.publish": "",
    "lifecycle.sharing": "Save",
    "limits.page": "Save",
    "people.hand_over": "",
    "people.share": "",
    "ready_made.draft": "",
    "rehearse.begin": "",
    "settings.page": "Save",
    "tokens.page": "",
    "translations.page": "Save",
}

# Notes each form that Enter would send, and sends none.
LISTEN = """() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    window.sent = [];
    addEventListener("submit", (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        const by = event.submitter;
        if (by?.formMethod === "dialog") return;
        const sentTo = by?.hasAttribute("formaction") ? by.formAction : event.target.action;
        sent.push([sentTo, by?.textContent.trim() ?? ""]);
    }, true);
}"""

# Each form that posts, as [its address, the text of its default button, its number of fields].
FORMS = """() => [...document.querySelectorAll("main form[method=post]")].map((form) => {
    const first = [...form.elements].find(({ type }) => type === "submit" || type === "image");
    const fields = [...form.elements].filter((field) => field.matches(
        "input:not([type=hidden], [type=file]), select, textarea"));
    fields.forEach((field, place) => { field.dataset.pressed = `${place}`; });
    return [form.action, first?.textContent.trim() ?? "", fields.length];
})"""

PRESS = """([number, place]) => {
    const form = document.querySelectorAll("main form[method=post]")[number];
    const field = [...form.elements].find(({ dataset }) => dataset.pressed === `${place}`);
    if (!field.checkVisibility()) return false;
    field.focus();
    return document.activeElement === field;
}"""


@pytest.fixture(scope="module")
def served(browser, tmp_path_factory):
    with serving_pages(browser, tmp_path_factory.mktemp("served")) as pages:
        yield pages


@pytest.fixture(scope="module")
def addresses():
    """The app's own map of addresses."""
    app = Flask("survey")
    for blueprint in found_pages():
        app.register_blueprint(blueprint)
    return app.url_map.bind("localhost")


def test_enter_in_any_field_saves_its_form_at_most(served, addresses):
    pressed: dict[str, set[str]] = {}
    fields = 0
    with served.context(signed_in=True, viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        for path in dict.fromkeys([*INSTRUCTORS, "/s/mixd34/coin", "/s/spok34/coin"]):
            if "/present" in path or "/preview" in path:
                continue  # a slide's form has no field, and a preview is the respondent's page
            page.goto(path)
            page.evaluate(LISTEN)
            for number, (action, default, count) in enumerate(page.evaluate(FORMS)):
                endpoint = addresses.match(urlsplit(action).path, "POST")[0]
                if count:
                    assert default == PRESSED[endpoint], (path, endpoint)
                for place in range(count):
                    if not page.evaluate(PRESS, [number, place]):
                        continue
                    fields += 1
                    page.keyboard.press("Enter")
                    page.keyboard.press("Escape")  # closes a list that it has opened
                    for sent_to, button in page.evaluate("() => sent.splice(0)"):
                        route = urlsplit(sent_to).path
                        pressed.setdefault(addresses.match(route, "POST")[0], set()).add(button)
    assert fields >= 230
    assert all(buttons <= {PRESSED[endpoint]} for endpoint, buttons in pressed.items()), pressed
    assert len(pressed) >= 8  # the control: Enter does press what saves


@pytest.mark.first_cell
def test_enter_in_a_date_plans_it_and_in_a_draft_publishes_nothing(instructor_page, store):
    page = instructor_page
    store.surveys.add(Survey("open34", make_instrument("1/4"), State.OPEN))
    page.goto("/surveys/open34/settings")
    page.get_by_text("Close at a time …").click()
    page.get_by_label("Or at a date and time").fill("2027-03-01T14:00")
    page.get_by_label("Or at a date and time").press("Enter")
    expect(page.get_by_text("It will close by itself")).to_be_visible()
    assert store.surveys.get("open34").closes_on_date

    store.surveys.add(Survey("drft34", make_instrument("1/4")))
    page.goto("/surveys/drft34")
    page.locator("#publish summary").click()
    for label in ("How many can answer at most", "Date and time"):
        page.get_by_label(label).first.press("Enter")
    page.get_by_label("While it runs").press("Enter")
    expect(page.get_by_role("button", name="Publish")).to_be_visible()
    assert store.surveys.get("drft34").state is State.DRAFT
