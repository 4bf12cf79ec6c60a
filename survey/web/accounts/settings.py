"""The instructor's settings: their pages' language, and the limit on the ε of one survey."""

from dataclasses import replace

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import SelectField, StringField
from wtforms.validators import ValidationError

from survey.core.numerals import exact_number
from survey.store.models import INSTRUCTOR, Instructor
from survey.text.privacy_budget import LARGEST_LIMIT
from survey.translations.catalogs import INSTRUCTORS, languages_of
from survey.translations.marked import N_
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.forms import NO_AUTOFILL, PageForm
from survey.web.http.sessions import current_instructor
from survey.web.i18n.number_fields import as_typed
from survey.web.i18n.page_language import page_translator

bp = Pages("settings", audience=Audience.INSTRUCTOR, form_on={"page": "settings.page"})


class SettingsForm(PageForm):
    """Settings for all surveys of an instructor."""

    language = SelectField(N_("Language of your pages"))
    largest_epsilon = StringField(
        N_("Largest ε for one survey"),
        description=N_(
            "ε says how much all reports of one respondent reveal together. It adds up over "
            "the questions: three yes/no questions at γ = 1/4 make 3.30. You cannot publish a "
            "survey above this limit. Leave the field empty for no limit."
        ),
        render_kw={"inputmode": "decimal", **NO_AUTOFILL},
    )

    def __init__(self, instructor: Instructor):
        super().__init__(
            language=instructor.language, largest_epsilon=_typed(instructor.largest_epsilon)
        )
        self.language.choices = [
            ("", gettext("As your browser asks")),
            *languages_of(INSTRUCTORS).items(),
        ]

    @property
    def limit(self) -> float | None:
        """The typed number, None if the field is empty; only a valid form has it."""
        limit = exact_number(self.largest_epsilon.data or "")
        return None if limit is None else float(limit)

    def validate_largest_epsilon(self, field: StringField) -> None:
        typed = (field.data or "").strip()
        limit = exact_number(typed) or 0
        # As many decimals as an ε on a page.
        if typed and not (0 < limit <= LARGEST_LIMIT and (100 * limit).denominator == 1):
            raise ValidationError(
                gettext(
                    "Please give a number from 0.01 to %(largest)s, with two decimals at most, "
                    "such as 3.30, or leave the field empty.",
                    largest=LARGEST_LIMIT,
                )
            )


@bp.route("/settings", methods=["GET", "POST"])
def page() -> ResponseReturnValue:
    instructor = current_instructor()
    form = SettingsForm(instructor)
    if form.validate_on_submit():
        store().instructors.save(
            replace(instructor, largest_epsilon=form.limit, language=form.language.data)
        )
        flash(_saved(form.limit))
        return redirect(url_for("settings.page"))
    name = instructor.name if len(store().instructors.all()) > 1 else None
    return render_template(
        "accounts/settings.html", form=form, name=name, first=instructor.name == INSTRUCTOR
    ), 422 if form.errors else 200


def _typed(limit: float | None) -> str:
    return "" if limit is None else as_typed(f"{limit:.2f}")


def _saved(limit: float | None) -> str:
    if limit is None:
        return gettext("Saved: there is no limit.")
    epsilon = page_translator().epsilon(limit)
    return gettext("Saved: a survey above ε = %(epsilon)s cannot be published.", epsilon=epsilon)
