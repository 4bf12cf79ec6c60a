"""The steps of a respondent on the survey page."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from survey.core.instrument.instrument import Instrument, Question
from survey.core.kinds.registry import KINDS
from survey.core.responses.answers import Answer

NONE = "None of these"
SENDS = re.compile(r"^Send(en)?$|^\d+ (of|von) \d+ (answered|beantwortet)$")
SECOND_SCRIPT = re.compile(r"/client/after-send-\w+\.js$")
# The promise `finished` of an animation may never settle, so this reads the state instead.
STILL = "() => document.getAnimations().every(({ playState }) => playState !== 'running')"


def choose(page: Page, answers: Sequence[int]) -> None:
    """Marks the answers (1 is yes) in the order of the questions."""
    groups = page.get_by_role("radiogroup")
    expect(groups).to_have_count(len(answers))
    for group, answer in zip(groups.all(), answers, strict=True):
        group.get_by_role("radio", name="Yes" if answer else "No").check()


def fill_in(page: Page, instrument: Instrument, answers: Sequence[Answer | None]) -> None:
    """Gives the answers, of any kind, in the order of the questions; None leaves a question out."""
    for question, answer in zip(instrument.questions, answers, strict=True):
        if answer is not None:
            fill_in_question(group_of(page, question), question, answer)


def group_of(page: Page, question: Question) -> Locator:
    """The fields of the question, found by its text."""
    grouped = question.kind in {KINDS["several"], KINDS["number"]}
    return page.get_by_role("group" if grouped else "radiogroup", name=question.text)


def fill_in_question(group: Locator, question: Question, answer: Answer) -> None:
    if question.kind is KINDS["number"]:
        group.get_by_role("textbox").fill(str(answer))
    elif question.kind is KINDS["several"]:
        ticked = [text for text, bit in zip(question.listed, answer, strict=True) if bit]
        for text in ticked or [NONE]:
            group.get_by_role("checkbox", name=text, exact=True).check()
    else:
        group.get_by_role("radio", name=question.labels[answer], exact=True).check()


def first_visit(page: Page, url: str) -> tuple[list[int], int]:
    """The bytes of each response, body and headers, when a phone first opens the page.

    The responses are those until the page shows the questionnaire, and the second script.
    """
    finished = []
    page.on("requestfinished", lambda request: finished.append(request))
    page.goto(url)
    expect(page.locator("#answers .primary")).to_be_enabled()
    page.wait_for_load_state("networkidle")
    sizes = {}
    for request in finished:
        size = request.sizes()
        sizes[request.url] = size["responseBodySize"] + size["responseHeadersSize"]
    [second] = [url for url in sizes if SECOND_SCRIPT.search(url)]
    return [size for url, size in sizes.items() if url != second], sizes[second]


def send_button(page: Page) -> Locator:
    """The button that sends: until all questions are answered, it shows how many are."""
    return page.get_by_role("button", name=SENDS)


def press_send(page: Page) -> None:
    send_button(page).click()


def send(page: Page, answers: Sequence[int]) -> None:
    """Answers, sends, and waits until the page says that it is saved."""
    choose(page, answers)
    press_send(page)
    expect_saved(page)


def shown_reports(page: Page) -> list[str]:
    """The texts on the receipt's cards; turns the cards that are face down."""
    for sealed in page.get_by_role("button", name="Tap to see").all():
        sealed.click()
    return page.get_by_role("list").get_by_role("strong").all_inner_texts()


def shown_id(page: Page) -> str:
    """The response id of the receipt, in its fold."""
    page.get_by_text("Was it counted?").click()
    return page.get_by_text("Response id:").get_by_role("code").inner_text()


def expect_saved(page: Page, timeout: float | None = None) -> None:
    expect(page.get_by_role("heading", name="Sent.")).to_be_visible(timeout=timeout)


def another_answers(page: Page) -> Locator:
    """What is said where something else answers than the server, the first time and later."""
    return page.get_by_text(re.compile("Another system replied instead|warning page stands before"))


def forget(page: Page) -> None:
    """Presses the button that forgets on this device, and confirms it."""
    button = page.get_by_role("button", name="Forget it here")
    button.click()
    expect(page.get_by_role("button", name="Keep it")).to_be_visible()
    button.click()


def wait_until_still(page: Page) -> None:
    """Waits until nothing moves: the conclusions appear once the cards have turned."""
    page.wait_for_function(STILL)


def posted_by(page: Page) -> list[str]:
    """A list that grows by the bodies of the responses that this page posts."""
    bodies = []
    page.on(
        "request",
        lambda request: request.url.endswith("/responses") and bodies.append(request.post_data),
    )
    return bodies
