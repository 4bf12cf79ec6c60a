"""survey instructors and survey sign-in-link: who may compose surveys in this installation."""

import json
from pathlib import Path

import click

from survey.cli.options import format_option, hint_at_url, instance_options, url_option
from survey.cli.output import aligned
from survey.cli.server.existing_data import existing_store
from survey.cli.server.named_instructor import instructor_option, named_instructor
from survey.errors import InstructorRefused
from survey.exports.csv_lines import plain_csv
from survey.store import Instructor, Store
from survey.store.models import check_name
from survey.web.accounts.sign_in import make_sign_in_link

COLUMNS = ("name", "password", "surveys")


@click.command(
    "sign-in-link",
    epilog="\b\nExamples:\n  survey sign-in-link\n"
    "  survey sign-in-link --url https://survey.example.org",
)
@instance_options
@url_option
@instructor_option
def sign_in_link(data: Path, database: str | None, url: str, instructor: str | None) -> None:
    """Print a link that works once and sets a new password."""
    with existing_store(data, database) as store:
        name = named_instructor(store, instructor).name
        _print_link(store, name, url)


@click.group(
    epilog="""\b
Examples:
  survey instructors add ada
  survey instructors list
"""
)
def instructors() -> None:
    """Add, list and remove instructors.

    Each reaches their own surveys, and those that a colleague shares with them.
    """


@instructors.command(
    epilog="\b\nExamples:\n  survey instructors add ada\n"
    "  survey instructors add grace --url https://survey.example.org"
)
@click.argument("name")
@instance_options
@url_option
def add(name: str, data: Path, database: str | None, url: str) -> None:
    """Add NAME and print a link that sets their password.

    The link works once.
    """
    check_name(name)
    with existing_store(data, database) as store:
        if not store.instructors.add(Instructor(name)):
            raise InstructorRefused(f"There is an instructor named {name} already.")
        _print_link(store, name, url)


@instructors.command(
    "list",
    epilog="\b\nExamples:\n  survey instructors list\n  survey instructors list --format csv",
)
@instance_options
@format_option
def list_(data: Path, database: str | None, format_: str) -> None:
    """List instructors.

    The columns say whether each has chosen a password, and how many surveys they have.
    """
    with existing_store(data, database) as store:
        rows = [
            (each.name, each.password_hash is not None, len(store.surveys.all(each.name)))
            for each in store.instructors.all()
        ]
    if format_ == "json":
        click.echo(json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in rows], indent=1))
        return
    cells = [(name, "yes" if password else "no", surveys) for name, password, surveys in rows]
    if format_ == "csv":
        click.echo(plain_csv(COLUMNS, cells), nl=False)
    else:
        click.echo(aligned([COLUMNS, *((*words, str(surveys)) for *words, surveys in cells)]))


@instructors.command(
    epilog="""\b
Examples:
  survey instructors remove ada --surveys-to grace --yes
  survey instructors remove grace --delete-surveys --yes
"""
)
@click.argument("name")
@instance_options
@click.option("--surveys-to", metavar="OTHER", help="Their surveys become this instructor's.")
@click.option("--delete-surveys", is_flag=True, help="Delete their surveys with all responses.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
def remove(
    name: str,
    data: Path,
    database: str | None,
    surveys_to: str | None,
    delete_surveys: bool,
    yes: bool,
) -> None:
    """Remove NAME, who is signed out at once.

    Backups made before still hold what they held.
    """
    if surveys_to and delete_surveys:
        raise click.UsageError("Give --surveys-to or --delete-surveys, not both.")
    if surveys_to == name:
        raise click.UsageError("Name another instructor with --surveys-to.")
    with existing_store(data, database) as store:
        for each in [name, surveys_to] if surveys_to else [name]:
            named_instructor(store, each)
        surveys = store.surveys.all(name)
        if surveys and not surveys_to and not delete_surveys:
            raise InstructorRefused(
                f"{name} has {_counted(len(surveys))}. Hand over with --surveys-to OTHER, "
                "or delete with --delete-surveys."
            )
        if len(store.instructors.all()) == 1:
            raise InstructorRefused(f"{name} is the only instructor. Add another one first.")
        if not yes and not click.confirm(_question(name, len(surveys), surveys_to)):
            click.echo("Nothing is removed.")
            raise click.exceptions.Exit(1)
        erased = store.instructors.remove(name, surveys_to, delete_surveys)
    click.echo(f"{name} is removed.")
    if not erased:
        click.echo(
            "The former bytes cannot be erased from the database's files yet: another program "
            "reads them, or the disk is full. `survey serve` erases them."
        )


@instructors.command(
    epilog="\b\nExamples:\n  survey instructors password ada\n"
    "  survey instructors password ada --url https://survey.example.org"
)
@click.argument("name")
@instance_options
@url_option
def password(name: str, data: Path, database: str | None, url: str) -> None:
    """Print a link that sets a new password for NAME.

    The link works once.
    """
    with existing_store(data, database) as store:
        _print_link(store, name, url)


def _print_link(store: Store, name: str, url: str) -> None:
    link = make_sign_in_link(store, name)
    hint_at_url("The link begins", url)
    click.echo(url + link)


def _counted(surveys: int) -> str:
    return f"{surveys:,} survey{'' if surveys == 1 else 's'}"


def _question(name: str, surveys: int, heir: str | None) -> str:
    if not surveys:
        return f"Remove {name}?"
    if heir:
        return f"Remove {name}, and hand {_counted(surveys)} to {heir}?"
    return f"Remove {name}, and delete {_counted(surveys)} with all responses?"
