"""The planner's form: students, margin and protection, of which two are given."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flask_babel import gettext
from wtforms import Form, SelectChoice, SelectField, StringField
from wtforms.validators import ValidationError

from survey.core.mechanism.privacy import parse_gamma
from survey.core.numerals import exact_number
from survey.core.planning.planner import LARGEST_RESPONDENTS, Plan
from survey.core.results.results import CONFIDENCES, DEFAULT_CONFIDENCE
from survey.errors import ParameterError
from survey.text.privacy_levels import LEVELS
from survey.translations.marked import N_
from survey.web.http.forms import NO_AUTOFILL
from survey.web.i18n.number_fields import not_whole, typed_whole
from survey.web.i18n.page_language import page_translator
from survey.web.results.published import percent_of

LEAST_POINTS = 0.1  # points; no class is large enough for less


def _stripped(text: str | None) -> str:
    return (text or "").strip()


def _levels() -> list[SelectChoice]:
    say = page_translator()
    levels = (
        SelectChoice(str(each.gamma), say.gettext(each.name) + ": " + each.price_in_words(say))
        for each in LEVELS
    )
    return [SelectChoice("", gettext("Work it out")), *levels]


class PlannerForm(Form):
    """A form that changes nothing: it needs no CSRF token, and its address can be kept."""

    respondents = StringField(
        N_("Students"),
        description=N_("How many answer."),
        filters=[_stripped],
        render_kw={"inputmode": "numeric", **NO_AUTOFILL},
    )
    margin = StringField(
        N_("Give or take, in points"),
        description=N_("Up or down, of 100."),
        filters=[_stripped],
        render_kw={"inputmode": "decimal", **NO_AUTOFILL},
    )
    level = SelectField(
        N_("Protection"),
        description=N_("Suspicion after a Yes."),
        choices=_levels,
        default="",
    )
    gamma = StringField(
        N_("γ"),
        description=N_("Replaces the level above. The truth is sent with probability 1/2 + γ."),
        filters=[_stripped],
        render_kw=NO_AUTOFILL,
    )
    confidence = SelectField(
        N_("Confidence"),
        choices=[SelectChoice(percent_of(each), f"{percent_of(each)}%") for each in CONFIDENCES],
        default=percent_of(DEFAULT_CONFIDENCE),
    )

    @property
    def plan(self) -> Plan:
        """The plan that a valid form asks for."""
        respondents, margin, gamma = self._given
        return Plan(
            typed_whole(respondents),
            None if (points := exact_number(margin)) is None else float(points) / 100,
            parse_gamma(gamma) if gamma else None,
            float(Fraction(self.confidence.data) / 100),
        )

    @property
    def _given(self) -> tuple[str, str, str]:
        """Respondents, margin and γ as typed, "" for each empty field; a γ overrides a level."""
        gamma = self.gamma.data or self.level.data or ""
        return self.respondents.data, self.margin.data, gamma

    def validate(self, extra_validators: Mapping[str, Sequence[Any]] | None = None) -> bool:
        valid: bool = super().validate(extra_validators)
        if valid and self._given.count("") != 1:
            self.form_errors.append(
                N_(
                    "Please give two of students, margin and protection. Leave the third open: "
                    "the planner works it out."
                )
            )
        return not self.errors

    def validate_respondents(self, field: StringField) -> None:
        if field.data and not 1 <= (typed_whole(field.data) or 0) <= LARGEST_RESPONDENTS:
            raise ValidationError(not_whole(1, LARGEST_RESPONDENTS))

    def validate_margin(self, field: StringField) -> None:
        if field.data and not LEAST_POINTS <= float(exact_number(field.data) or 0) <= 100:
            raise ValidationError(
                gettext(
                    "Please give points from %(least)s to 100, such as 10 or 2.5.",
                    least=page_translator().plain(LEAST_POINTS),
                )
            )

    def validate_gamma(self, field: StringField) -> None:
        try:
            if field.data:
                parse_gamma(field.data)
        except ParameterError as error:
            raise ValidationError(error.message) from None
