"""The contract of every store for surveys."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response
from instruments import make_instrument

from survey.core.instrument.same_questions import for_group
from survey.errors import (
    DraftChanged,
    ParameterError,
    SurveyFrozen,
    SurveyNotFound,
    SurveyNotOpen,
)
from survey.store import Instructor, State, Survey
from survey.store.models import INSTRUCTOR, Role


class SurveysContract(OpenSurvey):
    """A store adds, lists, shares and deletes surveys, and changes drafts."""

    def test_survey_comes_back_as_it_was(self, store):
        survey = Survey(
            "abc346",
            INSTRUMENT,
            State.OPEN,
            results_public=True,
            fewest_responses=9,
            closes_at=1_800_000_000,
            since=date(2026, 11, 23),
            archived=True,
            group_name="Section B",
            cap=44,
            hidden_until_closed=True,
            colleagues=(("ada", Role.EDIT), ("grace", Role.PRESENT)),
            labels=("Statistics, “A”", "2026"),
            client_at="https://union.example/deniable.html",
            closes_on_date=True,
            term="abc347",
            asked_first="abc345",
        )
        assert store.surveys.add(survey)
        assert store.surveys.get("abc346") == survey

    def test_labels_are_set_in_any_state(self, store):
        store.surveys.add(Survey("abc346", INSTRUMENT))
        for state, labels in ((State.OPEN, ("A", "ä, “b”")), (State.CLOSED, ("B",)), (None, ())):
            store.surveys.set_labels("abc346", labels)
            assert store.surveys.get("abc346").labels == labels
            if state:
                store.surveys.set_state("abc346", state)
        assert store.surveys.get("abc346").labels == ()

    def test_who_holds_the_client_is_fixed_with_the_first_response(self, store):
        store.surveys.add(Survey("abc346", INSTRUMENT, State.OPEN))
        for held in ("https://union.example/deniable.html", "", None, "https://union.example/a"):
            store.surveys.set_client("abc346", held)
            assert store.surveys.get("abc346").client_at == held
        store.responses.add("abc346", response(1))
        store.surveys.set_client("abc346", "https://union.example/a")
        with pytest.raises(SurveyFrozen):
            store.surveys.set_client("abc346", None)
        assert store.surveys.get("abc346").client_at == "https://union.example/a"

    def test_a_template_comes_back_and_is_never_published(self, store):
        store.surveys.add(Survey("abc346", INSTRUMENT, template=True))
        with pytest.raises(SurveyFrozen):
            store.surveys.set_state("abc346", State.OPEN)
        survey = store.surveys.get("abc346")
        assert (survey.state, survey.template) == (State.DRAFT, True)

    def test_taken_code_stores_nothing(self, store):
        store.surveys.add(Survey("abc346", INSTRUMENT))
        assert not store.surveys.add(Survey("abc346", make_instrument("1/10")))
        assert store.surveys.get("abc346").instrument == INSTRUMENT

    def test_first_survey_is_the_first_and_no_other(self, store):
        survey = Survey("abc346", INSTRUMENT, State.OPEN)
        assert store.surveys.add_first(survey)
        assert not store.surveys.add_first(Survey("bbb333", INSTRUMENT))
        assert store.surveys.all() == [survey]

    @pytest.mark.parametrize(
        "begin",
        [
            lambda store: store.surveys.add(Survey("open34", INSTRUMENT)),
            lambda store: store.instructors.add(Instructor("ada")),
            lambda store: store.instructors.save(Instructor(INSTRUCTOR, password_hash="hash")),
            lambda store: store.instructors.save(Instructor(INSTRUCTOR, link_hash="hash")),
            lambda store: store.instructors.save(Instructor(INSTRUCTOR, largest_epsilon=2.0)),
        ],
    )
    def test_where_anybody_has_begun_nothing_is_the_first(self, store, begin):
        begin(store)
        before = store.surveys.all()
        assert store.surveys.add_first(Survey("abc346", INSTRUMENT)) is False
        assert store.surveys.all() == before

    def test_of_many_first_surveys_at_once_one_is_stored(self, store, another_store):
        codes = [f"{letter}{letter}{letter}234" for letter in "bcdfghjk"]

        def add(place: int) -> bool:
            opened = (store, another_store)[place % 2]
            return opened.surveys.add_first(Survey(codes[place], INSTRUMENT))

        with ThreadPoolExecutor(len(codes)) as pool:
            told = list(pool.map(add, range(len(codes))))
        assert told.count(True) == 1
        assert [each.code for each in store.surveys.all()] == [codes[told.index(True)]]

    def test_newest_survey_comes_first(self, store):
        for code in ("zzz999", "bbb333", "mmm666"):
            store.surveys.add(Survey(code, INSTRUMENT))
        assert [survey.code for survey in store.surveys.all()] == ["mmm666", "bbb333", "zzz999"]

    @pytest.mark.parametrize(
        "verb",
        [
            lambda store: store.surveys.get("nosuch"),
            lambda store: store.responses.tally("nosuch"),
            lambda store: list(store.responses.all("nosuch")),
            lambda store: store.responses.cross_tally("nosuch", 0, 1),
            lambda store: store.surveys.delete("nosuch"),
            lambda store: store.surveys.set_state("nosuch", State.OPEN),
            lambda store: store.surveys.set_sharing("nosuch", True, 1),
            lambda store: store.surveys.plan_closing("nosuch", 1_800_000_000),
            lambda store: store.surveys.set_archived("nosuch", True),
            lambda store: store.responses.add("nosuch", response(1)),
            lambda store: store.surveys.replace_instrument("nosuch", INSTRUMENT, INSTRUMENT.digest),
            lambda store: store.surveys.add_tokens("nosuch", ["one"]),
            lambda store: store.surveys.token_counts("nosuch"),
        ],
    )
    def test_unknown_code_is_not_found(self, store, verb):
        with pytest.raises(SurveyNotFound):
            verb(store)

    def test_draft_may_change_and_a_published_survey_may_not(self, store):
        store.surveys.add(Survey("abc346", INSTRUMENT))
        other = make_instrument("1/10")
        store.surveys.replace_instrument("abc346", other, INSTRUMENT.digest)
        assert store.surveys.get("abc346").instrument == other
        for state in (State.OPEN, State.CLOSED):
            store.surveys.set_state("abc346", state)
            with pytest.raises(SurveyFrozen):
                store.surveys.replace_instrument("abc346", INSTRUMENT, other.digest)
            with pytest.raises(SurveyFrozen):
                store.surveys.set_state("abc346", State.DRAFT)
        assert store.surveys.get("abc346").instrument == other

    def test_a_draft_for_another_group_keeps_its_questions(self, store):
        store.surveys.add(Survey("abc346", INSTRUMENT, group_name="Section B"))
        assert store.surveys.get("abc346").group_name == "Section B"
        renamed = for_group(INSTRUMENT, "Section B", 12)
        store.surveys.replace_instrument("abc346", renamed, INSTRUMENT.digest)
        with pytest.raises(SurveyFrozen, match="same questions"):
            store.surveys.replace_instrument("abc346", make_instrument("1/10"), renamed.digest)
        assert store.surveys.get("abc346").instrument == renamed

    @pytest.mark.parametrize("expected", ["", "0" * 64, INSTRUMENT.digest])
    def test_draft_that_was_changed_meanwhile_stays_as_it_is(self, store, expected):
        store.surveys.add(Survey("abc346", INSTRUMENT))
        other = make_instrument("1/10")
        store.surveys.replace_instrument("abc346", other, INSTRUMENT.digest)
        with pytest.raises(DraftChanged, match="changed in another window"):
            store.surveys.replace_instrument("abc346", make_instrument("1/5"), expected)
        assert store.surveys.get("abc346").instrument == other
        store.surveys.replace_instrument("abc346", other, INSTRUMENT.digest)  # arrived twice

    def test_of_two_changes_to_one_draft_at_once_one_is_kept_and_the_other_told(self, store):
        store.surveys.add(Survey("abc346", INSTRUMENT))
        changes = [make_instrument(f"1/{number}") for number in range(5, 13)]

        def replace(changed) -> bool:
            try:
                store.surveys.replace_instrument("abc346", changed, INSTRUMENT.digest)
            except DraftChanged:
                return False
            return True

        with ThreadPoolExecutor(len(changes)) as pool:
            saved = list(pool.map(replace, changes))
        assert saved.count(True) == 1
        assert store.surveys.get("abc346").instrument == changes[saved.index(True)]

    def test_draft_cannot_be_closed(self, store):
        store.surveys.add(Survey("abc346", INSTRUMENT))
        with pytest.raises(SurveyNotOpen):
            store.surveys.set_state("abc346", State.CLOSED)
        assert store.surveys.get("abc346").state is State.DRAFT

    def test_sharing_is_kept(self, opened):
        opened.surveys.set_sharing("open34", True, 12)
        survey = opened.surveys.get("open34")
        assert (survey.results_public, survey.fewest_responses) == (True, 12)

    def test_a_state_has_the_day_of_the_act_that_brought_it(self, store):
        early = date(2026, 1, 31)
        store.surveys.add(Survey("abc346", INSTRUMENT, since=early))
        store.surveys.set_sharing("abc346", True, 12)
        assert store.surveys.get("abc346").since == early
        for state in (State.OPEN, State.CLOSED):
            before = datetime.now(UTC).date()
            store.surveys.set_state("abc346", state)
            assert before <= store.surveys.get("abc346").since <= datetime.now(UTC).date()
        store.surveys.add(Survey("abc347", INSTRUMENT, State.OPEN, since=early))
        store.surveys.begin_last_minute("abc347", 1_799_999_940)
        store.surveys.close_due(1_800_000_000)
        for _ in range(2):
            assert store.surveys.get("abc347").since == date(2027, 1, 15)
            store.surveys.set_state("abc347", State.CLOSED)  # it is closed already

    def test_closing_is_final(self, opened):
        opened.responses.add("open34", response(1))
        opened.surveys.set_state("open34", State.CLOSED)
        with pytest.raises(SurveyFrozen, match="Closing is final"):
            opened.surveys.set_state("open34", State.OPEN)
        assert opened.surveys.get("open34").state is State.CLOSED
        with pytest.raises(SurveyNotOpen):
            opened.responses.add("open34", response(2))

    def test_what_is_put_away_stays_so_until_it_is_wanted_or_opened(self, opened):
        with pytest.raises(SurveyFrozen, match="Close it before"):
            opened.surveys.set_archived("open34", True)
        opened.surveys.set_state("open34", State.CLOSED)
        for archived in (True, True, False, True):
            opened.surveys.set_archived("open34", archived)
            assert opened.surveys.get("open34").archived is archived
            assert [each.archived for each in opened.surveys.all()] == [archived]
        opened.surveys.add(Survey("drft34", INSTRUMENT))
        opened.surveys.set_archived("drft34", True)
        opened.surveys.set_state("drft34", State.OPEN)
        assert not opened.surveys.get("drft34").archived

    def test_closing_is_planned_and_planned_no_more(self, opened):
        for closes_at in (1_800_000_000, 0, None, 4_000_000_000):
            opened.surveys.plan_closing("open34", closes_at)
            assert opened.surveys.get("open34").closes_at == closes_at
            assert opened.surveys.get("open34").state is State.OPEN

    def test_limits_are_set_anew_until_a_response_comes(self, opened):
        for cap, hidden in ((40, True), (None, False), (10_000, False), (1, True)):
            opened.surveys.set_limits("open34", cap, hidden)
            survey = opened.surveys.get("open34")
            assert (survey.cap, survey.hidden_until_closed) == (cap, hidden)

    @pytest.mark.parametrize(
        ("fixed", "later"),
        [
            ((40, False), (41, False)), ((40, False), (39, False)), ((40, False), (None, False)),
            ((40, False), (40, True)), ((None, False), (40, False)), ((None, True), (40, True)),
            ((40, True), (39, True)), ((40, True), (None, True)),
        ],
    )  # fmt: skip
    def test_limits_are_fixed_by_the_first_response(self, opened, fixed, later):
        opened.surveys.set_limits("open34", *fixed)
        opened.responses.add("open34", response(1))
        with pytest.raises(SurveyFrozen):
            opened.surveys.set_limits("open34", *later)
        survey = opened.surveys.get("open34")
        assert (survey.cap, survey.hidden_until_closed) == fixed

    @pytest.mark.parametrize(
        ("fixed", "later"),
        [((40, True), (40, False)), ((40, True), (41, True)), ((None, True), (None, False))],
    )
    def test_figures_may_be_shown_earlier_and_a_cap_raised_unseen(self, opened, fixed, later):
        opened.surveys.set_limits("open34", *fixed)
        opened.responses.add("open34", response(1))
        opened.surveys.set_limits("open34", *later)
        survey = opened.surveys.get("open34")
        assert (survey.cap, survey.hidden_until_closed) == later

    def test_limits_of_a_closed_survey_and_an_impossible_cap_are_refused(self, opened):
        for cap in (0, 10_001):
            with pytest.raises(ParameterError):
                opened.surveys.set_limits("open34", cap, False)
        opened.surveys.set_state("open34", State.CLOSED)
        with pytest.raises(SurveyNotOpen):
            opened.surveys.set_limits("open34", 40, False)

    def test_only_an_open_survey_is_given_a_time_to_close(self, opened):
        opened.surveys.add(Survey("abc346", INSTRUMENT))
        opened.surveys.set_state("open34", State.CLOSED)
        for code in ("abc346", "open34"):
            with pytest.raises(SurveyNotOpen):
                opened.surveys.plan_closing(code, 1_800_000_000)
            assert opened.surveys.get(code).closes_at is None

    @pytest.mark.parametrize("states", [[State.CLOSED], [State.OPEN]])
    def test_a_plan_is_forgotten_when_it_is_decided_otherwise(self, opened, states):
        opened.surveys.plan_closing("open34", 1_800_000_000)
        for state in states:
            opened.surveys.set_state("open34", state)
        assert opened.surveys.get("open34").closes_at is None
        assert opened.surveys.close_due(2_000_000_000) == []
        assert opened.surveys.get("open34").state is states[-1]

    def test_what_is_due_is_closed_at_its_second_and_nothing_else(self, opened):
        for code in ("late34", "none34"):
            opened.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
        opened.surveys.add(Survey("drft34", INSTRUMENT))
        opened.responses.add("open34", response(1))
        opened.surveys.begin_last_minute("open34", 1_799_999_940)
        opened.surveys.plan_closing("late34", 1_800_000_001)
        assert opened.surveys.close_due(1_799_999_999) == []
        assert opened.surveys.get("open34").state is State.OPEN
        assert opened.surveys.close_due(1_800_000_000) == ["open34"]
        closed = opened.surveys.get("open34")
        assert (closed.state, closed.closes_at) == (State.CLOSED, None)
        opened.maintenance.wipe()
        assert opened.responses.tally("open34").responses == 1
        with pytest.raises(SurveyNotOpen):
            opened.responses.add("open34", response(2))
        assert opened.surveys.close_due(1_800_000_000) == []
        assert opened.surveys.get("late34").closes_at == 1_800_000_001
        states = {each.code: each.state for each in opened.surveys.all()}
        assert [states[code] for code in ("late34", "none34", "drft34")] == [
            "open",
            "open",
            "draft",
        ]

    def test_of_many_that_close_at_once_one_is_told(self, opened):
        opened.surveys.begin_last_minute("open34", -55)
        with ThreadPoolExecutor(8) as pool:
            told = list(pool.map(opened.surveys.close_due, range(5, 13)))
        assert sorted(told) == [[]] * 7 + [["open34"]]

    def test_responses_are_stored_past_the_time_until_it_is_closed(self, opened):
        """Storing a response reads no clock: only close_due closes a survey whose time has come."""
        opened.surveys.begin_last_minute("open34", -59)
        assert opened.responses.add("open34", response(1))
        assert opened.surveys.close_due(1) == ["open34"]
        assert opened.responses.add("open34", response(1)) is False

    def test_deleting_takes_the_responses_along_and_leaves_the_others(self, opened):
        opened.surveys.add(Survey("other3", INSTRUMENT, State.OPEN))
        for code in ("open34", "other3"):
            opened.responses.add(code, response(1))
        opened.surveys.delete("open34")
        with pytest.raises(SurveyNotFound):
            opened.surveys.get("open34")
        assert opened.responses.tally("other3").responses == 1
