"""What is said while the questionnaire is waited for, and instead of it."""

from survey.client_build.messages.message import Message, Say


def opening_messages(gettext: Say) -> dict[str, Message]:
    return {
        "no_answer_yet": gettext("The server does not answer. Trying again…"),
        "not_the_server_yet": gettext(
            "Something else answers in the server's place. This network may want you to sign in "
            "first. Trying again…"
        ),
        "no_network_yet": gettext("There is no network. The survey opens as soon as there is."),
        # Instead of the questionnaire.
        "damaged_link": gettext(
            "This link is damaged, so it cannot be told which questionnaire it is for. Please scan "
            "the QR code again, or ask for the link anew."
        ),
        "another_questionnaire": gettext(
            "This is another questionnaire than your link names. Nothing can be answered here. "
            "Please tell whoever gave you the link."
        ),
        "no_instrument": gettext(
            "This is no questionnaire of Deniable, so nothing can be answered here. Please tell "
            "whoever runs the survey."
        ),
        "over_ceiling": gettext(
            "This questionnaire would send your answers almost unchanged, so this page does not "
            "show it. Please tell whoever runs the survey."
        ),
        "no_survey": gettext("There is no survey with this code. Please check the code."),
        "no_random_numbers": gettext(
            "This browser offers no random numbers that are good enough to protect you."
        ),
        "no_storage": gettext(
            "This browser keeps nothing for this page, so it could draw twice by accident."
        ),
        "coin_way": gettext(
            "Nothing can be sent from here. You can randomize your answers yourself:"
        ),
        "forgotten_response": gettext("This device has forgotten its response to this survey."),
    }
