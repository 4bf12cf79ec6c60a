"""The page that every respondent gets, in one language: it holds nothing of any survey."""

from collections.abc import Mapping
from pathlib import Path

import jinja2
from babel import Locale

from survey.client_build.files import ClientFile
from survey.client_build.messages import client_messages
from survey.core.instrument.language_tags import direction
from survey.translations.catalogs import LANGUAGES, translations


def render_shell(templates: Path, tag: str, files: Mapping[str, ClientFile]) -> bytes:
    """The shell in the language `tag`; `files` are those that it loads: style, icon and script."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined, extensions=["jinja2.ext.i18n"],
    )  # fmt: skip
    environment.policies["ext.i18n.trimmed"] = True
    # What scripts say is in UTF-8, as the page is: an escape is six bytes a letter.
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
    # The extension adds this method; the environment's type does not have it.
    environment.install_gettext_translations(translations(tag), newstyle=True)  # type: ignore[attr-defined]
    languages = [
        {"tag": each, "name": name, "direction": direction(each)}
        for each, name in LANGUAGES.items()
    ]
    html = environment.get_template("client/shell.html").render(
        tag=tag, direction=direction(tag), languages=languages,
        messages=client_messages(translations(tag), Locale.parse(tag)), **files,
    )  # fmt: skip
    return html.encode()
