"""The whole database to one file while the app runs (survey backup), and back (survey restore).

Where the signing key that belongs to it is lost, survey replace-key binds it to another one.
"""

from contextlib import closing
from pathlib import Path

import click

from survey.app.configuration import DATABASE_FILE, Config
from survey.app.instance_folder import prepare_instance, prepare_signing_key
from survey.cli.options import instance_options
from survey.cli.server.existing_data import database_in, refuse_postgresql
from survey.store import open_store
from survey.store.maintenance.backup import back_up
from survey.store.maintenance.backup import restore as restored
from survey.wire.keys import PublicKey


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


@click.command("replace-key", epilog="\b\nExample:\n  survey replace-key --data /srv/survey")
@instance_options
def replace_key(data: Path, database: str | None) -> None:
    """Let this folder's signing key take the place of one that is lost.

    Stop the app before, and hand out links and slips anew: those of the lost key are refused by
    phones. Receipts that it signed stay what they are.
    """
    place = Config(data, prepare_instance(data), database_url=database).place
    key = prepare_signing_key(data).public
    with closing(open_store(place)) as store:
        kept = store.maintenance.keep_public_key(key.hex)
        if kept == key.hex:
            click.echo(f"The database belongs to this folder's key already: {key.fingerprint}.")
            return
        store.maintenance.replace_public_key(key.hex)
    click.echo(
        f"{key.fingerprint} signs from now on, in the place of {PublicKey(kept).fingerprint}."
    )
