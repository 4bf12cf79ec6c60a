"""What every store must do with surveys."""

import pytest
from contract_survey import INSTRUMENT
from contract_survey import OpenSurvey
from contract_survey import response
from instruments import make_instrument

from survey.errors import SurveyFrozen
from survey.errors import SurveyNotFound
from survey.errors import SurveyNotOpen
from survey.store import State
from survey.store import Survey


class SurveysContract(OpenSurvey):
    """They are kept, listed, changed as drafts, shared and deleted."""

    def test_survey_comes_back_as_it_was(self, store):
        survey = Survey("abc346", INSTRUMENT, State.OPEN, results_public=True, fewest_responses=9)
        assert store.add_survey(survey)
        assert store.survey("abc346") == survey

    def test_taken_code_stores_nothing(self, store):
        store.add_survey(Survey("abc346", INSTRUMENT))
        assert not store.add_survey(Survey("abc346", make_instrument("1/10")))
        assert store.survey("abc346").instrument == INSTRUMENT

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

    def test_deleting_takes_the_responses_along_and_leaves_the_others(self, opened):
        opened.add_survey(Survey("other3", INSTRUMENT, State.OPEN))
        for code in ("open34", "other3"):
            opened.add_response(code, response(1))
        opened.delete_survey("open34")
        with pytest.raises(SurveyNotFound):
            opened.survey("open34")
        assert opened.tally("other3").responses == 1
