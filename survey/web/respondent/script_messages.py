"""What the scripts of the ledger and of the page of all reports say, in the page's language.

static/client/messages.js fills in the values, which stand in braces.
"""

from flask_babel import gettext

from survey.client_build.messages import Message, ledger_messages


def messages(part: str) -> dict[str, Message]:
    """Those of "ledger" or of "reports", by name."""
    return ledger_messages(gettext) if part == "ledger" else _reports()


def _reports() -> dict[str, Message]:
    return {
        "not_an_id": gettext("A response id has 32 digits, 0 to 9 and a to f."),
        "counted": gettext("Here it is: these reports were counted."),
        "not_counted": gettext("No response with this id was counted."),
    }
