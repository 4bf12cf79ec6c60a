"""survey verify-page: checks that a server delivers the client of this release."""

import json
from contextlib import closing
from typing import Any

import click

from survey import __version__
from survey.app.folders import folder
from survey.cli.checks.plain_http import PlainConnection
from survey.cli.checks.served_client import ServedClient, compare, not_seen
from survey.cli.client.survey_connection import check_path
from survey.cli.client.time_limit import within
from survey.cli.options import text_format_option
from survey.client_build.build import build_client
from survey.core.instrument.digest_forms import short_form
from survey.core.responses.links import link_parts
from survey.errors import ServerUnreachable
from survey.exports.reading.csv_table import printable

WHOLE_SECONDS = 300  # some 150 replies, of 10 MB together


@click.command(
    epilog="""\b
Examples:
  survey verify-page http://127.0.0.1:8000/s/bcd234
  survey verify-page http://127.0.0.1:8000/s/bcd234 --format json
"""
)
@click.argument("url")
@text_format_option
def verify_page(url: str, format_: str) -> None:
    """Compare a survey's page with this release, byte for byte.

    The command compares the page in each language, every file that it loads, and the headers
    that guard them. It compares the questionnaire with the digest in the link (#q=…), which
    shells want in quotes.

    It shows what the server sent to this computer just now, and lists what it did not see.
    """
    digest = link_parts(url).digest
    release = build_client(folder("static"), folder("templates"))
    with closing(PlainConnection(url)) as connection:
        check_path(connection)
        try:
            found = within(WHOLE_SECONDS, lambda: compare(connection, release, digest))
        except TimeoutError:
            raise ServerUnreachable(
                f"{connection.place} has not sent all within {WHOLE_SECONDS} seconds."
            ) from None
        unseen = not_seen(connection, digest, found)
    if format_ == "json":
        click.echo(json.dumps(_document(found, digest, unseen), indent=1))
    else:
        _tell(found, digest, unseen)
    if found.faults:
        raise SystemExit(1)


def _document(found: ServedClient, digest: str | None, unseen: list[str]) -> dict[str, Any]:
    return {
        "release": __version__,
        "as_released": not found.faults,
        "files": [
            {
                "name": each.name,
                "address": each.address,
                "sha256": each.sha256,
                "as_released": each.released,
            }
            for each in found.files
        ],
        "instrument": {
            "sha256": found.questionnaire or None,
            "short": short_form(found.questionnaire) if found.questionnaire else None,
            # JSON has null if the link names no questionnaire.
            "named_by_link": None if digest is None else found.questionnaire == digest,
        },
        "faults": found.faults,
        "not_seen": unseen,
    }


def _tell(found: ServedClient, digest: str | None, unseen: list[str]) -> None:
    for each in found.files:
        mark = click.style("same", fg="green") if each.released else click.style("OTHER", fg="red")
        click.echo(f"{mark:<6} {each.sha256}  {printable(each.address)}")
    if found.questionnaire:
        _tell_questionnaire(found.questionnaire, digest)
    for fault in found.faults:
        click.secho(printable(fault), fg="red")
    click.echo("Not seen:")
    for sentence in unseen:
        click.echo(f"  - {printable(sentence)}")
    if found.faults:
        click.secho(f"This is not the page of release {__version__}.", fg="red", bold=True)
    else:
        click.secho(f"This is the page of release {__version__}.", fg="green", bold=True)


def _tell_questionnaire(questionnaire: str, digest: str | None) -> None:
    short = short_form(questionnaire)
    if digest is None:
        click.echo(
            f"Questionnaire {short}. Compare all six groups with the screen, or with your slip."
        )
    elif digest == questionnaire:
        click.echo(f"Questionnaire {short}, which the link names.")
    else:
        click.secho(f"Questionnaire {short}, which the link does not name.", fg="red")
