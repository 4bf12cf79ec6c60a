"""Every picture's values stand beside it as text (WCAG 1.1.1): read off the drawing and looked for.

A dot's place is turned back into a value by the picture's own ticks, so that this holds of
what is drawn, whatever it was drawn from.
"""

import pytest
from grids import usually
from pages import serving_pages

from survey.lab.catalog import LESSONS

DRAWN = ["/surveys/mixd34/relations?first=q5&second=q1",
         "/surveys/mixd34/relations?first=q1&second=q2"]  # fmt: skip

# [picture's name, what is drawn, value, tolerance] of all that is drawn but not written.
UNWRITTEN = """() => {
  const number = (text) => Number(text.replace(/[,%]/g, "").replace("−", "-"));
  const faults = [];
  let drawn = 0;
  for (const picture of document.querySelectorAll("svg.picture")) {
    const ticks = [...picture.querySelectorAll(".tick")]
      .map((tick) => [Number(tick.getAttribute("x")), number(tick.textContent)])
      .sort((one, other) => one[0] - other[0]);
    const [[left, low], [right, high]] = [ticks[0], ticks.at(-1)];
    const places = [];
    const add = (kind, selector, place) =>
      picture.querySelectorAll(selector).forEach((shape) => {
        places.push([kind, Number(place(shape))]);
      });
    add("dot", ".dot", (shape) => shape.getAttribute("cx"));
    add("received", ".raw", (shape) => shape.getAttribute("d").match(/M([\\d.]+)/)[1]);
    add("from", "line.whisker", (shape) => shape.getAttribute("x1"));
    add("to", "line.whisker", (shape) => shape.getAttribute("x2"));
    add("projected", ".projected", (shape) => left + Number(shape.getAttribute("width")));
    const card = picture.closest("section");
    const cells = [...card.querySelectorAll("td, dd")].map((cell) => cell.textContent).join(" ");
    const written = (cells.match(/[−-]?\\d[\\d,]*(\\.\\d+)?/g) ?? []).map(number);
    const name = card.querySelector("h2").textContent;
    for (const [kind, place] of places) {
      drawn += 1;
      if (place <= left || place >= right) continue; // cut at the ends, and said to be
      const value = low + ((high - low) * (place - left)) / (right - left);
      const near = 0.06 + 0.0015 * (high - low);
      if (!written.some((each) => Math.abs(each - value) < near)) faults.push([name, kind, value]);
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


@pytest.mark.parametrize("path", DRAWN)
def test_what_results_draw_is_written_beside_it(page, path):
    page.goto(path)
    found = page.evaluate(UNWRITTEN)
    assert found["drawn"] >= 4
    assert found["faults"] == []


def test_a_value_that_is_not_written_is_caught(page):
    page.goto("/surveys/mixd34/relations?first=q5&second=q1")
    page.evaluate("""() => {
      const line = document.querySelector("line.whisker");
      line.setAttribute("x1", 101.3);
      line.setAttribute("x2", 201.3);
      const dot = document.createElementNS(line.namespaceURI, "circle");
      dot.setAttribute("class", "dot");
      dot.setAttribute("cx", 151.3);
      line.after(dot);
      document.querySelectorAll("td, dd").forEach((cell) => cell.remove());
    }""")
    faults = page.evaluate(UNWRITTEN)["faults"]
    assert {kind for _, kind, _ in faults} >= {"dot", "received", "from", "to"}


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
    assert margin in row and size in row


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
