"""The demo's buttons: one fills it with simulated students, one removes it for good."""

from flask import flash, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.ready_made.demo_survey import demo_responses
from survey.core.responses.public_steps import step_of
from survey.errors import ParameterError
from survey.store import Survey
from survey.store.rehearsals import add_together
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.refusal import shown_stamp

bp = Pages(
    "demo",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/demo",
    form_on={"remove": "dashboard.page"},
)

STUDENTS_A_CLICK = 60
MOST_STUDENTS = 600


@bp.post("/fill")
def fill(survey: Survey) -> ResponseReturnValue:
    """Stores responses of simulated students, each in the same way as any other."""
    _check_demo(survey)
    room = MOST_STUDENTS - store().responses.tally(survey.code).responses
    students = max(0, min(STUDENTS_A_CLICK, room))
    simulated = demo_responses(survey.instrument, students)
    step = step_of(survey.instrument)
    for start in range(0, students, step):  # the class sees the same steps as in a real survey
        add_together(store(), survey.code, simulated[start : start + step])
        store().responses.take_due_steps()
    if students:
        flash(gettext("%(students)s simulated students have responded.", students=students))
    else:
        flash(
            gettext(
                "The demo takes no more than %(most)s students.",
                most=MOST_STUDENTS,
            )
        )
    return redirect(url_for("dashboard.page", code=survey.code))


@bp.post("/remove")
def remove(survey: Survey) -> ResponseReturnValue:
    """Deletes the demo; nobody's responses are lost, so the code need not be typed."""
    _check_demo(survey)
    # Bytes that are not erased yet are simulated.
    store().surveys.delete(survey.code, shown_stamp())
    flash(gettext("The demo is removed, with its simulated students."))
    return redirect(url_for("surveys.index"))


def _check_demo(survey: Survey) -> None:
    """Raises ParameterError unless the survey is the demo."""
    if not survey.instrument.is_demo:
        raise ParameterError(
            gettext("This is not the demo. Only the demo is filled and removed here.")
        )
