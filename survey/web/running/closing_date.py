"""A date and time to close as an instructor types it, in their own zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from flask_babel import gettext

from survey.errors import ParameterError

LONGEST = timedelta(days=366)


def is_known(zone: str) -> bool:
    """Whether this machine knows the time zone of this name."""
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def closing_at(typed: str, zone: str, now: float) -> int:
    """Seconds since 1970 (UTC) of "2026-12-05T14:00" in "Europe/Berlin".

    If a day has an hour twice, the first counts. Raises ParameterError for a text that is no time,
    and for a time that the zone's clocks leave out, that is past, or is over a year after `now`.
    """
    if not is_known(zone):
        raise ParameterError(
            gettext(
                "This server does not know your time zone. Give the time in UTC: this field takes "
                "it so now."
            ),
            "at",
        )
    there = ZoneInfo(zone)
    try:
        local = datetime.fromisoformat(typed).replace(tzinfo=there)
        meant = local.astimezone(UTC)
        back = meant.astimezone(there)
    except (ValueError, OverflowError):
        raise ParameterError(
            gettext("Please give a date and a time, such as 2026-12-05 14:00."), "at"
        ) from None
    if back.replace(tzinfo=None) != local.replace(tzinfo=None):
        raise ParameterError(
            gettext(
                "The clocks in %(zone)s skip this time when they are set forward. Give another "
                "time.",
                zone=zone,
            ),
            "at",
        )
    if not now < meant.timestamp() <= now + LONGEST.total_seconds():
        raise ParameterError(gettext("Please give a time within the next year."), "at")
    return int(meant.timestamp())
