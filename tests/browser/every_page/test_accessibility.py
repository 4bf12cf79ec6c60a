"""Every page, once each, against WCAG 2.2 AA; tests/unit/repository/wcag.md names these tests.

A page is loaded once and looked at in all ways; each test then reads what was seen of it. The
usual run looks at those that most people see, and --exhaustive at all.
tests/browser/every_page/test_pages.py has axe look at each theme in each width, with --exhaustive.
"""

import re
from functools import partial

import pytest
from page_faults import ALL, MORE_ALONE, axe_faults, complaints_of
from pages import INSTRUCTORS, PUBLIC, ServedPages, serving_pages, to_look_at
from playwright.sync_api import Page

AT_1280 = ["headings", "landmarks", "unnamedPictures", "unfilled", "unexplained", "moving",
           "doubled", "sideways", "facts"]  # fmt: skip
REFLOWED = ["beyondTheWidth", "cutOff", "overlapping", "scrollingPartsOutOfReach"]
ZOOMED = {"width": 320, "height": 256}  # 1280 × 1024 at 400 %
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def pages(browser, tmp_path_factory):
    with serving_pages(browser, tmp_path_factory.mktemp("pages")) as pages:
        yield pages


@pytest.fixture
def paths(exhaustive) -> list[str]:
    """The pages to look at."""
    return to_look_at(exhaustive)


@pytest.fixture
def seen(pages, paths) -> dict[str, dict]:
    """What was seen of all pages, by what was looked for; faults by their page."""
    found = {path: look(pages, path) for path in paths}
    return {
        name: {path: faults[name] for path, faults in found.items() if faults[name]}
        for name in found[paths[0]]
    }


def look(pages: ServedPages, path: str) -> dict:
    return pages.look(path, partial(see, at_a_desk=path in INSTRUCTORS))


def see(page: Page, at_a_desk: bool) -> dict:
    """Looks at a loaded page in every way; the faults found, by what was looked for.

    Axe asks all of an instructor's page at a desk, in the light, and of others on a phone, in the
    dark.
    """
    seen = asked(page, AT_1280)
    seen["axe"] = axe_faults(page, ALL) if at_a_desk else []
    page.set_viewport_size(PHONE)
    if not at_a_desk:
        page.emulate_media(color_scheme="dark")
    seen["axe"] += axe_faults(page, MORE_ALONE if at_a_desk else ALL)
    on_a_phone = asked(page, ["sideways", "spacedOut"])
    seen["sideways"] += on_a_phone["sideways"]
    seen["spacedOut"] = on_a_phone["spacedOut"]
    page.set_viewport_size(ZOOMED)
    seen["reflow"] = [fault for faults in asked(page, REFLOWED).values() for fault in faults]
    seen["keyboard"] = tab_through(page)
    return seen


def asked(page: Page, names: list[str]) -> dict:
    """What accessibility.js finds, by the names of its functions."""
    return page.evaluate(
        "names => Object.fromEntries(names.map((name) => [name, accessibility[name]()]))", names
    )


def tab_through(page: Page) -> list[str]:
    """Presses Tab from the skip link to the end of the page and says what is wrong on the way."""
    stops = page.evaluate("accessibility.rememberStops()")
    page.locator(".skip").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    more = stops - 1
    while more:
        for _ in range(more):
            page.keyboard.press("Tab")
        more = page.evaluate("accessibility.partsPassed()")
    found = page.evaluate("accessibility.stopsSeen()")[1:]  # Shift+Tab led back to the first
    places = [each["place"] for each in found]
    faults = [fault for each in found for fault in each["faults"]]
    if places != list(range(stops)):
        faults.append(f"Tab goes {places}, and there are {stops} stops")
    return faults


def test_at_four_hundred_percent_nothing_is_lost(seen):
    """1.4.10, 2.1.1: no scrolling sideways but in parts that are named and can be reached."""
    assert seen["reflow"] == {}


def test_text_of_twice_the_size_fits(seen):
    """1.4.4"""
    assert seen["doubled"] == {}


def test_text_spaced_out_fits(seen):
    """1.4.12"""
    assert seen["spacedOut"] == {}


def test_axe_finds_nothing(seen):
    """2.5.8, 2.5.3, 1.3.4, 1.3.5, 1.3.1, 1.4.3, 3.3.2, 4.1.2."""
    assert seen["axe"] == {}


def test_no_page_scrolls_sideways(seen):
    assert seen["sideways"] == {}


def test_nothing_is_complained_of_and_no_other_host_is_asked(pages, paths, seen):
    assert {path: pages.complaints[path] for path in seen["facts"]} == dict.fromkeys(paths, [])


def test_tab_reaches_everything_in_order_and_shows_where_it_is(seen):
    """2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11, at 400 %."""
    assert seen["keyboard"] == {}


def test_nothing_moves_for_who_wants_less_motion(seen):
    """2.2.2, 2.3.1"""
    assert seen["moving"] == {}


def test_headings_and_landmarks(seen):
    """1.3.1, 2.4.1, 2.4.6"""
    assert seen["headings"] == {}
    assert seen["landmarks"] == {}


def test_pictures_are_named(seen):
    """1.1.1; that the figures are there too: test_picture_figures.py"""
    assert seen["unnamedPictures"] == {}


def test_fields_can_be_filled_in_by_a_browser_and_by_pasting(seen):
    """1.3.5, 3.3.8"""
    assert seen["unfilled"] == {}


def test_errors_are_said_at_their_fields(seen):
    """3.3.1, 4.1.3"""
    assert seen["unexplained"] == {}


def test_language_zoom_and_no_moving_on_by_itself(seen):
    """3.1.1, 1.4.4, 2.2.1, 2.1.4"""
    for path, facts in seen["facts"].items():
        assert facts["language"], path
        assert "user-scalable" not in facts["scalable"], path
        assert "maximum-scale" not in facts["scalable"], path
        assert facts["refresh"] == 0, path  # with a script: without one, the way leads to the coins
        assert facts["editable"] == 0, path


def test_skip_link_leads_past_the_navigation(pages):
    """2.4.1"""
    with pages.context(True, viewport=PHONE) as context:
        page = context.new_page()
        page.goto("/surveys")
        page.keyboard.press("Tab")
        assert page.locator(".skip").bounding_box()["x"] >= 0
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


# Kept and opened by itself, for a survey of any server: it has neither our titles nor our help.
SINGLE_FILE = "/client.html"


def test_titles_tell_the_pages_apart(pages, paths):
    """2.4.2"""
    titles = {}
    for path in set(paths) - {SINGLE_FILE}:
        one_survey = any(each in path for each in ("bcd234", "mixd34")) or "34" not in path
        if one_survey and "?" not in path:
            titles.setdefault(look(pages, path)["facts"]["title"], set()).add(path)
    ways_of_one_page = [{f"/s/{code}", f"/s/{code}/coin"} for code in ("bcd234", "mixd34")]
    shared = [paths for paths in titles.values() if len(paths) > 1]
    assert [paths for paths in shared if paths not in ways_of_one_page] == []
    assert all(title.endswith(" · Deniable") and len(title) > 14 for title in titles)


def test_navigation_and_help_stay_in_their_places(pages, paths):
    """3.2.3, 3.2.4, 3.2.6"""
    slides = {path for path in paths if "/present" in path or path.endswith("/slides")}
    placed = [path for path in paths if path != SINGLE_FILE]
    facts = [look(pages, path)["facts"] for path in placed]
    # Slides are for a wall, and have no footer; a questionnaire has its help in its fold.
    helps = dict(zip(placed, (fact["help"] for fact in facts), strict=True))
    helpless = {path for path, help in helps.items() if help != "/how"}
    questionnaires = {path for path in placed if re.search(r"^/s/\w+(\?|$)|/preview$", path)}
    assert helpless == slides | questionnaires
    signed_in = [
        look(pages, path)["facts"]["navigation"]
        for path in paths
        if path in INSTRUCTORS and path not in slides
    ]
    orders = {tuple(order) for order in signed_in if order}
    assert orders == {("Surveys", "Planner", "Documentation", "Account", "Sign out")}


def test_two_ways_lead_to_every_page(pages, paths):
    """2.4.5. Not to the steps of a process: sign-in, composing, deleting, tokens."""
    linked = {}
    for path in paths:
        for target in look(pages, path)["facts"]["links"]:
            linked.setdefault(target, set()).add(path)
    for target in ["/", "/how", "/lab", "/docs", "/surveys", "/plan", "/settings", "/lab/attempts"]:
        assert len(linked[target] - {target}) > 1, target
    # A survey's page: by its code, and by the link that the instructor shows.
    assert linked["/surveys/mixd34"] and "/" in PUBLIC


SPOILED = """
<p class="wide500">wide</p><p class="clip">cut<br>off</p>
<div><button class="small" aria-label="One"></button>
<button class="small second" aria-label="Two"></button></div>
<button class="ringless">Ringless</button><button tabindex="3">Out of order</button>
<p class="glides">glides</p><div>under</div><div class="over">over it</div>
<div class="box"><p class="wide900">scrolls</p></div><h4>Skipped</h4><nav></nav>
<svg width="30" height="30"></svg><input type="password" aria-label="Password">
<input id="nopaste" aria-label="No paste"><input aria-invalid="true" aria-label="Wrong">
<p class="error faint">Wrong.</p><button aria-label="Close">Send</button>
"""
SPOILING = """
.wide500 { width: 500px } .clip { height: 1em; overflow: hidden }
.small { width: 10px; height: 10px; padding: 0; min-height: 0; position: absolute }
.small.second { left: 12px } .ringless:focus { outline: none } .glides { transition: color 1s }
.over { margin-block-start: -1.4em } .wide900 { width: 900px }
.faint { color: #ccc; background: #fff } .box { overflow-x: auto; width: 200px }
"""


def spoil(page: Page, html: str, css: str) -> None:
    """Puts faults into a page, past its policy."""
    page.evaluate(
        """([html, css]) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
        document.querySelector("article").insertAdjacentHTML("beforeend", html);
        const stop = (event) => event.preventDefault();
        document.getElementById("nopaste")?.addEventListener("paste", stop);
        }""",
        [html, css],
    )


@pytest.mark.exhaustive
def test_the_checks_catch_a_page_that_has_every_fault(pages):
    with pages.context(False, viewport=PHONE, reduced_motion="reduce") as context:
        page = context.new_page()
        complaints = complaints_of(page)
        page.goto("/how")
        spoil(page, SPOILED, SPOILING)
        seen = see(page, at_a_desk=True)
        page.evaluate("console.error('A fault.')")
        elsewhere = pages.address.replace("127.0.0.1", "localhost") + "/how"
        page.goto(elsewhere)
    assert complaints[:2] == ["A fault.", elsewhere]
    for name, beginnings in {
        "reflow": ["the page is", "beyond: <p.wide500>", "cut off: <p.clip>", "out of reach: <div"],
        "spacedOut": ["over each other"],
        "doubled": ["cut off"],
        "axe": ["target-size", "label-content-name-mismatch", "tabindex", "color-contrast"],
        "sideways": ["516 on 360"],
        "keyboard": ["no ring: <button.ringless>", "Tab goes"],
        "moving": ["glides: <p.glides>"],
        "headings": ["level 4 after 2"],
        "landmarks": ["navs: Site,"],
        "unnamedPictures": ["unnamed: <svg>"],
        "unfilled": ["no autocomplete", "no paste: <input#nopaste>"],
        "unexplained": ["not described", "not announced"],
    }.items():
        for beginning in beginnings:
            assert any(fault.startswith(beginning) for fault in seen[name]), (name, seen[name])


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("colour", "faulty"), [("transparent", True), ("rgb(0 0 0 / 50%)", True), ("white", False)]
)
def test_a_bar_that_sticks_hides_what_is_under_it(pages, colour, faulty):
    """What shines through it would be read over its words."""
    with pages.context(False, viewport=PHONE) as context:
        page = context.new_page()
        page.goto("/how")
        bar = f".bar {{ position: sticky; bottom: 0; background: {colour} }}"
        spoil(page, '<p class="bar">A bar<br>of three<br>lines</p>', bar)
        assert bool(page.evaluate("accessibility.overlapping()")) is faulty


@pytest.mark.exhaustive
def test_a_covered_focus_and_a_trap_are_caught(pages):
    with pages.context(False, viewport=PHONE) as context:
        page = context.new_page()
        page.goto("/how")
        spoil(page, '<div class="lid"></div>', ".lid { position: fixed; inset: 0; z-index: 9 }")
        assert any(each.startswith("covered") for each in tab_through(page))
        page.reload()
        page.evaluate(
            """() => document.querySelector("footer a").addEventListener("keydown",
            (event) => event.key === "Tab" && event.preventDefault())"""
        )
        assert any(each.startswith("Tab goes") for each in tab_through(page))
