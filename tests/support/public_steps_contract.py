"""The contract of every store for the public's figures: steps that all readers share."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response
from responses_contract import add_together

from survey.core.responses.public_steps import PublicSteps, step_of
from survey.core.responses.tally import tally
from survey.errors import SurveyNotFound
from survey.store import State, Survey
from survey.store.sql import public_steps
from survey.store.sql.public_steps import keep_steps


def send(store, numbers) -> None:
    for number in numbers:
        store.responses.add("open34", response(number, number % 2, 1))


def shown(store) -> int:
    return store.responses.public_steps("open34").shown.responses


class PublicStepsContract(OpenSurvey):
    """A store takes each step once, for all readers, and stores it as long as it is needed."""

    def test_whoever_looks_after_each_response_sees_steps(self, opened):
        seen = []
        for number in range(40):
            send(opened, [number])
            seen.append(shown(opened))
        assert seen == [0] * 14 + [10] * 10 + [20] * 10 + [30] * 6
        assert opened.responses.public_steps("open34").shown.counts == ((15, 15), (0, 30))

    def test_a_class_that_answers_before_anybody_looks_passes_each_step(self, opened):
        send(opened, range(40))
        steps = opened.responses.public_steps("open34")
        assert (steps.shown.responses, steps.waiting.responses) == (30, 40)
        assert steps.shown.counts == ((15, 15), (0, 30))
        assert opened.responses.kept_steps("open34") == steps

    def test_a_class_that_is_stored_in_one_transaction_passes_each_step(self, opened):
        """Each step counts the first responses, in the order in which they waited."""
        send(opened, range(3))
        sent = [response(number, number % 2, int(number % 3 == 0)) for number in range(3, 40)]
        retry, refused = response(1, 1, 1), response(2, 1, 0)
        burst = [("open34", each) for each in (*sent[:9], retry, *sent[9:20], refused, *sent[20:])]
        told = add_together(opened, burst)
        assert told.count(True) == 37
        steps = opened.responses.kept_steps("open34")
        first = [(number % 2, 1) for number in range(3)] + [each.reports for each in sent]
        assert steps.shown == tally(INSTRUMENT, first[:30])
        assert steps.waiting == tally(INSTRUMENT, first) == opened.responses.tally("open34")

    def test_classes_that_are_stored_together_pass_their_own_steps(self, opened):
        opened.surveys.add(Survey("othr34", INSTRUMENT, State.OPEN))
        codes = ("open34", "othr34")
        add_together(opened, [(code, response(n)) for n in range(16) for code in codes])
        for code in codes:
            assert opened.responses.public_steps(code).shown.responses == 10, code

    def test_slips_that_are_spent_together_pass_each_step(self, opened):
        hashes = [f"hash {number}" for number in range(26)]
        opened.surveys.add_tokens("open34", hashes)
        add_together(opened, [("open34", response(n), each) for n, each in enumerate(hashes[:25])])
        assert shown(opened) == 20

    def test_beyond_the_first_thousand_only_a_look_takes_a_step(self, opened):
        send(opened, range(2))
        opened.database.write(lambda rows: rows.execute("UPDATE tally SET reports = reports * 500"))
        kept = PublicSteps(opened.responses.tally("open34"), step_of(INSTRUMENT))
        opened.database.write(lambda rows: keep_steps(rows, "open34", kept))
        send(opened, range(2, 22))
        assert opened.responses.kept_steps("open34") == kept
        assert (shown(opened), kept.due) == (1000, 1010)
        send(opened, range(22, 27))
        assert shown(opened) == 1020

    def test_a_draft_and_an_open_survey_without_responses_show_nothing(self, opened):
        opened.surveys.add(Survey("drft34", INSTRUMENT))
        nothing = ((0, 0), (0, 0))
        assert opened.responses.public_steps("open34").shown.counts == nothing
        assert opened.responses.public_steps("drft34").shown.counts == nothing
        with pytest.raises(SurveyNotFound):
            opened.responses.public_steps("nosuch")

    def test_one_look_takes_the_steps_of_all_open_surveys(self, opened):
        opened.surveys.add(Survey("othr34", INSTRUMENT, State.OPEN))
        send(opened, range(10))
        opened.responses.take_due_steps()
        send(opened, range(10, 15))
        opened.responses.take_due_steps()
        assert opened.responses.public_steps("open34").shown.responses == 10
        assert opened.responses.public_steps("othr34").shown.responses == 0

    def test_looks_at_the_same_time_agree(self, opened):
        send(opened, range(10))
        with ThreadPoolExecutor(4) as pool:
            before = list(pool.map(lambda _: opened.responses.public_steps("open34"), range(8)))
            send(opened, range(10, 16))
            after = list(pool.map(lambda _: shown(opened), range(8)))
        assert {steps.waiting and steps.waiting.responses for steps in before} == {10}
        assert after == [10] * 8

    def test_closing_publishes_all_and_keeps_no_step(self, opened):
        for number in range(30):
            send(opened, [number])
            shown(opened)
        opened.surveys.set_state("open34", State.CLOSED)
        public = opened.responses.public_steps("open34")
        assert public == PublicSteps(opened.responses.tally("open34"), step_of(INSTRUMENT))

    def test_closing_at_the_planned_time_does_so_too(self, opened):
        send(opened, range(12))
        shown(opened)
        opened.surveys.begin_last_minute("open34", 940)
        assert opened.surveys.close_due(1000) == ["open34"]
        assert shown(opened) == 12

    def test_a_deleted_survey_leaves_no_step(self, opened):
        send(opened, range(12))
        shown(opened)
        opened.surveys.delete("open34")
        opened.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        assert opened.responses.public_steps("open34").waiting is None

    def test_one_look_takes_the_steps_of_more_surveys_than_are_looked_at_together(
        self, opened, monkeypatch
    ):
        monkeypatch.setattr(public_steps, "TOGETHER", 3)
        codes = [f"mny{number}34" for number in range(2, 9)]
        for code in codes:
            opened.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
            for number in range(10):
                opened.responses.add(code, response(number))
        opened.responses.take_due_steps()
        for code in codes:
            assert opened.responses.kept_steps(code) is not None

    def test_a_survey_that_is_deleted_meanwhile_holds_up_no_other(self, opened):
        send(opened, range(10))
        public_steps._look_at_all(opened.database, ["gone34", "open34"])
        assert opened.responses.kept_steps("open34") is not None
