"""The client as one file in a folder, and a copy with a careless edit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from release_client import RELEASE

from survey.app.folders import folder
from survey.client_build.build import ENTRY_OF_SINGLE_FILE
from survey.client_build.bundle import join_modules
from survey.client_build.single_file import render_single_file

if TYPE_CHECKING:
    # Tests of the lowest versions load this module without the browser library.
    from playwright.sync_api import Page


def put_file(place: Path) -> str:
    """Writes the release's file into the folder; returns its address."""
    path = place / RELEASE.single_file.name
    path.write_bytes(RELEASE.single_file.content)
    return path.as_uri()


def put_changed_file(place: Path, *changes: tuple[str, str]) -> str:
    """Writes the file with changes of its script, each a pattern and its replacement."""
    script = join_modules(folder("static") / "client", ENTRY_OF_SINGLE_FILE)
    for pattern, replacement in changes:
        changed = re.sub(pattern, lambda _, new=replacement: new, script, count=1)
        assert changed != script, "the control must change the script"
        script = changed
    path = place / "changed.html"
    path.write_bytes(render_single_file(folder("templates"), script, "", b""))
    return path.as_uri()


def with_survey(file: str, link: str) -> str:
    """The file's own address once it has a survey's link."""
    address, _, fragment = link.partition("#")
    return f"{file}#s={address}&{fragment}"


def open_link(page: Page, file: str, link: str) -> None:
    """Opens the file and gives it the link, as a respondent does."""
    page.goto(file)
    page.get_by_label("Link of the survey").fill(link)
    page.get_by_role("button", name="Open the survey").click()
