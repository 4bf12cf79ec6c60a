"""survey client: the files that the release serves to respondents, to compare them."""

from pathlib import Path

import click

from survey.app.folders import folder
from survey.cli.output_files import is_stream, write_output
from survey.cli.paths import NamedPath
from survey.client_build.build import build_client
from survey.client_build.for_holders import files_for_holder
from survey.client_build.manifest import manifest, manifest_sha256


@click.command(
    epilog="""\b
Examples:
  survey client --manifest
  survey client --output deniable.html
"""
)
@click.option(
    "--manifest",
    "wants_manifest",
    is_flag=True,
    help="Print name, address, SHA-256 and integrity of each file as JSON.",
)
@click.option(
    "--output",
    type=NamedPath(dir_okay=False, path_type=Path),
    help="Write the client as one file, which works with the server of any survey; beside it, "
    "what somebody needs who holds it for others: headers, a page about it, the manifest.",
)
def client(wants_manifest: bool, output: Path | None) -> None:
    """Print the respondent page's digests, or write it as a file.

    Every survey of a release has the same page. The SHA-256 of the manifest itself, on
    standard error, is one number for all files. Two installations of the same release
    print and write the same.
    """
    if not wants_manifest and output is None:
        raise click.UsageError("Say what is wanted: --manifest, or --output FILE.")
    built = build_client(folder("static"), folder("templates"))
    if output is not None:
        write_output(output, [built.single_file.content])
        if not is_stream(output):
            for name, content in files_for_holder(built, output.name, folder("templates")).items():
                write_output(output.with_name(name), [content.encode()])
        click.echo(f"SHA-256 of {output.name}: {built.single_file.sha256}", err=True)
    if wants_manifest:
        click.echo(manifest(built), nl=False)
        click.echo(f"SHA-256 of this manifest: {manifest_sha256(built)}", err=True)
