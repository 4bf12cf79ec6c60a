"""The contract of every store for a survey that closes by itself at its cap."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from contract_survey import OpenSurvey, response
from instruments import make_one_question_each
from responses_contract import add_together

from survey.errors import SurveyFull, SurveyNotOpen
from survey.store import State, Store, Survey

CODE = "open34"


class CapContract(OpenSurvey):
    """A store takes no more responses than the cap, and closes the survey with the last one."""

    @pytest.fixture
    def capped(self, opened: Store) -> Store:
        opened.surveys.set_limits(CODE, 5, False)
        return opened

    def test_the_last_response_closes_for_good(self, capped):
        capped.surveys.plan_closing(CODE, 4_000_000_000)
        for number in range(4):
            capped.responses.add(CODE, response(number))
            assert capped.surveys.get(CODE).state is State.OPEN
        assert capped.responses.add(CODE, response(4)) is True
        survey = capped.surveys.get(CODE)
        assert (survey.state, survey.closes_at) == (State.CLOSED, None)
        assert survey.since is not None
        assert capped.surveys.missing_statements() == [CODE]
        assert capped.responses.kept_steps(CODE) is None
        capped.maintenance.wipe()

    def test_beyond_the_cap_all_are_refused_as_full_and_a_retry_is_known(self, capped):
        for number in range(5):
            capped.responses.add(CODE, response(number))
        with pytest.raises(SurveyFull, match="^This survey is full"):
            capped.responses.add(CODE, response(5))
        assert capped.responses.add(CODE, response(4)) is False
        assert capped.responses.tally(CODE).responses == 5

    def test_a_survey_that_closed_below_its_cap_is_closed_and_not_full(self, capped):
        capped.responses.add(CODE, response(1))
        capped.surveys.set_state(CODE, State.CLOSED)
        with pytest.raises(SurveyNotOpen):
            capped.responses.add(CODE, response(2))

    def test_of_a_group_as_many_as_fit_are_stored(self, capped):
        """Two retries among the responses do not count towards the cap."""
        capped.responses.add(CODE, response(0))
        numbers = [0, 1, 2, 2, 3, 4, 5, 6]
        outcomes = add_together(capped, [(CODE, response(number)) for number in numbers])
        assert sum(each is True for each in outcomes) == 4
        assert sum(each is False for each in outcomes) == 2
        assert sum(isinstance(each, SurveyFull) for each in outcomes) == 2
        assert capped.responses.tally(CODE).responses == 5
        assert capped.surveys.get(CODE).state is State.CLOSED

    def test_a_group_that_fills_it_exactly_closes_it(self, capped):
        outcomes = add_together(capped, [(CODE, response(number)) for number in range(5)])
        assert outcomes == [True] * 5
        assert capped.surveys.get(CODE).state is State.CLOSED

    def test_of_one_question_each_responses_are_counted_and_not_reports(self, store):
        each = make_one_question_each()
        store.surveys.add(Survey("each34", each, State.OPEN, cap=3))
        rows = [(1,) + (None,) * 5, (None,) * 2 + (0, 1, None, None), (None,) * 5 + (4,)]
        for number, reports in enumerate(rows):
            assert store.surveys.get("each34").state is State.OPEN
            store.responses.add("each34", response(number, *reports, instrument=each))
        assert store.surveys.get("each34").state is State.CLOSED
        with pytest.raises(SurveyFull):
            store.responses.add("each34", response(9, *rows[0], instrument=each))

    def test_another_survey_of_the_group_stays_open(self, capped):
        capped.surveys.add(Survey("othr34", capped.surveys.get(CODE).instrument, State.OPEN))
        sent = [(code, response(number)) for number in range(6) for code in (CODE, "othr34")]
        add_together(capped, sent)
        assert capped.responses.tally(CODE).responses == 5
        assert capped.responses.tally("othr34").responses == 6
        assert capped.surveys.get("othr34").state is State.OPEN

    def test_a_cap_that_was_raised_lets_more_answer(self, capped):
        capped.surveys.set_limits(CODE, 5, True)
        for number in range(4):
            capped.responses.add(CODE, response(number))
        capped.surveys.set_limits(CODE, 6, True)
        assert [capped.responses.add(CODE, response(number)) for number in (4, 5)] == [True, True]
        assert capped.surveys.get(CODE).state is State.CLOSED

    def test_of_many_at_once_exactly_the_cap_is_stored(self, opened):
        opened.surveys.set_limits(CODE, 30, False)
        numbers = count()

        def send(_: int) -> bool:
            try:
                return opened.responses.add(CODE, response(next(numbers)))
            except SurveyFull:
                return False

        with ThreadPoolExecutor(16) as pool:
            stored = list(pool.map(send, range(60)))
        assert sum(stored) == opened.responses.tally(CODE).responses == 30
