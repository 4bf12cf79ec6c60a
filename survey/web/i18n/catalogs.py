"""The translations, read from survey/translations/<tag>/LC_MESSAGES/messages.po.

Flask-Babel would load compiled .mo files, which nobody can review and which can be
older than their source. This module compiles each catalog in memory, once, for the
first page in its language.
"""

import io
import threading
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask_babel import Domain, get_locale

FOLDER = Path(__file__).resolve().parent.parent.parent / "translations"

_one_at_a_time = threading.Lock()


def read_catalog(tag: str) -> Catalog:
    """The catalog of a language, as translators wrote it."""
    with (FOLDER / tag / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=tag)


@cache
def _compiled(tag: str) -> Translations:
    file = io.BytesIO()
    write_mo(file, read_catalog(tag))
    file.seek(0)
    return Translations(file)


def translations(tag: str) -> NullTranslations:
    """The language's translation of each message; English is the messages themselves."""
    if tag == "en":
        return NullTranslations()
    with _one_at_a_time:
        return _compiled(tag)


class Catalogs(Domain):
    """Flask-Babel's source of translations, from the .po files."""

    def get_translations(self) -> NullTranslations:
        locale = get_locale()
        return translations("en" if locale is None else str(locale))
