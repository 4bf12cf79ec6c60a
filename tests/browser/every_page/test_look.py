"""The look that every page shares, where a machine can tell: sizes of type, bands, colours."""

import pytest
from grids import usually
from pages import serving_pages, to_look_at

from survey.lab.catalog import LESSONS

SIZES = {"14px", "16px", "20px", "32px", "72px"}
SLIDES = "present", "slides"

SIZES_OF_TYPE = """() => {
  const has_words = (node) => [...node.childNodes].some(
    (each) => each.nodeType === Node.TEXT_NODE && each.data.trim());
  const counted = (node) => has_words(node) && node.checkVisibility()
    && !node.closest("svg, math, sup");
  return [...new Set([...document.querySelectorAll("body *")].filter(counted)
    .map((node) => getComputedStyle(node).fontSize))];
}"""

# [left, width] of each band that a page shows.
BANDS = """() => [...document.querySelectorAll("svg.band")].filter((band) => band.checkVisibility())
  .map((band) => [band.querySelector(".band-track").getBoundingClientRect()])
  .map(([box]) => `${Math.round(box.left)} ${Math.round(box.width)}`)"""

# Sentences that begin without a blank before them.
ABUTTING = r"""() => [...document.querySelectorAll("p, li, dd, figcaption")]
  .filter((each) => each.checkVisibility())
  .flatMap((each) =>
    each.innerText.match(/.{0,20}[\p{Ll}\p{N}%)][.!?]\p{Lu}\p{Ll}.{0,10}/gu) ?? [])"""

# Only what is pressed, typed or sent has a frame: sections, lists and figures have none.
FRAMED = """() => [...document.querySelectorAll(
    "section, article, fieldset, details, ul, ol, li, table, figure, form, nav, .card, .scrolling"
  )].filter((each) => each.checkVisibility()).filter((each) => {
    const style = getComputedStyle(each);
    const sides = [style.borderLeftWidth, style.borderRightWidth].every((side) => side !== "0px");
    return sides || style.boxShadow !== "none";
  }).map((each) => `${each.tagName} ${each.className}`)"""

# What is painted in the colour of the class, or of chance, by the names of what may be.
PAINTED = """(tokens) => {
  const root = getComputedStyle(document.documentElement);
  const probe = document.body.appendChild(document.createElement("i"));
  const rgb = (token) => {
    probe.style.setProperty("color", root.getPropertyValue(token));
    return getComputedStyle(probe).color;
  };
  const known = tokens.filter((token) => root.getPropertyValue(token)); // paper has its own sheet
  const of = Object.fromEntries(known.map((token) => [token, rgb(token)]));
  probe.remove();
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    const style = getComputedStyle(node);
    if (!node.checkVisibility() || node.closest("svg")) continue;
    for (const property of ["color", "backgroundColor", "borderTopColor", "borderLeftColor"]) {
      const bordered = !property.startsWith("border")
        || style[property.replace("Color", "Width")] !== "0px";
      const token = known.find((each) => of[each] === style[property]);
      if (token && bordered) found.push(`${token} ${node.tagName} ${node.className}`);
    }
  }
  return [...new Set(found)];
}"""
# Figures of the class, and the marks of chance.
MAY_BE_COLOURED = {
    "--class": ("fig", "hero", "of-class"),
    "--chance": ("chance", "report-card", "little"),
}


@pytest.fixture(scope="module")
def looks(browser, tmp_path_factory, exhaustive):
    """What is seen of each page but slides, which scale with the screen."""
    with serving_pages(browser, tmp_path_factory.mktemp("look")) as pages:
        paths = [
            path for path in to_look_at(exhaustive) if not any(each in path for each in SLIDES)
        ]
        return {path: pages.look(path, see) for path in paths}


def see(page) -> dict[str, list[str]]:
    return {
        "sizes": page.evaluate(SIZES_OF_TYPE),
        "bands": page.evaluate(BANDS),
        "framed": page.evaluate(FRAMED),
        "abutting": page.evaluate(ABUTTING),
        "painted": page.evaluate(PAINTED, list(MAY_BE_COLOURED)),
    }


def test_there_are_five_sizes_of_type(looks):
    found = {path: sorted(set(look["sizes"]) - SIZES) for path, look in looks.items()}
    assert {path: sizes for path, sizes in found.items() if sizes} == {}


def test_all_bands_of_a_page_begin_and_end_at_one_place(looks):
    drawn = {path: set(look["bands"]) for path, look in looks.items() if look["bands"]}
    assert len(drawn) > 2
    assert {path: places for path, places in drawn.items() if len(places) > 1} == {}


def test_no_section_has_a_frame(looks):
    """But on the poster, which is the mark, large: its squares are what frames are for."""
    found = {path: look["framed"] for path, look in looks.items() if not path.endswith("/poster")}
    assert {path: framed for path, framed in found.items() if framed} == {}


def test_a_blank_stands_between_sentences(looks):
    found = {path: look["abutting"] for path, look in looks.items()}
    assert {path: places for path, places in found.items() if places} == {}


def test_only_what_is_said_of_the_class_and_what_chance_did_has_a_colour(looks):
    found = {
        path: [each for each in look["painted"] if not _may_be_coloured(each)]
        for path, look in looks.items()
    }
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
    assert any(look["painted"] for look in looks.values())


def _may_be_coloured(painted: str) -> bool:
    return any(name in painted for name in MAY_BE_COLOURED[painted.split()[0]])


LESSON_NAMES = [lesson.name for lesson in LESSONS]


@pytest.mark.first_cell
@pytest.mark.parametrize("lesson", usually(["definition", "groups"], LESSON_NAMES))
def test_no_lesson_is_wider_than_a_phone(new_context, lesson):
    """A long formula or table scrolls by itself."""
    page = new_context().new_page()
    page.goto(f"/lab/{lesson}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.first_cell
@pytest.mark.parametrize("path", ["/", "/how", "/ledger", "/lab", "/docs"])
def test_links_around_a_page_are_as_large_as_a_finger_on_a_phone(new_context, path):
    page = new_context(360, 740).new_page()
    page.goto(path)
    around = [page.get_by_role(role) for role in ("banner", "contentinfo")]
    boxes = [link.bounding_box() for each in around for link in each.get_by_role("link").all()]
    assert len(boxes) >= 5
    assert [box for box in boxes if box["height"] < 44] == []


def test_a_questionnaire_s_title_is_as_small_with_real_coins_as_where_a_script_runs(
    new_context, survey_url
):
    page = new_context(360, 740).new_page()
    sizes = []
    for path in (survey_url, f"{survey_url}/coin"):
        page.goto(path)
        title = page.get_by_role("heading", level=1, name="Exams", exact=True)
        sizes.append(title.evaluate("(each) => getComputedStyle(each).fontSize"))
    assert sizes == ["20px", "20px"]
