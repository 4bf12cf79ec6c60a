"""The form of when figures are seen, and how many can answer: of a draft and of an open survey."""

from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import RadioField, SelectChoice

from survey.core.intervals.counts import LARGEST_CAP
from survey.core.results.results import DEFAULT_FEWEST_RESPONSES
from survey.errors import ParameterError
from survey.store import Survey
from survey.translations.marked import N_
from survey.web.http.forms import PageForm
from survey.web.http.refusal import refusal, was_sent
from survey.web.i18n.number_fields import WholeNumberField

RUNNING, CLOSED = "running", "closed"


class LimitsForm(PageForm):
    """When figures are seen, and how many can answer."""

    figures = RadioField(
        N_("When are figures seen?"),
        choices=[
            SelectChoice(RUNNING, _("While it runs")),
            SelectChoice(CLOSED, _("Once it has closed")),
        ],
    )
    cap = WholeNumberField(
        N_("How many can answer at most"),
        1,
        LARGEST_CAP,
        optional=True,
        description=N_(
            "The survey closes by itself with the last response. Leave the field empty for no "
            "limit. Without slips, one device can fill the survey."
        ),
    )


def form_of(survey: Survey | None, **values: object) -> LimitsForm:
    """The form, without the limit if there are slips, whose number is the limit.

    `survey` is None before it is saved.
    """
    form = LimitsForm(**values)
    if survey and survey.tokens_required:
        del form.cap
    return form


def form_as_stored(survey: Survey | None) -> LimitsForm:
    """The form with a survey's stored choice; `survey` is None before it is saved."""
    if refusal() and was_sent(["figures"]):
        return form_of(survey)
    if survey is None:
        return LimitsForm(formdata=None, figures=RUNNING)
    figures = CLOSED if survey.hidden_until_closed else RUNNING
    return form_of(survey, formdata=None, figures=figures, cap=survey.cap)


def typed_limits(survey: Survey | None) -> tuple[int | None, bool]:
    """The cap and whether figures wait, as typed; raises ParameterError for an impossible one."""
    form = form_of(survey)
    if not form.validate_on_submit():
        name, (sentence, *_) = next(iter(form.errors.items()))
        raise ParameterError(sentence, name)
    if survey and survey.tokens_required:
        return survey.cap, form.figures.data == CLOSED
    cap, fewest = form.cap.data, survey.fewest_responses if survey else DEFAULT_FEWEST_RESPONSES
    if cap and cap < fewest:
        raise ParameterError(
            gettext(
                "Results stay hidden below %(fewest)s responses. Let at least as many answer.",
                fewest=fewest,
            ),
            "cap",
        )
    return cap, form.figures.data == CLOSED
