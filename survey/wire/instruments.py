"""A cache of the instruments of published surveys, which never change.

With it a submission reads nothing from the database, where a reader and the writer
keep each other waiting, each time for many times what storing takes.
"""

from survey.core.instrument.instrument import Instrument
from survey.errors import SurveyNotFound
from survey.store import Store


class PublishedInstruments:
    """Reads each published instrument from the store once.

    A restored backup may bring another instrument under the same code: a caller who finds that
    a digest differs reads again. The store compares digests itself, so a stale cache does no harm.
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
