"""The client as one file, with all languages, script and style: it needs a survey's server only."""

import base64
import hashlib
from pathlib import Path

from babel import Locale

from survey.client_build.messages import client_messages, single_file_messages
from survey.client_build.pages import render
from survey.errors import ConfigError
from survey.translations.catalogs import LANGUAGES, translations


def policy(script: str, style: str) -> str:
    """The file's own Content-Security-Policy: this script and this style, and no other."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_source(script)}",
            f"style-src {_source(style)}",
            "img-src data:",
            "connect-src http: https:",
            "form-action 'none'",
            "base-uri 'none'",
        )
    )


def render_single_file(templates: Path, script: str, style: str, icon: bytes) -> bytes:
    """The file; raises ConfigError for a script or style that would end its own element."""
    if "</script" in script or "<!--" in script or "</style" in style:
        raise ConfigError("The client's script or style holds what ends its element in a page.")
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


def _source(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
