"""Options that several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from survey.cli.paths import NamedPath
from survey.core.instrument.digest_forms import parse_short_form
from survey.core.intervals.counts import check_confidence
from survey.core.mechanism.channel import parse_design
from survey.core.mechanism.privacy import parse_gamma
from survey.core.numerals import exact_share, whole_number
from survey.core.responses.client_address import check_client_address
from survey.core.responses.join_codes import pasted_code
from survey.errors import ConfigError, ParameterError

DATA_VARIABLE = "SURVEY_DATA"
DATABASE_VARIABLE = "SURVEY_DATABASE"
REPLICA_VARIABLE = "SURVEY_REPLICA"
METRICS_TOKEN_VARIABLE = "SURVEY_METRICS_TOKEN"  # noqa: S105 - the variable's name

Value = TypeVar("Value")


class AnyWholeNumber(click.types.IntParamType):
    """A whole number, as people type it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number: int | None = whole_number(value) if isinstance(value, str) else value
        if number is None:
            self.fail("give a whole number: only digits, without dots or commas.", param, ctx)
        return number


ANY_WHOLE = AnyWholeNumber()


class WholeNumber(click.IntRange):
    """A whole number in a range, as people type it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        in_range: int = super().convert(ANY_WHOLE.convert(value, param, ctx), param, ctx)
        return in_range


def share(context: click.Context, parameter: click.Parameter, value: str) -> float:
    """A share from 0.1, 0,1, 10% or 1/10."""
    number = exact_share(value)
    if number is None or number < 0:
        raise click.BadParameter("give a share such as 0.1, 10% or 1/10.")
    return float(number)


def _code(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """A survey's code, or its link, as somebody read, typed or pasted it."""
    return pasted_code(value)


code_argument = click.argument("code", callback=_code)


def _confidence(context: click.Context, parameter: click.Parameter, value: str) -> float:
    try:
        return check_confidence(share(context, parameter, value))
    except ParameterError as error:
        raise click.BadParameter(error.message) from None


def _parsed(
    parse: Callable[[str], Value],
) -> Callable[[click.Context, click.Parameter, str | None], Value | None]:
    """A callback that returns `parse` of the value, if there is one."""

    def parsed(
        context: click.Context, parameter: click.Parameter, value: str | None
    ) -> Value | None:
        try:
            return None if value is None else parse(value)
        except ParameterError as error:
            raise click.BadParameter(error.message) from None

    return parsed


def _short_form(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    return one_short_form(value) if value else ""


def one_short_form(typed: str) -> str:
    """A root or a fingerprint as people type it; raises BadParameter for anything else."""
    try:
        return parse_short_form(typed)
    except ParameterError:
        raise click.BadParameter("give its 24 letters and digits.") from None


def _database(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    # Imported here: the store takes a while to load, and most commands need none.
    from survey.store.maintenance.open import is_address

    if not is_address(value):
        # The message does not repeat the value, which may hold a password.
        raise click.BadParameter("give an address such as postgresql://role@host/database.")
    return value


def public_url(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Checks the address that begins links; raises BadParameter before a browser fails at it."""
    from survey.app.configuration import check_public_url

    try:
        return check_public_url(value)
    except ConfigError as error:
        raise click.UsageError(error.message) from None


client_at_option = click.option(
    "--client-at",
    metavar="URL",
    callback=_parsed(check_client_address),
    help="Where somebody else holds the client as one file; links and slips lead there.",
)

# An export for Datasette is a folder.
file_argument = click.argument("file", type=click.Path(exists=True, allow_dash=True))


gamma_option = click.option(
    "--gamma",
    callback=_parsed(parse_gamma),
    help="Truth is reported with probability 1/2+γ: a fraction or a decimal.",
)


root_option = click.option(
    "--root", callback=_short_form, help="The root that stood on the last slide."
)

key_option = click.option(
    "--key", callback=_short_form, help="The key's fingerprint, from slide or slip."
)

design_option = click.option(
    "--design",
    callback=_parsed(parse_design),
    metavar="NAME:NUMBERS",
    help="How others' yes/no answers were randomized, in place of γ: warner:0.7, forced:1/6,1/6 "
    "(yes, no), crosswise:1/4 (reports say “alike”), unrelated:0.7,1/4, or channel:0.8,0.2 with "
    "P(yes | yes) and P(yes | no).",
)

confidence_option = click.option(
    "--confidence", default="0.95", show_default=True, callback=_confidence
)

format_option = click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
)

text_format_option = click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text"
)

url_option = click.option(
    "--url",
    default="http://127.0.0.1:8000",
    show_default=True,
    callback=public_url,
    help="Where the app runs.",
)


def hint_at_url(links: str, url: str) -> None:
    """Prints on standard error the beginning of the links, unless --url was given."""
    source = click.get_current_context().get_parameter_source("url")
    if source is ParameterSource.DEFAULT:
        click.echo(f"{links} with {url}; give --url if that is not it.", err=True)


data_option = click.option(
    "--data",
    type=NamedPath(file_okay=False, path_type=Path),
    default=lambda: Path(os.environ.get(DATA_VARIABLE) or "instance"),
    show_default=f"${DATA_VARIABLE}, otherwise ./instance",
    help="The instance folder: database and secret.",
)

database_option = click.option(
    "--database",
    metavar="URL",
    callback=_database,
    default=lambda: os.environ.get(DATABASE_VARIABLE) or None,
    show_default=f"${DATABASE_VARIABLE}, otherwise the file in the instance folder",
    help="A PostgreSQL database, postgresql://role@host/name. Others can see what a command "
    "is given: leave its password to the variable, or to ~/.pgpass.",
)


replica_option = click.option(
    "--replica",
    metavar="URL",
    callback=_database,
    default=lambda: os.environ.get(REPLICA_VARIABLE) or None,
    show_default=f"${REPLICA_VARIABLE}, otherwise none",
    help="A PostgreSQL server that follows the database: public results are read from it.",
)


def instance_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds --data and --database to a command that works on an instance."""
    return data_option(database_option(command))
