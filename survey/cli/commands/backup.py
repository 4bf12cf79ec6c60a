"""survey backup: writes the whole database to a file while the app runs; survey restore reads it.

Both do so with its keys, in a file of their own. If keys are lost, survey replace-key binds the
database to new ones.
"""

from contextlib import closing
from pathlib import Path

import click

from survey.app.configuration import DATABASE_FILE
from survey.app.instance_folder import prepared_folder
from survey.app.instance_keys import (
    InstanceKeys,
    differences,
    instance_keys,
    make_keys,
    put_keys,
    read_if_there,
)
from survey.app.keys_file import read_keys_file, write_keys_file
from survey.cli.options import instance_options
from survey.cli.paths import NewFile
from survey.cli.server.existing_data import database_in, existing_store, refuse_postgresql
from survey.errors import ConfigError
from survey.store import open_store
from survey.store.maintenance.backup import back_up, known_keys, tidy
from survey.store.maintenance.backup import restore as restored
from survey.store.sqlite.serving import claimed
from survey.wire.keys import PublicKey

# What stops working without each key, if it is not restored.
LOST = {
    "secret": "slips with tokens that were handed out are unknown, and everybody signs in again",
    "signing key": "phones refuse links and slips that name it; what it signed stays as it is",
}

_PATH = click.Path(path_type=Path)


@click.command(
    epilog="""\b
Examples:
  survey backup kept.db
  survey backup --keys kept.keys
"""
)
@click.argument("file", type=NewFile(), required=False)
@click.option("--keys", metavar="KEYS", type=NewFile(), help="Write secret and signing key there.")
@click.option(
    "--keep",
    metavar="DAYS",
    type=click.IntRange(min=1),
    help="Then delete older backups beside FILE, and all that hold responses to an open survey.",
)
@instance_options
def backup(
    file: Path | None, keys: Path | None, keep: int | None, data: Path, database: str | None
) -> None:
    """Write the whole database, or its keys, to a file.

    FILE gets all surveys and responses, also while the app runs. What you delete
    later stays in the backup, so delete that too. The secret and the signing key are
    not in it, so somebody who steals it can sign nothing. Write them once with
    --keys, and keep that file apart. Another machine needs both. For PostgreSQL use
    pg_dump, and --keys.
    """
    _check_something(file, keys)
    if file:
        refuse_postgresql(database)
        click.echo(f"{file} holds {back_up(database_in(data), file).in_words}.")
        for each in tidy(file, keep) if keep else ():
            click.echo(f"{each} is deleted.")
    if keys:
        with existing_store(data, database) as store:
            write_keys_file(keys, instance_keys(data, store))
        click.echo(f"{keys} holds the secret and the signing key. Keep it where no backup is.")


@click.command(
    epilog="""\b
Examples:
  survey restore kept.db --keys kept.keys --data elsewhere
  survey restore kept.db --replace
"""
)
@click.argument("file", type=_PATH, required=False)
@click.option(
    "--keys",
    metavar="KEYS",
    type=_PATH,
    help="Bring back secret and signing key from this file of survey backup --keys.",
)
@instance_options
@click.option("--without-keys", is_flag=True, help="They are lost: make new ones.")
@click.option(
    "--replace", is_flag=True, help="Replace surveys and keys that are there: they will be gone."
)
def restore(
    file: Path | None,
    keys: Path | None,
    data: Path,
    database: str | None,
    without_keys: bool,
    replace: bool,
) -> None:
    """Replace the database by a backup, or bring back its keys.

    Stop the app first. The backup in FILE belongs to a secret and a signing key. If
    the instance folder does not have them, bring them back with --keys.
    """
    _check_something(file, keys)
    if keys and without_keys:
        raise click.UsageError("Give --keys or --without-keys, not both.")
    with prepared_folder(data):
        given = read_keys_file(keys) if keys else None
        if file:
            refuse_postgresql(database)
            _restore(file, data, keys, given, without_keys, replace)
        elif given:
            _check_replaceable(data, given, replace)
        if given:
            put_keys(data, given)
            click.echo(f"{data} has the secret and the signing key again.")


def _restore(
    file: Path,
    data: Path,
    keys: Path | None,
    given: InstanceKeys | None,
    without_keys: bool,
    replace: bool,
) -> None:
    known = known_keys(file)
    own = (given.secret, given.signing_key) if given else read_if_there(data)
    missing = differences(known, *own) if known else []
    if missing and not without_keys:
        fingerprints = " and ".join(f"the {each.name} {each.wanted}" for each in missing)
        place = keys or data
        raise ConfigError(
            f"The backup belongs to {fingerprints}, which {place} does not have. Give the file of "
            "survey backup --keys with --keys, or --without-keys if it is lost: then "
            f"{'; and '.join(LOST[each.name] for each in missing)}."
        )
    with claimed(data / DATABASE_FILE, f"The app runs on {data}. Stop the app first."):
        kept = restored(file, data / DATABASE_FILE, replace)
    click.echo(f"{data} holds {kept.in_words} again.")
    if missing:
        with closing(open_store(data / DATABASE_FILE)) as store:
            store.maintenance.replace_keys(make_keys(data).known)
        for each in missing:
            click.echo(f"Without the {each.name}, {LOST[each.name]}.", err=True)
    elif known is None and given is None:
        click.echo(
            "The backup does not say to which keys it belongs. Without the file `secret` of its "
            f"folder, {LOST['secret']}.",
            err=True,
        )


def _check_replaceable(data: Path, given: InstanceKeys, replace: bool) -> None:
    others = [each.name for each in differences(given.known, *read_if_there(data)) if each.found]
    if others and not replace:
        raise ConfigError(
            f"{data} has another {' and another '.join(others)}, which would be gone. Give "
            "--replace if nothing needs it."
        )


def _check_something(file: Path | None, keys: Path | None) -> None:
    if not (file or keys):
        raise click.UsageError("Name a FILE, or --keys, or both.")


@click.command(
    "replace-key",
    epilog="\b\nExamples:\n  survey replace-key\n  survey replace-key --data instance",
)
@instance_options
def replace_key(data: Path, database: str | None) -> None:
    """Replace a lost signing key or secret.

    The keys in this folder replace those of the database, and missing ones are made.
    Stop the app first. Hand out links and slips again: phones refuse those of a lost
    key, and tokens of a lost secret are unknown. Signed receipts stay as they are.
    """
    if database is not None and not data.is_dir():
        # A misspelt folder would get keys that no other has, and slips in use would be unknown.
        raise ConfigError(f"There is no folder {data}. Name the app's with --data, or make it.")
    with prepared_folder(data), existing_store(data, database) as store:
        keys = make_keys(data).known
        kept = store.maintenance.keep_keys(keys)
        own = PublicKey(keys.public_key).fingerprint
        if kept == keys:
            click.echo(f"The database belongs to this folder's keys already: {own}.")
            return
        store.maintenance.replace_keys(keys)
    if kept.public_key != keys.public_key:
        lost = PublicKey(kept.public_key).fingerprint
        click.echo(f"{own} signs from now on, in the place of {lost}.")
    if kept.secret != keys.secret:
        click.echo(f"The secret is another one: {LOST['secret']}.")
