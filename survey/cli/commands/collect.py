"""survey collect: imports responses that respondents handed over where no network was."""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

import click

from survey.app.instance_keys import instance_keys
from survey.cli.options import instance_options, text_format_option
from survey.cli.server.existing_data import existing_store
from survey.core.responses.handed_over import LARGEST_LINE, read_handed_over
from survey.errors import DataError, StoreUnavailable
from survey.exports.reading.csv_table import printable
from survey.wire.submission import JSON_TYPE, Reply, Submission, Submissions
from survey.wire.ways import OnThread, at_once

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST_READ = LARGEST_LINE + len(BYTE_ORDER_MARK + b"\r\n")
MOST_TOLD = 100  # refusals that are printed one by one


@dataclass(frozen=True)
class Refusal:
    """The reason why a line was not stored; `reason` repeats nothing of it."""

    file: str
    line: int
    reason: str


@dataclass
class CollectionSummary:
    """How many lines were stored, had been stored before, or were refused."""

    new: int = 0
    already: int = 0
    refused: int = 0
    refusals: list[Refusal] = field(default_factory=list)

    def refuse(self, refusal: Refusal) -> None:
        self.refused += 1
        if len(self.refusals) < MOST_TOLD:
            self.refusals.append(refusal)


@click.command(
    epilog="""\b
Examples:
  survey collect handed-over.txt
  survey collect handed-over.txt --format json

A file has one response per line, as the client of `survey client --output` hands
it over, in a file or QR code. The app may run meanwhile. Delete the files
afterwards: they have the order in which the responses were handed over.
"""
)
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
)
@instance_options
@text_format_option
def collect(files: tuple[str, ...], data: Path, database: str | None, format_: str) -> None:
    """Import responses that were gathered without a network.

    FILE may be - for standard input. The server's own rules apply: the command
    refuses what the server would refuse, and counts no response twice. A refused
    line does not stop the others.
    """
    with existing_store(data, database) as store:
        # Somebody who runs this has the database, so guesses of tokens are not slowed here.
        keys = instance_keys(data, store)
        submissions = Submissions(keys.secret, keys.signing_key, lambda network: None)
        way = OnThread(store)
        collected = CollectionSummary()
        for name, number, line in _with_progress(_lines_of_all(files)):
            try:
                code, body = read_handed_over(line)
            except DataError as error:
                collected.refuse(Refusal(name, number, error.message))
                continue
            reply = at_once(submissions.take(Submission(code, JSON_TYPE, "", body, ""), way))
            _count(collected, reply, name, number)
    if format_ == "json":
        click.echo(json.dumps(asdict(collected), indent=1))
    else:
        _tell(collected)
    if collected.refused:
        raise SystemExit(1)


def _count(collected: CollectionSummary, reply: Reply, name: str, number: int) -> None:
    """Counts the wire's replies; raises StoreUnavailable if the database does not answer."""
    if reply.status == 201:
        collected.new += 1
    elif reply.status == 200:
        collected.already += 1
    else:
        reason = json.loads(reply.body)["detail"]
        if reply.status == 503:
            raise StoreUnavailable(
                f"{printable(name)}, line {number}: {reason} Run this again then: what is there "
                "already is counted once."
            )
        collected.refuse(Refusal(name, number, reason))


def _tell(collected: CollectionSummary) -> None:
    for refusal in collected.refusals:
        click.echo(f"{printable(refusal.file)}, line {refusal.line}: {refusal.reason}", err=True)
    if untold := collected.refused - len(collected.refusals):
        click.echo(f"And {untold:,} more.", err=True)
    new, already, refused = collected.new, collected.already, collected.refused
    click.echo(f"{new:,} new, {already:,} already there, {refused:,} refused.")


def _lines_of_all(files: Iterable[str]) -> Iterator[tuple[str, int, bytes]]:
    """(file's name, number, line) of each line that is not blank."""
    for path in files:
        name = "standard input" if path == "-" else path
        with click.open_file(path, "rb") as file:
            for number, line in _lines(file):
                yield name, number, line


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Each line that is not blank, with its number; a line that is too long is cut."""
    number = 0
    while line := file.readline(LONGEST_READ):
        number += 1
        if line.endswith(b"\n") or len(line) < LONGEST_READ:
            line = line.removeprefix(BYTE_ORDER_MARK).strip()
        else:
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = file.readline(LONGEST_READ)
        if line:
            yield number, line


def _with_progress(lines: Iterator[tuple[str, int, bytes]]) -> Iterator[tuple[str, int, bytes]]:
    """The lines; on a terminal it shows how many it has read."""
    with click.progressbar(
        lines,
        label="Responses",
        file=sys.stderr,
        show_eta=False,
        show_pos=True,
        update_min_steps=50,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        yield from bar
