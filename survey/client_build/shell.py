"""The page that every respondent gets, in one language: it holds nothing of any survey."""

from collections.abc import Mapping
from pathlib import Path

from babel import Locale

from survey.client_build.files import ClientFile
from survey.client_build.messages import client_messages
from survey.client_build.pages import check_within_page, render
from survey.translations.catalogs import translations


def render_shell(
    templates: Path, tag: str, early: str, style: str, files: Mapping[str, ClientFile]
) -> bytes:
    """The shell in the language `tag`, with style and the script that asks early within it.

    `files` are those that it loads: icon and scripts. Raises ConfigError as check_within_page does.
    """
    check_within_page(early, style)
    messages = client_messages(translations(tag), Locale.parse(tag))
    return render(
        templates, tag, "shell.html", alone=False, messages=messages,
        early=early, style=style, **files,
    ).encode()  # fmt: skip
