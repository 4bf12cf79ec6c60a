"""survey serve: runs the web app on a production server."""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
from flask import Flask

from survey.app import create_app
from survey.app.configuration import Config, check_metrics_token
from survey.app.housekeeper import housekeeper
from survey.app.instance_folder import claimed_folder
from survey.app.logs import FORMATS
from survey.app.network_listener import WithNetwork
from survey.app.rsgi import CompleteRequests
from survey.app.server import THREADS, check_open_files, make_server, with_network
from survey.app.workers import end_with_parent
from survey.cli.checks.held_client import look_at_holders
from survey.cli.options import (
    METRICS_TOKEN_VARIABLE,
    WholeNumber,
    client_at_option,
    instance_options,
    public_url,
    replica_option,
)
from survey.cli.output import make_output_portable
from survey.cli.server.addresses import (
    AUTOMATIC,
    DEFAULT_PORT,
    check_port,
    network_address,
    reachable,
    usual_address,
)
from survey.cli.server.greeting import Greeting, lan_command, print_aside
from survey.cli.server.start_lines import change_lines, start_lines
from survey.errors import ConfigError, SurveyError, fault_of_system
from survey.store.maintenance.open import open_served
from survey.systems import SEVERAL_WORKERS
from survey.web.http.security_headers import HERE
from survey.web.respondent.lan_address import AddressChange, LanAddress, lan_url

NOT_COMPARED = "The comparison of the pages that others hold is not noted."


@click.command(
    epilog="""\b
Examples:
  survey serve
  survey serve --lan        (phones in the same network join)
  survey serve --url https://survey.example.org --proxies 1   (behind nginx)

With --lan you work at 127.0.0.1. The address in the network has respondents' and
public pages only (results, documentation, lab), so your password never crosses it.

Each worker counts wrong passwords for itself, 10 in 15 minutes. Workers on
several machines need the same files `secret` and `signing_key` in their instance
folders (survey restore --keys).

/health, /ready and /metrics are for a supervisor. /metrics replies only to this
machine, or to requests with the token in $SURVEY_METRICS_TOKEN.
"""
)
@click.option("--host", default=HERE, show_default=True, help="Address to listen at.")
@click.option(
    "--lan",
    metavar="[ADDRESS]",
    is_flag=False,
    flag_value=AUTOMATIC,
    help="Let phones in the local network join, too, at this address.",
)
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=WholeNumber(1, 65535))
@instance_options
@replica_option
@click.option(
    "--url", callback=public_url, help="The address that respondents use, if it is another."
)
@client_at_option
@click.option("--trust-host", multiple=True, help="A further host name or address to answer to.")
@click.option(
    "--proxies",
    default=0,
    show_default=True,
    type=WholeNumber(0, 5),
    help="How many reverse proxies stand in front.",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=WholeNumber(1, 64),
    help="Processes that answer; more than one needs --database.",
)
@click.option(
    "--log",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How the running server's faults are written to standard error.",
)
def serve(
    host: str,
    lan: str | None,
    port: int,
    data: Path,
    database: str | None,
    replica: str | None,
    url: str | None,
    client_at: str | None,
    trust_host: tuple[str, ...],
    proxies: int,
    workers: int,
    log: str,
) -> None:
    """Start the app and print its address.

    The first start also prints a sign-in link.
    """
    check_open_files()
    if workers > 1 and database is None:
        raise ConfigError(
            "SQLite has one writer, so more workers would only wait for each other. Name a "
            "PostgreSQL database with --database, or leave --workers at 1."
        )
    if workers > 1 and not SEVERAL_WORKERS:
        raise ConfigError("On Windows one process answers. Leave --workers at 1.")
    network = None
    if lan is not None:
        if url or proxies or host != HERE:
            raise ConfigError("--lan cannot be combined with --host, --url or --proxies.")
        network = network_address(lan)
        check_port(network, port)
        url = lan_url(network, port)
    check_port(host, port)
    config = Config(
        data.absolute(),
        url,
        tuple(map(str.lower, trust_host)),
        proxies,
        database,
        # Not an option: others can see a command's arguments.
        check_metrics_token(os.environ.get(METRICS_TOKEN_VARIABLE)),
        network,
        lan_command(click.get_current_context()),
        replica,
        client_at,
    )
    here = f"http://{reachable(host)}:{port}"
    address = here if network else config.public_url or here
    with claimed_folder(config):
        greeting = Greeting(start_lines(config, address), look=partial(_held, config, here))
        # Granian's types do not know __rsgi__, by which it calls what this loads.
        find = usual_address if lan == AUTOMATIC else None
        load: Callable[..., Any] = partial(serve_requests, config, port, log, greeting, find)
        make_server(host, port, workers, log).serve(target_loader=load, wrap_loader=False)


def _held(config: Config, here: str) -> tuple[str, ...]:
    """The findings on the clients that others hold, and why there are none if that failed."""
    try:
        found = look_at_holders(
            config.data, config.place, config.client_at, config.public_url or here
        )
    except SurveyError as error:
        return (f"{NOT_COMPARED} {error.message}",)
    except OSError as error:
        return (f"{NOT_COMPARED} {fault_of_system(error)}",)
    return tuple(sentence for each in found for sentence in each.sentences)


def serve_requests(
    config: Config,
    port: int,
    log: str,
    greeting: Greeting,
    find: Callable[[], str | None] | None = None,
) -> CompleteRequests | WithNetwork:
    """Runs in each worker's process of Granian; ends it with a sentence if it cannot begin.

    `find` finds the address in the network anew, if it was not named.
    """
    end_with_parent()
    make_output_portable()  # a new process, which must set up its own output
    try:
        app = _app(config)
    except SurveyError as error:  # the database has changed since the command looked at it
        click.echo(f"Error: {error.message}", err=True)
        sys.exit(1)
    housekeeper(app).start()
    served = CompleteRequests(app, THREADS)
    tells = greeting.tell()
    if not config.network:
        return served

    def told(change: AddressChange, address: LanAddress) -> None:
        if tells:
            print_aside(change_lines(change, address, config.lan_command))

    address = LanAddress(app.config, app.extensions["reached"], port, find, told)
    return with_network(served, address, log)


def _app(config: Config) -> Flask:
    """The app on a store that was checked before."""
    store = open_served(config.place)
    try:
        return create_app(config, store)
    except BaseException:
        store.close()
        raise
