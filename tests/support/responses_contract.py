"""The contract of every store for responses and their tallies."""

import asyncio
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response
from instruments import make_instrument, make_mixed_instrument, make_one_question_each
from patience import PATIENCE

from survey.core.responses import tokens
from survey.core.responses.reports import only
from survey.core.responses.response import Response
from survey.core.responses.tally import tally
from survey.core.results.crosstab import cross_tally
from survey.errors import (
    ResponseConflict,
    SurveyFrozen,
    SurveyNotFound,
    SurveyNotOpen,
    TokenRejected,
)
from survey.store import State, Survey, TokenCounts


def await_waiting(store, jobs: int) -> None:
    """Waits until so many jobs wait, beside the one that the writer has taken."""
    deadline = time.monotonic() + PATIENCE
    while store.database.writer._waiting.qsize() < jobs and time.monotonic() < deadline:
        time.sleep(0.01)


def add_together(store, sent) -> list:
    """The result or the refusal of each response, all of which wait for the same commit."""
    with ThreadPoolExecutor(len(sent)) as pool:
        with store.database.writer.paused():
            outcomes = []
            for each in sent:  # one after another, so that they wait in this order
                outcomes.append(pool.submit(store.responses.add, *each))
                await_waiting(store, len(outcomes) - 1)
        return [each.exception() or each.result() for each in outcomes]


class ResponsesContract(OpenSurvey):
    """A store counts each response once, while the survey is open, whatever happens meanwhile."""

    def test_cross_tally_counts_pairs_of_reports(self, store):
        mixed = make_mixed_instrument()
        store.surveys.add(Survey("mixd34", mixed, State.OPEN))
        store.surveys.add(Survey("othr34", mixed, State.OPEN))
        rows = [(0, 2, 1, 0, 1, 4), (1, 2, 1, 1, 1, 0), (1, 0, 0, 1, 0, 4), (1, 2, 0, 0, 1, 4)]
        for number, reports in enumerate(rows):
            store.responses.add("mixd34", response(number, *reports, instrument=mixed))
        store.responses.add("othr34", response(9, *rows[0], instrument=mixed))
        for first, second in ((0, 1), (1, 0), (1, 5), (3, 2)):
            expected = cross_tally(rows, mixed.items, first, second)
            assert store.responses.cross_tally("mixd34", first, second) == expected
        assert sum(map(sum, store.responses.cross_tally("mixd34", 0, 1))) == 4

    def test_tally_of_a_single_question(self, store):
        single = make_instrument("1/4")
        store.surveys.add(Survey("sngl34", single, State.OPEN))
        assert store.responses.tally("sngl34") == tally(single, [])
        store.responses.add("sngl34", response(1, 1, instrument=single))
        assert store.responses.tally("sngl34") == tally(single, [(1,)])

    def test_refusals_say_what_is_wrong(self, opened):
        opened.responses.add("open34", response(1, 1, 1))
        with pytest.raises(ResponseConflict, match="^Another response with this id") as refusal:
            opened.responses.add("open34", response(1, 0, 1))
        assert refusal.value.field == "response_id"
        opened.surveys.set_state("open34", State.CLOSED)
        with pytest.raises(SurveyNotOpen, match="^This survey is closed"):
            opened.responses.add("open34", response(2))
        with pytest.raises(SurveyFrozen, match="^A published survey cannot become a draft"):
            opened.surveys.set_state("open34", State.DRAFT)
        with pytest.raises(SurveyFrozen, match="^A published survey never changes"):
            opened.surveys.replace_instrument("open34", INSTRUMENT, INSTRUMENT.digest)

    def test_tally_of_every_kind_of_question(self, store):
        mixed = make_mixed_instrument()
        store.surveys.add(Survey("mixd34", mixed, State.OPEN))
        rows = [(0, 2, 1, 0, 1, 4), (1, 2, 1, 1, 1, 0)]
        for number, reports in enumerate(rows):
            store.responses.add("mixd34", response(number, *reports, instrument=mixed))
        assert store.responses.tally("mixd34") == tally(mixed, rows)

    def test_one_question_each_keeps_what_was_not_asked_apart(self, store):
        each = make_one_question_each()
        store.surveys.add(Survey("each34", each, State.OPEN))
        rows = [(1,) + (None,) * 5, (None,) * 2 + (0, 1, None, None), (None,) * 5 + (4,)]
        sent = [response(number, *reports, instrument=each) for number, reports in enumerate(rows)]
        for one in sent:
            assert store.responses.add("each34", one) is True
            assert store.responses.add("each34", one) is False
        with pytest.raises(ResponseConflict):
            store.responses.add("each34", replace(sent[0], reports=(0,) + (None,) * 5))
        assert [reports for _, reports in store.responses.all("each34")] == rows
        assert store.responses.tally("each34") == tally(each, rows)
        assert store.responses.tally("each34").responses == 3
        for first, second in ((2, 3), (0, 5)):
            expected = cross_tally(rows, each.items, first, second)
            assert store.responses.cross_tally("each34", first, second) == expected

    def test_public_steps_of_one_question_each_count_responses(self, store):
        each = make_one_question_each()
        store.surveys.add(Survey("each34", each, State.OPEN))
        for number in range(15):
            reports = only(each, 2, (0, 1)) if number % 2 else only(each, 0, (1,))
            store.responses.add("each34", response(number, *reports, instrument=each))
            store.responses.take_due_steps()
        steps = store.responses.public_steps("each34")
        assert steps.shown.responses == 10
        assert [sum(row) for row in steps.shown.counts] == [5, 0, 5, 5, 0, 0]
        assert store.responses.kept_steps("each34") == steps

    def test_responses_are_tallied(self, opened):
        for number, reports in enumerate([(0, 1), (1, 1), (1, 0), (1, 1)]):
            assert opened.responses.add("open34", response(number, *reports))
        assert opened.responses.tally("open34").responses == 4
        assert opened.responses.tally("open34").counts == ((1, 3), (1, 3))

    def test_responses_come_in_the_order_of_their_ids(self, opened):
        for number in (5, 1, 9, 3):
            opened.responses.add("open34", response(number))
        ids = [response_id for response_id, _ in opened.responses.all("open34")]
        assert ids == [f"{number:032x}" for number in (1, 3, 5, 9)]

    def test_responses_with_a_prefix_are_those_that_begin_so(self, opened):
        ids = [first + "0" * 31 for first in "0123456789abcdef"] + ["f" * 32, "3" * 32]
        for each in ids:
            opened.responses.add("open34", Response(INSTRUMENT.digest, each, (0, 0)))
        for prefix in ("", "0", "3", "33", "f", "ff", "30", "99", "3" * 32, "f" * 32):
            found = [response_id for response_id, _ in opened.responses.all("open34", prefix)]
            assert found == sorted(each for each in ids if each.startswith(prefix)), prefix

    def test_same_response_again_is_not_counted(self, opened):
        assert opened.responses.add("open34", response(1, 1, 1)) is True
        assert opened.responses.add("open34", response(1, 1, 1)) is False
        assert opened.responses.tally("open34").responses == 1

    def test_same_id_with_other_reports_is_a_conflict(self, opened):
        opened.responses.add("open34", response(1, 1, 1))
        with pytest.raises(ResponseConflict):
            opened.responses.add("open34", response(1, 0, 1))
        with pytest.raises(ResponseConflict):
            opened.responses.add("open34", response(2, instrument=make_instrument("1/10", "1/10")))
        assert opened.responses.tally("open34").counts == ((0, 1), (0, 1))

    @pytest.mark.parametrize("state", [State.DRAFT, State.CLOSED])
    def test_survey_that_is_not_open_takes_nothing(self, store, state):
        store.surveys.add(Survey("shut34", INSTRUMENT, state))
        with pytest.raises(SurveyNotOpen):
            store.responses.add("shut34", response(1))
        assert list(store.responses.all("shut34")) == []

    def test_stored_response_is_acknowledged_again_after_closing(self, opened):
        opened.responses.add("open34", response(1))
        opened.surveys.set_state("open34", State.CLOSED)
        assert opened.responses.add("open34", response(1)) is False

    def test_code_of_a_deleted_survey_takes_the_new_ones_responses_only(self, opened):
        """A backup that is restored under a running app has the same effect."""
        opened.responses.add("open34", response(1))
        opened.surveys.delete("open34")
        other = make_instrument("1/10")
        opened.surveys.add(Survey("open34", other, State.OPEN))
        with pytest.raises(ResponseConflict):
            opened.responses.add("open34", response(2))
        assert opened.responses.add("open34", response(3, 1, instrument=other))
        assert opened.responses.tally("open34") == tally(other, [(1,)])

    def test_one_of_many_at_once_is_new(self, opened):
        barrier = threading.Barrier(8)

        def add(number: int) -> bool:
            barrier.wait()
            return opened.responses.add("open34", response(number))

        with ThreadPoolExecutor(8) as pool:
            for number in range(25):
                assert sorted(pool.map(add, [number] * 8)) == [False] * 7 + [True]
        assert opened.responses.tally("open34").responses == 25

    def test_an_event_loop_goes_on_while_a_response_is_stored(self, opened):
        """All calls begin before one ends, and each gets the answer that it would get alone."""
        events = []

        async def add(number: int) -> bool:
            events.append("begun")
            try:
                sent = response(number % 4, number // 8)
                return await opened.responses.add_awaited("open34", sent)
            finally:
                events.append("ended")

        async def add_all() -> list:
            return await asyncio.gather(*map(add, range(12)), return_exceptions=True)

        with ThreadPoolExecutor(1) as own_loop:
            outcomes = own_loop.submit(asyncio.run, add_all()).result()
        assert events == ["begun"] * 12 + ["ended"] * 12
        assert Counter(map(type, outcomes[8:])) == {ResponseConflict: 4}
        assert Counter(outcomes[:8]) == {True: 4, False: 4}
        assert opened.responses.tally("open34").responses == 4

    def test_those_who_wait_together_are_told_their_own_outcome(self, opened):
        """One group holds new, repeated, conflicting and misdirected responses; new ones count."""
        opened.responses.add("open34", response(0))
        other = replace(response(0), reports=(1, 1))
        foreign = response(5, instrument=make_instrument("1/10", "1/10"))
        sent = [("open34", each) for each in (response(0), response(1), response(2), response(1))]
        sent += [("open34", other), ("nosuch", response(3)), ("open34", response(4))]
        sent += [("open34", replace(response(4), reports=(1, 1))), ("open34", foreign)]
        told = add_together(opened, sent)
        assert told[:4] == [False, True, True, False]
        assert [type(each) for each in told[4:]] == [
            ResponseConflict, SurveyNotFound, bool, ResponseConflict, ResponseConflict
        ]  # fmt: skip
        assert told[6] is True
        assert opened.responses.tally("open34").responses == 4
        counted = tally(INSTRUMENT, (reports for _, reports in opened.responses.all("open34")))
        assert opened.responses.tally("open34") == counted

    def test_a_token_is_spent_by_one_of_those_who_wait_together(self, opened):
        """The first good response with a token spends it; a refused one spends nothing."""
        opened.surveys.add(Survey("shut34", INSTRUMENT, State.CLOSED))
        opened.surveys.add_tokens("open34", ["one", "two", "three", "four"])
        opened.responses.add("open34", response(0), "three")
        sent = [
            ("open34", response(0), "three"),  # a retry
            ("open34", response(0, 1), "one"),  # another response with its id
            ("open34", response(1), "one"),
            ("open34", response(2), "one"),
            ("open34", response(3), "unknown"),
            ("open34", response(3), "two"),
            ("open34", response(4), "three"),
            ("open34", response(5)),
            ("shut34", response(6)),
        ]
        told = add_together(opened, sent)
        refused = [each for each in told if not isinstance(each, bool)]
        assert told[0] is False
        assert [told[2], told[5]] == [True, True]
        assert [type(each) for each in refused] == [
            ResponseConflict, TokenRejected, TokenRejected, TokenRejected, TokenRejected,
            SurveyNotOpen,
        ]  # fmt: skip
        sentences = [each.message for each in refused[1:5]]
        assert sentences == [tokens.SPENT, tokens.UNKNOWN, tokens.SPENT, tokens.MISSING]
        assert opened.surveys.token_counts("open34") == TokenCounts(4, 3)
        assert opened.responses.tally("open34").responses == 3

    def test_nothing_is_taken_after_closing_has_returned(self, opened):
        """Eight threads send while the survey closes: exactly the acknowledged responses count."""
        acknowledged, stop = [], threading.Event()

        def send(thread: int) -> None:
            number = thread * 10_000
            while not stop.is_set():
                number += 1
                try:
                    opened.responses.add("open34", response(number))
                except SurveyNotOpen:
                    return
                acknowledged.append(number)

        with ThreadPoolExecutor(8) as pool:
            tasks = [pool.submit(send, thread) for thread in range(8)]
            opened.surveys.set_state("open34", State.CLOSED)
            at_close = opened.responses.tally("open34").responses
            for task in tasks:
                task.result()
            stop.set()
        assert opened.responses.tally("open34").responses == at_close == len(acknowledged)
