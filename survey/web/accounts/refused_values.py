"""Shows the page of a refused form again, with what was typed, and as things stand now.

`form_on` of a blueprint says which page has the form of a view. An error without such a page, or
whose page cannot be shown any more, is a page of its own.
"""

from flask import Flask, Response, current_app, g, make_response, request, url_for

from survey.errors import InstrumentInvalid, SurveyError
from survey.store import Survey
from survey.web.accounts.access import permitted_survey
from survey.web.http.audiences import least_role, page_of_form
from survey.web.http.errors import rendered, told_problem, wants_json
from survey.web.http.refusal import FormRefusal
from survey.wire.problems import Problem

# Of values, of a state that has changed, of a closed survey, of a database that cannot write.
_SHOWN_AGAIN = {409, 410, 422, 503}


def register_refused_values(app: Flask) -> None:
    """Answers every error of this app with the page of the form, or with a page of the error."""
    app.register_error_handler(SurveyError, _answer)


def _answer(error: SurveyError) -> Response:
    problem = told_problem(error)
    return _page_again(error, problem) or rendered(problem)


def _page_again(error: SurveyError, problem: Problem) -> Response | None:
    """The page with the refused form; None if it has none, or cannot be shown."""
    page, arguments = page_of_form(request.endpoint), dict(request.view_args or {})
    if page is None or wants_json() or problem.status not in _SHOWN_AGAIN or "refusal" in g:
        return None
    if request.method != "POST":
        return None
    try:
        address, field = dict(arguments), error.field
        if isinstance(survey := address.pop("survey", None), Survey):
            asked, page = page, _page_of(survey, page)
            field = field if asked == page else None  # which another page does not have
            arguments["survey"] = permitted_survey(survey.code, least_role(request.endpoint))
            address["code"] = survey.code
        sentence = next(iter(error.errors.values())) if isinstance(error, InstrumentInvalid) else ""
        g.refusal = FormRefusal(
            sentence or error.message, field, request.form, url_for(page, **address)
        )
        response = make_response(current_app.view_functions[page](**arguments))
    except SurveyError:
        g.pop("refusal", None)
        return None
    if response.status_code != 200:  # it leads elsewhere
        return None
    response.status_code = problem.status
    response.headers.extend(problem.headers)
    response.headers.pop("ETag", None)
    return response


def _page_of(survey: Survey, page: str) -> str:
    """The page with a survey's buttons: a slide's are on it, a draft's on its own page."""
    if request.form.get("slide"):
        return "presenter.page"
    return "dashboard.page" if page == "survey_settings.page" and not survey.published else page
