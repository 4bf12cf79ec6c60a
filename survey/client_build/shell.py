"""The page that every respondent gets, in one language: it holds nothing of any survey."""

from collections.abc import Mapping
from pathlib import Path

from babel import Locale

from survey.client_build.files import ClientFile
from survey.client_build.messages.client import client_messages
from survey.client_build.pages import check_within_page, render
from survey.translations.catalogs import translations


def render_shell(
    templates: Path, tag: str, within: Mapping[str, str], files: Mapping[str, ClientFile]
) -> bytes:
    """The shell in the language `tag`, with the scripts and the style `within` it, by their names.

    `files` are those that it loads: icon and scripts. Raises ConfigError as check_within_page does.
    """
    for content in within.values():
        check_within_page(content, content)
    messages = client_messages(translations(tag), Locale.parse(tag))
    return render(
        templates, tag, "shell.html", alone=False, messages=messages, **within, **files
    ).encode()
