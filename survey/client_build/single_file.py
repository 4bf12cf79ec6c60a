"""The client as one file, with all languages, script and style; it loads only survey data."""

import base64
from pathlib import Path

from babel import Locale

from survey.client_build.files import source
from survey.client_build.messages import client_messages, single_file_messages
from survey.client_build.pages import check_within_page, render
from survey.translations.catalogs import LANGUAGES, translations


def policy(script: str, style: str) -> str:
    """The file's own Content-Security-Policy: this script and this style, and no other."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {source(script)}",
            f"style-src {source(style)}",
            "img-src data:",
            "connect-src http: https:",
            "form-action 'none'",
            "base-uri 'none'",
        )
    )


def render_single_file(templates: Path, script: str, style: str, icon: bytes) -> bytes:
    """The file's bytes; raises ConfigError as check_within_page does."""
    check_within_page(script, style)
    pages = {tag: _page(templates, tag) for tag in LANGUAGES}
    html = render(
        templates, "en", "single_file.html", pages=pages,
        policy=policy(script, style), script=script, style=style,
        icon=f"data:image/svg+xml;base64,{base64.b64encode(icon).decode()}",
    )  # fmt: skip
    return html.encode()


def _page(templates: Path, tag: str) -> dict[str, str]:
    said = translations(tag)
    messages = client_messages(said, Locale.parse(tag)) | single_file_messages(said.gettext)
    return {
        "html": render(templates, tag, "_page.html", alone=True, messages=messages),
        "needs_script": said.gettext("This file needs JavaScript: its script flips the coin."),
    }
