"""survey restore: replaces what the database holds by what a backup holds."""

from pathlib import Path

import click

from survey.app.configuration import DATABASE_FILE
from survey.app.instance_folder import prepare_instance
from survey.cli.options import instance_options
from survey.cli.server.existing_data import refuse_postgresql
from survey.store.maintenance.backup import restore as restored


@click.command(
    epilog="""\b
Examples:
  survey restore deniable-2026-11-21.db
  survey restore deniable-2026-11-21.db --data /srv/deniable --replace
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@instance_options
@click.option("--replace", is_flag=True, help="Replace surveys that are there: they will be gone.")
def restore(file: Path, data: Path, database: str | None, replace: bool) -> None:
    """Make the database what the backup in FILE holds.

    On another machine, put the file `secret` of the former instance folder into
    the new one first, or slips that were handed out are unknown.
    """
    refuse_postgresql(database)
    prepare_instance(data)
    kept = restored(file, data / DATABASE_FILE, replace)
    click.echo(f"{data} holds {kept.in_words} again.")
