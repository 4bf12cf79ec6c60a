"""Renders the client's templates in one language, with the functions that all of them need."""

from pathlib import Path

import jinja2

from survey.core.instrument.language_tags import direction
from survey.errors import ConfigError
from survey.translations.catalogs import LANGUAGES, translations


def check_within_page(script: str, style: str) -> None:
    """Raises ConfigError for a script or style whose text would close its HTML element early."""
    if "</script" in script or "<!--" in script or "</style" in style:
        raise ConfigError("The client's script or style holds what ends its element in a page.")


def render(templates: Path, tag: str, name: str, **values: object) -> str:
    """The template client/`name` in the language `tag`, with these values."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined, extensions=["jinja2.ext.i18n"],
    )  # fmt: skip
    environment.policies["ext.i18n.trimmed"] = True
    # Texts of scripts are in UTF-8, as the page is: an escape would take six bytes per letter.
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
    # The extension adds this method; the environment's type does not have it.
    environment.install_gettext_translations(translations(tag), newstyle=True)  # type: ignore[attr-defined]
    languages = [
        {"tag": each, "name": name, "direction": direction(each)}
        for each, name in LANGUAGES.items()
    ]
    return environment.get_template(f"client/{name}").render(
        tag=tag, direction=direction(tag), languages=languages, **values
    )
