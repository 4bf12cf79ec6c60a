"""What the ledger's table says."""

from survey.client_build.messages.message import Message, Say


def ledger_messages(gettext: Say) -> dict[str, Message]:
    return {
        "all_waves": gettext("{name} (all waves)"),
        "forgotten_surveys": gettext("Surveys forgotten on this device"),
        "about": gettext("about {factor}"),
        "more_than_a_billion": gettext("more than a billion"),
    }
