"""survey sign-in-link: prints a link for an instructor who has forgotten the password."""

from contextlib import closing
from pathlib import Path

import click

from survey.app.configuration import Config
from survey.app.instance_folder import prepare_instance
from survey.cli.options import instance_options, url_option
from survey.cli.server.named_instructor import instructor_option, named_instructor
from survey.store import open_store
from survey.web.accounts.sign_in import make_sign_in_link


@click.command("sign-in-link", epilog="\b\nExample:\n  survey sign-in-link --data /srv/survey")
@instance_options
@url_option
@instructor_option
def sign_in_link(data: Path, database: str | None, url: str, instructor: str | None) -> None:
    """Print a link that works once and sets a new password."""
    place = Config(data, prepare_instance(data), database_url=database).place
    with closing(open_store(place)) as store:
        name = named_instructor(store, instructor).name
        click.echo(url + make_sign_in_link(store, name))
