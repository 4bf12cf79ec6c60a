"""The presenter view of a survey with a question of every kind."""

from playwright.sync_api import Page, expect

CODE = "mixd34"
PATH = f"/surveys/{CODE}/present"


def heading(page: Page, text: str) -> None:
    """Expects that the shown slide has this title."""
    expect(page.get_by_role("heading", level=1)).to_have_text(text)
