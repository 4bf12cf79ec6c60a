"""Texts of errors and states that are marked for translation here, and nowhere else.

A test compares them with what is said.
"""

from flask_babel import get_locale
from markupsafe import Markup

from survey.translations.catalogs import translations
from survey.translations.marked import N_

# Said by werkzeug, by the store and by the server.
OF_A_PAGE = (
    N_("Bad Request"),
    N_("Not Found"),
    N_("Method Not Allowed"),
    N_("Too many are sending at once. Please try again."),
    # The states of a survey, as the results show them.
    N_("open"),
    N_("closed"),
)


def untranslated(sentence: str) -> Markup:
    """The attributes of a sentence that stays English, if the page's language does not have it."""
    tag = str(get_locale() or "en")
    known = tag == "en" or translations(tag).gettext(sentence) != sentence
    return Markup("") if known else Markup(' lang="en" dir="ltr"')
