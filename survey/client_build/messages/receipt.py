"""What the receipt says, and what one can do with it."""

from survey.client_build.messages.message import Message, Say


def receipt_messages(gettext: Say) -> dict[str, Message]:
    return {
        "preview": gettext("Preview of the receipt"),
        "preview_reports": gettext("Nothing was sent. A respondent's device would have sent this:"),
        "saved": gettext("Sent."),
        "low_end": gettext("The low end of {range}"),
        "high_end": gettext("The high end of {range}"),
        "results_at": gettext("Final results at {time}, here: keep this link."),
        "results_on": gettext("Final results on {time}, here: keep this link."),
        "support": gettext("Help and support:"),
        "check_counted": gettext("Check that it was counted"),
        "response_id": gettext("Response id:"),
        "among_all": gettext("Find it among {link}."),
        "later_among_all": gettext(
            "Once the survey is closed and its results are public, find it among {link}."
        ),
        "all_reports": gettext("all reports"),
        "signed_as_linked": gettext("Signed with the key that your link names: {key}."),
        **signature_messages(gettext),
        "save_receipt": gettext("Save my receipt"),
        "show_qr": gettext("Show as a QR code"),
        "qr_of_response": gettext("QR code of your reports"),
        "too_large_for_qr": gettext("These reports are too many for a QR code. Please save them."),
        "no_qr": gettext("The QR code did not load. Please save the file instead."),
        "save_in_waves": gettext(
            "This file and the table on this device together can prove your answer. Forget the "
            "table first?"
        ),
        "forget_table": gettext("Forget the table"),
        "save": gettext("Save"),
        "remembers": gettext("This device keeps the reports, not your answers."),
        "forget": gettext("Forget on this device"),
        "keep": gettext("Keep it"),
        "forgotten": gettext(
            "This device has forgotten the reports and the survey. The class's figures keep the "
            "reports."
        ),
        "ledger_keeps": gettext("This browser's ledger keeps the survey's ε in its sum."),
        "remembers_waves": gettext(
            "This device keeps the table for all waves. What was sent is shown only once, and not "
            "kept: beside the table it would tell your answers."
        ),
        "forgotten_waves": gettext(
            "What was kept for all waves is gone too, so the next one draws anew."
        ),
    }


def signature_messages(gettext: Say) -> dict[str, Message]:
    """Who signed, beside a receipt and beside the results."""
    return {
        "signed_with": gettext(
            "Signed with the key {key}. Compare it with the screen or your slip."
        ),
        "not_checked_here": gettext("Not checked here."),
    }
