"""Every store records at once that bytes must be wiped, and keeps the record until they are."""

import pytest
from contract_survey import INSTRUMENT, OpenSurvey, response

from survey.errors import StoreUnavailable
from survey.store import Instructor, State, Store, Survey
from survey.store.models import INSTRUCTOR

REFUSAL = "The disk is full. Free some space and try again."


class PendingWipesContract(OpenSurvey):
    """A test class that inherits this defines `is_wipe_pending`, and `refuse` to prevent wiping."""

    def is_wipe_pending(self, store: Store) -> bool:
        raise NotImplementedError

    def refuse(self, store: Store, patch: pytest.MonkeyPatch) -> None:
        raise NotImplementedError

    @pytest.fixture
    def filled(self, opened):
        opened.responses.add("open34", response(1))
        opened.instructors.add(Instructor("ada"))
        opened.surveys.add(Survey("adas34", INSTRUMENT, owner="ada"))
        opened.surveys.add_tokens("adas34", ["hash of a slip"])
        return opened

    OWING = {
        "close": lambda store: store.surveys.set_state("open34", State.CLOSED),
        "delete": lambda store: store.surveys.delete("open34"),
        "remove": lambda store: store.instructors.remove("ada", INSTRUCTOR),
        "withdraw": lambda store: store.surveys.withdraw_tokens("adas34"),
    }

    def test_new_store_owes_nothing(self, store):
        assert not self.is_wipe_pending(store)

    @pytest.mark.parametrize("verb", OWING)
    def test_what_is_wiped_at_once_is_pending_no_more(self, filled, verb):
        assert self.OWING[verb](filled) is True
        assert not self.is_wipe_pending(filled)

    @pytest.mark.parametrize("verb", OWING)
    def test_what_cannot_be_wiped_has_happened_and_is_pending_until_it_is(
        self, filled, another_store, verb
    ):
        with pytest.MonkeyPatch.context() as patch:
            self.refuse(filled, patch)
            assert self.OWING[verb](filled) is False
            assert {
                "close": lambda: filled.surveys.get("open34").state is State.CLOSED,
                "delete": lambda: [each.code for each in filled.surveys.all()] == ["adas34"],
                "remove": lambda: filled.instructors.all() == [Instructor(INSTRUCTOR)],
                "withdraw": lambda: filled.surveys.tokens("adas34") == {},
            }[verb]()  # fmt: skip
            for _ in range(2):
                assert self.is_wipe_pending(filled)
                with pytest.raises(StoreUnavailable, match="disk is full"):
                    filled.maintenance.wipe()
        another_store.maintenance.wipe()
        assert not self.is_wipe_pending(filled)

    def test_what_closes_at_its_time_is_pending_until_it_is_wiped(self, filled):
        filled.surveys.begin_last_minute("open34", -55)
        assert filled.surveys.close_due(4) == []
        assert not self.is_wipe_pending(filled)
        assert filled.surveys.close_due(5) == ["open34"]
        assert self.is_wipe_pending(filled)
        filled.maintenance.wipe()
        assert not self.is_wipe_pending(filled)

    def test_no_wipe_is_pending_for_what_is_refused(self, filled):
        """The record is in the same transaction: an error undoes it together with the change."""
        with pytest.MonkeyPatch.context() as patch:
            self.refuse(filled, patch)
            for refused in (
                lambda: filled.surveys.set_state("adas34", State.CLOSED),
                lambda: filled.surveys.delete("nosuch"),
                lambda: filled.instructors.remove("ada"),
            ):
                with pytest.raises(Exception, match="published|no survey|still has"):
                    refused()
        assert not self.is_wipe_pending(filled)
