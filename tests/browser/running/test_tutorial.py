"""The tutorial, followed word by word: every label in bold is where the page says it is."""

import math
import re
from fractions import Fraction
from pathlib import Path

import pytest
from passwords import PASSWORD
from playwright.sync_api import Locator, Page, expect
from respondent_page import send
from widths import widest_class

from survey.core.intervals.counts import ReportCount
from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.planning.planner import half_width
from survey.web.accounts.sign_in import make_sign_in_link
from survey.web.learning.documentation import FOLDER

TUTORIAL = (FOLDER / "tutorial" / "first-class.md").read_text("utf-8")
README = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
EXPECTED = 200  # respondents, as the tutorial has it


class Reader:
    """Reads the labels in bold, one after the other, and finds each on the page at hand."""

    def __init__(self, text: str):
        self._labels = iter(re.findall(r"\*\*(.+?)\*\*", text))

    def next(self, label: str) -> str:
        assert next(self._labels, "the end") == label
        return label

    def heading(self, page: Page, label: str) -> None:
        expect(page.get_by_role("heading", name=self.next(label), exact=True)).to_be_visible()

    def field(self, page: Page, label: str) -> Locator:
        return page.get_by_label(self.next(label), exact=True)

    def press(self, page: Page, label: str) -> None:
        page.get_by_role("button", name=self.next(label), exact=True).click()

    def follow(self, page: Page, label: str) -> None:
        page.get_by_role("link", name=self.next(label), exact=True).click()

    def text(self, page: Page, label: str) -> Locator:
        return page.get_by_text(self.next(label), exact=True).first

    def at_the_end(self) -> bool:
        return next(self._labels, None) is None


def answer_as_told(reader: Reader, phone: Page, code: str) -> None:
    """One respondent, from the code on the projector to the receipt."""
    phone.goto("/")
    reader.field(phone, "Code on the screen").fill(code)
    reader.press(phone, "Join")
    reader.text(phone, "How does this protect me?").click()
    phone.get_by_role("button", name="simulated yes").click()
    expect(phone.get_by_role("radio", name=reader.next("Yes"))).to_be_visible()
    phone.get_by_role("radio", name=reader.next("No")).check()
    reader.press(phone, "Send")
    reader.heading(phone, "Sent.")


@pytest.mark.exhaustive
def test_every_label_of_the_tutorial_is_where_it_says(new_context, store):
    reader = Reader(TUTORIAL)
    reader.next("bold")
    page = new_context(1280, 800).new_page()
    page.goto(make_sign_in_link(store))
    reader.heading(page, "Choose your password")
    reader.field(page, "New password").fill(PASSWORD)
    reader.field(page, "The same password again").fill(PASSWORD)
    reader.press(page, "Save and go on")
    reader.heading(page, "Surveys")
    reader.follow(page, "New survey")
    reader.field(page, "Title").fill("After the final")
    reader.field(page, "Class size").fill(str(EXPECTED))
    reader.field(page, "Question").fill("Did you cheat on the final exam?")
    reader.next("Strong")
    expect(page.get_by_role("radio", name="Strong")).to_be_checked()
    expect(page.get_by_text("30 → 56%", exact=True).first).to_be_visible()
    reader.press(page, "Save")
    expect(page.get_by_role("heading", name="After the final", level=1)).to_be_visible()
    page.get_by_text("Figures are seen while it runs.").click()
    for asked in ("When are figures seen?", "When does it close?"):
        expect(page.get_by_role("group", name=reader.next(asked))).to_be_visible()
    reader.press(page, "Publish")
    expect(page.get_by_text("The count appears once 15 have")).to_be_visible()
    code = page.url.split("/")[-2]
    answer_as_told(reader, new_context().new_page(), code)
    others_answer(new_context, code)
    reader.follow(page, "Back to the survey")
    expect(reader.text(page, "Statistics")).to_be_visible()
    sections = page.get_by_role("navigation", name="Sections of this survey")
    reader.follow(sections, "Settings")
    reader.press(page, "Close")
    reader.press(page, "Finish now")
    expect(page.get_by_text("The survey is closed.")).to_be_visible()
    reader.follow(sections, "Files")
    with page.expect_download() as download:
        reader.follow(page, "Reports (CSV)")
    assert download.value.suggested_filename == f"{code}-reports.csv"
    ask_the_second_section(reader, page, new_context)
    assert reader.at_the_end()


def ask_the_second_section(reader: Reader, page: Page, new_context) -> None:
    """From the closed survey to both sections on one page."""
    sections = page.get_by_role("navigation", name="Sections of this survey")
    sections.get_by_role("link", name="Settings").click()
    link = reader.next("Ask the same questions again")
    page.get_by_role("link", name=link, exact=True).first.click()
    page.get_by_role("radio", name=reader.next("Another group now")).check()
    page.get_by_label("Name of the group or term").fill("Section B")
    reader.field(page, "Class size").fill("40")
    reader.press(page, "Make the draft")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("link", name="Back to the survey")).to_be_visible()
    others_answer(new_context, page.url.split("/")[-2], (0, 1, 0, 0, 1))
    page.get_by_role("link", name="Back to the survey").click()
    sections.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Finish now").click()
    expect(page.get_by_text("Closing is final")).to_be_visible()
    sections.get_by_role("link", name="Results").click()
    reader.follow(page, "Together with the other groups")
    expect(page.get_by_text("Section B").first).to_be_visible()


def others_answer(new_context, code: str, answers: tuple[int, ...] = (0, 0, 1, 0)) -> None:
    """The rest of a class of five, or another class."""
    for answer in answers:
        student = new_context().new_page()
        student.goto(f"/s/{code}")
        send(student, [answer])


def test_it_begins_with_the_readmes_command():
    (first, *_) = re.findall(r"```sh\n(.*?)\n```", README, re.S)
    (windows,) = re.findall(r"```text\n(py -m venv .*?)\n```", README, re.S)
    for command in (first, windows):
        assert f"{command} --lan\n" in TUTORIAL


def test_its_figures_are_those_of_the_class_it_speaks_of():
    gamma = Fraction(1, 4)
    hoeffding, few = (round(100 * hoeffding_half_width(n, gamma, 0.95)) for n in (EXPECTED, 40))
    assert f"Hoeffding's interval is ±{hoeffding} points." in TUTORIAL
    watched = math.ceil(round(100 * half_width("anytime", EXPECTED, gamma, 0.95), 9))
    assert watched == hoeffding  # so the page says “So is the interval in the sentence”
    widest = float(100 * widest_class(EXPECTED, gamma))
    assert f"it would be ±{widest:g} at most for this class" in TUTORIAL
    most_of_few = math.ceil(100 * widest_class(40, gamma))
    assert f"With 40 respondents the two\n  are ±{few} and at most ±{most_of_few}," in TUTORIAL
    assert ReportCount.of(EXPECTED, 0, gamma).leverage == 0.01
    assert "1/(2γn), here 1 point." in TUTORIAL
