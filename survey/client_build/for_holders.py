"""What a holder of the client gets beside the file: its headers, a page that explains it, and the
release's manifest."""

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
    """The headers with which the file is given out: its path, and a line for each, as hosts of
    static pages read it.

    The policy is the file's own, and lets no page frame it. A browser asks each time whether the
    file is still the same.
    """
    headers = {
        "Content-Type": client.single_file.content_type,
        "Content-Security-Policy": f"{client.single_file_policy}; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
    }
    return "".join([f"/{name}\n", *(f"  {each}: {value}\n" for each, value in headers.items())])
