"""Every engine refuses a database that a later release has changed, and leaves it unchanged."""

import pytest
from contract_survey import INSTRUMENT

from survey.errors import StoreUnavailable
from survey.store import State, Survey, open_store
from survey.store.maintenance.open import inspect


class LaterReleaseContract:
    """A test class that inherits this defines `place`, `held`, and a later release's migration."""

    later_migration: str

    @pytest.mark.parametrize("opening", [open_store, inspect])
    def test_database_of_a_later_release_is_refused_and_left(self, store, place, opening):
        store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        store.database.write(lambda rows: rows.execute(self.later_migration))
        before = self.held(place)
        with pytest.raises(StoreUnavailable) as refused:
            opening(place)
        assert str(refused.value) == (
            "The database was made by a later release. Install that one, or newer."
        )
        assert self.held(place) == before
