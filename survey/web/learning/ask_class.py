"""Asks a whole class a lesson's first question: one press publishes a real survey."""

from collections.abc import Callable

from babel import Locale
from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from survey.lab.catalog import lesson_named
from survey.lab.teaching.guess_survey import guess_instrument
from survey.lab.words import Speaker
from survey.store import State
from survey.text.figures import Figures
from survey.text.privacy_budget import check_budget
from survey.translations.catalogs import LAB, languages_of, translations
from survey.web.authoring.new_drafts import add_own_survey
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.sessions import current_instructor
from survey.web.i18n.page_language import ENGLISH_TAG, page_translator

bp = Pages("ask_class", audience=Audience.INSTRUCTOR, url_prefix="/surveys/ask-class")


@bp.post("/<lesson>")
def ask(lesson: str) -> ResponseReturnValue:
    """Publishes the survey, and shows the slide to join; stores nothing beyond the limit on ε."""
    instrument = guess_instrument(lesson_named(lesson), _speakers())
    check_budget(instrument, current_instructor().largest_epsilon, page_translator())
    code = add_own_survey(instrument)
    store().surveys.set_state(code, State.OPEN)
    return redirect(url_for("presenter.page", code=code, slide=0))


def _speakers() -> dict[str, Callable[[str], str]]:
    """For each language of the lab but English, by tag, the function that translates a text."""
    return {tag: _speaker(tag) for tag in languages_of(LAB) if tag != ENGLISH_TAG}


def _speaker(tag: str) -> Callable[[str], str]:
    figures = Figures(Locale.parse(tag, sep="-"))
    return Speaker(translations(tag, LAB).gettext, figures).text
