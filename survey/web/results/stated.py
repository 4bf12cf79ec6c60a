"""The signed statements of a survey's results, as far as the results themselves are shown.

A statement holds tallies: so none is shown that counts more responses than the results do, or
so few that results would be hidden.
"""

from dataclasses import dataclass
from functools import cached_property

from flask import Response

from survey.core.responses.statement import Statement
from survey.core.responses.tally import Tally
from survey.errors import ResultsHidden
from survey.store import State, Survey
from survey.translations.marked import N_
from survey.web.http.extensions import store
from survey.web.results.published import Results, download
from survey.wire.statement import read_signed_statement


@dataclass(frozen=True)
class Stated:
    """The `notes` that may be shown, the newest last, of a survey whose `tally` is shown."""

    survey: Survey
    tally: Tally
    notes: tuple[str, ...]

    @cached_property
    def of_these_results(self) -> Statement | None:
        """The statement of the very results; None while the survey is open, or others came late."""
        last = read_signed_statement(self.notes[-1]) if self.notes else None
        ended = self.survey.state is State.CLOSED
        return last if last and ended and last.tally == self.tally else None

    @property
    def note_of_these_results(self) -> str | None:
        """The same, signed."""
        return self.notes[-1] if self.of_these_results else None


def stated(results: Results) -> Stated:
    """What is stated of these results and of earlier closings."""
    survey, shown = results.survey, results.tally.responses

    def is_shown(note: str) -> bool:
        counted = read_signed_statement(note).tally.responses
        return counted <= shown and not survey.missing_responses(counted)

    # Most looks are at a survey that has never closed, and need not ask the database.
    notes = store().surveys.statements(survey.code) if survey.closings else []
    return Stated(survey, results.tally, tuple(filter(is_shown, notes)))


def statement_file(results: Results) -> Response:
    """The notes as one text; raises ResultsHidden where there is none to show."""
    notes = stated(results).notes
    if not notes:
        raise ResultsHidden(N_("The results are stated once the survey is closed."))
    name = f"{results.survey.code}-statement.txt"
    return download("\n".join(notes), name, "text/plain; charset=utf-8")
