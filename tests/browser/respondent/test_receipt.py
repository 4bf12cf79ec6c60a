"""The receipt: what was sent, what others could conclude, when results come; "is that proof?"."""

import re
import time

import pytest
from playwright.sync_api import expect
from respondent_page import expect_saved, fill_in, press_send, wait_until_still
from tape import put_tape, tape_for
from traces import DATABASES, KEPT, watch

from survey.core.instrument.parsing import validate
from survey.store import State, Survey

YES_NO = {"kind": "yes/no", "text": "Did you cheat on the final exam?", "gamma": "1/4"}
NUMBER = {"kind": "number", "text": "How often?", "gamma": "1/4", "low": 0, "high": 40}
SEVERAL = {"kind": "several", "text": "Where?", "gamma": "1/4", "options": ["Hall", "Home"]}
STRONG = {"kind": "choice", "text": "Whose?", "gamma": "9/20", "options": ["Mine", "None", "Both"]}


@pytest.fixture
def receipt(page, store):
    """Sends these reports of answers that are all the first; gives the page with its receipt."""

    def receipt(questions, reports, change=lambda survey: None, query="", **more):
        instrument = validate({"title": "After the final", "questions": questions} | more)
        store.surveys.add(Survey("rcp234", instrument, State.OPEN))
        change(store.surveys)
        first = {"number": 0, "several": (0, 0)}
        answers = [first.get(each["kind"], 0) for each in questions]
        put_tape(page, tape_for(instrument, answers, reports))
        page.goto(f"/s/rcp234{query}")
        fill_in(page, instrument, answers)
        press_send(page)
        expect_saved(page)
        return page

    return receipt


def kept_by(page) -> list:
    """All that the browser keeps, beside what is on the page itself."""
    on_the_page = {"page", "focus", "selection", "scroll"}
    kept = page.evaluate(KEPT).items()
    return [{k: v for k, v in kept if k not in on_the_page}, page.evaluate(DATABASES)]


def words(text: str) -> list[str]:
    text = text.replace("\N{LEFT-TO-RIGHT MARK}", "")  # in a percentage, as browsers write it
    return [each for each in text.split() if re.search(r"\w", each)]


def seconds_of_today() -> int:
    """Until midnight, since another day's closing is told with its date."""
    now = time.localtime()
    return 86_399 - (now.tm_hour * 60 + now.tm_min) * 60 - now.tm_sec


@pytest.mark.first_cell
@pytest.mark.parametrize(("report", "shown", "after"), [(0, "No", "13%"), (1, "Yes", "56%")])
def test_one_question_takes_a_hundred_words_in_this_order(receipt, report, shown, after):
    def plan(surveys):
        surveys.set_sharing("rcp234", True, 5)
        surveys.plan_closing("rcp234", int(time.time()) + min(3600, seconds_of_today()))

    page = receipt([YES_NO], [report], plan)
    wait_until_still(page)
    said = page.locator("#receipt").inner_text()
    places = [
        said.index(each)
        for each in (
            "Sent.",
            "You can close this page.",
            "This is what was sent. Nothing else of your answer is kept.",
            "Did you cheat on the final exam?",
            "Of 4 devices that meant Yes",
            "Of 4 devices that meant No",
            f"Both can show {shown}. Nobody can tell which is yours.",
            f"Someone who gave you a 30% chance of a Yes now gives {after}.",
            "Final results: here, at ",
            "Was it counted?",
            "Forget it here",
        )
    ]
    assert places == sorted(places)
    assert len(words(page.locator("main").inner_text())) <= 100
    for left_out in ("ε", "γ", "odds"):
        assert left_out not in page.locator("main").inner_text()
    page.reload()
    expect_saved(page)
    assert page.locator("#receipt").inner_text() == said


# Where the words of each way on stand, and those of each report in a letter of several.
BASELINES = """() => [...document.querySelectorAll(".ways summary, .ways .link")].map((each) => {
  const words = document.createRange();
  words.selectNodeContents(each);
  return words.getBoundingClientRect().bottom;
})"""
ENDS = """() => [...document.querySelectorAll(".letter li .report-card > :not([aria-hidden])")]
  .map((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return words.getBoundingClientRect().right;
  })"""

FROM_THE_RIGHT = """(option) => {
  const words = document.createRange();
  words.selectNodeContents(option);
  const letter = option.closest(".letter").getBoundingClientRect();
  return letter.right - words.getBoundingClientRect().right;
}"""


@pytest.mark.exhaustive
def test_what_stands_beside_each_other_is_aligned(receipt):
    page = receipt([SEVERAL], [0, 1])
    wait_until_still(page)
    for places, count in ((page.evaluate(BASELINES), 3), (page.evaluate(ENDS), 2)):
        assert len(places) == count
        assert max(places) - min(places) < 0.5


def test_an_option_of_another_direction_begins_where_the_page_does(receipt, page):
    receipt([SEVERAL], [0, 1])
    page.goto("/s/rcp234?lang=ar")
    option = page.locator(".letter").get_by_text("Hall", exact=True)
    expect(option).to_be_visible()
    assert 0 <= option.evaluate(FROM_THE_RIGHT) < 40


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("state", "public", "said"),
    [
        (State.OPEN, True, "Final results: here, when your teacher closes the survey."),
        (State.CLOSED, False, "This survey is over."),
        (State.OPEN, False, None),
        (State.CLOSED, True, None),  # there is a link
    ],
)
def test_when_results_come_is_said_as_far_as_it_is_known(receipt, store, state, public, said):
    page = receipt([YES_NO], [1])
    store.surveys.set_state("rcp234", state)
    store.surveys.set_sharing("rcp234", public, 5)
    page.reload()
    expect_saved(page)
    expect(page.locator(".after > p")).to_have_text([said] if said else [])
    expect(page.get_by_role("link", name="See the results")).to_be_visible(visible=public)


@pytest.mark.exhaustive
def test_in_the_last_minute_the_results_are_linked_and_not_yet_the_list_of_reports(receipt, store):
    page = receipt([YES_NO], [1], lambda surveys: surveys.set_sharing("rcp234", True, 1))
    store.surveys.begin_last_minute("rcp234", int(time.time()))
    page.reload()
    expect_saved(page)
    expect(page.locator(".after > p")).to_have_count(0)  # the survey is not over yet
    page.get_by_text("Was it counted?").click()
    expect(page.get_by_role("link", name="all reports")).to_have_count(0)
    store.surveys.set_state("rcp234", State.CLOSED)
    page.get_by_role("link", name="See the results").click()
    expect(page.get_by_role("heading", name="After the final")).to_be_visible()
    page.go_back()
    page.reload()
    page.get_by_text("Was it counted?").click()
    expect(page.get_by_role("link", name="all reports")).to_be_visible()


@pytest.mark.exhaustive
def test_nothing_is_said_of_results_that_are_not_public(receipt):
    page = receipt([YES_NO], [1], lambda surveys: surveys.plan_closing("rcp234", 4_000_000_000))
    expect(page.locator(".after > p")).to_have_count(0)
    page.get_by_text("Was it counted?").click()
    expect(
        page.get_by_text(
            "Once the survey is closed and its results are public, find it among all reports."
        )
    ).to_be_visible()
    expect(page.get_by_role("link", name="all reports")).to_have_count(0)


def test_the_words_are_no_stronger_and_no_weaker_than_the_odds(receipt):
    wide = NUMBER | {"low": -5000, "high": 50_000}
    page = receipt([wide, SEVERAL, STRONG], [1, 0, 1, 2])
    number, several, strong = page.get_by_role("list").first.locator("> li").all()
    expect(number).to_contain_text("The high end of −5,000 – 50,000")
    expect(number).to_contain_text(
        "Only −5,000 or 50,000 is sent, the nearer the likelier. "
        "Someone who gave any number a 30% chance now gives it 56% at most."
    )
    expect(number).to_contain_text("Both can show 50,000.")
    expect(several).to_contain_text("Perhaps your answer, perhaps the coin's.")
    expect(several).to_contain_text("now gives 56% after a Yes, 13% after a No.")
    expect(strong).to_contain_text("Strong evidence, but no proof.")
    expect(strong).to_contain_text("Someone who gave this answer a 30% chance now gives it 89%.")
    expect(strong).not_to_contain_text("Perhaps")
    expect(page.get_by_text("Nobody can tell")).to_have_count(0)  # of several reports together
    expect(page.locator("#receipt h2 + .sent-this > p").first).to_have_text(
        re.compile(r"^Together, at worst: hardly any\. Suspicion 30\s→\s99\.\d+%\.$")
    )
    expect(
        page.get_by_text("This is for each report alone. Together they can say more.")
    ).to_be_visible()


OTHERS = "With another answer, the same report still comes in {} of cases."
OTHER_NUMBERS = "With any other number, the same report still comes in at least {} of cases."
SIXTH = NUMBER | {"gamma": "1/3"}  # 16.67 in 100: at least 16%


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("question", "report", "asked", "explained"),
    [
        (YES_NO, 1, "“Yes”", f"It is no proof. {OTHERS.format('25%')}"),
        (STRONG, 2, "“Both”", f"It is no proof, but strong evidence. {OTHERS.format('5%')}"),
        (NUMBER, 0, "“The low end of 0 – 40”", f"It is no proof. {OTHER_NUMBERS.format('25%')}"),
        (SIXTH, 0, "“The low end of 0 – 40”", f"It is no proof. {OTHER_NUMBERS.format('16%')}"),
    ],
)
def test_whether_a_report_is_proof_is_asked_and_judged_here_alone(
    receipt, question, report, asked, explained
):
    page = receipt([question], [report], check_understanding=True)
    before = kept_by(page)
    events = watch(page)
    card = page.get_by_role("group", name=f"Your report says {asked}. Is that proof?")
    for answer, judged in (("Yes", "Not quite."), ("No", "Right.")):
        card.get_by_role("button", name=answer).click()
        expect(card.get_by_role("button", name=answer, pressed=True)).to_be_visible()
        expect(page.get_by_role("status").filter(has_text=judged)).to_have_text(
            f"{judged} {explained}"
        )
    page.wait_for_load_state("networkidle")
    assert events == []
    assert kept_by(page) == before
    page.reload()
    expect(card.get_by_role("button", pressed=True)).to_have_count(0)


@pytest.mark.exhaustive
def test_nobody_is_asked_unless_the_questionnaire_says_so(receipt):
    page = receipt([YES_NO], [1], support="The counselling service: 555 0100")
    expect(page.get_by_text("Is that proof?")).to_have_count(0)
    expect(page.get_by_text("Help and support: The counselling service: 555 0100")).to_be_visible()


@pytest.mark.exhaustive
@pytest.mark.parametrize("query", ["", "?lang=ar"])
def test_by_script_and_by_coins_it_says_the_same(page, store, query, new_context):
    rating = {"kind": "rating", "text": "How fair?", "gamma": "2/5", "highest": 5}
    questions, reports = [YES_NO, NUMBER, SEVERAL, STRONG, rating], [0, 1, 1, 0, 2, 4]
    document = {"title": "After the final", "questions": questions, "check_understanding": True}
    instrument = validate(document)
    store.surveys.add(Survey("rcp234", instrument, State.OPEN))
    answers = [0, 0, (0, 0), 0, 0]
    put_tape(page, tape_for(instrument, answers, reports))
    page.goto(f"/s/rcp234{query}")
    fieldsets = page.locator("#answers fieldset")
    expect(fieldsets).to_have_count(len(questions))
    fieldsets.get_by_role("textbox").fill("0")
    for place, nth in ((0, 1), (3, 0), (4, 0)):
        fieldsets.nth(place).get_by_role("radio").nth(nth).check()
    fieldsets.nth(2).get_by_role("checkbox").last.check()
    page.locator("#answers button.primary").click()
    by_script = page.locator("li.turned")
    expect(by_script).to_have_count(len(questions))
    wait_until_still(page)
    coins = new_context(java_script_enabled=False).new_page()
    coins.goto(f"/s/rcp234/coin{query}")
    for group, report in zip(coins.get_by_role("radiogroup").all(), reports, strict=True):
        group.locator(f"input[value='{report}']").check()
    coins.locator("#typed").fill("eight letters")
    coins.locator("#outcomes button.primary").click()
    by_coins = coins.locator("li.turned")
    expect(by_coins).to_have_count(len(questions))
    coins.wait_for_load_state()
    # Beside that, the script's first question has its two stories, which are those of phones.
    for part in (".asked", ".letter", ".concluded .hint"):
        assert [words(each) for each in by_coins.locator(part).all_inner_texts()] == [
            words(each.replace("\N{HORIZONTAL ELLIPSIS}", ""))
            for each in by_script.locator(f"{part}:visible").all_inner_texts()
        ], part
    together = page.locator("#receipt .sent-this > p").first.inner_text()
    assert words(coins.locator(".receipt > p").first.inner_text()) == words(together) != []
    asked = page.locator("#proof").inner_text()
    page.locator(".understanding button").last.click()
    judged = page.locator(".understanding").get_by_role("status")
    expect(judged).not_to_be_empty()
    card = coins.locator("details.understanding")
    expect(card.locator("summary")).to_have_text(asked)
    card.locator("summary").click()
    expect(card.locator("p")).to_be_visible()
    assert words(judged.inner_text())[1:] == words(card.locator("p").inner_text())
