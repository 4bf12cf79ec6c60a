"""The contract of every store for participation tokens."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response

from survey.core.responses import tokens
from survey.errors import (
    ResponseConflict,
    SurveyFrozen,
    SurveyNotFound,
    SurveyNotOpen,
    TokenRejected,
)
from survey.store import State, Survey, TokenCounts


@contextmanager
def refused(sentence: str):
    """Passes if the block refuses the token with this sentence and names the field."""
    with pytest.raises(TokenRejected) as caught:
        yield
    assert (caught.value.message, caught.value.field) == (sentence, "token")


class TokensContract(OpenSurvey):
    """Each token is for one response, and each refusal has its sentence."""

    def test_survey_takes_tokens_from_the_first_that_is_issued(self, opened):
        assert not opened.surveys.get("open34").tokens_required
        assert opened.surveys.token_counts("open34") == TokenCounts(0, 0)
        opened.surveys.add_tokens("open34", ["one", "two"])
        assert opened.surveys.get("open34").tokens_required
        opened.surveys.add_tokens("open34", ["three"])
        assert opened.surveys.token_counts("open34") == TokenCounts(3, 0)

    def test_tokens_are_withdrawn_until_one_is_spent(self, opened):
        opened.surveys.add_tokens("open34", ["one", "two"])
        opened.surveys.withdraw_tokens("open34")
        assert not opened.surveys.get("open34").tokens_required
        assert opened.surveys.token_counts("open34") == TokenCounts(0, 0)
        with refused(tokens.NOT_NEEDED):
            opened.responses.add("open34", response(1), "one")
        opened.surveys.add_tokens("open34", ["three", "four"])
        with refused(tokens.UNKNOWN):
            opened.responses.add("open34", response(1), "one")
        opened.responses.add("open34", response(1), "three")
        with pytest.raises(SurveyFrozen):
            opened.surveys.withdraw_tokens("open34")
        assert opened.surveys.get("open34").tokens_required
        assert opened.surveys.token_counts("open34") == TokenCounts(2, 1)
        assert opened.surveys.tokens("open34") == {"three": True, "four": False}

    def test_one_token_is_looked_up(self, opened):
        opened.surveys.add(Survey("else34", INSTRUMENT, State.OPEN))
        opened.surveys.add_tokens("open34", ["one", "two"])
        opened.surveys.add_tokens("else34", ["other"])
        opened.responses.add("open34", response(1), "one")
        spent = {each: opened.surveys.token_spent("open34", each)
                 for each in ("one", "two", "other", "none")}  # fmt: skip
        assert spent == {"one": True, "two": False, "other": None, "none": None}
        with pytest.raises(SurveyNotFound):
            opened.surveys.token_spent("nosuch", "one")

    def test_as_many_can_answer_as_tokens_are_issued(self, opened):
        opened.surveys.add_tokens("open34", ["one", "two"])
        assert opened.surveys.get("open34").cap == 2
        opened.surveys.add_tokens("open34", ["three"])
        assert opened.surveys.get("open34").cap == 3
        opened.surveys.withdraw_tokens("open34")
        assert opened.surveys.get("open34").cap is None
        opened.surveys.add_tokens("open34", ["four", "five"])
        opened.responses.add("open34", response(1), "five")
        assert opened.surveys.get("open34").state is State.OPEN
        opened.responses.add("open34", response(2), "four")
        assert opened.surveys.get("open34").state is State.CLOSED

    def test_tokens_are_no_cap_beyond_the_largest(self, opened):
        opened.surveys.add_tokens("open34", [str(number) for number in range(10_000)])
        assert opened.surveys.get("open34").cap == 10_000
        opened.surveys.add_tokens("open34", ["one more"])
        assert opened.surveys.get("open34").cap is None

    def test_another_cap_than_the_tokens_is_refused(self, opened):
        opened.surveys.add_tokens("open34", ["one", "two"])
        for cap in (None, 1, 3):
            with pytest.raises(SurveyFrozen, match="as slips are printed"):
                opened.surveys.set_limits("open34", cap, False)
        opened.surveys.set_limits("open34", 2, True)
        assert opened.surveys.get("open34").hidden_until_closed

    def test_none_are_issued_after_a_response_unless_figures_wait(self, opened):
        opened.surveys.add_tokens("open34", ["one", "two"])
        opened.surveys.set_limits("open34", 2, True)
        opened.responses.add("open34", response(1), "one")
        opened.surveys.add_tokens("open34", ["three"])
        assert opened.surveys.get("open34").cap == 3
        opened.surveys.set_limits("open34", 3, False)
        with pytest.raises(SurveyFrozen, match="before the first response"):
            opened.surveys.add_tokens("open34", ["four"])
        assert opened.surveys.token_counts("open34") == TokenCounts(3, 1)

    def test_tokens_of_other_surveys_are_not_withdrawn(self, opened):
        opened.surveys.add(Survey("other3", INSTRUMENT, State.OPEN))
        opened.surveys.add_tokens("open34", ["one"])
        opened.surveys.add_tokens("other3", ["two"])
        opened.surveys.withdraw_tokens("open34")
        assert opened.surveys.get("other3").tokens_required
        assert opened.responses.add("open34", response(1)) is True
        assert opened.responses.add("other3", response(2), "two") is True

    def test_token_counts_one_response(self, opened):
        opened.surveys.add_tokens("open34", ["one", "two"])
        assert opened.responses.add("open34", response(1), "one") is True
        with refused(tokens.SPENT):
            opened.responses.add("open34", response(2), "one")
        assert opened.responses.add("open34", response(2), "two") is True
        assert opened.responses.tally("open34").responses == 2
        assert opened.surveys.token_counts("open34") == TokenCounts(2, 2)

    @pytest.mark.parametrize("again", ["one", "two", "none of ours", None])
    def test_stored_response_is_acknowledged_again_whatever_its_token(self, opened, again):
        opened.surveys.add_tokens("open34", ["one", "two"])
        opened.responses.add("open34", response(1), "one")
        assert opened.responses.add("open34", response(1), again) is False
        assert opened.surveys.token_counts("open34") == TokenCounts(2, 1)

    def test_each_wrong_token_has_its_sentence_and_nothing_is_stored(self, opened):
        opened.surveys.add(Survey("other3", INSTRUMENT, State.OPEN))
        opened.surveys.add(Survey("free34", INSTRUMENT, State.OPEN))
        opened.surveys.add_tokens("open34", ["one"])
        opened.surveys.add_tokens("other3", ["theirs"])
        for code, token, sentence in (
            ("open34", None, tokens.MISSING),
            ("open34", "guessed", tokens.UNKNOWN),
            ("open34", "", tokens.UNKNOWN),
            ("open34", "theirs", tokens.FOREIGN),
            ("free34", "one", tokens.NOT_NEEDED),
        ):
            with refused(sentence):
                opened.responses.add(code, response(1), token)
        assert (
            opened.surveys.token_counts("open34")
            == opened.surveys.token_counts("other3")
            == TokenCounts(1, 0)
        )
        for code in ("open34", "other3", "free34"):
            assert opened.responses.tally(code).responses == 0

    def test_refused_response_does_not_spend_its_token(self, opened):
        opened.surveys.add_tokens("open34", ["one", "two"])
        opened.responses.add("open34", response(1, 0, 1), "one")
        with pytest.raises(ResponseConflict):
            opened.responses.add("open34", response(1, 1, 1), "two")
        opened.surveys.set_state("open34", State.CLOSED)
        with pytest.raises(SurveyNotOpen):
            opened.responses.add("open34", response(2), "two")
        assert opened.surveys.token_counts("open34") == TokenCounts(2, 1)

    def test_one_of_many_with_one_token_is_stored(self, opened):
        opened.surveys.add_tokens("open34", [str(number) for number in range(26)])
        barrier = threading.Barrier(8)

        def add(numbers: tuple[int, int]) -> bool:
            number, token = numbers
            barrier.wait()
            try:
                return opened.responses.add("open34", response(number), str(token))
            except TokenRejected as error:
                assert error.message == tokens.SPENT
                return False

        with ThreadPoolExecutor(8) as pool:
            for token in range(25):
                stored = list(pool.map(add, [(100 * token + each, token) for each in range(8)]))
                assert sorted(stored) == [False] * 7 + [True]
        assert opened.responses.tally("open34").responses == 25
        assert opened.surveys.token_counts("open34") == TokenCounts(26, 25)

    def test_tokens_are_refused_where_they_would_promise_too_much(self, opened):
        opened.responses.add("open34", response(1))
        with pytest.raises(SurveyFrozen, match="without slips"):
            opened.surveys.add_tokens("open34", ["one"])
        opened.surveys.set_state("open34", State.CLOSED)
        with pytest.raises(SurveyNotOpen):
            opened.surveys.add_tokens("open34", ["one"])
        assert opened.surveys.token_counts("open34") == TokenCounts(0, 0)
        assert not opened.surveys.get("open34").tokens_required

    def test_draft_may_have_tokens_before_it_opens(self, store):
        store.surveys.add(Survey("drft34", INSTRUMENT))
        store.surveys.add_tokens("drft34", ["one"])
        store.surveys.set_state("drft34", State.OPEN)
        assert store.responses.add("drft34", response(1), "one")

    def test_deleting_takes_the_tokens_along(self, opened):
        opened.surveys.add_tokens("open34", ["one"])
        opened.surveys.delete("open34")
        opened.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        assert opened.surveys.token_counts("open34") == TokenCounts(0, 0)
        opened.surveys.add_tokens("open34", ["two"])
        with refused(tokens.UNKNOWN):
            opened.responses.add("open34", response(1), "one")
