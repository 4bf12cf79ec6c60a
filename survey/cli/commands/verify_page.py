"""survey verify-page: checks that a server delivers the scripts of this release."""

import json
from contextlib import closing
from typing import Any

import click

from survey import __version__
from survey.app.folders import folder
from survey.cli.checks.served_page import Script, scripts_of
from survey.cli.client.wire import Connection
from survey.cli.columns.csv_table import printable
from survey.cli.options import text_format_option
from survey.web.http.security_headers import CONTENT_SECURITY_POLICY


@click.command(
    epilog="""\b
Examples:
  survey verify-page http://192.168.1.5:8000/s/bcd234
  survey verify-page https://survey.example.org/s/bcd234 --format json
"""
)
@click.argument("url")
@text_format_option
def verify_page(url: str, format_: str) -> None:
    """Compare the scripts that the survey's page at URL loads with those of this release.

    It tells what the server sent to this computer just now. Another device could get
    something else: its network panel shows what it got.
    """
    with closing(Connection(url)) as connection:
        html, policy = connection.page()
        scripts, faults = scripts_of(connection.address, html, connection.file, folder("static"))
    if policy != CONTENT_SECURITY_POLICY:
        faults.append("The page's Content-Security-Policy is not the release's.")
    if not scripts:
        faults.append("The page loads no script: it is not a respondent's page.")
    faults += [f"{each.address} is not the release's." for each in scripts if not each.released]
    if format_ == "json":
        click.echo(json.dumps(_document(scripts, faults), indent=1))
    else:
        _tell(scripts, faults)
    if faults:
        raise SystemExit(1)


def _document(scripts: list[Script], faults: list[str]) -> dict[str, Any]:
    return {
        "release": __version__,
        "as_released": not faults,
        "scripts": [
            {"address": each.address, "sha256": each.sha256, "as_released": each.released}
            for each in scripts
        ],
        "faults": faults,
    }


def _tell(scripts: list[Script], faults: list[str]) -> None:
    for each in scripts:
        mark = click.style("same", fg="green") if each.released else click.style("OTHER", fg="red")
        click.echo(f"{mark:<6} {each.sha256}  {printable(each.address)}")
    for fault in faults:
        click.secho(printable(fault), fg="red")
    if faults:
        click.secho(f"This is not the page of release {__version__}.", fg="red", bold=True)
    else:
        click.secho(f"This is the page of release {__version__}.", fg="green", bold=True)
