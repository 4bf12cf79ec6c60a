"""The command that starts the same app so that phones in the local network reach it."""

import shlex
from urllib.parse import urlsplit

import click
from click.core import ParameterSource

KEPT = ("data", "port", "database", "trust_host", "workers", "log")  # not --host, --url, --proxies


def lan_command(context: click.Context) -> str:
    """`survey serve --lan` with what this command was given; a password in it is left out."""
    words = ["survey", "serve"]
    for name in KEPT:
        if context.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        given = context.params[name]
        for value in given if isinstance(given, tuple) else (given,):
            words += [f"--{name.replace('_', '-')}", _without_password(str(value))]
    return shlex.join([*words, "--lan"])


def _without_password(value: str) -> str:
    """An address without the password in it: the page with the command may be projected."""
    password = urlsplit(value).password if "://" in value else None
    return value.replace(f":{password}@", "@", 1) if password else value
