"""Figures that wait for the closing: no page, file or command tells them before.

Two surveys that differ in what was reported, and in nothing else, give the same bytes everywhere.
"""

import re
from collections.abc import Iterator

import pytest
from instruments import make_mixed_instrument

from survey.core.responses.response import Response
from survey.store import State, Survey

CODE = "hid234"
ALL_LOW, ALL_HIGH = (0, 0, 0, 0, 0, 0), (1, 2, 1, 1, 1, 4)
# Drawn for each visit.
DRAWN = re.compile(rb'name="(csrf_token|form_part|code)"[^>]*value="[^"]*"')


@pytest.fixture
def answers(app, instructor, store):
    """The status, body and ETag of every address of a survey to which all reported the same."""

    def answers(reports: tuple[int, ...], hidden: bool) -> dict[str, tuple[int, bytes, str]]:
        instrument = make_mixed_instrument()
        store.surveys.add(Survey(CODE, instrument, State.OPEN, results_public=True))
        store.surveys.set_limits(CODE, None, hidden)
        for number in range(30):
            store.responses.add(CODE, Response(instrument.digest, f"{number:032x}", reports))
            store.responses.take_due_steps()
        found = {}
        for address in addresses(app):
            got = instructor.get(address)
            found[address] = got.status_code, DRAWN.sub(b"", got.data), got.headers.get("ETag", "")
        store.surveys.delete(CODE)
        return found

    return answers


def addresses(app) -> Iterator[str]:
    """Every address with a survey's code, of its instructor and of the public."""
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and "code" in rule.arguments and "rehearsal" not in rule.rule:
            if rule.arguments == {"code"}:
                yield rule.rule.replace("<code>", CODE)
            elif rule.arguments == {"code", "name"}:
                yield rule.rule.replace("<code>", CODE).replace("<name>", "q1")
    yield f"/surveys/{CODE}/present?slide=1&results=shown"
    yield f"/surveys/{CODE}/relations?first=q1&second=q2"
    yield f"/lab?asked={CODE}"


def test_nothing_depends_on_the_reports_until_the_survey_is_closed(answers):
    low, high = answers(ALL_LOW, True), answers(ALL_HIGH, True)
    assert [each for each in low if low[each] != high[each]] == []


def test_shown_figures_differ_on_many_addresses(answers):
    """What the test above would find."""
    low, high = answers(ALL_LOW, False), answers(ALL_HIGH, False)
    assert len([each for each in low if low[each] != high[each]]) > 10


@pytest.mark.parametrize("page", ["", "/files", "/present?slide=1&results=shown"])
def test_pages_say_until_when_and_how_many_have_come(instructor, store, page):
    instrument = make_mixed_instrument()
    store.surveys.add(Survey(CODE, instrument, State.OPEN))
    store.surveys.set_limits(CODE, None, True)
    for number in range(30):
        store.responses.add(CODE, Response(instrument.digest, f"{number:032x}", ALL_LOW))
        store.responses.take_due_steps()
    text = instructor.get(f"/surveys/{CODE}{page}").text
    assert "until the survey is closed" in text
    assert "20" in text if "present" in page else "30" in text
    store.surveys.set_state(CODE, State.CLOSED)
    assert "until the survey is closed" not in instructor.get(f"/surveys/{CODE}{page}").text
