"""Ready-made surveys: their page, and a draft of one by a click."""

from functools import cache

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.language_tags import MOST_LANGUAGES
from survey.core.mechanism.privacy import protection_level
from survey.core.ready_made.catalog import READY_MADE
from survey.core.ready_made.understanding_and_trust import UNDERSTANDING_AND_TRUST
from survey.text.survey_protection import WORDS
from survey.text.suspicion import suspicion_in_words
from survey.translations.catalogs import gettexts
from survey.web.accounts.access import own_templates
from survey.web.authoring.new_drafts import add_own_survey
from survey.web.http.audiences import Audience, Pages
from survey.web.i18n.page_language import current_tag, page_translator

bp = Pages("ready_made", audience=Audience.INSTRUCTOR, url_prefix="/surveys/ready-made")


@cache
def ready_made_instrument(name: str, control: bool = False, trust: bool = False) -> Instrument:
    """The ready-made survey of this name, in the languages of the pages."""
    return READY_MADE[name].instrument(gettexts(MOST_LANGUAGES), control, trust)


@bp.get("")
def index() -> ResponseReturnValue:
    surveys, say = [], page_translator()
    for name, ready in READY_MADE.items():
        instrument = ready_made_instrument(name)
        odds = [item.odds for item in instrument.items]
        trusting = [item.odds for item in ready_made_instrument(name, trust=True).items]
        alone, controlled, trusted = (
            suspicion_in_words(each, say) for each in (odds, [*odds, odds[0]], trusting)
        )
        level = WORDS[protection_level(odds)]
        shown = instrument.worded_in(current_tag())
        surveys.append((ready, shown, level, alone, controlled, trusted))
    return render_template(
        "authoring/ready_made.html",
        surveys=surveys,
        languages=len(instrument.languages),
        own=own_templates(),
        about_trust=UNDERSTANDING_AND_TRUST.name,
    )


@bp.post("/<name>")
def draft(name: str) -> ResponseReturnValue:
    """Makes a draft of the signed-in instructor, ready to publish."""
    if name not in READY_MADE:
        abort(404)
    control, trust = (request.form.get(box) == "1" for box in ("control", "trust"))
    trust = trust and name != UNDERSTANDING_AND_TRUST.name  # which asks both questions already
    code = add_own_survey(ready_made_instrument(name, control, trust))
    return redirect(url_for("dashboard.page", code=code))
