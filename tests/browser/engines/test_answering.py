"""Every kind of question is asked, answered and stored, in every engine alike."""

import random

import engines
import pytest
from instruments import make_mixed_instrument
from scripted import Scripted
from survey_page import SAVED, SurveyPage, link_to
from tape import TAPE

from survey.core.instrument.instrument import Instrument
from survey.core.mechanism.randomize import WORDS
from survey.core.responses.answers import randomize_answer

pytestmark = pytest.mark.exhaustive

INSTRUMENT = make_mixed_instrument()
ANSWERS = [
    [1, 2, (1, 0), 17, 3],
    [0, 0, (0, 0), 0, 0],
    [1, 1, (1, 1), 40, 4],
]  # fmt: skip
TAPES = 4


def words_of_chance(seed: int) -> list[int]:
    drawn = random.Random(seed)
    return [drawn.randrange(WORDS) for _ in range(40)]


def expected_reports(instrument: Instrument, answers, words) -> tuple[list[int], str]:
    """The reports and the response id that Python draws from the same words."""
    tape = iter(words)
    reports = [
        report
        for question, answer in zip(instrument.questions, answers, strict=True)
        for report in randomize_answer(question, answer, tape.__next__)
    ]
    return reports, "".join(f"{next(tape):08x}" for _ in range(4))


@pytest.mark.parametrize("seed", range(TAPES))
def test_the_same_tape_gives_the_same_reports(page, watched, publish, stored, seed):
    words = words_of_chance(seed)
    answers = ANSWERS[seed % len(ANSWERS)]
    watched.first = TAPE % words
    code = publish(INSTRUMENT)
    page.answer(code, INSTRUMENT, answers)
    shown = page.expect_saved()
    reports, response_id = expected_reports(INSTRUMENT, answers, words)
    assert stored(code) == [(response_id, tuple(reports))]
    assert shown == response_id
    assert page.complaints() == []


def test_engines_show_the_same_sentences_and_send_the_same_bytes(
    start, watched: Scripted, address, publish
):
    words = words_of_chance(0)
    watched.first = TAPE % words
    told, sent = set(), set()
    for name in engines.STARTS:
        page = SurveyPage(start(name), address)
        code = publish(INSTRUMENT)
        page.ask(code, link_to(INSTRUMENT))
        asked = _sentences(page)
        page.fill_in(INSTRUMENT, ANSWERS[0])
        page.press_send()
        page.expect_saved()
        told.add((asked, _sentences(page)))
        sent.add(watched.bodies[-1])
        page.driver.clear()
    assert len(told) == 1
    assert len(sent) == 1
    assert SAVED in told.pop()[1]


def _sentences(page: SurveyPage) -> str:
    """What the page says; engines do not agree where a text without spaces has some."""
    return "".join(page.driver.text().split())


def test_a_question_left_out_is_pointed_out_and_nothing_is_sent(page, watched, publish, stored):
    code = publish(INSTRUMENT)
    page.ask(code)
    page.fill_in(INSTRUMENT, ANSWERS[0])
    page.driver.send("ElementClear", id=page.driver.element("#answers .number input"))
    page.press_send()
    page.driver.wait_for("Please give a whole number")
    assert watched.bodies == []
    page.driver.type("#answers .number input", "41")
    page.press_send()
    assert page.driver.evaluate("() => document.activeElement.type") == "text"
    assert watched.bodies == []
    page.driver.type("#answers .number input", "40")
    page.press_send()
    page.expect_saved()
    assert len(stored(code)) == 1
