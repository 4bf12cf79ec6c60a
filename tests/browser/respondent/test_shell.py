"""The page of all surveys shows each survey's own words, state and links, and no other's."""

import re

import pytest
from demos import DEMOS
from grids import usually
from instruments import make_instrument, make_mixed_instrument
from playwright.sync_api import Page, expect
from respondent_page import fill_in, press_send
from states import STORED
from translated import make_translated_instrument

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.store import State, Survey

WILD = '"><img src=x onerror=alert(1)>{{7*7}}</script>'
SEND = "#answers button.primary"
BANNER = "Demo with simulated students. What you send is counted."
PREVIEW = "This is a preview: nothing is sent or remembered."


def offered(page: Page) -> list[list[list[str]]]:
    """[value sent, what it says] of every radio button, a list a question."""
    return page.locator("fieldset").evaluate_all(
        """(fieldsets) => fieldsets.map((fieldset) =>
            [...fieldset.querySelectorAll("input[type=radio]")].map((radio) =>
                [radio.value, radio.closest("label").innerText.trim()]))"""
    )


@pytest.mark.parametrize("locale", usually(["de"], ["en", "de"]))
def test_a_question_offers_the_same_in_the_same_order_with_a_script_and_with_coins(
    new_context, publish, locale
):
    """Also a choice whose options are called as the page's own words for no and yes are."""
    questions = [
        {"text": "Did you cheat?", "gamma": "1/4"},
        {"kind": "choice", "text": "Did you?", "options": ["No", "Yes"]},
        {"kind": "choice", "text": "Did they?", "options": ["Yes", "No"]},
        {"kind": "rating", "text": "How fair was it?", "highest": 3},
    ]
    page = new_context(locale=locale).new_page()
    path = publish(validate({"title": "T", "questions": questions}))
    page.goto(path)
    expect(page.locator(SEND)).to_be_enabled()
    by_script = offered(page)
    page.goto(f"{path}/coin")
    assert offered(page) == by_script
    assert by_script == [
        [["1", "Yes"], ["0", "No"]] if locale == "en" else [["1", "Ja"], ["0", "Nein"]],
        [["0", "No"], ["1", "Yes"]],
        [["0", "Yes"], ["1", "No"]],
        [["0", "1"], ["1", "2"], ["2", "3"]],
    ]


def test_page_has_no_word_of_another_language(new_context, publish):
    page = new_context(locale="de").new_page()
    page.goto(publish(make_translated_instrument()))
    expect(page.locator(SEND)).to_be_enabled()
    page.evaluate("document.querySelectorAll('#answers details').forEach((each) => each.remove())")
    shown = page.locator("body").text_content()  # without the folds that hold the original
    for words in ("Wessen Notizen?", "Von anderen", "Analysis", "Wie fair war es?"):
        assert words in shown
    for words in ("Whose notes?", "A friend's", "Prefer not", "After the final", "How common"):
        assert words not in shown


def language_and_choices(page: Page) -> tuple[str, list[str], list[str]]:
    """The page's language, those that it offers, and which of them is marked as this one."""
    expect(page.locator(SEND)).to_be_enabled()
    nav = page.locator("nav.languages")
    offered = nav.locator("a").evaluate_all("(links) => links.map((link) => link.lang)")
    current = nav.locator("a[aria-current=true]").evaluate_all(
        "(links) => links.map((a) => a.lang)"
    )
    assert nav.is_visible() == (len(offered) > 1)
    return page.evaluate("document.documentElement.lang"), offered, current


def carrying(*tags: str) -> Instrument:
    """A questionnaire in these languages, the first its own."""
    wording = {"title": "T", "questions": [{"text": "Q?"}]}
    document = wording | {"language": tags[0]}
    if tags[1:]:
        document["translations"] = dict.fromkeys(tags[1:], wording)
    return validate(document)


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("tags", "locale", "query", "spoken", "shown", "current"),
    [(("en", "sw", "fa"), "de", "?lang=sw", "de", ["en", "fa", "sw"], "sw"),
     (("de",), "fr", "", "de", ["de"], "de"),
     (("de",), "fr", "?lang=fr", "de", ["de"], "de"),
     (("de", "fr"), "en", "?lang=fr", "fr", ["de", "fr"], "fr")],
)  # fmt: skip
def test_buttons_follow_the_questionnaire_which_is_offered_in_its_own_languages(
    new_context, publish, tags, locale, query, spoken, shown, current
):
    page = new_context(locale=locale).new_page()
    page.goto(publish(carrying(*tags)) + query)
    expect(page.get_by_role("heading", level=1)).to_have_text("T")
    expect(page.locator("html")).to_have_attribute("lang", spoken)
    assert language_and_choices(page) == (spoken, shown, [current])


@pytest.mark.exhaustive
def test_asked_language_travels_in_links(new_context, publish, store):
    path = publish(make_instrument())
    store.surveys.set_sharing("pub234", True, 1)
    page = new_context(locale="de").new_page()
    page.goto(f"{path}?lang=fr")
    expect(page.locator(SEND)).to_be_enabled()
    page.locator("#protection > summary").click()
    links = page.locator("a:visible").evaluate_all(
        "(links) => links.map((link) => link.pathname + link.search)"
    )
    for other in ("/", "/how", "/ledger", f"{path}/results"):
        assert f"{other}?lang=fr" in links
    assert f"{path}/instrument.json" in links
    page.locator("#coins").click()
    expect(page).to_have_url(re.compile(f"{path}/coin\\?lang=fr$"))


@pytest.mark.exhaustive
def test_what_is_not_asked_for_is_not_in_links(new_context, publish):
    page = new_context(locale="de").new_page()
    page.goto(publish(make_instrument()))
    expect(page.locator(SEND)).to_be_enabled()
    links = page.locator('a[href^="/"]')
    assert not any(
        "lang=" in href for href in links.evaluate_all("(all) => all.map((a) => a.href)")
    )


def test_markup_in_any_text_is_shown_as_text(page, publish):
    wild = {"title": WILD, "introduction": WILD}
    questions = [{"text": WILD}, {"kind": "choice", "text": "?", "options": [WILD, "b"]}]
    page.goto(publish(validate(wild | {"questions": questions})))
    expect(page.get_by_role("heading", level=1)).to_have_text(WILD)
    expect(page.locator("#introduction")).to_have_text(WILD)
    expect(page.locator("legend").first).to_contain_text(WILD)
    expect(page.locator("label", has_text="{{7*7}}")).to_have_text(WILD)
    expect(page.locator("img")).to_have_count(0)
    assert page.title().startswith(WILD)


@pytest.mark.exhaustive
@pytest.mark.parametrize("state", [State.OPEN, State.CLOSED])
def test_closed_survey_is_titled_and_said_to_be_and_offers_nothing_to_send(page, store, state):
    store.surveys.add(Survey("clsd34", make_instrument(title="Exams"), State.OPEN))
    store.surveys.set_state("clsd34", state)
    page.goto("/s/clsd34")
    expect(page.get_by_role("heading", level=1)).to_have_text("Exams")
    expect(page.locator("#closed")).to_be_visible(visible=state is State.CLOSED)
    expect(page.locator(SEND)).to_be_visible(visible=state is State.OPEN)
    page.locator("#protection > summary").click()
    expect(page.locator("#coins")).to_be_visible(visible=state is State.OPEN)


@pytest.mark.exhaustive
@pytest.mark.parametrize("public", [True, False])
def test_results_are_linked_where_they_are_public(page, publish, store, public):
    path = publish(make_instrument())
    store.surveys.set_sharing("pub234", public, 1)
    page.goto(path)
    expect(page.locator(SEND)).to_be_enabled()
    expect(page.locator("#results a")).to_be_visible(visible=public)
    if public:
        expect(page.locator("#results a")).to_have_attribute("href", f"{path}/results")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", DEMOS)
def test_a_demo_says_that_its_students_are_made_up_and_no_other_survey_does(page, store, name):
    store.surveys.add(Survey("demo34", DEMOS[name], State.OPEN))
    store.surveys.add(Survey("real34", make_instrument(), State.OPEN))
    for code, said in (("demo34", True), ("real34", False)):
        page.goto(f"/s/{code}")
        expect(page.locator(SEND)).to_be_enabled()
        expect(page.get_by_text(BANNER)).to_be_visible(visible=said)
        expect(page.get_by_text(PREVIEW)).to_be_hidden()


@pytest.mark.exhaustive
@pytest.mark.parametrize("state", STORED)
def test_preview_shows_the_questions_and_sends_and_keeps_nothing(
    instructor_page, store, watched, state
):
    instrument = make_mixed_instrument()
    store.surveys.add(Survey("drft34", instrument, state))
    page = instructor_page
    page.goto("/surveys/drft34/preview")
    expect(page.get_by_text(PREVIEW)).to_be_visible()
    expect(page.get_by_role("link", name="Back to the survey")).to_have_attribute(
        "href", "/surveys/drft34"
    )
    for question in instrument.questions:
        expect(page.locator("legend", has_text=question.text)).to_be_visible()
    for hidden in ("#coins", "#results", "#instrument"):
        expect(page.locator(hidden)).to_be_hidden()
    before = page.evaluate("JSON.stringify({...localStorage})"), len(watched.bodies)
    fill_in(page, instrument, [1, 1, (1, 0), 27, 3])
    press_send(page)
    expect(page.get_by_role("heading", name="Preview of the receipt")).to_be_visible()
    page.wait_for_timeout(300)
    after = page.evaluate("JSON.stringify({...localStorage})"), len(watched.bodies)
    assert after == before
    assert not [each for each in watched.requests if each[1].startswith("/s/")]


def test_nothing_is_asked_for_but_the_files_of_all_and_the_survey(page, publish, watched):
    path = publish(make_instrument())
    page.goto(path)
    expect(page.locator(SEND)).to_be_enabled()
    asked = [address for _, address, _, _ in watched.requests]
    client = [each for each in asked if each.startswith("/client/")]
    files = {re.sub("-[0-9a-f]{16}", "", each) for each in client}
    # No tab is there to show the icon.
    assert files - {"/client/icon.svg"} == {"/client/client.js", "/client/after-send.js"}
    rest = [each for each in asked if each not in client]
    assert sorted(rest) == sorted([path, f"{path}/instrument.json", f"{path}/state"])


# How everything of the questions looks that shows at all: every property of every element.
LOOKS = """() => [...document.querySelectorAll("fieldset, fieldset *")]
    .filter((each) => getComputedStyle(each).visibility === "visible")
    .map((each) => [...getComputedStyle(each)].map(
        (name) => getComputedStyle(each).getPropertyValue(name)).join())"""


def test_printed_questionnaire_does_not_tell_what_is_marked(new_context, publish):
    """Paper lies about; empty it is still good to read beforehand."""
    instrument = make_mixed_instrument()
    page = new_context(reduced_motion="reduce").new_page()
    page.goto(publish(instrument))
    expect(page.locator(SEND)).to_be_enabled()
    looks = {}
    for filled in (False, True):
        if filled:
            fill_in(page, instrument, [1, 1, (1, 0), 27, 3])
        for media in ("screen", "print"):
            page.emulate_media(media=media)
            looks[filled, media] = page.evaluate(LOOKS)
            inputs = page.locator("fieldset input")
            for each in (inputs.first, inputs.last):
                expect(each).to_be_visible(visible=media == "screen")
        page.emulate_media(media="screen")
    assert looks[True, "print"] == looks[False, "print"]
    assert looks[True, "screen"] != looks[False, "screen"]
