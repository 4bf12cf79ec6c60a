"""Results as a room and the public see them while responses come: they move in steps.

Figures that moved with every response would tell, to whoever sees a neighbour send, that
neighbour's report; to whoever asks often, every report in the order of arrival. So the tally of
each step is taken once and kept in this process's memory; the figures stand until ten more have
come. The dashboard, which is its instructor's alone, is exact. Several workers, and a restart,
take tallies of their own: a page follows a step once (data-as in
templates/running/presenter.html), but a reload may bring another worker's tally.
"""

from dataclasses import replace
from threading import Lock

from flask import current_app

from survey.core.responses.public_count import FIRST, STEP
from survey.core.responses.tally import Tally
from survey.store import State, Survey
from survey.web.results.published import Results, results_of


class Steps:
    """The tally of each survey that was shown last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._taken: dict[tuple[str, str], Tally] = {}

    def tally(self, survey: Survey, now: Tally) -> Tally:
        """`now` once the survey is closed; while it is open, the last one until ten more came.

        A survey that is opened again goes on from the tally that it showed while it was closed.
        """
        key = survey.code, survey.instrument.digest
        with self._lock:
            taken = self._taken.get(key, _none(now))
            least = taken.responses + STEP if taken.responses else FIRST
            if survey.state is not State.OPEN or now.responses >= least:
                taken = self._taken[key] = now
            return taken


def stepped_results_of(survey: Survey) -> Results:
    """The results as the address asks for them: of the last step while it is open, else all."""
    results = results_of(survey)
    steps: Steps = current_app.extensions["steps"]
    return replace(results, tally=steps.tally(survey, results.tally))


def _none(tally: Tally) -> Tally:
    """The tally before the first response, of the same shape."""
    return Tally(0, tuple((0,) * len(row) for row in tally.counts))
