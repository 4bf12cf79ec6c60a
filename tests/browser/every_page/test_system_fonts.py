"""Every page in the fonts that systems have: nothing is lost, and no text lies over another.

Lines of Noto Sans are a fifth higher than those of DejaVu Sans, which is an eighth wider than
Liberation Sans: a layout that is measured by one of them breaks with another.
"""

import fonts
import pytest
from pages import EVERY, serving_pages

# 1280 × 1024 at 100, 200, 300 and 400 %.
ENLARGED = [(1280, 1024), (640, 512), (427, 341), (320, 256)]
PHONE = (360, 740)
LOST = ["beyondTheWidth", "cutOff", "overlapping"]
LOOKS = [(LOST, size) for size in ENLARGED]
LOOKS += [(["doubled"], ENLARGED[0]), (["doubled", "spacedOut"], PHONE)]
FORMULAS = "/docs/explanation/mathematics"  # a formula of twice the size is wider than a phone


# The usual run looks for the same on pages in DejaVu Sans: test_accessibility.py.
pytestmark = pytest.mark.exhaustive


@pytest.fixture(params=[fonts.NOTO, fonts.LIBERATION, fonts.DEJAVU], ids=lambda font: font.family)
def pages(request, launch, tmp_path):
    """All pages in a browser with this font."""
    browser = launch(font=request.param)
    try:
        with serving_pages(browser, tmp_path) as pages:
            assert_drawn_with(pages, request.param.family)
            yield pages
    finally:
        browser.close()


def assert_drawn_with(pages, family: str) -> None:
    """That the browser's letters are of this font: another one would prove nothing."""
    with pages.context(False) as context:
        page = context.new_page()
        page.goto("/how")
        session = context.new_cdp_session(page)
        session.send("DOM.enable")
        session.send("CSS.enable")
        root = session.send("DOM.getDocument")["root"]["nodeId"]
        heading = session.send("DOM.querySelector", {"nodeId": root, "selector": "h1"})
        used = session.send("CSS.getPlatformFontsForNode", heading)["fonts"]
        assert [font["familyName"] for font in used] == [family]


def test_nothing_is_lost_or_covered_whatever_the_font_and_its_size(pages):
    """1.4.4, 1.4.10, 1.4.12: at 100 to 400 %, and at twice the size of text on each screen."""
    faults = {path: pages.look(path, see) for path in EVERY}
    assert {path: found for path, found in faults.items() if found} == {}


def see(page) -> dict[str, list[str]]:
    found = {}
    for names, (width, height) in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        for name in names:
            if (name, width, FORMULAS in page.url) != ("doubled", PHONE[0], True):
                found[f"{name} at {width}"] = page.evaluate(f"accessibility.{name}()")
    return {where: faults for where, faults in found.items() if faults}
