"""The lines that a start prints once the app runs: its addresses and links."""

import io
import multiprocessing
import shlex
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.synchronize import Lock
from urllib.parse import urlsplit

import click
import segno
from click.core import ParameterSource

from survey.errors import ConfigError


@dataclass(frozen=True)
class Greeting:
    """Lines that a start prints once: the first worker that is ready to answer prints them.

    A worker that cannot begin prints nothing, and neither does one that replaces another. The lines
    of `look`, which may have to wait for another machine, come later, and nothing waits for them.
    """

    lines: tuple[str, ...]
    _first: Lock = field(default_factory=multiprocessing.Lock)
    look: Callable[[], Iterable[str]] = tuple[str]

    def tell(self) -> bool:
        """Prints the lines, unless another process has; returns whether it did."""
        if not self._first.acquire(block=False):
            return False
        _print(self.lines)
        threading.Thread(target=self._tell_later, name="look", daemon=True).start()
        return True

    def _tell_later(self) -> None:
        if found := tuple(self.look()):
            _print(found)


def print_aside(lines: Iterable[str]) -> None:
    """Prints these lines, and keeps nobody waiting for the terminal."""
    threading.Thread(target=_print, args=(tuple(lines),), name="printer", daemon=True).start()


def _print(lines: Iterable[str]) -> None:
    # Standard output is closed, or its disk full: a server needs none.
    with suppress(ConfigError, OSError):
        click.echo("\n".join(lines))


# Leaves out --host, --url and --proxies.
KEPT = ("data", "port", "database", "replica", "client_at", "trust_host", "workers", "log")


def qr_code(link: str) -> str:
    """The link as a QR code of half blocks, light on dark in any terminal."""
    drawn = io.StringIO()
    segno.make(link, error="m", micro=False).terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    lines = drawn.getvalue().splitlines()
    return "\n".join(click.style(line, fg="bright_white", bg="black") for line in lines)


def lan_command(context: click.Context) -> str:
    """`survey serve --lan` with this command's options; leaves out a password in them."""
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
