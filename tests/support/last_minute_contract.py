"""The contract of every store for the last minute of a survey, before it is closed for good."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response

from survey.errors import ResultsHidden, SurveyNotOpen
from survey.store import State, Store, Survey

CODE, NOW = "open34", 1_800_000_000


class LastMinuteContract(OpenSurvey):
    """Sent responses still arrive, the counts stay frozen, and the last minute can be cancelled."""

    @pytest.fixture
    def closing(self, opened: Store) -> Store:
        for number in range(12):
            opened.responses.add(CODE, response(number, 1, 0))
        opened.responses.public_steps(CODE)
        opened.surveys.begin_last_minute(CODE, NOW)
        return opened

    def test_it_ends_a_minute_later_with_all_that_arrived(self, closing):
        assert closing.responses.add(CODE, response(100))
        assert closing.surveys.close_due(NOW + 59) == []
        survey = closing.surveys.get(CODE)
        assert (survey.state, survey.shown_state, survey.closing) == ("open", "closed", True)
        assert survey.closes_at == NOW + 60
        assert closing.responses.add(CODE, response(101))
        assert closing.surveys.close_due(NOW + 60) == [CODE]
        survey = closing.surveys.get(CODE)
        assert (survey.state, survey.closing, survey.closes_at) == (State.CLOSED, False, None)
        assert closing.responses.tally(CODE).responses == 14
        assert closing.surveys.missing_statements() == [CODE]
        with pytest.raises(SurveyNotOpen):
            closing.responses.add(CODE, response(102))
        assert closing.responses.add(CODE, response(101)) is False

    def test_the_counts_are_frozen_for_instructor_and_public_alike(self, closing):
        frozen = closing.surveys.get(CODE).frozen
        assert frozen == closing.responses.tally(CODE)
        before = closing.responses.public_steps(CODE)
        for number in range(100, 130):
            closing.responses.add(CODE, response(number))
            closing.responses.take_due_steps()
        assert closing.surveys.get(CODE).frozen == frozen
        assert closing.responses.public_steps(CODE) == before
        assert frozen.responses == 12
        assert closing.responses.tally(CODE).responses == 42
        with pytest.raises(ResultsHidden, match="may still arrive"):
            closing.surveys.get(CODE).check_settled()

    def test_a_second_press_changes_nothing(self, closing):
        before = closing.surveys.get(CODE)
        closing.responses.add(CODE, response(100))
        closing.surveys.begin_last_minute(CODE, NOW + 30)
        assert closing.surveys.get(CODE) == before

    def test_it_is_taken_back(self, closing):
        closing.surveys.plan_closing(CODE, None)
        survey = closing.surveys.get(CODE)
        assert (survey.shown_state, survey.closing, survey.closes_at) == ("open", False, None)
        assert closing.surveys.close_due(NOW + 1_000) == []
        closing.surveys.plan_closing(CODE, NOW + 600)
        closing.surveys.get(CODE).check_settled()

    def test_no_other_time_is_planned_within_it(self, closing):
        with pytest.raises(SurveyNotOpen, match="Press Undo first"):
            closing.surveys.plan_closing(CODE, NOW + 600)
        assert closing.surveys.get(CODE).closes_at == NOW + 60

    def test_it_is_ended_at_once(self, closing):
        closing.surveys.set_state(CODE, State.CLOSED)
        assert closing.surveys.get(CODE).frozen is None
        closing.surveys.begin_last_minute(CODE, NOW)
        assert closing.surveys.get(CODE).closes_at is None

    def test_the_cap_ends_it(self, opened):
        opened.surveys.set_limits(CODE, 2, False)
        opened.responses.add(CODE, response(1))
        opened.surveys.begin_last_minute(CODE, NOW)
        opened.responses.add(CODE, response(2))
        survey = opened.surveys.get(CODE)
        assert (survey.state, survey.frozen, survey.closes_at) == (State.CLOSED, None, None)

    def test_a_planned_time_begins_it_from_the_moment_that_it_is_seen(self, opened):
        opened.responses.add(CODE, response(1))
        opened.surveys.plan_closing(CODE, NOW)
        assert opened.surveys.close_due(NOW - 1) == []
        assert not opened.surveys.get(CODE).closing
        assert opened.surveys.close_due(NOW + 3600) == []
        survey = opened.surveys.get(CODE)
        assert (survey.closing, survey.closes_at) == (True, NOW + 3660)
        assert opened.surveys.close_due(NOW + 3660) == [CODE]

    def test_a_draft_has_none(self, opened):
        opened.surveys.add(Survey("drft34", INSTRUMENT))
        with pytest.raises(SurveyNotOpen):
            opened.surveys.begin_last_minute("drft34", NOW)

    def test_each_acknowledged_response_is_counted_however_the_end_comes_between(self, closing):
        """Sixteen phones send while the last minute ends."""

        def send(number: int) -> bool:
            if number == 40:
                closing.surveys.close_due(NOW + 60)
            try:
                return closing.responses.add(CODE, response(1000 + number))
            except SurveyNotOpen:
                return False

        with ThreadPoolExecutor(16) as pool:
            acknowledged = sum(pool.map(send, range(80)))
        assert closing.surveys.get(CODE).state is State.CLOSED
        assert closing.responses.tally(CODE).responses == 12 + acknowledged
