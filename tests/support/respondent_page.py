"""What a respondent does on the survey page. Kept as small as possible."""

from collections.abc import Sequence

from playwright.sync_api import Page
from playwright.sync_api import expect


def choose(page: Page, answers: Sequence[int]) -> None:
    """Marks the answers (1 is yes) in the order of the questions."""
    groups = page.get_by_role("radiogroup")
    expect(groups).to_have_count(len(answers))
    for group, answer in zip(groups.all(), answers, strict=True):
        group.get_by_role("radio", name="Yes" if answer else "No").check()


def press_send(page: Page) -> None:
    page.get_by_role("button", name="Randomize and send").click()


def send(page: Page, answers: Sequence[int]) -> None:
    """Answers, sends, and waits until the page says that it is saved."""
    choose(page, answers)
    press_send(page)
    expect_saved(page)


def expect_saved(page: Page, timeout: float = 30_000) -> None:
    expect(page.get_by_role("heading", name="Saved. Thank you.")).to_be_visible(timeout=timeout)
