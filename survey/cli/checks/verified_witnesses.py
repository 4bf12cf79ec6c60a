"""The output of `survey verify` on the witnesses of a list."""

from datetime import UTC, datetime
from typing import Any

import click

from survey.exports.verification.witnesses import Witnesses
from survey.wire.cosignature import Cosignature


def cosigned_values(witnesses: Witnesses) -> list[dict[str, Any]]:
    """Returns the cosignatures as JSON values; `time` is in seconds since 1970 (UTC)."""
    return [
        {
            "name": each.name,
            "key": each.fingerprint,
            "time": each.seconds,
            "compared": each.fingerprint in witnesses.compared,
        }
        for each in witnesses.cosignatures
    ]


def tell_witnesses(witnesses: Witnesses) -> None:
    """Prints who has cosigned, by name and fingerprint."""
    for each in witnesses.cosignatures:
        compared = "" if each.fingerprint in witnesses.compared else ", not compared"
        click.echo(
            f"Cosigned by {each.name}, {each.fingerprint}, {_time_in_words(each)}{compared}."
        )
    if not witnesses.cosignatures:
        click.echo("Nobody has cosigned this list.")


def _time_in_words(cosignature: Cosignature) -> str:
    """The time in UTC by the witness's clock; in seconds if it is beyond all calendars."""
    try:
        return f"{datetime.fromtimestamp(cosignature.seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return f"{cosignature.seconds} seconds after 1970"
