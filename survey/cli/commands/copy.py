"""survey copy and rescue: copies a whole database, or its readable parts, to another place."""

import json
import sys
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import asdict
from pathlib import Path

import click

from survey.app.configuration import DATABASE_FILE
from survey.cli.options import instance_options, text_format_option
from survey.cli.paths import NewFile
from survey.cli.server.existing_data import database_in, refuse_postgresql
from survey.errors import ConfigError, StoreUnavailable
from survey.store import open_store
from survey.store.maintenance.copy import copy as copied
from survey.store.maintenance.copy import store_to_fill
from survey.store.maintenance.open import (
    Place,
    described,
    inspect,
    is_address,
    is_used,
    open_moved,
)
from survey.store.maintenance.rescue import rescue as rescued
from survey.store.models import StoredCounts
from survey.store.sqlite.serving import claimed


def _place(context: click.Context, parameter: click.Parameter, value: str | None) -> Place | None:
    """The place of a database: an address, the database file in a folder, or a file."""
    if value is None:
        return None
    if is_address(value):
        return value
    if "://" in value:
        # The message does not repeat the value, which may hold a password.
        raise click.BadParameter("give a path or an address such as postgresql://role@host/name.")
    path: Path = NewFile().convert(value, parameter, context)
    return path / DATABASE_FILE if path.is_dir() else path


@click.command(
    epilog="""\b
Examples:
  survey copy instance kept.db
  survey copy --undo instance
  survey copy instance/survey.db other.db --format json

Stop the app first: what comes meanwhile is not copied. The copy belongs to the
same keys, so keep the folder, or bring them along (survey backup --keys).
Everybody has to sign in again. Leave the password of an address to ~/.pgpass.
For a copy to keep use survey backup.
"""
)
@click.argument("source", callback=_place)
@click.argument("target", callback=_place, required=False)
@click.option("--undo", is_flag=True, help="Use SOURCE again, and no longer its copy.")
@text_format_option
def copy(source: Place, target: Place | None, undo: bool, format_: str) -> None:
    """Copy everything from one database to another.

    SOURCE and TARGET are each an instance folder, a SQLite file or an address such
    as postgresql://survey@db.example.org/survey. TARGET must hold no surveys, and
    loses its instructors. It keeps the copy only if digests of everything agree
    with SOURCE. Then every command refuses SOURCE, and names TARGET.
    """
    if undo:
        if target is not None:
            raise click.UsageError("With --undo name SOURCE alone.")
        _use_again(source)
        return
    if target is None:
        raise click.UsageError("Name SOURCE and TARGET.")
    if source == target:
        raise ConfigError("Source and target are the same.")
    inspected = inspect(source)
    if inspected.pending:
        raise StoreUnavailable(
            "The source holds no data of this app, or of an older release: start its app once with "
            "this one."
        )
    total = inspected.kept.responses
    with (
        _without_app(source),
        closing(open_store(source)) as full,
        store_to_fill(target) as empty,
        click.progressbar(
            length=total, label="Copying", file=sys.stderr, update_min_steps=5000
        ) as bar,
    ):
        surveys = copied(full, empty, bar.update)
        full.maintenance.mark_moved(_named(target))
    if format_ == "json":
        click.echo(json.dumps({"surveys": [asdict(survey) for survey in surveys]}))
        return
    for survey in surveys:
        responses = f"{survey.responses:>9,} responses"
        click.echo(f"{survey.code}  {survey.state:<6}  {responses}  sha256 {survey.digest}")
    kept = StoredCounts(len(surveys), total)
    click.echo(f"Copied {kept.in_words}; all digests agree.")
    click.echo(
        f"Every command refuses {described(source)} from now on, and names the copy. To use it "
        "again: survey copy --undo SOURCE."
    )


def _named(place: Place) -> str:
    """The database in words that hold true in every folder, without a password."""
    return described(place if is_address(place) else Path(place).absolute())


def _without_app(source: Place) -> AbstractContextManager[None]:
    """Keeps servers off a SQLite file during the block; raises ConfigError if one runs on it."""
    if is_address(source):
        return nullcontext()
    return claimed(Path(source), f"The app runs on {source}. Stop it first.")


def _use_again(source: Place) -> None:
    """Takes the mark back; raises ConfigError if there is none."""
    if not is_used(source):
        raise ConfigError(f"There is no {described(source)}.")
    with closing(open_moved(source)) as store:
        name = store.maintenance.moved_to()
        if name is None:
            raise ConfigError(f"Nothing was copied away from {described(source)}.")
        store.maintenance.mark_moved(None)
    click.echo(
        f"Commands use {described(source)} again. Start no app on {name} any more: each "
        "would lack the other's responses."
    )


@click.command(
    epilog="""\b
Examples:
  survey rescue read.db
  survey restore read.db --replace
"""
)
@click.argument("file", type=NewFile())
@instance_options
def rescue(file: Path, data: Path, database: str | None) -> None:
    """Save what can be read of a damaged database.

    The command writes it to FILE, row by row, and says what it could not read. Stop
    the app, and look for a backup first: that holds everything that there was. If
    responses are missing, a survey's signed statement counts more than FILE holds.
    The damaged database stays as it is.
    """
    refuse_postgresql(database)
    saved = rescued(database_in(data), file)
    click.echo(f"{file} holds {saved.kept.in_words}.")
    for lost in saved.lost:
        click.echo(f"Not read: {lost}.", err=True)
    if not saved.lost:
        click.echo("Nothing that could be counted is missing.")
