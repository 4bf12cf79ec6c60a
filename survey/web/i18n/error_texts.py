"""Marks sentences of refusals and errors, which lie outside the pages, for translation.

The wire answers everyone in English; the respondent's page, which knows its own
language, translates it. A test compares these with what is raised.
"""

from flask_babel import get_locale, gettext
from markupsafe import Markup

from survey.text.translator import N_
from survey.web.i18n.catalogs import translations

# The sentences that can refuse a response.
OF_A_RESPONSE = (
    N_("This survey takes one response a person. Please type the token that is on your slip."),
    N_("This token is not known here. Please compare it with your slip, letter after letter."),
    N_("This token was used before. If that was you, all is done; else ask for another slip."),
    N_("This token is for another survey. Please look for the slip that has this one's name."),
    N_("This survey takes no tokens. Please open it by its own link, one without any tokens."),
    N_("This response belongs to another version of the questionnaire. Please reload the page."),
    N_("Another response with this id is stored already."),
    N_("This survey is closed and takes no more responses."),
    N_("There is no survey with this code. Please check the code."),
    N_("That is larger than what is taken here."),
)

# The other titles and sentences that a respondent can get instead of a page.
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


def translated() -> dict[str, str]:
    """The page language's translation of each sentence of OF_A_RESPONSE; in English none."""
    texts = {sentence: gettext(sentence) for sentence in OF_A_RESPONSE}
    return {sentence: text for sentence, text in texts.items() if text != sentence}


def untranslated(sentence: str) -> Markup:
    """The attributes of a sentence that stays English, if the page's language does not have it."""
    tag = str(get_locale() or "en")
    known = tag == "en" or translations(tag).gettext(sentence) != sentence
    return Markup("") if known else Markup(' lang="en" dir="ltr"')
