"""The contract of every store for presses of buttons whose page shows another state by now."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from contract_survey import INSTRUMENT, response

from survey.errors import StateChanged
from survey.store import Instructor, State, Store, Survey
from survey.store.models import Publication
from survey.store.stamps import survey_stamp

CODE, NOW = "open34", 1_800_000_000

# Each verb that cannot be undone, with a survey for it and a change that its page does not show.
Verb = Callable[[Store, str], object]
VERBS: dict[str, tuple[Survey, Verb, Callable[[Store], object]]] = {}


def verb(name: str, change: Callable[[Store], object], **fields: object) -> Callable[[Verb], Verb]:
    survey = Survey(CODE, INSTRUMENT, **({"state": State.OPEN} | fields))

    def add(act: Verb) -> Verb:
        VERBS[name] = survey, act, change
        return act

    return add


def plan(store: Store) -> None:
    store.surveys.plan_closing(CODE, NOW)


def limit(store: Store) -> None:
    store.surveys.set_limits(CODE, 7, False)


@verb("publish", limit, state=State.DRAFT)
def _publish(store, shown):
    store.surveys.publish(CODE, Publication(INSTRUMENT, None, False), shown)


@verb("begin_last_minute", plan)
def _begin_last_minute(store, shown):
    store.surveys.begin_last_minute(CODE, NOW, shown)


@verb("set_limits", limit)
def _set_limits(store, shown):
    store.surveys.set_limits(CODE, 9, True, shown)


@verb("hand_over", limit)
def _hand_over(store, shown):
    store.surveys.hand_over(CODE, "grace", shown)


@verb("add_tokens", limit)
def _add_tokens(store, shown):
    store.surveys.add_tokens(CODE, ["one", "two"], shown)


@verb("withdraw_tokens", lambda store: store.surveys.add_tokens(CODE, ["one"]))
def _withdraw_tokens(store, shown):
    store.surveys.withdraw_tokens(CODE, shown)


class StampsContract:
    """A verb acts on the state that its page showed, and on no other."""

    @pytest.fixture(params=VERBS)
    def pressed(self, store: Store, request) -> tuple[Store, Verb, Callable[[Store], object]]:
        survey, act, change = VERBS[request.param]
        for name in ("ada", "grace"):
            store.instructors.add(Instructor(name))
        store.surveys.add(replace(survey, owner="ada"))
        return store, act, change

    def test_nothing_is_done_upon_another_state_or_none(self, pressed):
        store, act, change = pressed
        stale = survey_stamp(store.surveys.get(CODE))
        change(store)
        before = store.surveys.get(CODE), store.surveys.tokens(CODE)
        for shown in (stale, "", "made up"):
            with pytest.raises(StateChanged):
                act(store, shown)
        assert (store.surveys.get(CODE), store.surveys.tokens(CODE)) == before

    def test_it_is_done_upon_the_state_that_was_shown(self, pressed):
        store, act, change = pressed
        change(store)
        before = store.surveys.get(CODE), store.surveys.tokens(CODE)
        act(store, survey_stamp(before[0]))
        assert (store.surveys.get(CODE), store.surveys.tokens(CODE)) != before

    def test_of_two_presses_at_once_one_counts(self, pressed):
        store, act, change = pressed
        change(store)
        shown = survey_stamp(store.surveys.get(CODE))

        def press(_: int) -> bool:
            try:
                act(store, shown)
            except StateChanged:
                return False
            return True

        with ThreadPoolExecutor(4) as pool:
            assert sorted(pool.map(press, range(4))) == [False, False, False, True]

    def test_only_a_last_minute_is_ended_and_only_the_one_that_was_shown(self, store):
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
        store.surveys.begin_last_minute(CODE, NOW)
        first = survey_stamp(store.surveys.get(CODE))
        store.surveys.plan_closing(CODE, None)  # Undo
        opened = survey_stamp(store.surveys.get(CODE))
        for shown in (first, opened, None):
            with pytest.raises(StateChanged):
                store.surveys.end_last_minute(CODE, shown)
        store.surveys.begin_last_minute(CODE, NOW + 30)
        with pytest.raises(StateChanged):
            store.surveys.end_last_minute(CODE, first)
        assert store.surveys.get(CODE).state is State.OPEN
        store.surveys.end_last_minute(CODE, survey_stamp(store.surveys.get(CODE)))
        assert store.surveys.get(CODE).state is State.CLOSED

    def test_no_response_is_deleted_that_the_page_did_not_count(self, store):
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
        shown = survey_stamp(store.surveys.get(CODE), 0)
        store.responses.add(CODE, response(1))
        with pytest.raises(StateChanged):
            store.surveys.delete(CODE, shown)
        assert store.responses.tally(CODE).responses == 1
        store.surveys.delete(CODE, survey_stamp(store.surveys.get(CODE), 1))
        assert store.surveys.all() == []

    def test_an_account_goes_with_the_surveys_that_the_page_listed(self, store):
        store.instructors.add(Instructor("ada"))
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN, owner="ada"))
        shown = store.instructors.stamp("ada")
        store.responses.add(CODE, response(1))
        for stale in (shown, ""):
            with pytest.raises(StateChanged):
                store.instructors.remove("ada", delete_surveys=True, shown=stale)
        assert store.responses.tally(CODE).responses == 1
        shown = store.instructors.stamp("ada")
        store.surveys.add(Survey("more34", INSTRUMENT, owner="ada"))
        with pytest.raises(StateChanged):
            store.instructors.remove("ada", delete_surveys=True, shown=shown)
        assert len(store.surveys.all("ada")) == 2
        store.instructors.remove("ada", delete_surveys=True, shown=store.instructors.stamp("ada"))
        assert store.surveys.all() == []
        assert store.instructors.get("ada") is None

    def test_publishing_does_all_or_nothing(self, store):
        store.surveys.add(Survey(CODE, INSTRUMENT))
        before = store.surveys.get(CODE)
        impossible = Publication(INSTRUMENT, 20_000, True, NOW, True)
        with pytest.raises(ValueError, match="10,000"):
            store.surveys.publish(CODE, impossible)
        assert store.surveys.get(CODE) == before
        store.surveys.publish(CODE, Publication(INSTRUMENT, 20, True, NOW, True))
        opened = store.surveys.get(CODE)
        assert (opened.state, opened.cap, opened.hidden_until_closed) == (State.OPEN, 20, True)
        assert (opened.closes_at, opened.closes_on_date) == (NOW, True)

    def test_a_closing_in_minutes_is_moved_with_the_clock_and_a_date_is_not(self, store):
        for code, on_date in (("mins34", False), ("date34", True)):
            store.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
            store.surveys.plan_closing(code, NOW, on_date)
        assert store.surveys.planned_in_minutes() == {"mins34": NOW}
        store.surveys.move_closing("mins34", NOW - 1, NOW + 3600)  # planned anew meanwhile
        store.surveys.move_closing("date34", NOW, NOW + 3600)
        assert store.surveys.get("mins34").closes_at == store.surveys.get("date34").closes_at == NOW
        store.surveys.move_closing("mins34", NOW, NOW + 3600)
        assert store.surveys.get("mins34").closes_at == NOW + 3600
        store.surveys.begin_last_minute("date34", NOW)
        assert store.surveys.planned_in_minutes()["date34"] == NOW + 60
