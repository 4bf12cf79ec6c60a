"""The accusation game: nothing leaves the page, points are proper, and the curve is exact."""

import math
from fractions import Fraction

import pytest
from page_faults import axe_faults, complaints_of
from playwright.sync_api import Page, expect

from survey.core.mechanism.privacy import epsilon, odds, posterior
from survey.lab.accusation import ASKED, COINS, DECKS, PEOPLE

PATH = "/lab/accusation"
SEEDS = 400
# Words that the next draws take, in place of the system's.
TAPE = """window.tape = [];
const system = crypto.getRandomValues.bind(crypto);
Crypto.prototype.getRandomValues = (array) => {
    if (!window.tape.length) return system(array);
    array[0] = window.tape.shift();
    return array;
};"""
GUILTY, INNOCENT = 0, 1  # words: below half of a deck of two, and not
TRUE, TURNED = 0, 3  # words: below A of A + B = 3 + 1, and not


@pytest.fixture
def figures(page, app):
    """Runs a function with accusation_figures.js as its first argument."""
    page.goto(PATH)
    url = f"{app.static_url_path}/pages/lab/accusation_figures.js"

    def run(function: str, argument=None):
        return page.evaluate(
            f"async ([url, argument]) => ({function})(await import(url), argument)", [url, argument]
        )

    return run


def chance_range(n: int, chance: Fraction) -> list[int]:
    """The least and the largest count beyond which there is at most 1/40, in exact fractions."""
    likely = [math.comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)]
    tail = Fraction(1, 40)
    low = next(k for k in range(n + 1) if sum(likely[: k + 1]) > tail)
    high = next(k for k in range(n, -1, -1) if sum(likely[k:]) > tail)
    return [low, high]


def exact_posterior(prior: Fraction, factor: Fraction) -> Fraction:
    return prior * factor / (prior * factor + 1 - prior)


def test_points_are_brier_s_and_chance_s_range_is_exact(figures):
    points = figures(
        "(m) => [0, 1].map((card) => [...Array(101).keys()].map((bet) => m.pointsOf(bet, card)))"
    )
    for belief in range(101):
        expected = [
            (100 - belief) * if_not + belief * if_so for if_not, if_so in zip(*points, strict=True)
        ]
        assert max(expected) == pytest.approx(expected[belief])
        assert sum(each > max(expected) - 1e-6 for each in expected) == 1
    assert (points[1][50], points[1][75], points[0][75]) == (75, 93.75, 43.75)

    factors = [Fraction(*odds(coin.gamma)) for coin in COINS]
    cells = [
        (n, exact_posterior(deck, times))
        for n in (1, 2, 7, 30, 61)
        for deck in DECKS
        for factor in factors
        for times in (factor, 1 / factor)
    ]
    found = figures(
        "(m, cells) => cells.map(([n, chance]) => m.chanceRange(n, chance))",
        [(n, float(chance)) for n, chance in cells],
    )
    assert found == [chance_range(n, chance) for n, chance in cells]
    # By the normal law n p ± 1.96 √(n p (1 − p)); the largest class of the page.
    assert figures("(m) => m.chanceRange(1998, 0.75)") == [1460, 1536]


@pytest.mark.exhaustive
def test_the_made_up_class_follows_the_exact_shares(figures):
    for coin in COINS:
        classes = figures(
            "(m, [odds, seeds, people, asked]) => [...Array(seeds).keys()]"
            ".map((seed) => m.madeUpClass(odds, seed + 1, people, asked))",
            [coin.odds, SEEDS, PEOPLE, ASKED],
        )
        given = [each for one in classes for each in one]
        assert len(given) == SEEDS * PEOPLE
        deviation = math.sqrt(coin.majority * (1 - coin.majority) / len(given))
        assert abs(sum(given) / len(given) - coin.majority) < 5 * deviation  # false alarm 6e-7


def prepare(page: Page, *words: int) -> None:
    """Puts these words on the tape, of which nothing is left."""
    left = page.evaluate("(words) => [window.tape, window.tape = words][0]", words)
    assert left == []


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).press("Enter")


def bet(page: Page, before: int, after: int, seen: str, turned: str) -> None:
    """The judge's part; `seen` and `turned` are the buttons that say what came."""
    page.get_by_label("How likely is a guilty card?", exact=True).fill(str(before))
    press(page, seen)
    now = page.get_by_label("How likely is a guilty card now?")
    expect(now).to_have_value(str(before))
    now.fill(str(after))
    expect(now).to_have_attribute("aria-valuetext", f"{after}%")
    press(page, turned)


def bets(page: Page, of: str, card: str):
    return page.get_by_label(f"bet {of}, card {card}", exact=True)


def place_of(page: Page, mark: str) -> tuple[float, float]:
    """Where the first such mark of the judges' picture is, in percent of both axes."""
    return page.locator(f"#calibration {mark}").first.evaluate(
        """(drawn) => {
            const { left, right, top, bottom } = drawn.closest("figure").dataset;
            const { x, y, width, height } = drawn.getBBox();
            const across = (x + width / 2 - left) / (right - left);
            return [100 * across, (100 * (bottom - y - height / 2)) / (bottom - top)];
        }"""
    )


def count(page: Page, report: str, card: str):
    return page.get_by_label(f"report {report}, card {card}", exact=True)


@pytest.mark.exhaustive
def test_a_class_plays_by_keyboard_and_nothing_leaves_the_page(new_context):
    page = new_context(360, 740, color_scheme="dark").new_page()
    page.add_init_script(TAPE)
    complaints, asked = complaints_of(page), []
    page.goto(PATH)
    page.wait_for_load_state("networkidle")
    page.on("request", lambda request: asked.append(request.url))
    accuse = page.get_by_role("region", name="1: Accuse one person")

    # One phone: a guilty card, whose report the coin turns.
    prepare(page, GUILTY, TURNED)
    press(page, "Draw a card")
    expect(accuse.get_by_text("Your card says guilty")).to_be_focused()
    press(page, "Cover it, and report by the coin")
    expect(accuse.get_by_text("Hand the phone to the judge.")).to_be_visible()
    # Neither card nor report is on the page: who looks at its text finds no role.
    assert "guilty" not in accuse.locator("[data-says]").all_text_contents()
    bet(page, 50, 20, "Show me the report", "Bet, and turn the card")
    exact = 100 * posterior(0.5, 0, Fraction(1, 4))
    expect(accuse.get_by_text("The card says guilty")).to_be_visible()
    expect(page.locator("#settled")).to_have_text(
        "The report said innocent, and you went from 50% to 20%: "
        f"{100 - 80**2 // 100} points. The exact bet, {exact:.0f}%, has {100 - 75**2 / 100:.0f}."
    )
    # Two phones: the judge's is told the report and the card; it counts, the player's does not.
    page.get_by_label("Phones").select_option(label="two: this is the judge's")
    bet(page, 50, 75, "The report says guilty", "The card was guilty")
    expect(page.locator("#tally")).to_have_text(
        "Rounds: 2. Your points: 130. The exact bets': 138."
    )
    page.get_by_label("Phones").select_option(label="two: this is the player's")
    prepare(page, INNOCENT, TRUE)
    press(page, "Draw a card")
    press(page, "Cover it, and report by the coin")
    report = accuse.get_by_role("paragraph").filter(has_text="The report says innocent")
    expect(report).to_be_focused()
    press(page, "Turn the card")
    expect(accuse.get_by_text("The report was true.")).to_be_visible()

    # The class: this phone's rounds once, and hands.
    for added in (2, 0):
        press(page, "Add this phone's rounds")
        expect(page.get_by_text(f"Rounds added: {added}.")).to_be_visible()
    expect(count(page, "guilty", "guilty")).to_have_value("1")
    expect(count(page, "innocent", "guilty")).to_have_value("1")
    count(page, "guilty", "guilty").fill("22")
    count(page, "guilty", "innocent").fill("8")
    low, high = (each / 30 for each in chance_range(30, Fraction(3, 4)))
    expect(page.locator("#compared li").first).to_have_text(
        "Reports that say guilty: 30. Of their cards 22 were guilty: 73%. The curve says 75%; "
        f"chance leaves {low:.0%} to {high:.0%}. The odds grew 2.75 times; e^ε = 3."
    )
    count(page, "innocent", "innocent").fill("0")
    count(page, "innocent", "guilty").fill("9")
    expect(page.locator("#compared li").last).to_contain_text("beyond chance: count again")
    expect(page.locator("#picture circle.point")).to_have_count(2)
    # The judges' bets: 20 and 75 of this phone, and hands.
    expect(bets(page, "20 to 39", "guilty")).to_have_value("1")
    expect(bets(page, "61 to 80", "guilty")).to_have_value("1")
    expect(page.locator("#calibration circle.point")).to_have_count(2)
    assert place_of(page, "path.s1") == pytest.approx((50, 75))
    assert place_of(page, "path.s2") == pytest.approx((50, 25))
    bets(page, "20 to 39", "guilty").fill("3")
    bets(page, "20 to 39", "innocent").fill("9")
    expect(page.locator("#calibrated li").first).to_have_text(
        "Bets of 20 to 39 percent: 12. Of their cards 3 were guilty: 25%."
    )
    assert place_of(page, "circle.point") == pytest.approx((29.5, 25), abs=0.1)
    # Reports mix: from what chance leaves behind innocent ones alone to behind guilty ones alone.
    low, high = chance_range(12, Fraction(1, 4))[0], chance_range(12, Fraction(3, 4))[1]
    middle = place_of(page, "line.by-chance")[1]
    assert middle == pytest.approx(50 * (low + high) / 12, abs=0.1)
    bets(page, "81 to 100", "innocent").fill("30")
    expect(page.locator("#calibrated li").last).to_contain_text("beyond chance: count again")

    # Another deck has its own counts beside them, another coin its own picture.
    page.get_by_label("Guilty cards", exact=True).select_option("3/10")
    expect(count(page, "guilty", "guilty")).to_have_value("")
    count(page, "guilty", "guilty").fill("4")
    expect(page.locator("#picture circle.point")).to_have_count(3)
    expect(page.locator("#calibration circle.point")).to_have_count(0)
    for line, report in (("path.s1", 1), ("path.s2", 0)):
        level = 100 * posterior(0.3, report, Fraction(1, 4))
        assert place_of(page, line) == pytest.approx((50, level))
    before = page.locator("#picture path.s1").get_attribute("d")
    page.get_by_label("True reports").select_option("2/5")
    expect(page.locator("#picture path.s1")).not_to_have_attribute("d", before)
    expect(page.locator("#picture circle.point")).to_have_count(0)
    page.get_by_label("True reports").select_option("1/4")
    page.get_by_label("Guilty cards", exact=True).select_option("1/2")
    expect(count(page, "guilty", "guilty")).to_have_value("22")

    # Five times, each by a fresh coin.
    prepare(page, GUILTY, TRUE, TURNED, TRUE, TRUE, TURNED)
    press(page, "Draw a card, and ask five times")
    fresh = ["guilty", "innocent", "guilty", "guilty", "innocent"]
    expect(page.locator("#reports li")).to_have_text(fresh)
    page.locator("#five").get_by_role("button", name="Turn the card").press("Enter")
    expect(page.locator("#turned")).to_have_text("The card says guilty. The majority gave it away.")
    expect(page.locator("#chance")).to_have_text("89.6% (459/512)")
    expect(page.locator("#alike")).to_have_text("99.59%")
    expect(page.locator("#epsilon")).to_have_text(f"{5 * epsilon(Fraction(1, 4)):.2f}")
    for seed in ("1", "2"):
        expect(page.get_by_label("Seed of the coins")).to_have_value(seed)
        filled = page.locator("#dots .yes").count()
        expect(page.locator("#dots span")).to_have_count(PEOPLE)
        expect(page.locator("#given-away")).to_have_text(f"{filled} of {PEOPLE}")
        press(page, "Draw again")

    assert asked == []
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    assert page.evaluate("window.tape") == []
    assert complaints == []


def test_without_a_script_the_page_says_why_it_needs_one(new_context):
    page = new_context(360, 740, java_script_enabled=False).new_page()
    page.goto(PATH)
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.get_by_role("button", name="Draw a card")).to_be_hidden()
