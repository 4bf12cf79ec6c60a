"""The instruments of published surveys, read once each: they never change.

So a submission reads nothing from the database. A reader and the writer keep
each other waiting there, and each wait is many times what storing takes.
"""

from survey.core.instrument import Instrument
from survey.errors import SurveyNotFound
from survey.store import Store


class PublishedInstruments:
    """Of a survey that was deleted elsewhere it may still know; the store then takes nothing."""

    def __init__(self, store: Store):
        self._store = store
        self._known: dict[str, Instrument] = {}

    def of(self, code: str) -> Instrument:
        """The instrument of the published survey with this code; raises SurveyNotFound."""
        known = self._known.get(code)
        if known is None:
            survey = self._store.survey(code)
            if not survey.published:
                raise SurveyNotFound
            known = self._known[code] = survey.instrument
        return known

    def forget(self, code: str) -> None:
        """The survey is deleted, and its code may become another's."""
        self._known.pop(code, None)
