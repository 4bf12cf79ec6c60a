"""Errors whose sentences lie outside the pages, marked for translation here.

Those with which a response is refused: survey/client_build/messages/refusals.py. A test compares
both with what is raised.
"""

from flask_babel import get_locale
from markupsafe import Markup

from survey.translations.catalogs import translations
from survey.translations.marked import N_

# What a respondent's page can say instead of itself, with the titles.
OF_A_PAGE = (
    N_("This does not fit"),
    N_("No such survey"),
    N_("The survey is closed"),
    N_("The results are not shown"),
    N_("The response is not valid"),
    N_("The response conflicts with another"),
    N_("The token was refused"),
    N_("Too many attempts"),
    N_("The survey cannot be saved at the moment"),
    N_("The form is too old"),
    N_("Something went wrong"),
    N_("Not this server's name"),
    N_("Bad Request"),
    N_("Not Found"),
    N_("Method Not Allowed"),
    # The states of a survey, as the results show them.
    N_("open"),
    N_("closed"),
    N_("The confidence can be 90, 95 or 99."),
    N_("The instructor has not made the results public."),
    N_("Too few have guessed for figures yet."),
    N_("The reports are public once the survey is closed."),
    N_("Too few responses came late: each report would show as a late one."),
    N_("The results are stated once the survey is closed."),
    N_("No question of this survey has options to replay."),
    N_("There is no such question to replay."),
    N_("Many are trying the lab at this moment. Please try again in a few seconds."),
    N_("Too many are sending at once. Please try again."),
    N_("The request was not understood. Please go back and try again."),
    N_(
        "This server does not go by the name in this address. Please check the link; whoever runs "
        "the server can add the name with --trust-host."
    ),
    N_(
        "Too many wrong codes have come from this network. Please open the survey by its link or "
        "its QR code."
    ),
    N_("There is no page at this address. Please check the link or the code."),
    N_("This address does not take such a request."),
    N_(
        "This form was opened in another session. Please go back and copy what you typed, then "
        "open the form anew and paste it; cookies must be allowed."
    ),
    N_("The server made a mistake. Nothing was lost; please retry."),
)


def untranslated(sentence: str) -> Markup:
    """The attributes of a sentence that stays English, if the page's language does not have it."""
    tag = str(get_locale() or "en")
    known = tag == "en" or translations(tag).gettext(sentence) != sentence
    return Markup("") if known else Markup(' lang="en" dir="ltr"')
