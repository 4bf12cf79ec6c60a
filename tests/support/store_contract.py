"""What every store must do; a test class for a store inherits this and makes `store`."""

import asyncio
import dataclasses
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from instruments import make_instrument
from instruments import make_mixed_instrument

from survey.core import tokens
from survey.core.instructor_names import INSTRUCTOR
from survey.core.relations import cross_tally
from survey.core.response import Response
from survey.core.tally import tally
from survey.errors import InstructorNotFound
from survey.errors import InstructorRefused
from survey.errors import ResponseConflict
from survey.errors import SurveyFrozen
from survey.errors import SurveyNotFound
from survey.errors import SurveyNotOpen
from survey.errors import TokenRejected
from survey.store import Instructor
from survey.store import State
from survey.store import Store
from survey.store import Survey
from survey.store import TokenCounts
from survey.store.waiting import call_giving_way

INSTRUMENT = make_instrument("1/4", "1/3")


def response(number: int, *reports: int, instrument=INSTRUMENT) -> Response:
    return Response(instrument.digest, f"{number:032x}", reports or (0, 1))


@contextmanager
def refused(sentence: str):
    """Passes if the token is refused with this sentence, and the field is named."""
    with pytest.raises(TokenRejected) as caught:
        yield
    assert (caught.value.message, caught.value.field) == (sentence, "token")


class StoreContract:
    """Tests of the verbs of survey.store.base.Store."""

    @pytest.fixture
    def opened(self, store: Store) -> Store:
        store.add_survey(Survey("open34", INSTRUMENT, State.OPEN))
        return store

    def test_survey_comes_back_as_it_was(self, store):
        survey = Survey("abc346", INSTRUMENT, State.OPEN, results_public=True, fewest_responses=9)
        assert store.add_survey(survey)
        assert store.survey("abc346") == survey

    def test_taken_code_stores_nothing(self, store):
        store.add_survey(Survey("abc346", INSTRUMENT))
        assert not store.add_survey(Survey("abc346", make_instrument("1/10")))
        assert store.survey("abc346").instrument == INSTRUMENT

    def test_cross_tally_counts_pairs_of_reports(self, store):
        mixed = make_mixed_instrument()
        store.add_survey(Survey("mixd34", mixed, State.OPEN))
        store.add_survey(Survey("othr34", mixed, State.OPEN))
        rows = [(0, 2, 1, 0, 1, 4), (1, 2, 1, 1, 1, 0), (1, 0, 0, 1, 0, 4), (1, 2, 0, 0, 1, 4)]
        for number, reports in enumerate(rows):
            store.add_response("mixd34", response(number, *reports, instrument=mixed))
        store.add_response("othr34", response(9, *rows[0], instrument=mixed))
        for first, second in ((0, 1), (1, 0), (1, 5), (3, 2)):
            expected = cross_tally(rows, mixed.items, first, second)
            assert store.cross_tally("mixd34", first, second) == expected
        assert sum(map(sum, store.cross_tally("mixd34", 0, 1))) == 4

    def test_tally_of_a_single_question(self, store):
        single = make_instrument("1/4")
        store.add_survey(Survey("sngl34", single, State.OPEN))
        assert store.tally("sngl34") == tally(single, [])
        store.add_response("sngl34", response(1, 1, instrument=single))
        assert store.tally("sngl34") == tally(single, [(1,)])

    def test_refusals_say_what_is_wrong(self, opened):
        opened.add_response("open34", response(1, 1, 1))
        with pytest.raises(ResponseConflict, match="^Another response with this id") as refusal:
            opened.add_response("open34", response(1, 0, 1))
        assert refusal.value.field == "response_id"
        opened.set_state("open34", State.CLOSED)
        with pytest.raises(SurveyNotOpen, match="^This survey is closed"):
            opened.add_response("open34", response(2))
        with pytest.raises(SurveyFrozen, match="^A published survey cannot become a draft"):
            opened.set_state("open34", State.DRAFT)
        with pytest.raises(SurveyFrozen, match="^A published survey never changes"):
            opened.replace_instrument("open34", INSTRUMENT)

    def test_tally_of_every_kind_of_question(self, store):
        mixed = make_mixed_instrument()
        store.add_survey(Survey("mixd34", mixed, State.OPEN))
        rows = [(0, 2, 1, 0, 1, 4), (1, 2, 1, 1, 1, 0)]
        for number, reports in enumerate(rows):
            store.add_response("mixd34", response(number, *reports, instrument=mixed))
        assert store.tally("mixd34") == tally(mixed, rows)

    def test_newest_survey_comes_first(self, store):
        for code in ("zzz999", "bbb333", "mmm666"):
            store.add_survey(Survey(code, INSTRUMENT))
        assert [survey.code for survey in store.surveys()] == ["mmm666", "bbb333", "zzz999"]

    @pytest.mark.parametrize(
        "verb",
        [
            lambda store: store.survey("nosuch"),
            lambda store: store.tally("nosuch"),
            lambda store: list(store.responses("nosuch")),
            lambda store: store.cross_tally("nosuch", 0, 1),
            lambda store: store.delete_survey("nosuch"),
            lambda store: store.set_state("nosuch", State.OPEN),
            lambda store: store.set_sharing("nosuch", True, 1),
            lambda store: store.add_response("nosuch", response(1)),
            lambda store: store.replace_instrument("nosuch", INSTRUMENT),
            lambda store: store.add_tokens("nosuch", ["one"]),
            lambda store: store.token_counts("nosuch"),
        ],
    )
    def test_unknown_code_is_not_found(self, store, verb):
        with pytest.raises(SurveyNotFound):
            verb(store)

    def test_draft_may_change_and_a_published_survey_may_not(self, store):
        store.add_survey(Survey("abc346", INSTRUMENT))
        other = make_instrument("1/10")
        store.replace_instrument("abc346", other)
        assert store.survey("abc346").instrument == other
        for state in (State.OPEN, State.CLOSED):
            store.set_state("abc346", state)
            with pytest.raises(SurveyFrozen):
                store.replace_instrument("abc346", INSTRUMENT)
            with pytest.raises(SurveyFrozen):
                store.set_state("abc346", State.DRAFT)
        assert store.survey("abc346").instrument == other

    def test_draft_cannot_be_closed(self, store):
        store.add_survey(Survey("abc346", INSTRUMENT))
        with pytest.raises(SurveyNotOpen):
            store.set_state("abc346", State.CLOSED)
        assert store.survey("abc346").state is State.DRAFT

    def test_sharing_is_kept(self, opened):
        opened.set_sharing("open34", True, 12)
        survey = opened.survey("open34")
        assert (survey.results_public, survey.fewest_responses) == (True, 12)

    def test_responses_are_tallied(self, opened):
        for number, reports in enumerate([(0, 1), (1, 1), (1, 0), (1, 1)]):
            assert opened.add_response("open34", response(number, *reports))
        assert opened.tally("open34").responses == 4
        assert opened.tally("open34").counts == ((1, 3), (1, 3))

    def test_responses_come_in_the_order_of_their_ids(self, opened):
        for number in (5, 1, 9, 3):
            opened.add_response("open34", response(number))
        ids = [response_id for response_id, _ in opened.responses("open34")]
        assert ids == [f"{number:032x}" for number in (1, 3, 5, 9)]

    def test_responses_with_a_prefix_are_those_that_begin_so(self, opened):
        ids = [first + "0" * 31 for first in "0123456789abcdef"] + ["f" * 32, "3" * 32]
        for each in ids:
            opened.add_response("open34", Response(INSTRUMENT.digest, each, (0, 0)))
        for prefix in ("", "0", "3", "33", "f", "ff", "30", "99"):
            found = [response_id for response_id, _ in opened.responses("open34", prefix)]
            assert found == sorted(each for each in ids if each.startswith(prefix)), prefix

    def test_same_response_again_is_not_counted(self, opened):
        assert opened.add_response("open34", response(1, 1, 1)) is True
        assert opened.add_response("open34", response(1, 1, 1)) is False
        assert opened.tally("open34").responses == 1

    def test_same_id_with_other_reports_is_a_conflict(self, opened):
        opened.add_response("open34", response(1, 1, 1))
        with pytest.raises(ResponseConflict):
            opened.add_response("open34", response(1, 0, 1))
        with pytest.raises(ResponseConflict):
            opened.add_response("open34", response(2, instrument=make_instrument("1/10", "1/10")))
        assert opened.tally("open34").counts == ((0, 1), (0, 1))

    @pytest.mark.parametrize("state", [State.DRAFT, State.CLOSED])
    def test_survey_that_is_not_open_takes_nothing(self, store, state):
        store.add_survey(Survey("shut34", INSTRUMENT, state))
        with pytest.raises(SurveyNotOpen):
            store.add_response("shut34", response(1))
        assert list(store.responses("shut34")) == []

    def test_stored_response_is_acknowledged_again_after_closing(self, opened):
        opened.add_response("open34", response(1))
        opened.set_state("open34", State.CLOSED)
        assert opened.add_response("open34", response(1)) is False
        opened.set_state("open34", State.OPEN)
        assert opened.add_response("open34", response(2)) is True

    def test_code_of_a_deleted_survey_takes_the_new_ones_responses_only(self, opened):
        """As after a backup is restored under a running app."""
        opened.add_response("open34", response(1))
        opened.delete_survey("open34")
        other = make_instrument("1/10")
        opened.add_survey(Survey("open34", other, State.OPEN))
        with pytest.raises(ResponseConflict):
            opened.add_response("open34", response(2))
        assert opened.add_response("open34", response(3, 1, instrument=other))
        assert opened.tally("open34") == tally(other, [(1,)])

    def test_one_of_many_at_once_is_new(self, opened):
        barrier = threading.Barrier(8)

        def add(number: int) -> bool:
            barrier.wait()
            return opened.add_response("open34", response(number))

        with ThreadPoolExecutor(8) as pool:
            for number in range(25):
                assert sorted(pool.map(add, [number] * 8)) == [False] * 7 + [True]
        assert opened.tally("open34").responses == 25

    def test_an_event_loop_goes_on_while_a_response_is_stored(self, opened):
        """All have begun before one has ended, and each is answered as if it were alone."""
        events = []

        def add(number: int) -> bool:
            events.append("begun")
            try:
                return opened.add_response("open34", response(number % 4, number // 8))
            finally:
                events.append("ended")

        async def add_all() -> list:
            with ThreadPoolExecutor(4) as threads:
                calls = [call_giving_way(threads, add, number) for number in range(12)]
                return await asyncio.gather(*calls, return_exceptions=True)

        with ThreadPoolExecutor(1) as own_loop:
            outcomes = own_loop.submit(asyncio.run, add_all()).result()
        assert events == ["begun"] * 12 + ["ended"] * 12
        assert Counter(map(type, outcomes[8:])) == {ResponseConflict: 4}
        assert Counter(outcomes[:8]) == {True: 4, False: 4}
        assert opened.tally("open34").responses == 4

    def test_nothing_is_taken_after_closing_has_returned(self, opened):
        """Eight threads send while the survey closes; what counts is what was acknowledged."""
        acknowledged, stop = [], threading.Event()

        def send(thread: int) -> None:
            number = thread * 10_000
            while not stop.is_set():
                number += 1
                try:
                    opened.add_response("open34", response(number))
                except SurveyNotOpen:
                    return
                acknowledged.append(number)

        with ThreadPoolExecutor(8) as pool:
            tasks = [pool.submit(send, thread) for thread in range(8)]
            opened.set_state("open34", State.CLOSED)
            at_close = opened.tally("open34").responses
            for task in tasks:
                task.result()
            stop.set()
        assert opened.tally("open34").responses == at_close == len(acknowledged)

    def test_deleting_takes_the_responses_along_and_leaves_the_others(self, opened):
        opened.add_survey(Survey("other3", INSTRUMENT, State.OPEN))
        for code in ("open34", "other3"):
            opened.add_response(code, response(1))
        opened.delete_survey("open34")
        with pytest.raises(SurveyNotFound):
            opened.survey("open34")
        assert opened.tally("other3").responses == 1

    def test_survey_takes_tokens_from_the_first_that_is_issued(self, opened):
        assert not opened.survey("open34").tokens_required
        assert opened.token_counts("open34") == TokenCounts(0, 0)
        opened.add_tokens("open34", ["one", "two"])
        assert opened.survey("open34").tokens_required
        opened.add_tokens("open34", ["three"])
        assert opened.token_counts("open34") == TokenCounts(3, 0)

    def test_token_counts_one_response(self, opened):
        opened.add_tokens("open34", ["one", "two"])
        assert opened.add_response("open34", response(1), "one") is True
        with refused(tokens.SPENT):
            opened.add_response("open34", response(2), "one")
        assert opened.add_response("open34", response(2), "two") is True
        assert opened.tally("open34").responses == 2
        assert opened.token_counts("open34") == TokenCounts(2, 2)

    @pytest.mark.parametrize("again", ["one", "two", "none of ours", None])
    def test_stored_response_is_acknowledged_again_whatever_its_token(self, opened, again):
        opened.add_tokens("open34", ["one", "two"])
        opened.add_response("open34", response(1), "one")
        assert opened.add_response("open34", response(1), again) is False
        assert opened.token_counts("open34") == TokenCounts(2, 1)

    def test_each_wrong_token_has_its_sentence_and_nothing_is_stored(self, opened):
        opened.add_survey(Survey("other3", INSTRUMENT, State.OPEN))
        opened.add_survey(Survey("free34", INSTRUMENT, State.OPEN))
        opened.add_tokens("open34", ["one"])
        opened.add_tokens("other3", ["theirs"])
        for code, token, sentence in (
            ("open34", None, tokens.MISSING),
            ("open34", "guessed", tokens.UNKNOWN),
            ("open34", "", tokens.UNKNOWN),
            ("open34", "theirs", tokens.FOREIGN),
            ("free34", "one", tokens.NOT_NEEDED),
        ):
            with refused(sentence):
                opened.add_response(code, response(1), token)
        assert opened.token_counts("open34") == opened.token_counts("other3") == TokenCounts(1, 0)
        for code in ("open34", "other3", "free34"):
            assert opened.tally(code).responses == 0

    def test_refused_response_does_not_spend_its_token(self, opened):
        opened.add_tokens("open34", ["one", "two"])
        opened.add_response("open34", response(1, 0, 1), "one")
        with pytest.raises(ResponseConflict):
            opened.add_response("open34", response(1, 1, 1), "two")
        opened.set_state("open34", State.CLOSED)
        with pytest.raises(SurveyNotOpen):
            opened.add_response("open34", response(2), "two")
        assert opened.token_counts("open34") == TokenCounts(2, 1)

    def test_one_of_many_with_one_token_is_stored(self, opened):
        opened.add_tokens("open34", [str(number) for number in range(25)])
        barrier = threading.Barrier(8)

        def add(numbers: tuple[int, int]) -> bool:
            number, token = numbers
            barrier.wait()
            try:
                return opened.add_response("open34", response(number), str(token))
            except TokenRejected as error:
                assert error.message == tokens.SPENT
                return False

        with ThreadPoolExecutor(8) as pool:
            for token in range(25):
                stored = list(pool.map(add, [(100 * token + each, token) for each in range(8)]))
                assert sorted(stored) == [False] * 7 + [True]
        assert opened.tally("open34").responses == 25
        assert opened.token_counts("open34") == TokenCounts(25, 25)

    def test_tokens_are_refused_where_they_would_promise_too_much(self, opened):
        opened.add_response("open34", response(1))
        with pytest.raises(SurveyFrozen, match="without tokens"):
            opened.add_tokens("open34", ["one"])
        opened.set_state("open34", State.CLOSED)
        with pytest.raises(SurveyNotOpen):
            opened.add_tokens("open34", ["one"])
        assert opened.token_counts("open34") == TokenCounts(0, 0)
        assert not opened.survey("open34").tokens_required

    def test_draft_may_have_tokens_before_it_opens(self, store):
        store.add_survey(Survey("drft34", INSTRUMENT))
        store.add_tokens("drft34", ["one"])
        store.set_state("drft34", State.OPEN)
        assert store.add_response("drft34", response(1), "one")

    def test_deleting_takes_the_tokens_along(self, opened):
        opened.add_tokens("open34", ["one"])
        opened.delete_survey("open34")
        opened.add_survey(Survey("open34", INSTRUMENT, State.OPEN))
        assert opened.token_counts("open34") == TokenCounts(0, 0)
        opened.add_tokens("open34", ["two"])
        with refused(tokens.UNKNOWN):
            opened.add_response("open34", response(1), "one")

    def test_instructor_comes_back_and_is_replaced(self, store):
        assert store.instructor("ada") is None
        ada = Instructor("ada", "hash", "link")
        assert store.add_instructor(ada)
        assert store.instructor("ada") == ada
        assert store.link_owner("link") == ada
        store.save_instructor(dataclasses.replace(ada, link_hash=None))
        assert store.link_owner("link") is None

    @pytest.mark.parametrize("limit", [None, 0.01, 3.3, 1000.0])
    def test_limit_of_an_instructor_outlives_a_new_password(self, store, limit):
        store.add_instructor(Instructor("ada", "hash", largest_epsilon=1.5))
        ada = Instructor("ada", "hash", "link", largest_epsilon=limit)
        store.save_instructor(ada)
        assert store.instructor("ada") == ada
        assert store.spend_link("link", "new").largest_epsilon == limit
        store.add_sign_in("token", "ada")
        assert store.sign_in("token") == Instructor("ada", "new", largest_epsilon=limit)

    def test_link_is_spent_once(self, store):
        store.add_instructor(Instructor("ada", None, "link"))
        with ThreadPoolExecutor(8) as pool:
            won = list(pool.map(lambda n: store.spend_link("link", f"p{n}"), range(8)))
        (owner,) = [each for each in won if each]
        assert store.instructor("ada") == owner
        assert owner.link_hash is None

    def test_sign_ins_come_and_go(self, store):
        store.add_instructor(Instructor("ada", "hash"))
        for token in ("one", "two", "three"):
            store.add_sign_in(token, "ada")
        assert store.sign_in("one").name == "ada"
        store.remove_sign_in("one")
        assert store.sign_in("one") is None
        store.remove_sign_ins("ada")
        assert store.sign_in("two") is store.sign_in("three") is None

    def test_new_store_has_one_instructor_without_a_password(self, store):
        assert store.instructors() == [Instructor(INSTRUCTOR)]

    def test_instructors_are_listed_by_name(self, store):
        for name in ("zoe", "ada", "ada.l", "ada-l", "0x", "b"):
            assert store.add_instructor(Instructor(name, f"hash of {name}", f"link of {name}"))
        names = [each.name for each in store.instructors()]
        assert names == ["0x", "ada", "ada-l", "ada.l", "b", INSTRUCTOR, "zoe"]
        assert store.instructors()[1] == Instructor("ada", "hash of ada", "link of ada")

    def test_taken_name_changes_nothing(self, store):
        store.add_instructor(Instructor("ada", "hash", "link", 2.5))
        assert not store.add_instructor(Instructor("ada", "other", "another"))
        assert store.instructor("ada") == Instructor("ada", "hash", "link", 2.5)

    def test_name_is_added_once_by_many_at_once(self, store):
        with ThreadPoolExecutor(8) as pool:
            won = list(pool.map(lambda n: store.add_instructor(Instructor("ada", f"h{n}")), "abcd"))
        assert sorted(won) == [False, False, False, True]

    def test_whoever_is_not_there_cannot_be_saved_signed_in_or_own(self, store):
        for verb in (
            lambda: store.save_instructor(Instructor("ada", "hash")),
            lambda: store.add_sign_in("token", "ada"),
            lambda: store.add_survey(Survey("adas34", INSTRUMENT, owner="ada")),
            lambda: store.remove_instructor("ada"),
        ):
            with pytest.raises(InstructorNotFound):
                verb()
        assert store.instructors() == [Instructor(INSTRUCTOR)]
        assert store.sign_in("token") is None
        assert store.surveys() == []

    @pytest.fixture
    def two(self, store: Store) -> Store:
        """Ada owns two surveys, one with a response; whoever was there first owns one between."""
        store.add_instructor(Instructor("ada", "hash", "link"))
        store.add_survey(Survey("adas34", INSTRUMENT, State.OPEN, owner="ada"))
        store.add_survey(Survey("firs34", INSTRUMENT))
        store.add_survey(Survey("adas36", INSTRUMENT, owner="ada"))
        store.add_response("adas34", response(1))
        store.add_sign_in("token", "ada")
        return store

    def test_surveys_of_an_instructor_are_theirs_alone(self, two):
        assert [each.code for each in two.surveys("ada")] == ["adas36", "adas34"]
        assert [each.code for each in two.surveys(INSTRUCTOR)] == ["firs34"]
        assert two.surveys("nobody") == []
        assert [each.code for each in two.surveys()] == ["adas36", "firs34", "adas34"]
        assert two.survey("adas34").owner == "ada"

    def test_owner_outlives_every_change_of_a_survey(self, two):
        two.replace_instrument("adas36", make_instrument("1/10"))
        two.set_sharing("adas36", True, 7)
        for state in (State.OPEN, State.CLOSED, State.OPEN):
            two.set_state("adas36", state)
        assert two.survey("adas36").owner == "ada"

    @pytest.mark.parametrize("heir", [None, "ada"])
    def test_instructor_with_surveys_is_kept_whole(self, two, heir):
        with pytest.raises(InstructorRefused):
            two.remove_instructor("ada", heir)
        assert two.instructor("ada") == Instructor("ada", "hash", "link")
        assert two.sign_in("token").name == "ada"
        assert len(two.surveys("ada")) == 2

    def test_unknown_heir_changes_nothing(self, two):
        with pytest.raises(InstructorNotFound):
            two.remove_instructor("ada", "nobody")
        assert two.sign_in("token").name == "ada"
        assert len(two.surveys("ada")) == 2

    def test_heir_has_the_surveys_with_their_responses_in_their_order(self, two):
        two.remove_instructor("ada", INSTRUCTOR)
        assert two.instructors() == [Instructor(INSTRUCTOR)]
        assert two.surveys("ada") == []
        codes = [each.code for each in two.surveys(INSTRUCTOR)]
        assert codes == ["adas36", "firs34", "adas34"]
        assert two.tally("adas34").responses == 1
        assert two.add_response("adas34", response(2))

    def test_removed_instructor_is_signed_out_and_their_link_is_dead(self, two):
        two.remove_instructor("ada", INSTRUCTOR)
        assert two.sign_in("token") is None
        assert two.link_owner("link") is None
        assert two.spend_link("link", "new") is None
        # Nor does the name bring anything of the former one back.
        assert two.add_instructor(Instructor("ada"))
        assert two.sign_in("token") is None
        assert two.surveys("ada") == []

    def test_instructor_whose_surveys_are_deleted_can_go(self, two):
        for survey in two.surveys("ada"):
            two.delete_survey(survey.code)
        two.remove_instructor("ada")
        assert [each.code for each in two.surveys()] == ["firs34"]

    def test_only_instructor_is_kept(self, store):
        with pytest.raises(InstructorRefused):
            store.remove_instructor(INSTRUCTOR)
        store.add_instructor(Instructor("ada"))
        store.remove_instructor(INSTRUCTOR)
        with pytest.raises(InstructorRefused):
            store.remove_instructor("ada")
        assert store.instructors() == [Instructor("ada")]

    def test_two_who_remove_each_other_leave_one(self, store):
        store.add_instructor(Instructor("ada"))

        def remove(name: str) -> bool:
            try:
                store.remove_instructor(name)
            except InstructorRefused:
                return False
            return True

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(remove, ["ada", INSTRUCTOR])) == [False, True]
        assert len(store.instructors()) == 1
