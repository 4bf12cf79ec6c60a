"""The JavaScript mechanism, in Chromium, under the page's own Content Security Policy."""

import math
from fractions import Fraction

import pytest
from known_answers import cases
from scipy.special import betaincinv
from scipy.stats import chi2

from survey.core.mechanism.privacy import after_report, odds, posterior
from survey.text.translator import ENGLISH

CASES = cases("randomized_response")
ALPHA = 1e-6  # the false-alarm rate of each statistical test here


@pytest.fixture
def evaluate(page, module):
    """Runs a function with mechanism.js as its first argument, on a page of the app."""
    page.goto("/ledger")

    def run(function: str, argument=None):
        return page.evaluate(
            f"async ([url, argument]) => ({function})(await import(url), argument)",
            [module("mechanism"), argument],
        )

    return run


def test_every_vector_gives_the_known_reports_and_uses_the_known_number_of_words(evaluate):
    outcomes = evaluate(
        """(m, cases) => cases.map(({words, truth, odds, options}) => {
            let used = 0;
            const next = () => words[used++];
            const reports = truth.map((answer) => m.randomize(answer, odds, options, next));
            return {reports, used};
        })""",
        CASES,
    )
    assert len(outcomes) == len(CASES) >= 28
    for case, outcome in zip(CASES, outcomes, strict=True):
        assert outcome["reports"] == case["reports"]
        assert outcome["used"] == case["words_used"]


NUMBERS = cases("number_response")


def test_every_number_gives_the_known_reports_and_uses_the_known_number_of_words(evaluate, module):
    """Through answers.js, as a respondent's number goes."""
    outcomes = evaluate(
        """async (m, [answers, cases]) => {
            const { randomizeAnswer } = await import(answers);
            return cases.map(({words, values, low, high, odds}) => {
                let used = 0;
                const question = {kind: "number", options: 2, items: [{}], odds, low, high};
                const reports = values.flatMap((value) =>
                    randomizeAnswer(question, value, () => words[used++]));
                return {reports, used};
            });
        }""",
        [module("answers"), NUMBERS],
    )
    assert len(outcomes) == len(NUMBERS) >= 6
    for case, outcome in zip(NUMBERS, outcomes, strict=True):
        assert outcome["reports"] == case["reports"]
        assert outcome["used"] == case["words_used"]


def test_words_at_the_rejection_boundary(evaluate):
    limit = 2**32 - 2**32 % 3

    def draw(*words):
        return evaluate("(m, words) => m.uniformBelow(3, () => words.shift())", words)

    assert draw(limit - 1) == (limit - 1) % 3
    assert draw(limit, 1) == 1
    assert draw(2**32 - 1, 2) == 2


NO_ANSWERS = """async (m, module) => {
    const { randomizeAnswer } = await import(module);
    const wrong = [null, undefined, NaN, Infinity, -1, 5, 0.5, "1", true, {}, [],
        [1, 0, 1], [1, null]];
    const asked = { "yes/no": 2, choice: 3, several: 2, number: 2, rating: 5 };
    const taken = [];
    for (const [kind, options] of Object.entries(asked)) {
        const items = kind === "several" ? [{}, {}] : [{}];
        const question = {kind, options, items, odds: [3, 1], low: 0, high: 4};
        for (const answer of wrong) {
            try { taken.push([kind, answer, randomizeAnswer(question, answer, () => 3)]); } catch {}
        }
    }
    return taken;
}"""


def test_what_is_no_answer_is_never_reported(evaluate, module):
    """As tests/unit/core/responses/test_answers.py has it: a cleared field reads as null."""
    assert evaluate(NO_ANSWERS, module("answers")) == []


EXHAUSTIVE = """(m, rejecting) => {
    // Every 16-bit word once; a skipped word ends its draw, and counts for no one.
    const WORDS = 65536, SKIPPED = {};
    let cells = 0, wrong = 0;
    for (let den = 2; den <= 64; den++) {
        const seen = new Array(den).fill(0);
        let accepted = 0;
        for (let word = 0; word < WORDS; word++) {
            let asked = 0;
            const next = () => { if (asked++) throw SKIPPED; return word; };
            try {
                seen[rejecting ? m.uniformBelow(den, next, WORDS) : word % den] += 1;
                accepted += 1;
            } catch (error) { if (error !== SKIPPED) throw error; }
        }
        for (let num = 0; num <= den; num++) {
            // P(r < num) must be num/den exactly.
            const below = seen.slice(0, num).reduce((sum, count) => sum + count, 0);
            cells += 1;
            if (below * den !== num * accepted) wrong += 1;
        }
    }
    return [cells, wrong];
}"""


def test_sampler_is_exact_in_every_cell_over_all_16_bit_words(evaluate):
    assert evaluate(EXHAUSTIVE, True) == [2142, 0]


def test_without_rejection_the_same_proof_finds_the_bias(evaluate):
    cells, wrong = evaluate(EXHAUSTIVE, False)
    assert (cells, wrong) == (2142, 1896)


def test_every_residue_leads_to_the_report_that_the_channel_says(evaluate):
    """With uniform r proved above, this makes the whole channel exact."""
    table = evaluate(
        """(m) => {
            const rows = [];
            for (const [a, b] of [[3, 1], [5, 1], [3, 2], [51, 49], [623, 377]])
            for (const k of [2, 3, 5, 11])
            for (let x = 0; x < k; x++) {
                const counts = new Array(k).fill(0);
                for (let r = 0; r < a + (k - 1) * b; r++)
                    counts[m.randomize(x, [a, b], k, () => r)] += 1;
                rows.push({a, b, k, x, counts});
            }
            return rows;
        }"""
    )
    assert len(table) == 5 * (2 + 3 + 5 + 11)
    for row in table:
        expected = [row["a"] if y == row["x"] else row["b"] for y in range(row["k"])]
        assert row["counts"] == expected


# The browser's own generator, buffered so that it keeps up.
DRAW = """(m, {draws, odds}) => {
    const block = new Uint32Array(16384);
    let at = block.length;
    const next = () => {
        if (at === block.length) { crypto.getRandomValues(block); at = 0; }
        return block[at++];
    };
    return [0, 1].map((answer) => {
        let yes = 0;
        for (let i = 0; i < draws; i++) yes += m.randomize(answer, odds, 2, next);
        return yes;
    });
}"""
DRAWS = 30_000_000  # so many that the interval of ε ends within 0.005 of it, alarms included


def audit(yes_if_no: int, yes_if_yes: int) -> tuple[float, float]:
    """A 1−ALPHA interval of ε = ln(P(yes|yes)/P(yes|no)), Clopper–Pearson on each share."""
    tail = ALPHA / 4

    def bounds(count):
        return betaincinv(count, DRAWS - count + 1, tail), betaincinv(
            count + 1, DRAWS - count, 1 - tail
        )

    (no_low, no_high), (yes_low, yes_high) = bounds(yes_if_no), bounds(yes_if_yes)
    return math.log(yes_low / no_high), math.log(yes_high / no_low)


@pytest.mark.parametrize(
    "odds",
    [
        pytest.param((3, 2), id="γ=1/10", marks=pytest.mark.exhaustive),
        pytest.param((3, 1), id="γ=1/4"),
        pytest.param((7, 1), id="γ=3/8", marks=pytest.mark.exhaustive),
    ],
)
def test_privacy_audit_finds_the_declared_epsilon(evaluate, odds):
    """6×10⁷ draws from the browser's own generator: χ² and interval of ε."""
    yes_if_no, yes_if_yes = evaluate(DRAW, {"draws": DRAWS, "odds": odds})
    a, b = odds
    statistic = 0.0
    for yes, share in ((yes_if_no, b / (a + b)), (yes_if_yes, a / (a + b))):
        statistic += (yes - DRAWS * share) ** 2 / (DRAWS * share * (1 - share))
    assert statistic < chi2.ppf(1 - ALPHA, df=2)
    low, high = audit(yes_if_no, yes_if_yes)
    assert low <= math.log(a / b) <= high <= math.log(a / b) + 0.005


@pytest.mark.exhaustive
def test_privacy_audit_catches_a_probability_that_is_off_by_a_thousandth(evaluate):
    low, _ = audit(*evaluate(DRAW, {"draws": DRAWS, "odds": (751, 249)}))
    assert low > math.log(3)


def test_live_source_asks_the_browser_for_every_word(evaluate):
    asked = evaluate(
        """(m) => {
            let asked = 0;
            const real = crypto.getRandomValues.bind(crypto);
            crypto.getRandomValues = (array) => { asked += array.length; return real(array); };
            Math.random = () => { throw new Error("not a cryptographic generator"); };
            for (let i = 0; i < 1000; i++) m.randomize(1, [3, 1], 2, m.systemWord);
            return asked;
        }"""
    )
    assert asked >= 1000


def test_figures_are_rounded_as_the_server_rounds_them(page, module):
    """The page's rounding beside survey/text/figures.py, at halves and what rounds to nothing."""
    shares = [0.325, -0.325, 0.285, 0.005, -0.004, 1.234, 0.1 + 0.2]
    epsilons = [1.0986, 0.405, 2.675, 0.0998, 0.00401, 0]
    chances = [0.75, 5 / 6, 9 / 11, 1 / 11, 0.8125, 0.99, 0.9929, 0.99996, 1 / 101, 0.00996, 1 / 3]
    page.goto("/ledger")
    written = page.evaluate(
        """async ([url, shares, epsilons, chances]) => {
            const said = await import(url);
            return [shares.map(said.percent), epsilons.map(said.epsilonInWords),
                chances.map(said.chanceInWords)];
        }""",
        [module("messages"), shares, epsilons, chances],
    )
    assert written == [
        list(map(ENGLISH.percent, shares)),
        list(map(ENGLISH.epsilon, epsilons)),
        list(map(ENGLISH.exact_percent, chances)),
    ]


def test_what_is_said_to_be_the_least_is_never_beyond_it(page, module):
    """Exact hundredths stay, although 0.07, 0.29, 0.57 and 0.58 times 100 are none in floats."""
    shares = [0, 0.004, 0.07, 0.285, 0.29, 0.57, 0.58, 0.5801, 1 / 3, 0.999, 1]
    page.goto("/ledger")
    least = page.evaluate(
        """async ([url, shares]) => {
            const { percentAtLeast } = await import(url);
            return shares.map(percentAtLeast);
        }""",
        [module("messages"), shares],
    )
    exact = [100 * Fraction(share).limit_denominator(10_000) for share in shares]
    assert least == [f"{math.floor(each)}%" for each in exact]


def test_what_others_could_conclude_is_what_the_server_says(page, module):
    odds = [(3, 1), (3, 2), (5001, 4999), (9, 1), (19, 1), (99, 1), (19999, 1)]
    page.goto("/ledger")
    concluded = page.evaluate(
        """async ([url, odds]) => {
            const { afterReport } = await import(url);
            return odds.map((each) => [afterReport(each, true), afterReport(each, false)]);
        }""",
        [module("posterior"), odds],
    )
    assert concluded == [
        [float(after_report(each, True)), float(after_report(each, False))] for each in odds
    ]


def test_any_other_guess_moves_by_the_same_odds(page, module):
    gammas = [Fraction(1, 4), Fraction(2, 5), Fraction(9, 20)]
    page.goto("/ledger")
    concluded = page.evaluate(
        """async ([url, odds]) => {
            const { afterReport } = await import(url);
            return odds.map((each) => [0, 1].map((said) =>
                [...Array(101).keys()].map((guess) => afterReport(each, said === 1, guess))));
        }""",
        [module("posterior"), list(map(odds, gammas))],
    )
    for gamma, by_report in zip(gammas, concluded, strict=True):
        for report, found in enumerate(by_report):
            exact = [posterior(guess / 100, report, gamma) for guess in range(101)]
            assert found == pytest.approx(exact)
