"""Results as a room and the public see them: in steps while responses come.

The dashboard, which is its instructor's alone, is exact, and so is a rehearsal.
"""

from dataclasses import replace

from survey.core.responses.public_steps import first_shown
from survey.store import State, Survey
from survey.web.http.extensions import store
from survey.web.results.published import Results, results_of


def stepped_results_of(survey: Survey) -> Results:
    """The results as the address asks for them: of the last step while it is open, else all.

    Late responses to a survey that was opened again are left out while they are too few.
    """
    results = results_of(survey)
    if survey.state is State.REHEARSAL:
        return results
    steps = store().responses.public_steps(survey.code)
    fewest = survey.fewest_responses
    return replace(
        results,
        tally=steps.shown,
        reopened=bool(steps.published),
        first_shown=first_shown(fewest, steps.step) if survey.state is State.OPEN else fewest,
        step=steps.step,
    )
