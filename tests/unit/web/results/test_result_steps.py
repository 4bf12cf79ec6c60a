"""What is projected while responses come stands still between two steps."""

import secrets

import pytest

from survey.core.responses.response import Response
from survey.store import State
from survey.web.results.result_steps import stepped_results_of


@pytest.fixture
def stepped(app, store, open_survey):
    """Adds responses, and gives the results that are projected."""

    def after(more: int):
        for _ in range(more):
            digest = open_survey.instrument.digest
            store.responses.add("bcd234", Response(digest, secrets.token_hex(16), (1, 1, 1)))
        with app.test_request_context("/"):
            return stepped_results_of(store.surveys.get("bcd234"))

    return after


def test_figures_move_only_with_the_count(stepped):
    tallies = [stepped(1).tally for _ in range(40)]
    moves = [n for n in range(2, 41) if tallies[n - 1] != tallies[n - 2]]
    assert moves == [15, 25, 35]
    assert [tally.responses for tally in tallies[14::10]] == [10, 20, 30]


def test_a_page_opened_between_two_steps_shows_the_last_one(stepped):
    assert stepped(19).tally.responses == 10
    assert stepped(5).tally.responses == 10
    assert stepped(1).tally.responses == 20


def test_a_class_that_answers_at_once_is_shown_up_to_its_last_step(stepped):
    assert stepped(40).tally.responses == 30


def test_below_the_first_step_there_are_no_figures(stepped):
    results = stepped(14)
    assert results.tally.responses == 0
    assert {sum(row) for row in results.tally.counts} == {0}
    assert results.first_shown == 15


def test_a_closed_survey_is_shown_as_it_is(stepped, store):
    stepped(3)
    store.surveys.set_state("bcd234", State.CLOSED)
    assert stepped(0).tally.responses == 3
