"""By what words a question is known again in a later wave, and by the same in Python."""

import random

import pytest
from playwright.sync_api import expect
from respondent_page import choose, expect_saved, forget, press_send
from traces import DATABASES

from survey.core.instrument.known_again import bare
from survey.core.instrument.parsing import validate
from survey.store import State, Survey

TEXTS = [
    "Exam ?", "ΣΑΣ Σ", "İstanbul", "STRASSE ß", "ﬁne  Ａ", "می\u200cروم", "a\nb\u202fc",
    " « now  here » ?", "nowhere", "2⁰ = １ ！", "e\u0301 . . \u0301", "考 试 ？",
    # A letter with its mark only once small, once nothing is between, once a blank is gone.
    "T\u0308om", "W\u030a", "J\u030c", "H\u0331", "\u03aa\u0301", "fu\u200d\u0308r", "a = \u0338 b",
]  # fmt: skip
PARTS = [*"TWHJuoΪ= .Σß1", *"\u0308\u030a\u030c\u0331\u0301\u0338\u200d\u202f\u2126", "Ａ"]


def test_the_page_reads_a_question_as_the_server_does(page, module):
    """Else the instructor would be told of other repeated questions than there are."""
    page.goto("/ledger")
    drawn = random.Random(1)
    texts = TEXTS + ["".join(drawn.choices(PARTS, k=6)) for _ in range(3_000)]
    read, again = page.evaluate(
        """async ([module, texts]) => {
            const { bare } = await import(module);
            return [texts.map(bare), texts.map((text) => bare(bare(text)))];
        }""",
        [module("known_again"), texts],
    )
    assert read == [bare(text) for text in texts]
    assert again == read


@pytest.mark.exhaustive
def test_a_letter_that_is_another_once_it_is_small_draws_no_second_table(page, store):
    """A key of such a text was another one each time it was read, and drew anew in each wave."""
    sent = []
    for code in ("one234", "two234", "thr234"):
        questions = [{"text": f"Was T\u0308om there {day}?", "gamma": "1/50"} for day in range(10)]
        document = {"title": code, "waves_of": "Kurs W\u030a", "questions": questions}
        store.surveys.add(Survey(code, validate(document), State.OPEN))
        page.goto(f"/s/{code}")
        choose(page, [1] * 10)
        press_send(page)
        expect_saved(page)
        ((_, reports),) = store.responses.all(code)
        sent.append(reports)
    assert sent[0] == sent[1] == sent[2]  # as new ones would be once in 10^6
    assert len([key for key in page.evaluate(DATABASES) if "waves:" in key]) == 10
    page.goto("/ledger")
    expect(page.get_by_role("row").filter(has_text="Sum")).to_contain_text("0.8")
    page.goto(f"/s/{code}")
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    assert [key for key in page.evaluate(DATABASES) if "waves" in key] == []
