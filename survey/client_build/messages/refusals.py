"""What the client says where the server refuses a response: its own words, never the server's.

The wire answers in English, whoever asks. A sentence that the client knows it says in its own
language; of any other it says what the status means. A test compares these with what is raised.
"""

from collections.abc import Callable

from survey.translations.marked import N_

BEGINNING = 24  # letters, which tell the sentences apart; each phone loads them

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


OF_A_STATUS = {
    403: N_("The token was refused. Please compare it with your slip."),
    404: N_("There is no survey with this code. Please check the code."),
    409: N_("The server has another response or another questionnaire under this id."),
    410: N_("This survey is closed and takes no more responses."),
    413: N_("That is larger than what is taken here."),
    422: N_("The server does not take these reports. Please tell whoever runs the survey."),
}


def refusal_messages(gettext: Callable[[str], str]) -> dict[str, dict[str, str]]:
    """By how the wire's sentence begins, and by the status where the sentence is not known."""
    return {
        "sentences": {sentence[:BEGINNING]: gettext(sentence) for sentence in OF_A_RESPONSE},
        "statuses": {str(status): gettext(sentence) for status, sentence in OF_A_STATUS.items()},
    }
