"""Assignments: data of one's own, a reference solution that passes, and a hint for each slip."""

from fractions import Fraction
from itertools import product

import pytest
from grids import usually
from page_faults import axe_faults, complaints_of
from playwright.sync_api import Page, expect
from quantities import debiased

from survey.core.mechanism.privacy import keep_and_other, odds

NAMES = usually(["Émilie Ωλ"], ["Ada", "Émilie Ωλ", "x", "李", "Grace Hopper"])


def section(page: Page, title: str):
    return page.get_by_role("region", name=title)


def said_of(part, solution: str) -> str:
    """What the page says once this solution is checked."""
    status = part.get_by_role("status")
    status.evaluate("said => { said.textContent = ''; }")
    part.locator("form input").fill(solution)
    part.get_by_role("button", name="Check").click()
    expect(status).not_to_be_empty()
    return status.text_content()


def reports_of(part) -> tuple[list[int], Fraction]:
    digits = part.locator("textarea").input_value()
    return [int(each) for each in digits], Fraction(part.locator("[data-shown=gamma]").inner_text())


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NAMES)
def test_solutions_pass_slips_have_hints_and_nothing_leaves_the_page(new_context, name):
    page = new_context(360, 740, color_scheme="dark").new_page()
    complaints, asked = complaints_of(page), []
    page.goto("/lab/assignments")
    page.wait_for_load_state("networkidle")
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Show my data").press("Enter")
    first = section(page, "1: The coins out of it")
    expect(first).to_be_visible()

    reports, gamma = reports_of(first)
    mean = Fraction(sum(reports), len(reports))
    right = debiased(mean, gamma)
    half = Fraction(1, 2)
    for share, hint in (
        (right, "Right."),
        (mean, "The coins are still in it"),
        ((mean + half + gamma) / (2 * gamma), "the sign of 1/2"),
        ((mean - half - gamma) / (2 * gamma), "the sign of γ"),
        (mean - half + gamma, "Divide by 2γ: the coins"),
        (2 * right, "Divide by 2γ, and not by γ"),
        (1 - right, "the chance of the truth, and not of the lie"),
    ):
        assert hint in said_of(first, f"{float(100 * share):.1f}")
    assert "in percent, please" in said_of(first, f"{float(right):.4f}")
    assert "Type a number" in said_of(first, "many")
    assert said_of(first, f"{float(100 * right):.1f} %".replace(".", ",")) == "Right."

    second = section(page, "2: Asked again and again")
    reports, gamma = reports_of(second)
    keep, _ = keep_and_other(gamma)
    yes, k = sum(reports), len(reports)
    ratio = Fraction(*odds(gamma))
    chance = {power: ratio**power / (1 + ratio**power) for power in (2 * yes - k, yes, k - 2 * yes)}
    for share, hint in (
        (chance[2 * yes - k], "Right."),
        (Fraction(yes, k), "share of yes among the reports"),
        (keep, "what one report says"),
        (chance[yes], "Each no divides the odds"),
        (chance[k - 2 * yes], "the chance of no"),
        (ratio ** (2 * yes - k), "Those are the odds"),
    ):
        assert hint in said_of(second, f"{float(100 * share):.1f}")

    third = section(page, "3: Everybody's bit")
    lines = [line.split(" = ") for line in third.locator("textarea").input_value().split("\n")]
    sums = [([int(each) for each in left.split("+") if each.isdigit()], int(right))
            for left, right in lines]  # fmt: skip
    fitting = [
        bits
        for bits in product((0, 1), repeat=8)
        if all(abs(sum(bits[each - 1] for each in people) - total) <= 1 for people, total in sums)
    ]
    assert len(fitting) == 1
    bits = "".join(map(str, fitting[0]))
    turned = "".join("10"[int(bit)] for bit in bits)
    other = bits[:-1] + turned[-1]
    assert said_of(third, bits).startswith("Right")
    assert "1 is yes" in said_of(third, turned)
    assert "wrong end" in said_of(third, bits[::-1])
    if other != bits[::-1]:
        assert "sums do not fit" in said_of(third, other)
    assert "eight digits" in said_of(third, "0101")

    assert asked == []
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    assert complaints == []


def test_the_same_name_has_the_same_data_and_another_has_others(page):
    page.goto("/lab/assignments")
    shown = {}
    for name in ("Ada", "Bob", " ada "):
        page.get_by_label("Your name").fill(name)
        page.get_by_label("Your reports", exact=True).evaluate("data => { data.value = ''; }")
        page.get_by_role("button", name="Show my data").click()
        expect(page.get_by_label("Your reports", exact=True)).not_to_have_value("")
        shown[name] = page.get_by_label("Your reports", exact=True).input_value()
    assert shown["Ada"] == shown[" ada "] != shown["Bob"]


def test_data_are_the_same_however_many_blanks_and_capitals_a_name_is_typed_with(new_context):
    page = new_context(1280, 800).new_page()
    page.goto("/lab/assignments", wait_until="networkidle")
    drawn = page.evaluate(
        """async (names) => {
            const loaded = performance.getEntriesByType("resource").map((each) => each.name);
            const { generator } = await import(loaded.find((each) => each.endsWith("/seeded.js")));
            return names.map((name) => generator("debias", name)(1_000_000));
        }""",
        ["Ada Test", "Ada  Test", " ada\u00a0\ttest ", "ADA TEST", "AdaTest"],
    )
    assert len(set(drawn[:4])) == 1
    assert drawn[4] != drawn[0]
