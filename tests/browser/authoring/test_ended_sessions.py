"""Where a session ends, what was typed is neither lost by the refusal nor by the Back button."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from instruments import make_instrument
from page_faults import axe_faults
from passwords import PASSWORD
from playwright.sync_api import Locator, Page, expect
from routes import routes
from translated import make_translated_instrument

from survey.core.ready_made.catalog import READY_MADE
from survey.store import State, Survey
from survey.store.models import INSTRUCTOR
from survey.web.authoring.ready_made import ready_made_instrument
from survey.web.http.audiences import needs_sign_in

TEXT = "After the final, in my own words"


@dataclass(frozen=True)
class Typing:
    """A form's page, what is typed into which field, and the button that sends it."""

    path: str
    field: Callable[[Page], Locator]
    button: str
    text: str = TEXT


def textbox(name: str, **more) -> Callable[[Page], Locator]:
    return lambda page: page.get_by_label(name, **more)


def name_of_group(page: Page) -> Locator:
    """The field of the name, once it is said whom one asks."""
    page.get_by_label("Another group now").check()
    return page.get_by_label("Name of the group or term")


FORMS = {
    "compose.new": Typing("/surveys/new", textbox("Title"), "Save"),
    "compose.edit": Typing("/surveys/edit34/edit", textbox("Title"), "Save"),
    "imports.upload": Typing("/surveys/new", lambda page: page.locator("[name=pasted]"), "Import"),
    "translations.page": Typing(
        "/surveys/drft34/translations/ar", lambda page: page.get_by_role("textbox").first, "Save"
    ),
    "settings.page": Typing("/settings", textbox("Largest ε"), "Save", "3.30"),
    "lifecycle.publish": Typing(
        "/surveys/need34", lambda page: page.locator("[name=support]"), "Publish"
    ),
    "lifecycle.sharing": Typing("/surveys/open34/settings", textbox("Hide results"), "Save", "17"),
    "lifecycle.delete": Typing("/surveys/open34/delete", textbox("Join code"), "Delete", "opne34"),
    "another_group.page": Typing("/surveys/open34/group", name_of_group, "Make the draft"),
    "held_client.page": Typing(
        "/surveys/drft34/client",
        textbox("Address of the page"),
        "Save",
        "https://union.example/deniable.html",
    ),
    "labels.save": Typing("/surveys/open34/settings", textbox("Labels"), "Save the labels"),
    "colleagues.page": Typing("/settings/colleagues", textbox("Name"), "Make the link", "ada.l"),
    "limits.page": Typing(
        "/surveys/drft34/limits", textbox("How many can answer at most"), "Save", "44"
    ),
    "tokens.page": Typing("/surveys/open34/tokens", textbox("How many"), "Print slips", "17"),
}


@pytest.fixture
def page(instructor_page, store) -> Page:
    surveys = {"drft34": make_translated_instrument(), "open34": make_translated_instrument()}
    surveys["edit34"] = make_instrument()
    surveys["need34"] = next(
        each for name in READY_MADE if (each := ready_made_instrument(name)).support_needed
    )
    for code, instrument in surveys.items():
        state = State.OPEN if code == "open34" else State.DRAFT
        store.surveys.add(Survey(code, instrument, state))
    instructor_page.on("dialog", lambda dialog: dialog.accept())
    return instructor_page


def type_into(page: Page, typing: Typing) -> None:
    page.goto(typing.path)
    page.locator("main details").evaluate_all("all => all.forEach((each) => (each.open = true))")
    typing.field(page).fill(typing.text)


def send(page: Page, typing: Typing) -> None:
    form = typing.field(page).locator("xpath=ancestor::form")
    inside = form.get_by_role("button", name=re.compile(f"^{typing.button}"))
    # One stands in a row with the buttons of other forms.
    inside.or_(page.locator("button[form]", has_text=typing.button)).last.click()


def sign_in(page: Page) -> None:
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def type_and_pause(page: Page, label: str) -> None:
    """Types a text and pauses as long as the page waits before it saves, without waiting."""
    page.get_by_label(label, exact=True).fill(TEXT)
    page.clock.fast_forward(2_000)


@pytest.mark.first_cell
@pytest.mark.parametrize("endpoint", FORMS)
def test_what_was_typed_comes_back_with_the_sign_in_and_on_the_page_before(page, endpoint):
    typing = FORMS[endpoint]
    type_into(page, typing)
    page.context.clear_cookies()
    send(page, typing)
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    if endpoint != "lifecycle.delete":  # a code is no text to read again
        expect(page.locator(".refused")).to_contain_text(typing.text)
    page.go_back()
    page.reload()  # what the browser itself may bring back does not count
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    sign_in(page)
    if endpoint == "tokens.page":  # each sheet of slips is ordered anew
        expect(typing.field(page)).to_be_visible()
        return
    page.get_by_role("button", name="Restore").click()
    expect(typing.field(page)).to_have_value(typing.text)


@pytest.mark.first_cell
@pytest.mark.parametrize("endpoint", FORMS)
def test_who_signs_in_beside_it_sends_it_again_and_it_is_taken(page, endpoint):
    typing = FORMS[endpoint]
    type_into(page, typing)
    page.context.clear_cookies()
    send(page, typing)
    sign_in(page)
    expect(page.get_by_role("heading", name="You are signed in")).to_be_visible()
    with page.expect_navigation() as taken:
        page.get_by_role("button", name="Send it again").click()
    # Or what is missing is said, in the form with what was typed.
    assert taken.value.status in {200, 422}
    if endpoint == "imports.upload":  # as a question
        expect(page.get_by_label("Question", exact=True)).to_have_value(typing.text)
    elif taken.value.status == 422:
        expect(typing.field(page)).to_have_value(typing.text)


def test_each_form_with_a_text_is_typed_into(app):
    """Of those that an instructor's page sends; passwords are typed anew."""
    buttons = {
        "account.sign_out", "closing.plan", "compose.duplicate", "demo.fill", "demo.remove",
        "lifecycle.close", "lifecycle.finish", "ready_made.draft", "rehearse.begin",
        "rehearse.end", "surveys.archive", "surveys.bring_back", "tokens.withdraw",
        "translations.remove", "ask_class.ask", "compose.template", "colleagues.link",
        "colleagues.remove", "people.share", "people.withdraw", "people.hand_over",
    }  # fmt: skip
    others = {"compose.meanings", "account.change_password"}  # no page; and passwords
    unsafe = {each.endpoint for each in routes(app) if each.method == "POST"}
    instructors = {each for each in unsafe if needs_sign_in_of(app, each)}
    assert instructors == set(FORMS) | buttons | others


def needs_sign_in_of(app, endpoint: str) -> bool:
    with app.app_context():
        return needs_sign_in(endpoint)


@pytest.mark.exhaustive
def test_what_was_taken_is_not_offered_again(page):
    typing = FORMS["compose.edit"]
    type_into(page, typing)
    page.context.clear_cookies()
    send(page, typing)
    sign_in(page)
    page.get_by_role("button", name="Send it again").click()
    expect(page.get_by_role("heading", name=TEXT)).to_be_visible()
    page.goto(typing.path)
    expect(typing.field(page)).to_have_value(TEXT)
    expect(page.get_by_role("button", name="Restore")).to_have_count(0)
    page.goto("/settings")
    page.get_by_label("Largest ε").fill("3.30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved: a survey above")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Restore")).to_have_count(0)


@pytest.mark.first_cell
@pytest.mark.parametrize("stays", [True, False])
def test_signing_out_asks_before_it_forgets_what_another_tab_has(page, stays):
    """The other tab shows it still, asks before it is closed, and gives it back."""
    page.clock.install()
    page.goto("/surveys/new")
    type_and_pause(page, "Question")
    expect(page.get_by_text("; not complete yet")).to_be_visible()
    other = page.context.new_page()
    asked = []

    def answer(dialog):
        asked.append(dialog.message)
        (dialog.dismiss if stays else dialog.accept)()

    other.on("dialog", answer)
    other.goto("/surveys")
    other.get_by_role("button", name="Sign out").click()
    if stays:
        other.goto("/surveys")
        expect(other.get_by_role("heading", name="Surveys")).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name="Restore")).to_be_visible()
    else:
        expect(other.get_by_text("You are signed out.")).to_be_visible()
        page.get_by_role("button", name="Save").last.click()
        expect(page.locator(".refused")).to_contain_text(TEXT)
        sign_in(page)
        page.get_by_role("button", name="Send it again").click()
        expect(page.get_by_label("Question", exact=True)).to_have_value(TEXT)
    assert ["unsaved" in each for each in asked] == [True]


@pytest.mark.exhaustive
def test_both_pages_of_a_refused_form_are_accessible(page):
    typing = FORMS["translations.page"]
    type_into(page, typing)
    page.set_viewport_size({"width": 320, "height": 640})
    typing.field(page).fill("x" * 200)
    page.context.clear_cookies()
    send(page, typing)
    for heading in ("Sign in", "You are signed in"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        assert axe_faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        if heading == "Sign in":
            sign_in(page)


@pytest.mark.first_cell
@pytest.mark.parametrize("endpoint", ["compose.edit", "settings.page", "translations.page"])
def test_what_a_network_answers_in_the_servers_place_does_not_count_as_taken(page, endpoint):
    """A guests' network that wants a sign-in answers 200 to anything."""
    typing = FORMS[endpoint]
    type_into(page, typing)
    portal = {"status": 200, "content_type": "text/html", "body": "<h1>Welcome, guest</h1>"}
    page.route("**/*", lambda route: route.fulfill(**portal))
    send(page, typing)
    expect(page.get_by_role("heading", name="Welcome, guest")).to_be_visible()
    page.unroute("**/*")
    for path in ("/surveys", typing.path):
        page.goto(path)
    page.get_by_role("button", name="Restore").click()
    expect(typing.field(page)).to_have_value(typing.text)


@pytest.mark.exhaustive
def test_an_imported_list_is_not_offered_again(page):
    typing = FORMS["imports.upload"]
    type_into(page, typing)
    send(page, typing)
    expect(page.get_by_label("Question", exact=True)).to_have_value(TEXT)
    page.goto("/surveys/new")
    expect(page.get_by_role("button", name="Restore")).to_have_count(1)  # the draft's


def test_autosave_says_that_one_is_signed_out(page):
    page.clock.install()
    page.goto("/surveys/drft34/edit")
    page.context.clear_cookies()
    type_and_pause(page, "Title")
    expect(page.get_by_text("you may be signed out. Press Save")).to_be_visible()


def test_what_one_instructor_typed_is_not_offered_to_another(page, store):
    page.clock.install()
    page.goto("/surveys/new")
    type_and_pause(page, "Question")
    expect(page.get_by_text("; not complete yet")).to_be_visible()
    assert [each.split()[1] for each in page.evaluate("Object.keys(localStorage)")] == [INSTRUCTOR]
