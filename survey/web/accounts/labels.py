"""Labels by which an owner finds surveys again, such as the course that they were asked in."""

from flask import flash, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import StringField

from survey.store import Survey
from survey.store.models import Role
from survey.translations.marked import N_
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.forms import NO_AUTOFILL, PageForm
from survey.web.http.refusal import refusal, was_sent

bp = Pages(
    "labels",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/labels",
    roles={Role.OWN: ("save",)},
    form_on={"save": "survey_settings.page"},
)

MOST, LONGEST = 5, 40  # labels of a survey, and characters of each


class LabelsForm(PageForm):
    """All labels of a survey in one line."""

    labels = StringField(
        N_("Labels"),
        description=N_(
            "Such as the course, separated by commas. You can filter the list of surveys by them."
        ),
        render_kw={"maxlength": MOST * (LONGEST + 2), **NO_AUTOFILL},
    )


def form_of(survey: Survey) -> LabelsForm:
    """The form with the survey's labels."""
    if refusal() and was_sent(["labels"]):
        return LabelsForm()
    return LabelsForm(formdata=None, labels=", ".join(survey.labels))


def read_labels(typed: str) -> tuple[str, ...]:
    """The labels in a line, each once, without blanks around it; at most MOST, cut to LONGEST."""
    cleaned = (" ".join(each.split())[:LONGEST].strip() for each in typed.split(","))
    first: dict[str, str] = {}
    for label in cleaned:
        if label and label.isprintable():
            first.setdefault(label.casefold(), label)
    return tuple(first.values())[:MOST]


@bp.post("")
def save(survey: Survey) -> ResponseReturnValue:
    """Replaces the survey's labels."""
    labels = read_labels(LabelsForm().labels.data or "")
    store().surveys.set_labels(survey.code, labels)
    flash(
        gettext("Labels: %(labels)s.", labels=", ".join(labels))
        if labels
        else gettext("This survey has no label.")
    )
    after = "survey_settings.page" if survey.published else "dashboard.page"
    return redirect(url_for(after, code=survey.code))
