"""Builds the client: the same bytes from a checkout and from a wheel, in every run."""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from survey.client_build.bundle import join_modules
from survey.client_build.files import ClientFile
from survey.client_build.shell import render_shell
from survey.translations.catalogs import LANGUAGES

ENTRY = "respond.js"


@dataclass(frozen=True)
class Client:
    """All that a respondent's browser gets of a release, whatever the survey.

    `shells` are the pages by the tags of their languages, `files` what they load.
    """

    shells: dict[str, ClientFile]
    files: dict[str, ClientFile]

    @cached_property
    def by_address(self) -> dict[str, ClientFile]:
        """The files that shells load, by their addresses."""
        return {file.address: file for file in self.files.values()}


@cache
def build_client(static: Path, templates: Path) -> Client:
    """The client from the folders static/ and templates/ of an installation."""
    script = join_modules(static / "client", ENTRY)
    files = {
        "style": _file("style.css", "text/css", (static / "styles" / "style.css").read_bytes()),
        "icon": _file("icon.svg", "image/svg+xml", (static / "icon.svg").read_bytes()),
        "script": _file("client.js", "text/javascript", script.encode()),
    }
    shells = {
        tag: _file(f"shell-{tag}.html", "text/html", render_shell(templates, tag, files))
        for tag in LANGUAGES
    }
    return Client(shells, files)


def _file(name: str, kind: str, content: bytes) -> ClientFile:
    charset = "" if kind == "image/svg+xml" else "; charset=utf-8"
    return ClientFile(name, kind + charset, content)
