"""What is printed is to be read: nothing on paper can be pressed."""

import pytest
from pages import serving_pages
from presented import CODE

REPORT = f"/surveys/{CODE}/report"
PRINTED = [REPORT, f"/surveys/{CODE}", f"/s/{CODE}/results",
           f"/surveys/{CODE}/relations?first=q2&second=q4"]  # fmt: skip


@pytest.fixture(scope="module")
def pages(browser, tmp_path_factory):
    with serving_pages(browser, tmp_path_factory.mktemp("pages")) as pages:
        yield pages


def to_press(page) -> list[str]:
    """The buttons, chips and links to files that would be on the paper."""
    page.emulate_media(media="print")
    return page.locator("button, nav, .button, a[download]").evaluate_all(
        "all => all.filter((each) => each.checkVisibility()).map((each) => each.textContent.trim())"
    )


@pytest.mark.parametrize("path", PRINTED)
def test_nothing_to_press_is_printed(pages, path):
    assert pages.look(path, to_press) == []


def test_the_figures_are_printed(pages):
    with pages.context(True) as context:
        page = context.new_page()
        page.goto(REPORT)
        page.emulate_media(media="print")
        assert page.get_by_role("table").first.is_visible()
        assert page.get_by_text("confidence 95%").is_visible()
