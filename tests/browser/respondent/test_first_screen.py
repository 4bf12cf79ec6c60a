"""The first screen of a phone: what the coin does, and a question that can be answered at once."""

import pytest
from instruments import make_mixed_instrument
from playwright.sync_api import Page, expect
from respondent_page import choose, expect_saved, forget, press_send, send_button

from survey.core.instrument.parsing import validate
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.store import State, Survey

MOST_WORDS_BEFORE, MOST_WORDS = 45, 100
LEAST_TAP = 44

ONE = {"title": "After the final", "class_size": 100,
       "questions": [{"text": "Did you cheat on the final exam?", "gamma": "1/4"}]}  # fmt: skip
LONG = (
    "We ask all students of this course the same questions. Nobody can tell what you answered, and"
    " neither can we.\nThank you for taking part, and for taking the time to read all of this!"
)

# The colour of a role, as the page computes it.
COLOUR = """(role) => {
    const made = document.createElement("i");
    made.style.color = `var(${role})`;
    document.body.append(made);
    return getComputedStyle(made).color;
}"""

# The words that are seen, above the first question and in all: not what a fold or a clamp hides.
WORDS = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const top = document.querySelector("fieldset").getBoundingClientRect().top;
    let [all, before] = [0, 0];
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (element.closest(".unseen, .skip, script") || !element.checkVisibility()) continue;
        const cut = element.closest(".cut")?.getBoundingClientRect().bottom ?? Infinity;
        for (const { 0: word, index } of walker.currentNode.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            const box = range.getBoundingClientRect();
            if (box.width === 0 || box.top >= cut) continue;
            all += 1;
            before += box.top < top;
        }
    }
    return [before, all];
}"""

SMALL_TAPS = """(least) => [
        ...document.querySelectorAll("a, button, summary, label:has(input), textarea")
    ].filter((each) => each.checkVisibility() && !each.closest(".skip"))
    .filter((each) => each.getBoundingClientRect().height < least)
    .map((each) => each.outerHTML.slice(0, 80))"""


@pytest.fixture
def opened(new_context, store):
    """Opens a questionnaire on a phone, in a language, with a token if wanted."""

    def open_(instrument, locale: str = "en", token: bool = False) -> Page:
        store.surveys.add(Survey("one234", instrument, State.OPEN))
        if token:
            store.surveys.add_tokens("one234", [hash_token("x", each) for each in draw_tokens(1)])
        page = new_context(locale=locale).new_page()
        page.goto("/s/one234")
        expect(page.locator("#answers .primary")).to_be_enabled()
        return page

    return open_


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("changes", "locale", "how"),
    [({}, "en", ""), ({}, "de", ""), ({}, "ar", ""), ({"introduction": LONG}, "de", ""),
     ({}, "en", "token")],
)  # fmt: skip
def test_the_first_question_can_be_answered_on_the_first_screen(opened, changes, locale, how):
    instrument = validate(ONE | changes)
    page = opened(instrument, locale, token=how == "token")
    legend, last = page.locator("legend"), page.get_by_role("radio").last
    top, bottom = (each.evaluate("each => each.closest('legend, label')"
                                 ".getBoundingClientRect().bottom")
                   for each in (legend, last))  # fmt: skip
    before, words = page.evaluate(WORDS)
    print(f"{locale} {how or 'plain'}: question ends at {top:.0f}, options at {bottom:.0f} of 740; "
          f"{before} words before it, {words} in all")  # fmt: skip
    assert bottom < 740
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    if "introduction" not in changes:
        assert before <= MOST_WORDS_BEFORE
        assert words <= MOST_WORDS
    assert page.evaluate(SMALL_TAPS, LEAST_TAP) == []
    page.locator("#protection > summary").click()
    assert page.evaluate(SMALL_TAPS, LEAST_TAP) == []


def test_it_says_what_the_coin_does_and_the_rest_is_one_tap_away(opened):
    page = opened(validate(ONE))
    expect(page.locator("#changes")).to_have_text(
        "Your device changes about 1 in 4 answers by chance before it sends anything. "
        "So a yes is no proof."
    )
    assert page.locator("#little-answers .chance").count() == 1
    assert page.locator("#little-answers span").count() == 4
    expect(page.locator("#meter")).to_have_text(
        "Protection: strong. Suspicion after a Yes: 30 → 56%."
    )
    for hidden in ("ε", "75%", "catch a mix-up"):
        expect(page.get_by_text(hidden).first).to_be_hidden()
    short = page.locator("#questionnaire summary").inner_text().removeprefix("Compare ")
    page.locator("#questionnaire summary").click()
    expect(page.get_by_text("Only all six catch an operator")).to_be_visible()
    expect(page.locator("#questionnaire p").first).to_contain_text(short)
    page.get_by_text("How does this protect me?").click()
    for shown in ("ε", "75%", "Ledger of this browser", "Questionnaire (JSON)", "Use real coins"):
        expect(page.get_by_text(shown).first).to_be_visible()


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("questions", "said", "level"),
    [
        ([{"text": "?", "gamma": "9/20"}], "a yes is still strong evidence", "weak"),
        ([{"text": "?", "gamma": "2/5"}], "So a yes is no proof", "fair"),
        ([{"text": "?", "gamma": "9/20"}, {"text": "!", "gamma": "1/4"}],
         "some of it is still strong evidence", "hardly any"),
        ([{"text": each, "gamma": "1/4"} for each in "?!"], "So a yes is no proof", "fair"),
        ([{"text": each, "gamma": "1/4"} for each in "?!."], "So one Yes is no proof", "weak"),
        ([{"kind": "rating", "text": "?", "gamma": "1/4", "highest": 5}],
         "So no report is proof by itself", "strong"),
        ([{"kind": "several", "text": "?", "gamma": "1/4", "options": list("ABCD")}],
         "So no report is proof by itself", "hardly any"),
    ],
)  # fmt: skip
def test_no_survey_is_said_to_protect_more_than_its_odds_allow(opened, questions, said, level):
    page = opened(validate({"title": "T", "questions": questions}))
    expect(page.locator("#changes")).to_contain_text(said)
    warned = page.locator("#changes strong")
    red, ink = (page.evaluate(COLOUR, name) for name in ("--bad", "--ink"))
    expect(warned).to_have_css("color", red if "strong evidence" in said else ink)
    of = "Protection" if len(questions) == 1 else "Together, at worst"
    expect(page.locator("#meter")).to_contain_text(f"{of}: {level}. Suspicion")


def test_several_questions_have_two_lines_over_a_button_in_view(opened):
    asked = [{"text": f"Question {number}?", "gamma": "1/4"} for number in range(3)]
    page = opened(validate({"title": "T", "questions": asked}))
    lines = page.locator("#meter p")
    expect(lines).to_have_text(
        ["Each answer: strong. ", "Together, at worst: weak. Suspicion 30 → 92%."]
    )
    for line in lines.all():
        expect(line).to_be_in_viewport(ratio=1)
    expect(send_button(page)).to_be_in_viewport(ratio=1)


def test_of_unlike_answers_the_least_protected_one_is_named(opened):
    asked = [{"text": "One?", "gamma": "1/4"}, {"text": "Two?", "gamma": "2/5"}]
    page = opened(validate({"title": "T", "questions": asked}))
    expect(page.locator("#meter p").first).to_have_text("Least protected answer: fair. ")


def test_only_the_chosen_answer_has_a_mark(opened):
    page = opened(validate(ONE))
    answers = [page.get_by_role("radio", name=name) for name in ("Yes", "No")]
    mark = "each => getComputedStyle(each).borderTopWidth"
    assert [each.evaluate(mark) for each in answers] == ["0px", "0px"]
    answers[0].check()
    assert [each.evaluate(mark) for each in answers] == ["10px", "0px"]


@pytest.mark.exhaustive
def test_a_long_title_takes_the_whole_line(opened):
    page = opened(validate(ONE | {"title": "Eight questions of every kind, before the oral exam"}))
    title = page.get_by_role("heading", level=1).bounding_box()
    compare = page.locator("#questionnaire summary").bounding_box()
    assert title["width"] >= 300
    assert compare["y"] >= title["y"] + title["height"]


@pytest.mark.exhaustive
def test_a_long_introduction_opens_and_who_asks_is_said(opened, store):
    who = {"introduction": LONG, "asked_by": "Prof. A", "contact": "a@example.org",
           "privacy_notice": "We keep reports only.", "support": "Call 116 123."}  # fmt: skip
    page = opened(validate(ONE | who))
    read_on = page.get_by_role("button", name="Read on")
    expect(read_on).to_have_attribute("aria-expanded", "false")
    folded = page.locator("#introduction").bounding_box()["height"]
    read_on.click()
    expect(read_on).to_have_attribute("aria-expanded", "true")
    assert page.locator("#introduction").bounding_box()["height"] > folded
    page.get_by_text("Who asks?").click()
    for text in ("Prof. A", "a@example.org", "We keep reports only."):
        expect(page.get_by_text(text)).to_be_visible()
    choose(page, [1])
    press_send(page)
    expect_saved(page)
    expect(page.get_by_text("Call 116 123")).to_be_visible()
    for gone in ("#promise", "#meter"):
        expect(page.locator(gone)).to_be_hidden()


def test_send_is_ready_when_all_is_answered_and_enter_in_a_field_sends_nothing(opened, store):
    questions = [*ONE["questions"], {"kind": "number", "text": "Hours?", "gamma": "1/4", "low": 0,
                                     "high": 40}]  # fmt: skip
    page = opened(validate(ONE | {"questions": questions}))
    send, hours = send_button(page), page.get_by_role("textbox")
    expect(send).to_have_accessible_name("0 of 2 answered")
    assert hours.get_attribute("inputmode") == "numeric"
    hours.fill("7")
    hours.press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(send).to_have_accessible_name("1 of 2 answered")
    pale = send.evaluate("each => getComputedStyle(each).backgroundColor")
    send.press("Enter")  # never a dead end
    expect(page.get_by_text("Please answer this question.")).to_be_visible()
    expect(page.get_by_role("radio", name="Yes")).to_be_focused()
    page.get_by_role("radio", name="Yes").check()
    expect(send).to_have_accessible_name("Send")
    assert send.evaluate("each => getComputedStyle(each).backgroundColor") != pale
    assert store.responses.tally("one234").responses == 0
    send.press("Enter")
    expect_saved(page)


@pytest.mark.exhaustive
def test_a_long_questionnaire_counts_what_is_answered_on_the_button(opened):
    questions = [{"text": f"Question {number}?"} for number in range(12)]
    page = opened(validate({"title": "T", "questions": questions}))
    expect(page.get_by_role("button", name="0 of 12 answered")).to_be_in_viewport()
    page.get_by_role("radio", name="Yes").nth(3).check()
    expect(page.get_by_role("button", name="1 of 12 answered")).to_be_in_viewport()
    # What has the focus is not behind the bar.
    page.get_by_role("radio", name="Yes").nth(11).focus()
    focused = page.get_by_role("radio", name="Yes").nth(11).bounding_box()
    assert focused["y"] + focused["height"] < page.locator(".sending").bounding_box()["y"]


@pytest.mark.exhaustive
def test_an_error_offers_to_try_again_and_to_forget_what_is_kept(opened, store):
    page = opened(make_mixed_instrument())
    key = f"deniable:one234:{'0' * 64}"
    page.evaluate("key => localStorage.setItem(key, '{}')", key)
    page.goto("/ledger")
    store.surveys.delete("one234")
    page.goto("/s/one234")
    expect(page.get_by_role("alert")).to_have_text(
        "There is no survey with this code. Please check the code."
    )
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.get_by_role("button", name="Forget it here").click()
    expect(page.get_by_text("Forgetting takes nothing back.")).to_be_focused()
    assert page.evaluate("key => localStorage.getItem(key)", key) == "{}"
    page.get_by_role("button", name="Keep it").click()
    forget(page)
    expect(page.get_by_text("This device has forgotten its response")).to_be_focused()
    assert page.evaluate("key => localStorage.getItem(key)", key) is None
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_contain_text("no survey with this code")
    expect(page.get_by_role("button", name="Forget it here")).to_be_hidden()


# Words of the page that stand on two lines.
TORN = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const torn = [];
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (element.closest(".unseen, .skip, script") || !element.checkVisibility()) continue;
        for (const { 0: word, index } of walker.currentNode.data.matchAll(/[\\p{L}\\d]+/gu)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            const lines = [...range.getClientRects()].map((each) => each.top);
            if (new Set(lines).size > 1) torn.push(word);
        }
    }
    return torn;
}"""


def test_at_200_percent_nothing_is_torn_or_beside_the_screen(new_context, publish):
    """A phone of 360 pixels, on which letters are twice as large, is 180 of the page's wide."""
    choice = {"kind": "choice", "text": "Whose sheet?", "options": ["My own answer", "Algebra"]}
    questions = [{"text": "Did you cheat?", "gamma": "9/20"}, {**choice, "gamma": "9/20"}]
    page = new_context(180, 370).new_page()
    page.goto(publish(validate({"title": "Exam", "questions": questions})))
    expect(page.get_by_role("radiogroup")).to_have_count(2)
    expect(page.locator(".little-answers.many")).to_be_visible()
    for group in page.get_by_role("radiogroup").all():
        group.get_by_role("radio").first.check()

    def expect_fitting():
        assert page.evaluate("document.documentElement.scrollWidth") == 180
        assert page.evaluate(TORN) == []

    expect_fitting()
    press_send(page)
    expect_saved(page)
    expect_fitting()
