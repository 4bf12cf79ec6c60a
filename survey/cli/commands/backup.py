"""survey backup and survey restore: the whole database to one file while the app runs, and back."""

from pathlib import Path

import click

from survey.app.configuration import DATABASE_FILE
from survey.app.instance_folder import prepare_instance
from survey.cli.options import instance_options
from survey.cli.server.existing_data import database_in, refuse_postgresql
from survey.store.maintenance.backup import back_up
from survey.store.maintenance.backup import restore as restored


@click.command(epilog="\b\nExample:\n  survey backup deniable-2026-11-21.db")
@click.argument("file", type=click.Path(path_type=Path))
@instance_options
def backup(file: Path, data: Path, database: str | None) -> None:
    """Copy all surveys and responses to FILE, also while the app runs.

    What you delete later stays in the backup: delete the backup, too. Keep the file
    `secret` of the instance folder as well: without it, slips that were handed
    out are unknown, and everybody signs in anew. A PostgreSQL database has a
    tool of its own for this: pg_dump.
    """
    refuse_postgresql(database)
    click.echo(f"{file} holds {back_up(database_in(data), file).in_words}.")


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
