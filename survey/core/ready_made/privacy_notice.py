"""The privacy notice of ready-made surveys, which composers are offered: true of all surveys."""

from collections.abc import Callable


def proposed_notice(gettext: Callable[[str], str] = str) -> str:
    """A short notice; `gettext` translates it."""
    return gettext(
        "Taking part is voluntary. Your device changes each answer by chance before it sends it. "
        "Only these changed reports are stored, with no name, no network address and no time. A "
        "report is no proof of your answer. While the survey is open, whoever runs the server "
        "could see which network address sends a report; once it is closed, we cannot tell which "
        "report is yours, so we cannot delete it for you."
    )
