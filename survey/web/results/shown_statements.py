"""The signed statement of a survey's results, shown only where the results are shown.

A statement holds tallies. So it is hidden if it counts more responses than the results do, or so
few that results are hidden.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import Response

from survey.core.responses.statement import Statement
from survey.errors import ResultsHidden
from survey.exports.result_terms import ResultTerms
from survey.store import State
from survey.text.glossary import DEFINITIONS
from survey.translations.marked import N_
from survey.web.http.extensions import store
from survey.web.results.published import Results, download
from survey.wire.signed_note import read_signed_statement
from survey.wire.stating import stated_definitions


@dataclass(frozen=True)
class StatedNotes:
    """The `notes` that may be shown, the newest last, beside these `results`.

    `beyond` is how many responses the last one does not cover: they came after an earlier release
    had opened the survey again.
    """

    results: Results
    notes: tuple[str, ...]
    beyond: int = 0

    @cached_property
    def of_these_results(self) -> Statement | None:
        """The statement of exactly these results; None while open, or if responses came later."""
        last = read_signed_statement(self.notes[-1]) if self.notes else None
        return last if last and last.tally == self.results.tally else None

    @property
    def definitions(self) -> Mapping[str, str]:
        """The definitions that the statement signs; without a statement, this release's."""
        note = self.note_of_these_results
        return stated_definitions(store(), note) if note else DEFINITIONS

    @property
    def terms(self) -> ResultTerms:
        """The terms with which a file describes these results."""
        results, survey = self.results, self.results.survey
        return ResultTerms(
            results.confidence,
            results.simultaneous,
            self.definitions,
            survey.told,
            survey.state is State.CLOSED,
            survey.limits,
        )

    @property
    def note_of_these_results(self) -> str | None:
        """The signed note of `of_these_results`; None if that is None."""
        return self.notes[-1] if self.of_these_results else None


def stated(results: Results) -> StatedNotes:
    """The statements of these results."""
    survey, shown = results.survey, results.tally.responses

    def is_shown(note: str) -> bool:
        counted = read_signed_statement(note).tally.responses
        return counted <= shown and not survey.missing_responses(counted)

    if survey.state is not State.CLOSED:
        return StatedNotes(results, ())
    notes = tuple(filter(is_shown, store().surveys.statements(survey.code)))
    beyond = 0
    if notes:
        stored = store().responses.tally(survey.code).responses
        beyond = stored - read_signed_statement(notes[-1]).tally.responses
    return StatedNotes(results, notes, beyond)


def statement_file(results: Results) -> Response:
    """The notes as one text; raises ResultsHidden if there is none to show."""
    notes = stated(results).notes
    if not notes:
        raise ResultsHidden(N_("The results are stated once the survey is closed."))
    name = f"{results.survey.code}-statement.txt"
    return download("\n".join(notes), name, "text/plain; charset=utf-8")
