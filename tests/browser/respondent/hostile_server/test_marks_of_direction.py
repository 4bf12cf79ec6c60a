"""Marks of direction in a questionnaire's words turn those words alone."""

import json

from instruments import make_instrument
from playwright.sync_api import expect
from respondent_page import expect_saved, press_send

from survey.core.instrument.parsing import from_canonical_json

RUNS = """paragraph => {
    const words = [...paragraph.childNodes].findLast((each) => each.nodeType === Node.TEXT_NODE);
    const left = (place) => {
        const letter = document.createRange();
        letter.setStart(words, place);
        letter.setEnd(words, place + 1);
        return letter.getBoundingClientRect().left;
    };
    const first = words.data.search(/[a-z]{2}/i);
    return left(first) < left(first + 1) ? "as it is read" : "backwards";
}"""


def test_marks_of_direction_in_a_questionnaire_turn_no_words_of_the_page(page, publish):
    """An end of an isolate too many would end that of the element that holds the words."""
    document = json.loads(make_instrument().canonical_json)
    options = ["\u2069\u202eExam", "\u2069\u202eTest"]
    document["questions"] = [{"kind": "choice", "text": "?", "gamma": "1/4", "options": options}]
    written = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    page.goto(publish(from_canonical_json(written)))
    page.get_by_role("radio").first.check()
    press_send(page)
    expect_saved(page)
    paragraph = page.get_by_role("paragraph").filter(has_text="Both can show").last
    expect(paragraph).to_be_visible()
    assert paragraph.evaluate(RUNS) == "as it is read"


CONTAINED = {
    "Plain": "Plain",
    "\u2067closed\u2069": "\u2067closed\u2069",
    "\u2069\u202eExam": "\u2068\u2069\u202eExam",
    "one\u2067\ntwo\u2069": "one\u2067\u2069\n\u2068two\u2069",
}


def test_a_text_ends_the_isolates_that_it_begins_and_no_other(page, module):
    page.goto("/ledger")
    made = page.evaluate(
        """async ([url, texts]) => {
            const { make } = await import(url);
            return texts.map((textContent) => make("bdi", { textContent }).textContent);
        }""",
        [module("page/elements"), list(CONTAINED)],
    )
    assert made == list(CONTAINED.values())
