"""What the scripts of the ledger and of the page of all reports say, in the page's language.

static/client/messages.js fills in the values, which stand in braces.
"""

from flask_babel import gettext


def messages(part: str) -> dict[str, str]:
    """Those of "ledger" or of "reports", by name."""
    return {"ledger": _ledger, "reports": _reports}[part]()


def _ledger() -> dict[str, str]:
    return {
        "all_waves": gettext("{name} (all waves)"),
        "forgotten_surveys": gettext("Surveys forgotten on this device"),
        "about": gettext("about {factor}"),
        "more_than_a_billion": gettext("more than a billion"),
    }


def _reports() -> dict[str, str]:
    return {
        "not_an_id": gettext("A response id has 32 digits, 0 to 9 and a to f."),
        "counted": gettext("Here it is: these reports were counted."),
        "not_counted": gettext("No response with this id was counted."),
    }
