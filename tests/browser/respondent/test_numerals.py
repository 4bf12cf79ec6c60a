"""Numbers and codes as people type them: the client reads each as Python does, or refuses it."""

import re
import sys
from fractions import Fraction
from unicodedata import category

import pytest
from playwright.sync_api import expect
from respondent_page import expect_saved, press_send
from tape import put_tape
from typed_numbers import CODES, EXACT, WHOLE

from survey.core.instrument.parsing import validate
from survey.translations.catalogs import LANGUAGES

DIGITS = [each for each in map(chr, range(sys.maxunicode + 1)) if category(each) == "Nd"]
CASES = """async ([url, name, texts]) => {
    const read = (await import(url))[name];
    return texts.map((text) => read(text));
}"""


@pytest.fixture
def read(page, module):
    """Reads texts by a function of a module of the client."""
    page.goto("/ledger")
    return lambda name, function, texts: page.evaluate(CASES, [module(name), function, texts])


@pytest.mark.parametrize(
    ("name", "function", "table"),
    [("numerals", "wholeNumber", WHOLE), ("codes", "codeLetters", CODES)],
)
def test_client_and_python_read_alike(read, name, function, table):
    cases = [case for case in table if case[0] != "\ud800"]  # which no protocol carries
    found = read(name, function, [typed for typed, _ in cases])
    assert list(zip([typed for typed, _ in cases], found, strict=True)) == cases


def test_no_whole_number_is_minus_zero(page, module):
    page.goto("/ledger")
    sign = "async (url) => Object.is((await import(url)).wholeNumber('-0'), 0)"
    assert page.evaluate(sign, module("numerals"))


def test_digits_of_every_script_are_read(read):
    """Of those that both know: a browser may have a newer Unicode than Python, or an older one."""
    found = read("numerals", "westernDigits", DIGITS)
    unknown = [each for each, digit in zip(DIGITS, found, strict=True) if each == digit]
    assert set("0123456789") <= set(unknown)
    assert len(unknown) <= 60
    for each, digit in zip(DIGITS, found, strict=True):
        assert each == digit or digit == str(int(each))


@pytest.fixture
def opened(page, publish):
    """Opens a question for a number in this range, with a tape; gives its field."""

    def opened(low: int, high: int, words=(), language: str = "en"):
        put_tape(page, [*words, *[0] * 8])
        question = {"text": "How many?", "kind": "number", "low": low, "high": high}
        instrument = validate({"title": "T", "questions": [question]})
        page.goto(f"{publish(instrument)}?lang={language}")
        return page.locator(".number input")

    return opened


@pytest.mark.parametrize("rounded_up", [0, 1])
@pytest.mark.parametrize(
    ("typed", "number"), [("2000", 2000), ("٢٠٠٠", 2000), ("−1500", -1500), (" ２０００ ", 2000)]
)
def test_the_number_that_was_typed_is_sent_and_no_other(
    page, opened, store, typed, number, rounded_up
):
    """The word drawn is the last that rounds this very number up, or the first that does not."""
    field = opened(-5000, 5000, [number + 5000 - rounded_up])
    field.fill(typed)
    press_send(page)
    expect_saved(page)
    ((_, reports),) = store.responses.all("pub234")
    assert reports == (rounded_up,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_thousand_with_a_separator_is_refused_in_a_sentence(page, opened, bodies, language):
    field = opened(0, 5000, language=language)
    for typed in ("2.000", "2,000", "2 000", "٢٬٠٠٠", "2.0"):
        field.fill(typed)
        page.locator("#answers button:not([type=button])").click()
        expect(page.locator(".question .error:visible")).to_have_text(re.compile("5000.*[:：]"))
        expect(field).to_be_focused()
        expect(field).to_have_value(typed)  # to mend
    assert bodies == []


@pytest.mark.parametrize(("low", "keys"), [(0, "numeric"), (-1, "")])
def test_a_phone_shows_keys_with_a_minus_where_one_is_needed(opened, low, keys):
    field = opened(low, 40)
    expect(field).to_have_js_property("type", "text")
    expect(field).to_have_js_property("inputMode", keys)


def test_the_labs_assignments_read_decimals_alike(page, app):
    """Without fractions, which no assignment asks for."""
    page.goto("/lab/assignments")
    lab = f"{app.static_url_path}/pages/lab"
    cases = {typed: number for typed, number in EXACT if not re.search("[/⁄／]", typed)}
    found = page.evaluate(CASES, [f"{lab}/decimals.js", "decimalNumber", list(cases)])
    assert found == [number and float(Fraction(number)) for number in cases.values()]
    typed = ["31.5", "31,5 %", "٣١٫٥٪", " 31.50%", "315", "0x1F.8"]
    judged = page.evaluate(
        """async ([url, texts]) => {
            const { judgeNumber, judgeBits } = await import(url);
            const task = { right: 31.5, slips: [], tolerance: 0.06 };
            const bits = judgeBits({ right: "10110100", slips: [], sums: [] }, "١٠١١ ٠١٠٠")[0];
            return [...texts.map((typed) => judgeNumber(task, typed)[0]), bits];
        }""",
        [f"{lab}/assignment_tasks.js", typed],
    )
    assert judged == [True, True, True, True, False, False, True]


def test_control_a_browsers_own_number_field_reads_other_numbers(page):
    """What the fields were before: Chromium types and reads "2.000" as 2, and no Arabic digits."""
    page.goto("/how")
    page.evaluate(
        "document.body.prepend(Object.assign(document.createElement('input'), { type: 'number' }))"
    )
    field = page.locator("input[type=number]")
    wrong = {}
    for typed, number in WHOLE:
        if typed.isprintable() and len(typed) < 12:
            field.fill("")
            field.press_sequentially(typed)
            read = field.evaluate(
                "field => Number.isNaN(field.valueAsNumber) ? null : field.valueAsNumber"
            )
            if read != number:
                wrong[typed] = read
    assert wrong["2.000"] == 2
    assert wrong["٢٠٠٠"] is None
