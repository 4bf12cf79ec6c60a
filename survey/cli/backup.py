"""survey backup and survey restore: the whole database in one file, and back."""

from pathlib import Path

import click

from survey.app.config import DATABASE_FILE
from survey.app.instance import prepare_instance
from survey.cli.existing_data import database_in
from survey.cli.options import data_option
from survey.store.backup import Kept
from survey.store.backup import back_up
from survey.store.backup import restore as restored


@click.command(epilog="\b\nExample:\n  survey backup deniable-2026-11-21.db")
@click.argument("file", type=click.Path(path_type=Path))
@data_option
def backup(file: Path, data: Path) -> None:
    """Copy all surveys and responses to FILE, also while the app runs.

    What is deleted later stays in the backup: delete that, too.
    """
    click.echo(f"{file} holds {_said(back_up(database_in(data), file))}.")


@click.command(
    epilog="""\b
Examples:
  survey restore deniable-2026-11-21.db
  survey restore deniable-2026-11-21.db --data /srv/deniable --replace
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@click.option("--replace", is_flag=True, help="Although there are surveys: they are gone then.")
def restore(file: Path, data: Path, replace: bool) -> None:
    """Make the database what the backup in FILE holds."""
    prepare_instance(data)
    kept = restored(file, data / DATABASE_FILE, replace)
    click.echo(f"{data} holds {_said(kept)} again.")


def _said(kept: Kept) -> str:
    surveys = f"{kept.surveys:,} survey{'' if kept.surveys == 1 else 's'}"
    return f"{surveys} with {kept.responses:,} response{'' if kept.responses == 1 else 's'}"
