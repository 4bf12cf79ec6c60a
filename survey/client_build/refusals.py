"""The client's own sentences for a response that the server refuses; it never shows the server's.

The wire always replies in English. If the client knows a sentence, it shows it in the page's
language; otherwise it explains the status. A test compares the sentences with those that the
store and the wire raise.
"""

from collections.abc import Callable

from survey.core.responses import tokens
from survey.core.responses.response import ANOTHER_VERSION
from survey.errors import ResponseTooLarge, SurveyNotFound, SurveyNotOpen
from survey.translations.marked import N_

BEGINNING = 24  # letters, enough to tell the sentences apart; each phone loads them

FULL = N_("This survey is full: as many have answered as can.")

OF_A_RESPONSE = (
    tokens.MISSING,
    tokens.UNKNOWN,
    tokens.SPENT,
    tokens.FOREIGN,
    tokens.NOT_NEEDED,
    ANOTHER_VERSION,
    N_("Another response with this id is stored already."),
    SurveyNotOpen.message,
    FULL,
    SurveyNotFound.message,
    ResponseTooLarge.message,
)


OF_A_STATUS = {
    403: N_("The token was refused. Please compare it with your slip."),
    404: SurveyNotFound.message,
    409: N_("The server has another response or another questionnaire under this id."),
    410: SurveyNotOpen.message,
    413: ResponseTooLarge.message,
    422: N_("The server does not take these reports. Please tell the person who runs the survey."),
}


def refusal_messages(gettext: Callable[[str], str]) -> dict[str, dict[str, str]]:
    """The messages by the beginning of the wire's sentence, and by status for unknown sentences."""
    return {
        "sentences": {sentence[:BEGINNING]: gettext(sentence) for sentence in OF_A_RESPONSE},
        "statuses": {str(status): gettext(sentence) for status, sentence in OF_A_STATUS.items()},
    }
