"""The other files that a holder of the client gets: headers, an explaining page, the manifest."""

from pathlib import Path

from survey.client_build.build import Client
from survey.client_build.manifest import manifest
from survey.client_build.pages import render


def files_for_holder(client: Client, name: str, templates: Path) -> dict[str, str]:
    """The other files for a holder, by name; `name` is the client's, such as "client.html"."""
    stem = name.rpartition(".")[0] or name
    return {
        f"{stem}-headers.txt": _headers(client, name),
        f"{stem}-about.html": render(
            templates, "en", "for_holders.html", file=name, sha256=client.single_file.sha256
        ),
        f"{stem}-manifest.json": manifest(client),
    }


def _headers(client: Client, name: str) -> str:
    """The headers to serve the file with, in the form that hosts of static pages read.

    The text has the file's path, then one line per header.

    The policy is the one in the file, and forbids any page to frame it. A browser checks each
    time whether the file has changed.
    """
    headers = {
        "Content-Type": client.single_file.content_type,
        "Content-Security-Policy": f"{client.single_file_policy}; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
    }
    return "".join([f"/{name}\n", *(f"  {each}: {value}\n" for each, value in headers.items())])
