"""Results for a class and for the public, which change in steps while responses come.

The dashboard, which only instructors see, is exact, and so is a rehearsal.
"""

from dataclasses import replace

from survey.core.responses.public_steps import first_shown
from survey.store import State, Survey
from survey.web.http.extensions import store
from survey.web.results.published import Results, results_of, shown_tally
from survey.web.results.statement_list import as_listed


def stepped_results_of(survey: Survey) -> Results:
    """The results at the address's settings: of an open survey the last step, otherwise as stated.

    For a survey that an earlier release opened again, it leaves out responses without a statement.
    """
    results = results_of(survey)
    if survey.state is State.REHEARSAL:
        return results
    if survey.state is State.CLOSED:
        return as_listed(results)
    steps = store().responses.public_steps(survey.code)
    fewest = survey.fewest_responses
    return replace(
        results,
        tally=shown_tally(survey, steps.shown),
        first_shown=first_shown(fewest, steps.step) if survey.state is State.OPEN else fewest,
        step=steps.step,
    )
