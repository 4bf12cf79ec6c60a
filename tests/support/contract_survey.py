"""The parts that all tests of the contract use: an instrument, responses, an open survey."""

import pytest
from instruments import make_instrument

from survey.core.responses.response import Response
from survey.store import State, Store, Survey

INSTRUMENT = make_instrument("1/4", "1/3")


def response(number: int, *reports: int, instrument=INSTRUMENT) -> Response:
    return Response(instrument.digest, f"{number:032x}", reports or (0, 1))


class OpenSurvey:
    """A store with one open survey."""

    @pytest.fixture
    def opened(self, store: Store) -> Store:
        store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        return store
