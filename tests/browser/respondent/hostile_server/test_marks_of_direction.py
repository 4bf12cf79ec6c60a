"""Marks of direction in a questionnaire's words turn those words alone."""

import json

from answered_instead import serve_instead
from playwright.sync_api import expect

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


def test_marks_of_direction_in_a_questionnaire_turn_no_words_of_the_page(
    page, open_survey, survey_url
):
    """An end of an isolate too many would end that of the element that holds the words."""
    document = json.loads(open_survey.instrument.canonical_json) | {"waves_of": "\u2069\u202eExam"}
    written = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    serve_instead(page, from_canonical_json(written))
    page.goto(survey_url)
    page.get_by_text("How does this protect me?").click()
    paragraph = page.get_by_role("paragraph").filter(has_text="wave").last
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
