"""Every page that respondents see, and a way to fill in the questionnaire in any language."""

from playwright.sync_api import Page, expect

SEND = "#answers button.primary"
PATHS = ["/", "/join?code=zzz", "/how", "/ledger", "/s/bcd234", "/s/bcd234/coin", "/s/mixd34",
         "/s/mixd34/coin", "/s/wave34/coin", "/s/slip34", "/s/slip34/coin",
         "/s/clsd34", "/s/clsd34/coin", "/s/bcd234/results", "/s/rprt34/reports",
         "/s/rprt34/reports/0", "/s/rprt34/lab", "/s/mixd34/results",
         "/nowhere", "/s/bcd234/results?confidence=1"]  # fmt: skip


def expect_shown(page: Page) -> None:
    """Waits until the page shows its content, which a survey's page loads by its script.

    By then the script that sends answers is loaded, too, and the keyboard can reach the button.
    """
    expect(page.locator("h1:not(.unseen):visible")).to_have_count(1)
    page.wait_for_load_state()  # once it is complete, the questionnaire is shown too
    expect(page.locator(f"{SEND}:disabled:visible")).to_have_count(0)


def expect_questions(page: Page) -> None:
    """Waits until the questionnaire can be answered and sent."""
    expect(page.locator(SEND)).to_be_enabled()


def answer(page: Page) -> None:
    """Fills in every question, in any language."""
    expect_questions(page)
    for group in page.locator("#answers fieldset").all():
        if group.locator(".number input").count():
            group.locator(".number input").fill("3")
        else:
            group.locator("[type=radio], [type=checkbox]").first.check()
