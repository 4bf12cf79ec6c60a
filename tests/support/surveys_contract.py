"""What every store must do with surveys."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response
from instruments import make_instrument

from survey.core.instrument.instructor_names import INSTRUCTOR
from survey.errors import DraftChanged, SurveyFrozen, SurveyNotFound, SurveyNotOpen
from survey.store import Instructor, State, Survey


class SurveysContract(OpenSurvey):
    """They are kept, listed, changed as drafts, shared and deleted."""

    def test_survey_comes_back_as_it_was(self, store):
        survey = Survey(
            "abc346",
            INSTRUMENT,
            State.OPEN,
            results_public=True,
            fewest_responses=9,
            closes_at=1_800_000_000,
        )
        assert store.add_survey(survey)
        assert store.survey("abc346") == survey

    def test_taken_code_stores_nothing(self, store):
        store.add_survey(Survey("abc346", INSTRUMENT))
        assert not store.add_survey(Survey("abc346", make_instrument("1/10")))
        assert store.survey("abc346").instrument == INSTRUMENT

    def test_first_survey_is_the_first_and_no_other(self, store):
        survey = Survey("abc346", INSTRUMENT, State.OPEN)
        assert store.add_first_survey(survey)
        assert not store.add_first_survey(Survey("bbb333", INSTRUMENT))
        assert store.surveys() == [survey]

    @pytest.mark.parametrize(
        "begin",
        [
            lambda store: store.add_survey(Survey("open34", INSTRUMENT)),
            lambda store: store.add_instructor(Instructor("ada")),
            lambda store: store.save_instructor(Instructor(INSTRUCTOR, password_hash="hash")),
            lambda store: store.save_instructor(Instructor(INSTRUCTOR, link_hash="hash")),
            lambda store: store.save_instructor(Instructor(INSTRUCTOR, largest_epsilon=2.0)),
        ],
    )
    def test_where_anybody_has_begun_nothing_is_the_first(self, store, begin):
        begin(store)
        before = store.surveys()
        assert store.add_first_survey(Survey("abc346", INSTRUMENT)) is False
        assert store.surveys() == before

    def test_of_many_first_surveys_at_once_one_is_stored(self, store, another_store):
        codes = [f"{letter}{letter}{letter}234" for letter in "bcdfghjk"]

        def add(place: int) -> bool:
            opened = (store, another_store)[place % 2]
            return opened.add_first_survey(Survey(codes[place], INSTRUMENT))

        with ThreadPoolExecutor(len(codes)) as pool:
            told = list(pool.map(add, range(len(codes))))
        assert told.count(True) == 1
        assert [each.code for each in store.surveys()] == [codes[told.index(True)]]

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
            lambda store: store.plan_closing("nosuch", 1_800_000_000),
            lambda store: store.add_response("nosuch", response(1)),
            lambda store: store.replace_instrument("nosuch", INSTRUMENT, INSTRUMENT.digest),
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
        store.replace_instrument("abc346", other, INSTRUMENT.digest)
        assert store.survey("abc346").instrument == other
        for state in (State.OPEN, State.CLOSED):
            store.set_state("abc346", state)
            with pytest.raises(SurveyFrozen):
                store.replace_instrument("abc346", INSTRUMENT, other.digest)
            with pytest.raises(SurveyFrozen):
                store.set_state("abc346", State.DRAFT)
        assert store.survey("abc346").instrument == other

    @pytest.mark.parametrize("expected", ["", "0" * 64, INSTRUMENT.digest])
    def test_draft_that_was_changed_meanwhile_stays_as_it_is(self, store, expected):
        store.add_survey(Survey("abc346", INSTRUMENT))
        other = make_instrument("1/10")
        store.replace_instrument("abc346", other, INSTRUMENT.digest)
        with pytest.raises(DraftChanged, match="changed meanwhile in another window"):
            store.replace_instrument("abc346", make_instrument("1/5"), expected)
        assert store.survey("abc346").instrument == other
        store.replace_instrument("abc346", other, INSTRUMENT.digest)  # it arrived twice

    def test_of_two_changes_to_one_draft_at_once_one_is_kept_and_the_other_told(self, store):
        store.add_survey(Survey("abc346", INSTRUMENT))
        changes = [make_instrument(f"1/{number}") for number in range(5, 13)]

        def replace(changed) -> bool:
            try:
                store.replace_instrument("abc346", changed, INSTRUMENT.digest)
            except DraftChanged:
                return False
            return True

        with ThreadPoolExecutor(len(changes)) as pool:
            saved = list(pool.map(replace, changes))
        assert saved.count(True) == 1
        assert store.survey("abc346").instrument == changes[saved.index(True)]

    def test_draft_cannot_be_closed(self, store):
        store.add_survey(Survey("abc346", INSTRUMENT))
        with pytest.raises(SurveyNotOpen):
            store.set_state("abc346", State.CLOSED)
        assert store.survey("abc346").state is State.DRAFT

    def test_sharing_is_kept(self, opened):
        opened.set_sharing("open34", True, 12)
        survey = opened.survey("open34")
        assert (survey.results_public, survey.fewest_responses) == (True, 12)

    def test_closing_is_planned_and_planned_no_more(self, opened):
        for closes_at in (1_800_000_000, 0, None, 4_000_000_000):
            opened.plan_closing("open34", closes_at)
            assert opened.survey("open34").closes_at == closes_at
            assert opened.survey("open34").state is State.OPEN

    def test_only_an_open_survey_is_given_a_time_to_close(self, opened):
        opened.add_survey(Survey("abc346", INSTRUMENT))
        opened.set_state("open34", State.CLOSED)
        for code in ("abc346", "open34"):
            with pytest.raises(SurveyNotOpen):
                opened.plan_closing(code, 1_800_000_000)
            assert opened.survey(code).closes_at is None

    @pytest.mark.parametrize("states", [[State.CLOSED], [State.CLOSED, State.OPEN], [State.OPEN]])
    def test_a_plan_is_forgotten_when_it_is_decided_otherwise(self, opened, states):
        opened.plan_closing("open34", 1_800_000_000)
        for state in states:
            opened.set_state("open34", state)
        assert opened.survey("open34").closes_at is None
        assert opened.close_due(2_000_000_000) == []
        assert opened.survey("open34").state is states[-1]

    def test_what_is_due_is_closed_at_its_second_and_nothing_else(self, opened):
        for code in ("late34", "none34"):
            opened.add_survey(Survey(code, INSTRUMENT, State.OPEN))
        opened.add_survey(Survey("drft34", INSTRUMENT))
        opened.add_response("open34", response(1))
        opened.plan_closing("open34", 1_800_000_000)
        opened.plan_closing("late34", 1_800_000_001)
        assert opened.close_due(1_799_999_999) == []
        assert opened.survey("open34").state is State.OPEN
        assert opened.close_due(1_800_000_000) == ["open34"]
        closed = opened.survey("open34")
        assert (closed.state, closed.closes_at) == (State.CLOSED, None)
        opened.wipe()
        assert opened.tally("open34").responses == 1
        with pytest.raises(SurveyNotOpen):
            opened.add_response("open34", response(2))
        assert opened.close_due(1_800_000_000) == []
        assert opened.survey("late34").closes_at == 1_800_000_001
        states = {each.code: each.state for each in opened.surveys()}
        assert [states[code] for code in ("late34", "none34", "drft34")] == [
            "open",
            "open",
            "draft",
        ]

    def test_of_many_that_close_at_once_one_is_told(self, opened):
        opened.plan_closing("open34", 5)
        with ThreadPoolExecutor(8) as pool:
            told = list(pool.map(opened.close_due, range(5, 13)))
        assert sorted(told) == [[]] * 7 + [["open34"]]

    def test_responses_are_stored_past_the_time_until_it_is_closed(self, opened):
        """Storing looks at no clock: what is due is closed by close_due alone."""
        opened.plan_closing("open34", 1)
        assert opened.add_response("open34", response(1))
        assert opened.close_due(1) == ["open34"]
        assert opened.add_response("open34", response(1)) is False

    def test_deleting_takes_the_responses_along_and_leaves_the_others(self, opened):
        opened.add_survey(Survey("other3", INSTRUMENT, State.OPEN))
        for code in ("open34", "other3"):
            opened.add_response(code, response(1))
        opened.delete_survey("open34")
        with pytest.raises(SurveyNotFound):
            opened.survey("open34")
        assert opened.tally("other3").responses == 1
