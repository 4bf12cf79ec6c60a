"""survey tokens: issues participation tokens as slips to print."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

import click

from survey.app import create_app
from survey.app.configuration import Config
from survey.app.instance_keys import instance_keys
from survey.cli.options import (
    client_at_option,
    code_argument,
    hint_at_url,
    instance_options,
    public_url,
)
from survey.cli.server.addresses import DEFAULT_PORT, reachable
from survey.cli.server.existing_data import existing_place
from survey.core.responses.tokens import MOST_AT_ONCE
from survey.errors import DataError
from survey.store import open_store
from survey.web.running.slips import issue_slips, link_of_token, slips_csv, slips_html


@click.command(
    epilog="""\b
Examples:
  survey tokens fgh234 --count 120 --format html --output slips.html
  survey tokens fgh234 --count 5 --url https://survey.example.org
"""
)
@code_argument
@click.option("--count", required=True, type=click.IntRange(1, MOST_AT_ONCE), help="How many.")
@instance_options
@click.option(
    "--format",
    "format_",
    type=click.Choice(["csv", "html"]),
    default="csv",
    show_default=True,
    help="csv: one row for each token; html: slips to cut out, with QR codes.",
)
@click.option(
    "--url",
    callback=public_url,
    help="The address that respondents use; otherwise this machine's.",
)
@client_at_option
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A new file; otherwise standard output.",
)
def tokens(
    code: str,
    count: int,
    data: Path,
    database: str | None,
    format_: str,
    url: str | None,
    client_at: str | None,
    output: Path | None,
) -> None:
    """Print tokens for slips; each response then needs one.

    They are shown only this once: the server keeps only a keyed hash of each.
    """
    address = url or f"http://{reachable('0.0.0.0')}:{DEFAULT_PORT}"  # noqa: S104
    hint_at_url("The links begin", address)
    with (
        # Opened before anything is issued: tokens that cannot be written would be lost.
        _opened(output) as file,
        closing(open_store(existing_place(data, database))) as store,
    ):
        survey = store.surveys.get(code)
        keys = instance_keys(data, store)
        key = keys.signing_key.public
        link = link_of_token(survey, f"{address}/s/{code}", key, client_at)
        slips = issue_slips(store, keys.secret, survey, count, link)
        if format_ == "csv":
            file.write(slips_csv(slips).encode())
        else:
            app = create_app(Config(data), store)
            with app.app_context():
                file.write(slips_html(survey, slips, key, to_keep=True).encode())


@contextmanager
def _opened(output: Path | None) -> Iterator[IO[bytes]]:
    """The new file, which goes again if nothing was written, or standard output.

    Raises DataError if the file exists: nobody could print the tokens in it again.
    """
    if output is not None and output.is_file():
        raise DataError(f"{output} exists already. Name another file, or delete it first.")
    try:
        with click.open_file(str(output or "-"), "wb") as file:
            yield file
    except BaseException:
        if output is not None and output.is_file() and not output.stat().st_size:
            output.unlink()
        raise
