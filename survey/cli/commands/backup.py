"""survey backup: copies the whole database to one file, while the app runs."""

from pathlib import Path

import click

from survey.cli.options import instance_options
from survey.cli.server.existing_data import database_in, refuse_postgresql
from survey.store.maintenance.backup import back_up


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
