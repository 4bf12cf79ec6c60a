"""What the intervals are called on a page, and what each is good for, marked for translation.

The sentences are those of survey.text.number_format and survey.web.results.cards; a test
compares them.
"""

from flask_babel import gettext

from survey.web.i18n.error_texts import N_

QUESTIONS = (
    N_("holds for any class, looked at once, and assumes nothing more"),
    N_(
        "exact for this very class, where only the coins are random, unless it was closed for how "
        "the figures looked"
    ),
    N_("for a class that is a random sample of a larger population"),
    N_("still right however often you look while responses arrive"),
    N_("for this very class, whatever its numbers are"),
)


def interval_name(name: str) -> str:
    """The name of an interval, as a title."""
    names = {
        "hoeffding": gettext("Hoeffding"),
        "class": gettext("Class"),
        "population": gettext("Population"),
        "anytime": gettext("Anytime"),
    }
    return names[name]
