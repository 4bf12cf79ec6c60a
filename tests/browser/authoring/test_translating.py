"""An instructor translates a questionnaire, on a phone's screen, by the labels that they read."""

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture
def phone(new_context, instructor_page) -> Page:
    context = new_context(360, 740)
    context.add_cookies(instructor_page.context.cookies())
    return context.new_page()


def no_sideways(page: Page) -> None:
    page.wait_for_load_state()  # until then it may be without its styles
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.exhaustive
@pytest.mark.parametrize("script", [True, False])
def test_from_composing_to_a_preview_in_german(new_context, instructor_page, store, script):
    context = new_context(360, 740, java_script_enabled=script)
    context.add_cookies(instructor_page.context.cookies())
    page = context.new_page()
    page.goto("/surveys/new")
    page.get_by_label("Title").fill("After the final")
    page.get_by_label("Question", exact=True).fill("Did you cheat?")
    page.get_by_text("Languages", exact=True).click()
    page.get_by_label("Language of these questions").select_option("English")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Translate").click()
    page.get_by_label("Translate into").select_option("German (Deutsch)")
    page.get_by_role("button", name="Translate").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Translate into German (Deutsch)")
    expect(page.get_by_label("Question 1")).to_have_accessible_description("Did you cheat?")
    page.get_by_label("Title").fill("Nach der Klausur")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Please write the translation")
    expect(page.get_by_label("Title")).to_have_value("Nach der Klausur")
    no_sideways(page)
    page.get_by_label("Question 1").fill("Haben Sie abgeschrieben?")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("is in German (Deutsch) too")
    no_sideways(page)
    page.get_by_role("link", name="preview in German").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nach der Klausur")
    assert store.surveys.all()[0].instrument.languages == ("en", "de")


def compose(page, store, language: str) -> str:
    """Saves a draft of one question in this language; gives its code."""
    page.goto("/surveys/new")
    page.get_by_label("Title").fill("Exams")
    page.get_by_label("Question", exact=True).fill("Did you cheat?")
    page.get_by_text("Languages", exact=True).click()
    page.get_by_label("Language of these questions").select_option(language)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Translate")).to_be_visible()
    return store.surveys.all()[0].code


@pytest.mark.exhaustive
def test_changed_question_asks_for_its_translation_by_keyboard(phone, store):
    page = phone
    code = compose(page, store, "English")
    page.goto(f"/surveys/{code}/translations/de")
    page.get_by_label("Title").fill("Klausuren")
    page.get_by_label("Question 1").fill("Haben Sie abgeschrieben?")
    page.get_by_label("Question 1").press("Enter")
    expect(page.get_by_role("heading", name="Languages")).to_be_visible()
    page.get_by_role("link", name="Back to the survey").click()
    page.get_by_role("link", name="Edit", exact=True).click()
    page.get_by_label("Question", exact=True).fill("Did you ever cheat?")
    page.get_by_label("Question", exact=True).press("Enter")
    group = page.get_by_role("group", name="German (Deutsch)")
    expect(group.get_by_label("Did you ever cheat?")).to_be_focused()
    no_sideways(page)
    page.keyboard.type("Haben Sie je abgeschrieben?")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("English, German (Deutsch)")).to_be_visible()
    german = store.surveys.get(code).instrument.worded_in("de")
    assert (german.title, german.questions[0].text) == ("Klausuren", "Haben Sie je abgeschrieben?")


@pytest.mark.exhaustive
def test_translation_is_removed_by_its_button(phone, store):
    page = phone
    code = compose(page, store, "German (Deutsch)")
    page.goto(f"/surveys/{code}/translations/ar")
    assert (
        page.get_by_label("Question 1").evaluate("each => getComputedStyle(each).direction")
        == "rtl"
    )
    page.get_by_label("Title").fill("امتحانات")
    page.get_by_label("Question 1").fill("هل غششت؟")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Arabic (العربية)", exact=True).click()
    page.get_by_role("button", name="Remove this translation").click()
    expect(page.get_by_role("status").first).to_contain_text("is removed")
    assert store.surveys.get(code).instrument.languages == ("de",)
