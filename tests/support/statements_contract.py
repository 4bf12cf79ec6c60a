"""Every store lacks a statement after a closing until it gets one, and never changes it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response
from opened_again import come_after_the_statement

from survey.errors import SurveyNotFound
from survey.store import State, Survey


def text(code: str = "open34") -> str:
    return f"deniable/statement/{code}/1\nthe rest\n"


class StatementsContract(OpenSurvey):
    """A closed survey has one statement, and an open one none."""

    def test_only_a_closed_survey_owes_a_statement(self, opened):
        opened.surveys.add(Survey("drft34", INSTRUMENT))
        assert opened.surveys.missing_statements() == []
        for _ in range(2):  # closing a closed survey changes nothing
            opened.surveys.set_state("open34", State.CLOSED)
            assert opened.surveys.missing_statements() == ["open34"]
        assert opened.surveys.statements("open34") == []
        assert opened.surveys.add_statement("open34", text())
        assert opened.surveys.missing_statements() == []
        assert opened.surveys.statements("open34") == [text()]

    def test_what_closes_at_its_time_owes_one_too(self, opened):
        opened.surveys.begin_last_minute("open34", -55)
        assert opened.surveys.close_due(4) == []
        assert opened.surveys.missing_statements() == []
        opened.surveys.close_due(5)
        assert opened.surveys.missing_statements() == ["open34"]

    def test_the_first_statement_counts(self, opened):
        opened.surveys.set_state("open34", State.CLOSED)
        assert opened.surveys.add_statement("open34", text())
        assert not opened.surveys.add_statement("open34", text() + "other")
        assert opened.surveys.statements("open34") == [text()]

    def test_of_many_at_once_one_is_kept(self, opened, another_store):
        opened.surveys.set_state("open34", State.CLOSED)
        texts = [f"{text()}{number}" for number in range(8)]

        def add(number: int) -> bool:
            store = (opened, another_store)[number % 2]
            return store.surveys.add_statement("open34", texts[number])

        with ThreadPoolExecutor(len(texts)) as pool:
            told = list(pool.map(add, range(len(texts))))
        assert told.count(True) == 1
        assert opened.surveys.statements("open34") == [texts[told.index(True)]]

    def test_only_a_closed_survey_is_stated(self, opened):
        opened.surveys.add(Survey("drft34", INSTRUMENT))
        for code in ("open34", "drft34"):
            assert not opened.surveys.add_statement(code, text(code))
            assert opened.surveys.statements(code) == []

    def test_what_an_earlier_release_opened_again_keeps_its_list_and_is_stated_no_more(
        self, opened
    ):
        opened.responses.add("open34", response(1))
        opened.surveys.set_state("open34", State.CLOSED)
        assert opened.surveys.add_statement("open34", text())
        assert opened.surveys.listed("open34") is None
        come_after_the_statement(opened, "open34", [response(2)])
        assert opened.surveys.listed("open34") == {f"{1:032x}"}
        assert opened.surveys.missing_statements() == []
        assert not opened.surveys.add_statement("open34", text() + "more")
        assert opened.surveys.statements("open34") == [text()]

    def test_definitions_are_kept_with_their_statement(self, opened):
        opened.surveys.set_state("open34", State.CLOSED)
        opened.surveys.add_statement("open34", text(), '{"ε":"ln(odds)"}')
        assert opened.surveys.definitions("open34") == {1: '{"ε":"ln(odds)"}'}

    def test_deleting_takes_them_along_and_leaves_the_others(self, opened):
        opened.surveys.add(Survey("other3", INSTRUMENT, State.OPEN))
        for code in ("open34", "other3"):
            opened.responses.add(code, response(1))
            opened.surveys.set_state(code, State.CLOSED)
            opened.surveys.add_statement(code, text(code))
        opened.surveys.delete("open34")
        assert opened.surveys.statements("other3") == [text("other3")]
        opened.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        assert opened.surveys.statements("open34") == []

    def test_unknown_code_has_none(self, store):
        with pytest.raises(SurveyNotFound):
            store.surveys.statements("nosuch")
        with pytest.raises(SurveyNotFound):
            store.surveys.add_statement("nosuch", text())
        with pytest.raises(SurveyNotFound):
            store.surveys.definitions("nosuch")
