"""The messages of the ledger's script and of that for all reports, in the page's language.

static/client/messages.js fills in the values, which stand in braces.
"""

from flask_babel import gettext

from survey.client_build.messages import Message, ledger_messages, signature_messages


def messages(part: str) -> dict[str, Message]:
    """The messages of the page "ledger" or "reports", by name."""
    return ledger_messages(gettext) if part == "ledger" else _reports()


def _reports() -> dict[str, Message]:
    return {
        "not_an_id": gettext("A response id has 32 digits, 0 to 9 and a to f."),
        "counted": gettext("Here it is: these reports were counted."),
        "altered": gettext(
            "These are not the reports that this device sent. Keep your receipt, save the list, "
            "and show both to others."
        ),
        "not_counted": gettext("No response with this id was counted."),
        "under_the_root": gettext(
            "The root {root} is made of all counted responses, this one among them. If others "
            "see the same root, these reports are counted for all. It does not show what the "
            "answers were."
        ),
        "way_up": gettext(
            "The way from this response, number {number} of {count} in the order of their "
            "hashes, to the root {root}: {steps} steps; each adds one other hash."
        ),
        "this_response": gettext("this response"),
        "save_proof": gettext("Save the proof"),
        "no_hashes": gettext("The hashes of all responses did not come. Please try again."),
        "not_the_root": gettext(
            "These responses do not have the root that is stated and signed. Save the list and "
            "the statement, and show them to others."
        ),
        "not_signed": gettext(
            "The statement about these responses is not correctly signed. Save the list and the "
            "statement, and show them to others."
        ),
        "another_key": gettext(
            "The results are signed with the key {key}, and your receipt with {own}. Keep your "
            "receipt, and ask which key the screen or the slips named."
        ),
        "signed_as_receipt": gettext("Signed with the key of your receipt: {key}."),
        **signature_messages(gettext),
    }
