"""survey answer: a respondent in a terminal."""

import hashlib
import os
import secrets
import tempfile
from contextlib import closing
from contextlib import suppress
from pathlib import Path

import click

from survey.cli.wire import Connection
from survey.cli.wire import deliver
from survey.core.instrument import Instrument
from survey.core.mechanism import randomize
from survey.core.mechanism import system_word
from survey.core.response import Response
from survey.core.response import check_response
from survey.core.response import parse_response
from survey.core.sentences import odds_in_words
from survey.core.sentences import truth_probability
from survey.errors import DataError
from survey.errors import ReportRejected
from survey.errors import ResponseConflict

ATTEMPTS = 6
ANSWERS = {"y": 1, "yes": 1, "n": 0, "no": 0}


@click.command(epilog="\b\nExample:\n  survey answer http://192.168.1.5:8000/s/bcd234")
@click.argument("url")
@click.option("--forget", is_flag=True, help="Forget what was sent to this survey from here.")
def answer(url: str, forget: bool) -> None:
    """Answer the survey at URL; what is typed is not shown and not sent.

    Each answer is randomized here. The reports, never the answers, are kept in
    a file before they are sent, so that another run sends the same ones.
    """
    with closing(Connection(url)) as connection:
        instrument = connection.instrument()
        memory = _memory(connection.address, instrument)
        if forget:
            memory.unlink(missing_ok=True)
            click.echo("Forgotten here. The class's figures keep the reports.")
            return
        if memory.exists():
            click.echo("These reports were drawn here before; they are sent again, not drawn anew.")
        else:
            _explain(instrument)
            _remember(memory, _draw_response(instrument))
        body = _recall(memory, instrument)
        deliver(connection, body, ATTEMPTS)
    _show_receipt(instrument, parse_response(body))


def _explain(instrument: Instrument) -> None:
    click.secho(instrument.title, bold=True)
    if instrument.introduction:
        click.echo(instrument.introduction)
    click.echo(
        "Only randomized reports leave this computer. For each question the truth is sent with "
        "the chance given, and the opposite otherwise."
    )


def _draw_response(instrument: Instrument) -> Response:
    """Asks and randomizes question by question, so that no list of answers ever exists."""
    reports = tuple(
        randomize(_ask(question, number), question.odds, question.options, system_word)
        for number, question in enumerate(instrument.questions, start=1)
    )
    return Response(instrument.digest, secrets.token_hex(16), reports)


def _ask(question, number: int) -> int:
    click.echo(
        f"\n{number}. {question.text}\n   (truth: {truth_probability(question.gamma)}; one report "
        f"multiplies the odds on it by at most {odds_in_words(question.gamma)})"
    )
    while True:
        typed = click.prompt("   y or n, not shown", hide_input=True).strip().lower()
        if typed in ANSWERS:
            return ANSWERS[typed]
        click.echo("   Please type y or n.")


def _memory(address: str, instrument: Instrument) -> Path:
    """The file that remembers what was drawn here for this survey."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    name = hashlib.sha256(f"{address} {instrument.digest}".encode()).hexdigest()
    return Path(state) / "deniable" / f"{name}.json"


def _remember(memory: Path, response: Response) -> None:
    """Durably and whole, before anything is sent; only the owner may read it.

    If another run has remembered its draw meanwhile, that one counts.
    """
    memory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=memory.parent)  # mode 600
    try:
        with open(descriptor, "wb") as file:
            file.write(response.body())
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, memory)
    finally:
        os.unlink(draft)
    folder = os.open(memory.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _recall(memory: Path, instrument: Instrument) -> bytes:
    """The remembered response, byte for byte."""
    body = memory.read_bytes()
    try:
        check_response(parse_response(body), instrument)
    except (ReportRejected, ResponseConflict):
        raise DataError(
            f"{memory} is damaged. Run this again with --forget, and then answer anew."
        ) from None
    return body


def _show_receipt(instrument: Instrument, response: Response) -> None:
    click.secho(
        "\nSaved. These reports were sent; nobody can tell them from the coin's doing:", bold=True
    )
    for question, report in zip(instrument.questions, response.reports, strict=True):
        click.echo(f"  {'yes' if report else 'no '}  {question.text}")
    click.echo(f"Response id: {response.response_id}")
