"""survey doctor: checks an installation before respondents meet it."""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import click
from click.core import ParameterSource

from survey.app.configuration import DATABASE_FILE
from survey.app.instance_keys import SECRET_FILE
from survey.cli.checks import deployment, gate, installation, instance
from survey.cli.options import (
    DATA_VARIABLE,
    WholeNumber,
    client_at_option,
    instance_options,
    text_format_option,
)
from survey.cli.server.addresses import DEFAULT_PORT, reachable
from survey.errors import SurveyError, fault_of_system

NARROW = 12  # columns of a check's name


@dataclass(frozen=True)
class Finding:
    """The outcome of one check; `says` is what it found, or what to do if it is not `well`."""

    check: str
    well: bool
    says: str


# A check: returns what it found, or raises a SurveyError that says what to fix.
Look = Callable[[], str]


def find(check: str, look: Look) -> Finding:
    """Runs a check and returns its outcome."""
    try:
        return Finding(check, True, look())
    except SurveyError as error:
        return Finding(check, False, error.message)
    except OSError as error:
        return Finding(check, False, fault_of_system(error))


@click.command(
    epilog="""\b
Examples:
  survey doctor
  survey doctor --data instance --format json
  survey doctor --url https://survey.example.org

Run it with the account that runs the app, also while the app runs. On a server
run it as root with --as-deployed: it then takes folder and database from the
service. It reads a
whole SQLite file. Responses wait meanwhile: under a second for a million.
Exit code 0: all is well. 1: something needs a fix.
"""
)
@instance_options
@click.option("--host", default="127.0.0.1", show_default=True, help="Where the app listens.")
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=WholeNumber(1, 65535))
@click.option("--url", help="The address in links: ask there, too, as a phone does.")
@click.option(
    "--as-deployed",
    is_flag=True,
    help="Check the service that systemd runs here, with its folder, database and backups.",
)
@client_at_option
@text_format_option
def doctor(
    data: Path,
    database: str | None,
    host: str,
    port: int,
    url: str | None,
    as_deployed: bool,
    client_at: str | None,
    format_: str,
) -> None:
    """Check this installation and say what to fix.

    It changes nothing, but notes when it compared a page that somebody else holds.
    """
    deployed = deployment.deployed() if as_deployed else None
    if deployed:
        _check_not_given("data", "database")
        data, database = deployed.data, deployed.database
    looks = checks(data, database, host, port)
    collector = url or f"http://{reachable(host)}:{port}"
    place = database or data / DATABASE_FILE
    looks.append(("holders", partial(instance.holders, data, place, client_at, collector)))
    if url is not None:
        looks.append(("address", partial(gate.address, url)))
    if deployed:
        looks += [(each.__name__, partial(each, deployed)) for each in deployment.CHECKS]
    findings = [find(name, look) for name, look in looks]
    faults = sum(not finding.well for finding in findings)
    if format_ == "json":
        document = {"well": not faults, "checks": [asdict(finding) for finding in findings]}
        click.echo(json.dumps(document, indent=1, ensure_ascii=False))
    else:
        _tell(findings, faults)
    if faults:
        raise SystemExit(1)


def _check_not_given(*names: str) -> None:
    """Raises UsageError for an option beside which --as-deployed could mean two things."""
    for name in names:
        if click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--as-deployed checks the service's own: leave --{name} away.")


def _is_named() -> bool:
    """Whether somebody named the instance folder, which may be misspelt."""
    source = click.get_current_context().get_parameter_source("data")
    return source is not ParameterSource.DEFAULT or bool(os.environ.get(DATA_VARIABLE))


def checks(data: Path, database: str | None, host: str, port: int) -> list[tuple[str, Look]]:
    """(name, check) of all checks, in the order in which a start would meet their faults."""
    place = database or data / DATABASE_FILE
    extras = ("postgres",) if database else ()
    written = (data / SECRET_FILE, data / DATABASE_FILE)
    return [
        ("python", installation.python),
        ("libraries", partial(installation.dependencies, extras)),
        ("sqlite", installation.sqlite),
        ("files", installation.files),
        ("open files", installation.open_files),
        ("clock", partial(installation.clock, written)),
        ("folder", partial(instance.instance_folder, data, _is_named())),
        ("secret", partial(instance.secret, data, place)),
        ("signing key", partial(instance.signing_key, data, place)),
        ("database", partial(instance.database, data, place)),
        ("disk", partial(instance.disk, data, place)),
        ("port", partial(instance.port, host, port)),
    ]


def _tell(findings: Sequence[Finding], faults: int) -> None:
    for each in findings:
        mark = click.style("ok  ", fg="green") if each.well else click.style("fix ", fg="red")
        click.echo(f"{mark}  {each.check:<{NARROW}}{each.says}")
    if faults:
        things = "One thing needs" if faults == 1 else f"{faults} things need"
        click.secho(f"{things} a fix.", fg="red", bold=True)
    else:
        click.secho("All is well.", fg="green", bold=True)
