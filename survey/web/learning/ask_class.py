"""A lesson's first question, asked of a whole class: a real survey, published at a press."""

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
    """Leads to its slide to join by; stores nothing if the instructor's limit on ε forbids it."""
    instrument = guess_instrument(lesson_named(lesson), _speakers())
    check_budget(instrument, current_instructor().largest_epsilon, page_translator())
    code = add_own_survey(instrument)
    store().surveys.set_state(code, State.OPEN)
    return redirect(url_for("presenter.page", code=code, slide=0))


def _speakers() -> dict[str, Callable[[str], str]]:
    """What says a text of the lab in each of its languages but English, by their tags."""
    return {tag: _speaker(tag) for tag in languages_of(LAB) if tag != ENGLISH_TAG}


def _speaker(tag: str) -> Callable[[str], str]:
    figures = Figures(Locale.parse(tag, sep="-"))
    return Speaker(translations(tag, LAB).gettext, figures).text
