"""Every picture's values stand beside it as text (WCAG 1.1.1): read off the drawing and looked for.

A place on a band is per cent of its scale, so that this holds of what is drawn, whatever it was
drawn from.
"""

import pytest
from grids import usually
from pages import serving_pages

from survey.lab.catalog import LESSONS

DRAWN = ["/surveys/mixd34", "/s/mixd34/results", "/surveys/mixd34/report"]

# [row, what is drawn, value] of all that a band draws but its row does not write.
UNWRITTEN = """() => {
  const faults = [];
  let drawn = 0;
  const percent = (shape, name) => Number(shape.getAttribute(name).replace("%", ""));
  for (const row of document.querySelectorAll(".option-rows > .axis")) {
    const words = [...row.children].map((each) => each.textContent).join(" ");
    const written = (words.match(/[−-]?\\d+(\\.\\d+)?/g) ?? [])
      .map((each) => Number(each.replace("−", "-")));
    const places = [...row.querySelectorAll(".band-dot")].map((dot) => ["dot", percent(dot, "cx")]);
    for (const told of row.querySelectorAll(".band-told")) {
      const low = percent(told, "x");
      places.push(["from", low], ["to", low + percent(told, "width")]);
    }
    for (const [kind, value] of places) {
      drawn += 1;
      if (value <= 0.05 || value >= 99.95) continue; // cut at the ends, and said to be
      if (!written.some((each) => Math.abs(each - value) < 1.05)) {
        faults.push([row.querySelector(".words").textContent, kind, value]);
      }
    }
  }
  return { faults, drawn };
}"""


@pytest.fixture(scope="module")
def pages(browser, tmp_path_factory):
    with serving_pages(browser, tmp_path_factory.mktemp("pictures")) as pages:
        yield pages


@pytest.fixture(scope="module")
def page(pages):
    with pages.context(signed_in=True) as context:
        yield context.new_page()


@pytest.mark.first_cell
@pytest.mark.parametrize("path", DRAWN)
def test_what_results_draw_is_written_beside_it(page, path):
    page.goto(path)
    found = page.evaluate(UNWRITTEN)
    assert found["drawn"] >= 4
    assert found["faults"] == []


def test_a_value_that_is_not_written_is_caught(page):
    page.goto("/surveys/mixd34")
    page.evaluate("""() => {
      const told = document.querySelector(".option-rows .band-told");
      told.setAttribute("x", "11.37%");
      told.setAttribute("width", "22.22%");
      told.nextElementSibling.nextElementSibling.setAttribute("cx", "19.37%");
    }""")
    faults = page.evaluate(UNWRITTEN)["faults"]
    assert {kind for _, kind, _ in faults} == {"dot", "from", "to"}


@pytest.mark.first_cell
@pytest.mark.parametrize("query", ["", "?respondents=30&gamma=1/10", "?respondents=30&margin=5"])
def test_what_the_planner_draws_is_written_beside_it(page, query):
    page.goto(f"/plan{query}")
    curves = page.locator(".picture .label:not(.mark)").all_text_contents()
    columns = page.locator("#trade-off ~ details thead th").all_text_contents()
    assert len(curves) >= 3
    for curve in curves:
        assert any(curve.casefold() in column.casefold() for column in columns), curve
    margin, _, size = page.locator(".picture .mark").text_content().partition(" with ")
    row = page.locator(".plans tbody tr").first.text_content()
    assert margin.removeprefix("±") in row and size in row


NAMES = [lesson.name for lesson in LESSONS]


@pytest.mark.first_cell
@pytest.mark.parametrize("lesson", usually(NAMES[::4], NAMES))
def test_what_the_lab_draws_is_written_beside_it(page, lesson):
    page.goto(f"/lab/{lesson}")
    series = [text.strip() for text in page.locator(".keys li").all_text_contents()]
    assert page.locator("#figures thead th").all_text_contents()[1:] == series
    rows = page.locator("#figures tbody tr").all()
    assert len(rows) >= 2
    figures = {text for row in rows for text in row.locator("td").all_text_contents()}
    assert figures - {"–", ""}
    beside_bars = page.locator(".picture .bar + .tick").all_text_contents()
    assert set(beside_bars) <= figures


def test_the_code_to_scan_is_written_beside_it(page):
    page.goto("/surveys/bcd234/present")
    link = page.locator(".join-link").text_content().strip()
    assert link in page.locator(".joining img.qr").get_attribute("alt")
