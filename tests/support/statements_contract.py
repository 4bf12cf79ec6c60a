"""Every store owes a statement from each closing on, and never changes one that it has."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response

from survey.errors import SurveyNotFound
from survey.store import State, Survey


def text(closing: int, code: str = "open34") -> str:
    return f"deniable/statement/{code}/{closing}\nthe rest\n"


class StatementsContract(OpenSurvey):
    """A closed survey has one statement a closing, and an open one those of earlier closings."""

    def test_only_a_closed_survey_owes_a_statement(self, opened):
        opened.surveys.add(Survey("drft34", INSTRUMENT))
        assert opened.surveys.owed_statements() == []
        for _ in range(2):  # closing what is closed is no closing
            opened.surveys.set_state("open34", State.CLOSED)
            assert opened.surveys.owed_statements() == ["open34"]
            assert opened.surveys.get("open34").closings == 1
        assert opened.surveys.statements("open34") == []
        assert opened.surveys.add_statement("open34", 1, text(1))
        assert opened.surveys.owed_statements() == []
        assert opened.surveys.statements("open34") == [text(1)]

    def test_what_closes_at_its_time_owes_one_too(self, opened):
        opened.surveys.plan_closing("open34", 5)
        assert opened.surveys.close_due(4) == []
        assert opened.surveys.owed_statements() == []
        opened.surveys.close_due(5)
        assert opened.surveys.owed_statements() == ["open34"]
        assert opened.surveys.get("open34").closings == 1

    def test_the_first_statement_counts(self, opened):
        opened.surveys.set_state("open34", State.CLOSED)
        assert opened.surveys.add_statement("open34", 1, text(1))
        assert not opened.surveys.add_statement("open34", 1, text(1) + "other")
        assert opened.surveys.statements("open34") == [text(1)]

    def test_of_many_at_once_one_is_kept(self, opened, another_store):
        opened.surveys.set_state("open34", State.CLOSED)
        texts = [f"{text(1)}{number}" for number in range(8)]

        def add(number: int) -> bool:
            store = (opened, another_store)[number % 2]
            return store.surveys.add_statement("open34", 1, texts[number])

        with ThreadPoolExecutor(len(texts)) as pool:
            told = list(pool.map(add, range(len(texts))))
        assert told.count(True) == 1
        assert opened.surveys.statements("open34") == [texts[told.index(True)]]

    @pytest.mark.parametrize("closing", [0, 1, 2, 4])
    def test_only_the_last_closing_of_a_closed_survey_is_stated(self, opened, closing):
        for state in (State.CLOSED, State.OPEN) * 2:
            opened.surveys.set_state("open34", state)
            assert not opened.surveys.add_statement("open34", 3, text(3))
        opened.surveys.set_state("open34", State.CLOSED)
        assert not opened.surveys.add_statement("open34", closing, text(closing))
        assert opened.surveys.statements("open34") == []
        assert opened.surveys.add_statement("open34", 3, text(3))

    def test_a_reopened_survey_keeps_them_in_order(self, opened):
        for closing in range(1, 12):
            opened.surveys.set_state("open34", State.CLOSED)
            assert opened.surveys.add_statement("open34", closing, text(closing))
            opened.surveys.set_state("open34", State.OPEN)
            assert opened.surveys.owed_statements() == []
        assert opened.surveys.statements("open34") == [text(each) for each in range(1, 12)]

    def test_deleting_takes_them_along_and_leaves_the_others(self, opened):
        opened.surveys.add(Survey("other3", INSTRUMENT, State.OPEN))
        for code in ("open34", "other3"):
            opened.responses.add(code, response(1))
            opened.surveys.set_state(code, State.CLOSED)
            opened.surveys.add_statement(code, 1, text(1, code))
        opened.surveys.delete("open34")
        assert opened.surveys.statements("other3") == [text(1, "other3")]
        opened.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        assert opened.surveys.statements("open34") == []

    def test_unknown_code_has_none(self, store):
        with pytest.raises(SurveyNotFound):
            store.surveys.statements("nosuch")
        with pytest.raises(SurveyNotFound):
            store.surveys.add_statement("nosuch", 1, text(1))
