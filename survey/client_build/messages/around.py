"""What stands around the questionnaire: which one it is, and who asks."""

from survey.client_build.messages.message import Message, Say


def around_messages(gettext: Say) -> dict[str, Message]:
    return {
        "same_questionnaire": gettext(
            "This is the questionnaire that your link names: {short}. The screen or your slip "
            "shows the same."
        ),
        "compare_questionnaire": gettext(
            "Questionnaire {short}. Compare it with the one on the screen or on your slip."
        ),
        "compare": gettext("Compare {short}"),
        "two_groups": gettext(
            "Two groups catch a mistake, but not an operator who prepares two questionnaires. All "
            "six catch that."
        ),
        "asked_by": gettext("Asked by"),
        "contact": gettext("Whom to ask"),
        "privacy_notice": gettext("Privacy notice"),
    }
