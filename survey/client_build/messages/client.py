"""All that the respondent's client says, in one language.

static/client/messages.js fills in the values, which stand in braces.
"""

from babel import Locale
from babel.support import NullTranslations

from survey.client_build.messages.around import around_messages
from survey.client_build.messages.concluded import concluded_messages
from survey.client_build.messages.ledger import ledger_messages
from survey.client_build.messages.message import Message, Say, joined
from survey.client_build.messages.opening import opening_messages
from survey.client_build.messages.protection import explanation_messages, promise_messages
from survey.client_build.messages.questions import question_messages
from survey.client_build.messages.receipt import receipt_messages
from survey.client_build.messages.refusals import refusal_messages
from survey.client_build.messages.sending import sending_messages
from survey.client_build.messages.tokens import token_messages
from survey.client_build.messages.trial import trial_messages

_GROUPS = (
    opening_messages, around_messages, promise_messages, explanation_messages, question_messages,
    sending_messages, receipt_messages, concluded_messages, trial_messages,
)  # fmt: skip


def client_messages(said: NullTranslations, locale: Locale) -> dict[str, Message]:
    """All messages by their names, in the language of `said`, whose plurals are those of `locale`.

    A message that depends on a count is one text for each plural category of CLDR
    that this language tells apart.
    """
    gettext = said.gettext
    return joined(
        *(group(gettext) for group in _GROUPS),
        token_messages(said, locale),
        {"refusals": refusal_messages(gettext)},
    )


def single_file_messages(gettext: Say) -> dict[str, Message]:
    """What the single file says beside all that the client on a server's page does."""
    return ledger_messages(gettext) | {
        "http_from_https": gettext(
            "A page that came by https cannot reach this survey, whose link begins with http:. "
            "Please open this file from your device, or the survey's own page."
        ),
    }
