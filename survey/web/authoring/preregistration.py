"""The pre-registration of a survey: a signed file, made before anybody answers."""

from flask import Response

from survey.core.results.results import DEFAULT_CONFIDENCE
from survey.errors import SurveyFrozen
from survey.store import State, Survey
from survey.translations.marked import N_
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import signing_key, store
from survey.web.results.published import download
from survey.wire.preregistration import plan_of, signed_plan

bp = Pages("preregistration", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>")

TOO_LATE = N_(
    "Somebody has answered, so it is too late for a pre-registration. It says beforehand what "
    "you will ask and report. Ask another group, and pre-register that survey."
)


@bp.get("/pre-registration.json")
def file(survey: Survey) -> Response:
    """Gives the present plan as a file; its digest shows whether a draft was changed afterwards."""
    answered = survey.published and store().responses.tally(survey.code).responses
    if answered or survey.state is State.CLOSED:
        raise SurveyFrozen(TOO_LATE)
    plan = plan_of(survey, DEFAULT_CONFIDENCE, signing_key().public.hex)
    name = f"{survey.code}-pre-registration.json"
    return download(signed_plan(signing_key(), plan), name, "application/json")
