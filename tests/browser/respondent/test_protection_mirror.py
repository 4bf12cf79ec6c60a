"""What the first screen says of the coin: true of every question, no stronger than its odds."""

from fractions import Fraction

import pytest
from known_answers import cases

from survey.core.mechanism.privacy import turned
from survey.text.suspicion import suspicion_in_words

LEVELS = cases("protection")

SAID = """async ([url, questions]) => {
    const { changedBy } = await import(url);
    return questions.map(changedBy);
}"""


def asked(odds: tuple[int, int], options: int = 2, kind: str = "choice") -> dict:
    return {"kind": kind, "odds": list(odds), "options": options}


def chance(question: dict) -> Fraction:
    """That the coin changes an answer."""
    (keep, other), others = question["odds"], question["options"] - 1
    return Fraction(others * other, keep + others * other)


def test_the_levels_are_those_of_the_server(page, module):
    page.goto("/ledger")
    said = page.evaluate(
        "async ([url, all]) => { const { protectionLevel } = await import(url);"
        " return all.map(protectionLevel); }",
        [module("gamma"), [case["odds"] for case in LEVELS]],
    )
    assert len(LEVELS) > 10
    assert said == [case["level"] for case in LEVELS]


def test_a_suspicion_is_said_as_the_server_says_it(page, module):
    odds = [case["odds"] for case in LEVELS]
    page.goto("/ledger")
    said = page.evaluate(
        """async ([url, all]) => {
            const { suspicionAfter } = await import(url);
            return all.map(suspicionAfter);
        }""",
        [module("protection/suspicion"), odds],
    )
    assert said == [suspicion_in_words(map(tuple, each)) for each in odds]


def test_a_suspicion_is_one_isolate_a_figure_where_writing_runs_from_right_to_left(page, module):
    page.goto("/ledger")
    said = page.evaluate(
        """async (url) => {
            const { suspicionAfter } = await import(url);
            document.dir = "rtl";
            return suspicionAfter([[3, 1]]);
        }""",
        module("protection/suspicion"),
    )
    assert said == "\u206630\u2069\xa0←\xa0\u206656%\u2069"


@pytest.mark.exhaustive
def test_a_frequency_is_never_above_the_chance_and_near_it(page, module):
    odds = [(a, b) for a in range(2, 100) for b in (1, 2, 3, 7) if b < a <= 99 * b]
    questions = [asked(each, options) for each in odds for options in (2, 3, 5, 20)]
    page.goto("/ledger")
    said = page.evaluate(SAID, [module("protection/frequency"), [[each] for each in questions]])
    for question, each in zip(questions, said, strict=True):
        share = Fraction(each["turned"], each["all"])
        assert 0 < share <= chance(question)
        assert share > Fraction(3, 4) * chance(question)
        assert each["same"]


def test_a_frequency_is_that_of_the_server(page, module):
    odds = [(a, b) for a in range(2, 40) for b in (1, 2, 3, 7) if b < a <= 99 * b]
    cases = [(each, options) for each in odds for options in (2, 3, 5, 20)]
    page.goto("/ledger")
    questions = [[asked(*case)] for case in cases]
    said = page.evaluate(SAID, [module("protection/frequency"), questions])
    expected = [turned(gamma_of(*each), options) for each, options in cases]
    assert [(each["turned"], each["all"]) for each in said] == expected


def gamma_of(keep: int, other: int) -> Fraction:
    return Fraction(keep - other, 2 * (keep + other))


def test_of_several_questions_the_least_change_is_said(page, module):
    quarter, tenth = asked((3, 1)), asked((9, 1))
    number = asked((3, 1), kind="number")
    surveys = [[quarter], [quarter, tenth], [number], [asked((3, 2))], [asked((99, 1))]]
    page.goto("/ledger")
    said = page.evaluate(SAID, [module("protection/frequency"), surveys])
    assert [tuple(each.values()) for each in said] == [
        (1, 4, True), (1, 10, False), (1, 4, False), (4, 10, True), (1, 100, True),
    ]  # fmt: skip
