"""survey tokens: issues participation tokens as slips to print."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from survey.app import create_app
from survey.app.configuration import Config
from survey.app.instance_keys import instance_keys
from survey.cli.options import (
    WholeNumber,
    client_at_option,
    code_argument,
    hint_at_url,
    instance_options,
    public_url,
)
from survey.cli.output_files import is_stream
from survey.cli.paths import NamedPath
from survey.cli.server.addresses import DEFAULT_PORT, reachable
from survey.cli.server.existing_data import existing_store
from survey.core.responses.tokens import MOST_AT_ONCE
from survey.errors import DataError
from survey.store.files import create_private
from survey.store.token_rules import check_tokens_may_be_issued
from survey.systems import flush
from survey.web.running.slips import (
    count_as_issued,
    draw_slips,
    link_of_token,
    slips_csv,
    slips_html,
)


@click.command(
    epilog="""\b
Examples:
  survey tokens fgh234 --count 120 --format html --output slips.html
  survey tokens fgh234 --count 5 --url https://survey.example.org
"""
)
@code_argument
@click.option("--count", required=True, type=WholeNumber(1, MOST_AT_ONCE), help="How many.")
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
    type=NamedPath(dir_okay=False, path_type=Path),
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
    if output is not None and output.is_file():
        raise DataError(f"{output} exists already. Name another file, or delete it first.")
    with existing_store(data, database) as store:
        survey = store.surveys.get(code)
        check_tokens_may_be_issued(survey, store.responses.tally(code).responses > 0)
        keys = instance_keys(data, store)
        key = keys.signing_key.public
        slips = draw_slips(
            survey, count, link_of_token(survey, f"{address}/s/{code}", key, client_at)
        )
        if format_ == "csv":
            content = slips_csv(slips)
        else:
            app = create_app(Config(data), store)
            with app.app_context():
                content = slips_html(survey, slips, key, to_keep=True)
        # Written before they count: nobody could print tokens again that were not written.
        with _written(output, content.encode()):
            count_as_issued(store, keys.secret, survey, slips)
    hint_at_url("The links begin", address)


@contextmanager
def _written(output: Path | None, content: bytes) -> Iterator[None]:
    """Writes a new private file, or to standard output; a block that fails leaves no new file."""
    is_new = output is not None and not is_stream(output) and not output.exists()
    if output is not None and is_new:
        create_private(output)
    try:
        with click.open_file(str(output or "-"), "wb") as file:
            file.write(content)
            file.flush()
            if is_new:
                flush(file.fileno())
        yield
    except BaseException as error:
        if output is not None and isinstance(error, OSError):
            error.filename = str(output)
        if output is not None and is_new:
            output.unlink(missing_ok=True)
        raise
