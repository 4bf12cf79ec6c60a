"""survey create: a survey from a TOML file."""

import json
from pathlib import Path

import click

from survey.app.config import Config
from survey.app.instance import prepare_instance
from survey.cli.named_instructor import instructor_option
from survey.cli.named_instructor import named_instructor
from survey.cli.options import data_option
from survey.cli.options import database_option
from survey.core.budget import check_budget
from survey.core.instrument import from_toml
from survey.errors import DataError
from survey.errors import InstrumentInvalid
from survey.store import State
from survey.store import open_store
from survey.web.compose import add_survey


@click.command(
    epilog="""\b
Example of FILE.toml:
  title = "After the final"
  class_size = 120
  [[questions]]
  text = "Did you cheat on the final?"
  gamma = "1/4"

\b
Examples:
  survey create final.toml
  survey create final.toml --publish --format json
"""
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
@database_option
@click.option("--publish", is_flag=True, help="Open it at once; its questions are then frozen.")
@instructor_option
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text")
def create(
    file: Path,
    data: Path,
    database: str | None,
    publish: bool,
    instructor: str | None,
    format_: str,
) -> None:
    """Create a survey from FILE.toml and print its code."""
    try:
        instrument = from_toml(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise DataError(f"{file} is not text in UTF-8.") from None
    except InstrumentInvalid as error:
        faults = "".join(f"\n  {field}: {text}" for field, text in error.errors.items())
        raise DataError(f"{file} does not describe a survey:{faults}") from None
    config = Config(data, prepare_instance(data), database_url=database)
    store = open_store(config.place)
    try:
        owner = named_instructor(store, instructor)
        if publish:
            # Before the survey is made, so that a refusal leaves nothing behind.
            check_budget(instrument, owner.largest_epsilon)
        code = add_survey(store, instrument, owner.name)
        if publish:
            store.set_state(code, State.OPEN)
    finally:
        store.close()
    state = "open" if publish else "draft"
    if format_ == "json":
        click.echo(json.dumps({"code": code, "state": state, "instrument": instrument.digest}))
    else:
        click.echo(f"{code}  {instrument.title} ({state})")
        click.echo(f"Respondents open /s/{code}; you find it at /surveys/{code}.")
