"""The demo's buttons: filling it with made-up students, and removing it for good."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from flask import Blueprint, flash, redirect, url_for
from flask.typing import ResponseReturnValue

from survey.core.demo.survey import is_demo, simulated_response
from survey.errors import ParameterError
from survey.store import Survey
from survey.web.accounts.ownership import own_survey
from survey.web.accounts.sign_in import sign_in_required
from survey.web.http.extensions import store

bp = Blueprint("demo", __name__, url_prefix="/surveys/<code>/demo")

STUDENTS_A_CLICK = 60
MOST_STUDENTS = 600
AT_ONCE = 16  # those who wait for the disk together share a commit


@bp.post("/fill")
@sign_in_required
def fill(code: str) -> ResponseReturnValue:
    """Sends what made-up students send, each stored as anybody's response is."""
    _own_demo(code)
    room = MOST_STUDENTS - store().tally(code).responses
    students = max(0, min(STUDENTS_A_CLICK, room))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        responses = [simulated_response() for _ in range(students)]
        list(pool.map(partial(store().add_response, code), responses))
    if students:
        flash(f"{students} made-up students have responded.")
    else:
        flash(f"The demo takes no more than {MOST_STUDENTS} students.")
    return redirect(url_for("dashboard.page", code=code))


@bp.post("/remove")
@sign_in_required
def remove(code: str) -> ResponseReturnValue:
    """Deletes it with its responses at once: they are nobody's, so no code has to be typed."""
    _own_demo(code)
    store().delete_survey(code)  # what may still be owed then is nobody's
    flash("The demo is removed, with its made-up students.")
    return redirect(url_for("compose.index"))


def _own_demo(code: str) -> Survey:
    """The demo with this code; raises ParameterError for another survey of one's own."""
    survey = own_survey(code)
    if not is_demo(survey.instrument):
        raise ParameterError("This is not the demo: only that one has made-up students.")
    return survey
