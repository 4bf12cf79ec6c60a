"""The holder of the client for a survey: this server, or somebody else at another address."""

from flask import current_app, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import StringField

from survey.core.responses.client_address import LONGEST_ADDRESS, check_client_address
from survey.errors import ParameterError, SurveyFrozen
from survey.store import Survey
from survey.store.models import Role
from survey.translations.marked import N_
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.forms import NO_AUTOFILL, PageForm
from survey.web.respondent.survey_links import client_address

bp = Pages(
    "held_client",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/client",
    roles={Role.OWN: ("page",)},
    form_on={"page": "held_client.page"},
)


class ClientForm(PageForm):
    """The address of the client that somebody else holds."""

    client_at = StringField(
        N_("Address of the page"),
        description=N_(
            "The address where somebody else holds the file that survey client --output "
            "writes. Leave it empty for this server's own page. The first response fixes it."
        ),
        render_kw={"maxlength": LONGEST_ADDRESS, "dir": "ltr", **NO_AUTOFILL},
    )


@bp.route("", methods=["GET", "POST"])
def page(survey: Survey) -> ResponseReturnValue:
    """Shows the form; a POST stores the address, to which links lead from then on."""
    form = ClientForm(client_at=client_address(survey) or "")
    if form.validate_on_submit():
        try:
            store().surveys.set_client(survey.code, _stored(form.client_at.data or ""))
        except ParameterError:
            form.client_at.errors = [
                gettext(
                    "Please give the address of a page, such as "
                    "https://union.example/deniable.html, without ?, # or a part /s/."
                )
            ]
        except SurveyFrozen as error:
            form.client_at.errors = [error.message]
        else:
            flash(gettext("Saved. Links that you gave out before still lead where they led."))
            return redirect(url_for("share.page", code=survey.code))
    status = 422 if form.errors else 200
    return render_template("authoring/held_client.html", survey=survey, form=form), status


def _stored(typed: str) -> str | None:
    """The address to store; None follows the installation. Raises ParameterError for no URL."""
    address = typed.strip()
    if address == (current_app.config["CLIENT_AT"] or ""):
        return None
    return check_client_address(address) if address else ""
