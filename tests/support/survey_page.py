"""The steps of a respondent on the survey page, in any engine."""

from collections.abc import Iterator, Sequence

from webdriver import Driver

from survey.core.instrument.digest_forms import full_form
from survey.core.instrument.instrument import Instrument
from survey.core.kinds.registry import KINDS
from survey.core.responses.answers import Answer

SAVED = "Sent."
UNSAVED = "Not saved yet"
FORGOTTEN = "This device has forgotten"
SEND = "#answers .primary"
FORGET = ".forget button"
SURELY = ".forget .danger"
CLICKABLE = """(button) =>
    getComputedStyle(document.querySelector(button)).pointerEvents !== 'none'"""

READY = f"""() => !document.querySelector("#answers").hidden
    && !document.querySelector("{SEND}").disabled"""

FILL_IN = """(fields) => {
    for (const [selector, typed] of fields) {
        const field = document.querySelector(selector);
        if (typed === null) field.click();
        else field.value = typed;
    }
}"""


class SurveyPage:
    """One browser at one server."""

    def __init__(self, driver: Driver, address: str):
        self.driver = driver
        self.address = address

    def open(self, code: str, fragment: str = "") -> None:
        self.driver.goto(f"{self.address}/s/{code}{fragment}")

    def ask(self, code: str, fragment: str = "") -> None:
        """Opens the page and waits for the questionnaire."""
        self.open(code, fragment)
        self.wait_for_questionnaire()

    def wait_for_questionnaire(self) -> None:
        self.driver.wait_until(lambda: self.driver.evaluate(READY))

    def fill_in(self, instrument: Instrument, answers: Sequence[Answer]) -> None:
        for field, typed in fields_of(instrument, answers):
            if typed is None:
                self.driver.click(field)
            else:
                self.driver.type(field, typed)

    def fill_in_by_script(self, instrument: Instrument, answers: Sequence[Answer]) -> None:
        """Fills in without clicks: Firefox caches no page in which its driver has clicked."""
        self.driver.evaluate(FILL_IN, list(fields_of(instrument, answers)))

    def press_send(self) -> None:
        self.driver.click(SEND)

    def answer(self, code: str, instrument: Instrument, answers: Sequence[Answer]) -> None:
        self.ask(code, link_to(instrument))
        self.fill_in(instrument, answers)
        self.press_send()

    def expect_saved(self) -> str:
        """Waits until the page shows that the response is saved; returns its id."""
        self.driver.wait_for(SAVED)
        return self.driver.evaluate("() => document.querySelector('#receipt .digest').textContent")

    def forget(self) -> None:
        for button in (FORGET, SURELY):
            # An element that has just moved under the pointer takes no click at once.
            self.driver.wait_until(lambda button=button: self.driver.evaluate(CLICKABLE, button))
            self.driver.click(button)
        self.driver.wait_for(FORGOTTEN)

    def complaints(self) -> list[str]:
        """The page's messages in the console, and its errors."""
        return self.driver.evaluate("() => complaints")


def fields_of(instrument: Instrument, answers: Sequence[Answer]) -> Iterator[tuple]:
    """The field of each answer, and the text to type into it; None for a field to click."""
    pairs = zip(instrument.questions, answers, strict=True)
    for number, (question, answer) in enumerate(pairs, start=1):
        fieldset = f"#answers fieldset:nth-of-type({number})"
        if question.kind is KINDS["number"]:
            yield f"{fieldset} input", str(answer)
        elif question.kind is KINDS["several"]:
            ticked = [place for place, bit in enumerate(answer, start=1) if bit]
            for place in ticked or [len(answer) + 1]:
                yield f"{fieldset} label:nth-of-type({place}) input", None
        else:
            yield f'{fieldset} input[value="{answer}"]', None


def link_to(instrument: Instrument) -> str:
    """The fragment that names the questionnaire."""
    return f"#q={full_form(instrument.digest)}"
