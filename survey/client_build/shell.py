"""The page that every respondent gets, in one language: it holds nothing of any survey."""

from collections.abc import Mapping
from pathlib import Path

from babel import Locale

from survey.client_build.files import ClientFile
from survey.client_build.messages import client_messages
from survey.client_build.pages import render
from survey.translations.catalogs import translations


def render_shell(templates: Path, tag: str, files: Mapping[str, ClientFile]) -> bytes:
    """The shell in the language `tag`; `files` are those that it loads: style, icon and scripts."""
    messages = client_messages(translations(tag), Locale.parse(tag))
    return render(templates, tag, "shell.html", alone=False, messages=messages, **files).encode()
