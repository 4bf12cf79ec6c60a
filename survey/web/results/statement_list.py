"""The list of responses that the statement covers, if others came later.

Earlier releases could open a closed survey again. The list that everybody saw stays public and can
be verified; later responses are counted, but no statement covers them.
"""

from collections.abc import Iterator
from dataclasses import replace

from survey.core.responses.reports import Reports
from survey.core.responses.tally import tally
from survey.store import State, Survey
from survey.web.http.extensions import store
from survey.web.results.published import Results


def listed_ids(survey: Survey) -> frozenset[str] | None:
    """The ids of the stated list; None if it has all responses."""
    return store().surveys.listed(survey.code) if survey.state is State.CLOSED else None


def as_listed(results: Results) -> Results:
    """The results of the stated list; the same results if it has all responses."""
    ids = listed_ids(results.survey)
    if ids is None:
        return results
    listed = replace(results, listed=ids)
    counted = tally(results.survey.instrument, (reports for _, reports in responses_of(listed)))
    return replace(listed, tally=counted)


def responses_of(results: Results, prefix: str = "") -> Iterator[tuple[str, Reports]]:
    """The responses in these results whose ids begin with `prefix`, in the order of their ids."""
    listed = results.listed
    found = store().responses.all(results.survey.code, prefix)
    return found if listed is None else (each for each in found if each[0] in listed)
