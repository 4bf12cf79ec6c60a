"""survey rescue: saves what can be read of a damaged database."""

from pathlib import Path

import click

from survey.cli.options import instance_options
from survey.cli.server.existing_data import database_in, refuse_postgresql
from survey.store.maintenance.backup import rescue as rescued


@click.command(
    epilog="""\b
Example:
  survey rescue read.db
  survey restore read.db --replace
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@instance_options
def rescue(file: Path, data: Path, database: str | None) -> None:
    """Write what can be read of a damaged database to FILE, row by row.

    It says what could not be read. Stop the app before, and look for a backup first:
    that has everything that there was. Where responses are missing, a survey's signed
    statement speaks of more than FILE holds. The damaged database stays as it is.
    """
    refuse_postgresql(database)
    saved = rescued(database_in(data), file)
    click.echo(f"{file} holds {saved.kept.in_words}.")
    for lost in saved.lost:
        click.echo(f"Not read: {lost}.", err=True)
    if not saved.lost:
        click.echo("Nothing that could be counted is missing.")
