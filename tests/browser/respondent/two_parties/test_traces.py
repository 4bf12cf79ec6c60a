"""The answer never leaves a page that a holder gives: all that either party sees is the same."""

import time
from itertools import product

import pytest
from holder import PAGE
from instruments import make_instrument
from leaks import LEAKS
from respondent_page import expect_saved, send_button
from single_file import put_changed_file
from traces import Observer

from survey.core.responses.links import survey_link
from survey.store import State, Survey

ANSWERS = list(product((0, 1), repeat=2))
REPORTS = [(0, 1)]


@pytest.fixture
def observer_of(new_context, watched, store, address, held, holder):
    """Sees what the held page does with a survey that has this instrument, and what its holder is
    asked."""

    def observer(instrument, **how) -> Observer:
        store.surveys.add(Survey("trac34", instrument, State.OPEN))
        path = survey_link(f"{address}/s/trac34", instrument.digest, client=held)

        def seen_by_holder(page) -> list:
            expect_saved(page)
            asked = [each[1:] for each in holder.asked]
            holder.asked.clear()
            return asked

        return Observer(new_context, watched, path, instrument, end=seen_by_holder, **how)

    return observer


def test_traces_are_identical_for_all_answers(observer_of):
    assert observer_of(make_instrument("1/4", "1/3")).count_leaks(ANSWERS, REPORTS) == (0, 4)


@pytest.mark.first_cell
@pytest.mark.parametrize("control", [each for each in LEAKS if "address" not in each])
def test_a_holder_whose_page_leaks_is_caught(observer_of, holder, tmp_path, control):
    put_changed_file(tmp_path, LEAKS[control])
    holder.content = (tmp_path / "changed.html").read_bytes()
    holder.headers = {"Content-Type": "text/html"}
    assert observer_of(make_instrument("1/4")).count_leaks([(0,), (1,)], [(1,)]) == (1, 2)


def test_the_holders_traffic_ends_before_an_answer_is_given(page, link, holder):
    """Measured: its last request comes before the questionnaire is there to be answered."""
    page.goto(link)
    page.get_by_role("radiogroup").first.wait_for()
    answered_from = time.monotonic()
    for group in page.get_by_role("radiogroup").all():
        group.get_by_role("radio", name="Yes").check()
    send_button(page).click()
    expect_saved(page)
    page.wait_for_load_state("networkidle")
    assert [each[2] for each in holder.asked] == [PAGE]
    assert max(each[0] for each in holder.asked) < answered_from
