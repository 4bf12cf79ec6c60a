"""survey answer: a respondent in a terminal."""

import hashlib
import os
import secrets
import tempfile
from contextlib import closing
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl
from urllib.parse import urlsplit

import click

from survey.cli.asking import ask
from survey.cli.asking import explain
from survey.cli.wire import Connection
from survey.cli.wire import deliver
from survey.core.answers import randomize_answer
from survey.core.instrument import Instrument
from survey.core.mechanism import system_word
from survey.core.receipts import reports_in_words
from survey.core.response import Response
from survey.core.response import check_response
from survey.core.response import parse_response
from survey.errors import DataError
from survey.errors import ReportRejected
from survey.errors import ResponseConflict

ATTEMPTS = 6


@click.command(
    epilog="""\b
Examples:
  survey answer http://192.168.1.5:8000/s/bcd234
  survey answer URL --token 3b4c6-…             where the survey asks for one
"""
)
@click.argument("url")
@click.option("--token", help="The token on your slip; a link ending in #t=… has it already.")
@click.option("--forget", is_flag=True, help="Forget what was sent to this survey from here.")
def answer(url: str, token: str | None, forget: bool) -> None:
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
            explain(instrument)
            _remember(memory, _draw_response(instrument))
        response = _recall(memory, instrument)
        sent = replace(response, token=token or _token_in(url))
        deliver(connection, sent.body(), ATTEMPTS)
    _show_receipt(instrument, response)


def _token_in(url: str) -> str | None:
    """The token in a link's fragment, which is not sent to the server with the address."""
    return dict(parse_qsl(urlsplit(url).fragment)).get("t")


def _draw_response(instrument: Instrument) -> Response:
    """Asks and randomizes question by question, so that no list of answers ever exists."""
    reports: list[int] = []
    for number, question in enumerate(instrument.questions, start=1):
        reports += randomize_answer(question, ask(question, number), system_word)
    return Response(instrument.digest, secrets.token_hex(16), tuple(reports))


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


def _recall(memory: Path, instrument: Instrument) -> Response:
    """The remembered response; a token is not remembered, so that it can be corrected."""
    try:
        response = parse_response(memory.read_bytes())
        check_response(response, instrument)
    except (ReportRejected, ResponseConflict):
        raise DataError(
            f"{memory} is damaged. Run this again with --forget, and then answer anew."
        ) from None
    return response


def _show_receipt(instrument: Instrument, response: Response) -> None:
    click.secho(
        "\nSaved. These reports were sent. Each is your answer or the coin's doing:", bold=True
    )
    for question, said in reports_in_words(instrument, response.reports):
        click.echo(f"  {said}  {question}")
    click.echo(f"Response id: {response.response_id}")
