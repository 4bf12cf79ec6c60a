"""Every store reports whether it can write: a response that was stored lately proves it."""

import pytest
from contract_survey import INSTRUMENT, response

from survey.errors import ResponseConflict, StoreUnavailable
from survey.store import State, Survey
from survey.store.sql.database import PROVED_SECONDS


class ReadinessContract:
    """Tests of `Maintenance.check_ready`; each engine's own behaviour has tests of its own."""

    def test_new_store_is_ready(self, store):
        store.maintenance.check_ready()

    def test_a_response_that_was_acknowledged_is_the_proof_and_so_is_its_retry(self, store):
        """A retry is acknowledged once a durable write has confirmed it."""
        store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        ready, now = store.database.readiness, 100.0
        ready._clock, ready._write_nothing = lambda: now, unreachable
        assert store.responses.add("open34", response(1))
        store.maintenance.check_ready()
        now += PROVED_SECONDS
        assert not store.responses.add("open34", response(1))
        store.maintenance.check_ready()
        now += PROVED_SECONDS
        with pytest.raises(ResponseConflict):
            store.responses.add("open34", response(1, 1, 0))
        with pytest.raises(StoreUnavailable, match="out of reach"):
            store.maintenance.check_ready()


def unreachable():
    raise StoreUnavailable("The disk is out of reach.")
