"""survey client: what the release serves to respondents, to be compared by whoever distrusts."""

import click

from survey.app.folders import folder
from survey.client_build.build import build_client
from survey.client_build.manifest import manifest, manifest_sha256


@click.command(
    epilog="""\b
Examples:
  survey client --manifest
  survey client --manifest | sha256sum
"""
)
@click.option(
    "--manifest",
    "wants_manifest",
    is_flag=True,
    help="Print name, address, SHA-256 and integrity of each file as JSON.",
)
def client(wants_manifest: bool) -> None:
    """Show what this release serves to every respondent, whatever the survey.

    The SHA-256 of the manifest itself, on standard error, is one number for all of it.
    Two installations of the same release print the same.
    """
    if not wants_manifest:
        raise click.UsageError("Say what is wanted: --manifest.")
    built = build_client(folder("static"), folder("templates"))
    click.echo(manifest(built), nl=False)
    click.echo(f"SHA-256 of this manifest: {manifest_sha256(built)}", err=True)
