"""The instructor's settings: the limit on the ε of one survey."""

from dataclasses import replace

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from survey.text.number_format import epsilon_in_words
from survey.web.accounts.sign_in import current_instructor
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.forms import SettingsForm

bp = Pages("settings", audience=Audience.INSTRUCTOR)


@bp.route("/settings", methods=["GET", "POST"])
def page() -> ResponseReturnValue:
    instructor = current_instructor()
    form = SettingsForm(largest_epsilon=_typed(instructor.largest_epsilon))
    if form.validate_on_submit():
        store().instructors.save(replace(instructor, largest_epsilon=form.limit))
        flash(_saved(form.limit))
        return redirect(url_for("settings.page"))
    name = instructor.name if len(store().instructors.all()) > 1 else None
    return render_template(
        "accounts/settings.html", form=form, name=name
    ), 422 if form.errors else 200


def _typed(limit: float | None) -> str:
    return "" if limit is None else f"{limit:.2f}"  # to be typed again, so without commas


def _saved(limit: float | None) -> str:
    if limit is None:
        return "Saved: there is no limit."
    return f"Saved: a survey above ε = {epsilon_in_words(limit)} cannot be published."
