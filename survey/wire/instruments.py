"""The instruments of published surveys, read once each: they never change.

So a submission reads nothing from the database. A reader and the writer keep
each other waiting there, and each wait is many times what storing takes.
"""

from survey.core.instrument.instrument import Instrument
from survey.errors import SurveyNotFound
from survey.store import Store


class PublishedInstruments:
    """A backup that is restored may bring another instrument under the same code: whoever meets a
    difference reads again. The store compares digests by itself, and takes nothing for another.
    """

    def __init__(self, store: Store):
        self._store = store
        self._known: dict[str, Instrument] = {}

    def known(self, code: str) -> Instrument | None:
        """The instrument of the survey with this code, if it was read before."""
        return self._known.get(code)

    def read(self, code: str) -> Instrument:
        """The instrument as the database has it now; SurveyNotFound unless it is published."""
        self._known.pop(code, None)
        survey = self._store.surveys.get(code)
        if not survey.published:
            raise SurveyNotFound
        self._known[code] = survey.instrument
        return survey.instrument
