"""What is said while reports are drawn and sent, and where they are not stored."""

from survey.client_build.messages.message import Message, Say


def sending_messages(gettext: Say) -> dict[str, Message]:
    return {
        "storage_full": gettext(
            "Nothing was sent: this browser's storage is full or blocked, so it could draw twice "
            "by accident."
        ),
        "storage_unreadable": gettext(
            "Nothing is sent: at the moment this browser cannot read what it keeps for this page. "
            "Please reload it."
        ),
        "sending": gettext("Sending…"),
        "no_answer": gettext("Not saved yet: the server does not answer. Trying again…"),
        "not_the_server": gettext(
            "Not saved yet: something else answers in the server's place. This network may want "
            "you to sign in first. Trying again…"
        ),
        "wrong_signature": gettext(
            "Not saved yet: what answers does not sign as this survey's server does. Trying again…"
        ),
        "no_network": gettext(
            "Not saved yet: there is no network. It is sent by itself as soon as there is; keep "
            "this page open."
        ),
        "not_saved": gettext("Not saved."),
        "refused": gettext("The server refused the response."),
        "perhaps_seen": gettext(
            "This device keeps the reports and sends them again as they are. The server may have "
            "seen them already."
        ),
        "forgotten_waiting": gettext(
            "This device has forgotten the reports and the survey. The server may have got them "
            "all the same; then answering again is a second draw."
        ),
        "sent_not_saved": gettext("Sent, but not saved"),
        "seen_reports": gettext(
            "The server has seen your reports. This device keeps them, and trying again sends the "
            "same ones: nothing is drawn a second time."
        ),
        "try_again": gettext("Try again"),
        "takes_nothing_back": gettext("Forgetting takes nothing back."),
        "second_draw": gettext(
            "Answering again is a second draw, which says more of your answers and costs ε once "
            "more."
        ),
        "forgotten_unsaved": gettext(
            "This device has forgotten the reports and the survey. The server has seen the "
            "reports, so answering again is a second draw."
        ),
        "slip_not_used": gettext(
            "This browser has answered already, and the slip that was opened is not used. If it is "
            "another person's, press “Forget on this device” below, and open the slip again."
        ),
    }
