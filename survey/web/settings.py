"""The instructor's settings: the limit on the ε of one survey."""

from dataclasses import replace

from flask import Blueprint
from flask import flash
from flask import redirect
from flask import render_template
from flask import url_for

from survey.core.sentences import epsilon_in_words
from survey.web.account import sign_in_required
from survey.web.account import signed_in
from survey.web.forms import SettingsForm
from survey.web.services import store

bp = Blueprint("settings", __name__)


@bp.route("/settings", methods=["GET", "POST"])
@sign_in_required
def page():
    instructor = signed_in()
    form = SettingsForm(largest_epsilon=_typed(instructor.largest_epsilon))
    if form.validate_on_submit():
        store().save_instructor(replace(instructor, largest_epsilon=form.limit))
        flash(_saved(form.limit))
        return redirect(url_for("settings.page"))
    name = instructor.name if len(store().instructors()) > 1 else None
    return render_template("settings.html", form=form, name=name), 422 if form.errors else 200


def _typed(limit: float | None) -> str:
    return "" if limit is None else f"{limit:.2f}"  # to be typed again, so without commas


def _saved(limit: float | None) -> str:
    if limit is None:
        return "Saved: there is no limit."
    return f"Saved: a survey above ε = {epsilon_in_words(limit)} cannot be published."
