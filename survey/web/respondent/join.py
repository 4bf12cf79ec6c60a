"""The page with the field for a code, which leads to the survey."""

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.responses.client_address import host_of
from survey.core.responses.join_codes import pasted_code
from survey.core.responses.links import survey_link
from survey.errors import SurveyNotFound
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import code_throttle
from survey.web.http.networks import network
from survey.web.respondent.how_example import formula, how_example
from survey.web.respondent.respond import published_survey
from survey.web.respondent.survey_links import client_address, join_url

bp = Pages("join", audience=Audience.RESPONDENT)

LONGEST = 400  # characters; a whole link with digest, key and token is shorter


@bp.get("/")
def index() -> ResponseReturnValue:
    return render_template("respondent/join.html", typed="", error=None)


@bp.get("/join")
def join() -> ResponseReturnValue:
    """Sends a typed code to its survey; a wrong one comes back with a sentence.

    The digest of a pasted link is not handed on: a server that names it itself proves nothing.
    Where somebody else holds the client, a page leads there.
    """
    typed = request.args.get("code", "")[:LONGEST]
    code = pasted_code(typed)
    if not code:
        return render_template(
            "respondent/join.html", typed=typed, error=gettext("Please type the code.")
        ), 422
    try:
        survey = published_survey(code)
    except SurveyNotFound:
        if asker := network():
            code_throttle().attempt(asker)
        error = gettext("No survey has this code. Please compare it with the one on the screen.")
        return render_template("respondent/join.html", typed=typed, error=error), 404
    client = client_address(survey)
    if client:
        link = survey_link(join_url(survey), None, client=client)
        return render_template("respondent/held.html", link=link, holder=host_of(client))
    return redirect(url_for("respond.page", code=survey.code))


@bp.get("/how")
def how() -> ResponseReturnValue:
    return render_template("respondent/how.html", example=how_example(), formula=formula())
