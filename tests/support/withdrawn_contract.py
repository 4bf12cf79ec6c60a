"""Every engine names a survey that this release cannot hold, and leaves it unchanged."""

import pytest
from contract_survey import INSTRUMENT
from instruments import alone, make_withdrawn_instrument

from survey.core.instrument.instrument import Question
from survey.core.mechanism.privacy import HALF
from survey.errors import StoreUnavailable
from survey.store import State, Survey, open_store
from survey.store.maintenance.open import Place, inspect


class WithdrawnContract:
    """A test class that inherits this defines the fixture `place`, and `held`."""

    def held(self, place: Place) -> object:
        """The whole contents of the database, to compare."""
        raise NotImplementedError

    @pytest.mark.parametrize("opening", [open_store, inspect])
    def test_answers_that_are_not_randomized_are_named_and_left(self, store, place, opening):
        store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        store.surveys.add(Survey("opn234", make_withdrawn_instrument("After “it”"), State.OPEN))
        store.surveys.add(Survey("drf234", make_withdrawn_instrument("Études")))
        before = self.held(place)
        with pytest.raises(StoreUnavailable) as refused:
            opening(place)
        assert self.held(place) == before
        assert "surveys hold some: “Études” (drf234), “After “it”” (opn234). Nothing" in str(
            refused.value
        )
        assert "release 0.1.0" in str(refused.value)
        assert "survey export CODE" in str(refused.value)

    def test_words_about_it_are_no_such_survey(self, store, place):
        asked = Question('Who says {"openly":true} in a file?', HALF / 2)
        store.surveys.add(Survey("open34", alone(asked), State.OPEN))
        open_store(place).close()
