"""The instructor's choices before the first response: how many can answer, when figures show.

Each choice stands beside the margin that it leads to.
"""

from dataclasses import dataclass

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.intervals.counts import LARGEST_CAP
from survey.errors import SurveyNotOpen
from survey.store import State, Survey
from survey.text.limits import (
    half_widths,
    limits_in_words,
    margin_in_words,
    margins,
    proposed_cap,
)
from survey.text.question_meanings import HARDLY_ANYTHING
from survey.web.authoring.limits_form import LimitsForm, form_as_stored, typed_limits
from survey.web.charts.axis import GLANCE
from survey.web.charts.band import Band, share_band
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.refusal import refusal, shown_stamp
from survey.web.i18n.number_fields import typed_whole
from survey.web.i18n.page_language import page_translator

bp = Pages(
    "limits",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/limits",
    form_on={"page": "limits.page"},
)

HALF = 0.5


def limits_of(survey: Survey) -> str:
    """A survey's choices and their margin, in two or three sentences."""
    chosen = survey.cap, survey.hidden_until_closed
    say = page_translator()
    margin = margin_in_words(survey.instrument, *chosen, say)
    return f"{limits_in_words(*chosen, say)} {margin}".strip()


@dataclass(frozen=True)
class Choice:
    """A survey's form with the margins of each choice, for a limit of `cap`."""

    survey: Survey
    form: LimitsForm
    cap: int

    @property
    def _choices(self) -> tuple[tuple[int | None, bool], ...]:
        """The three choices: while it runs, with the limit, once it has closed."""
        return (None, False), (self.cap, False), (None, True)

    @property
    def margins(self) -> list[tuple[str, ...]]:
        """For each question, the margin of each choice."""
        say, instrument = page_translator(), self.survey.instrument
        told = [margins(instrument, cap, hidden, say) for cap, hidden in self._choices]
        return list(zip(*told, strict=True))

    @property
    def could_tell_more(self) -> bool:
        """Whether a question tells hardly anything as chosen, and more if figures wait."""
        kept, instrument = self.survey, self.survey.instrument
        chosen = half_widths(instrument, kept.cap, kept.hidden_until_closed)
        waiting = half_widths(instrument, None, True)
        pairs = zip(chosen, waiting, strict=True)
        return any(now[1] >= HARDLY_ANYTHING > later[1] for now, later in pairs)

    @property
    def bands(self) -> list[Band]:
        """For the first question, the band of each choice around the middle of its scale."""
        widths = [half_widths(self.survey.instrument, *each)[0][1] for each in self._choices]
        ends = [(max(0, HALF - width), min(1, HALF + width)) for width in widths]
        return [share_band(HALF, each, "", GLANCE) for each in ends]


def choice_of(survey: Survey) -> Choice:
    """The stored choice, or the one that was typed and refused."""
    form = form_as_stored(survey)
    proposed = survey.cap or proposed_cap(survey.instrument.class_size)
    asked = typed_whole(request.args.get("cap", ""))
    return Choice(survey, form, asked if asked and 1 <= asked <= LARGEST_CAP else proposed)


@bp.route("", methods=["GET", "POST"])
def page(survey: Survey) -> ResponseReturnValue:
    """Shows the choice, and saves it; the first response rules changes out."""
    if survey.state is State.CLOSED:
        raise SurveyNotOpen(gettext("This survey is closed, so you cannot change this any more."))
    if request.method != "POST" or refusal():
        return render_template("running/limits.html", survey=survey, choice=choice_of(survey))
    store().surveys.set_limits(survey.code, *typed_limits(survey), shown_stamp())
    flash(gettext("Saved."))
    after = "survey_settings.page" if survey.published else "dashboard.page"
    return redirect(url_for(after, code=survey.code))
