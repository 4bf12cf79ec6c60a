"""The languages of the pages, and their translations: survey/translations/*/*/*.po.

`messages` has the texts that respondents read; `lab` has the lessons, and `instructors` the
instructors' pages; these two exist in fewer languages.

Flask-Babel would load compiled .mo files, which are unreadable and may be older than their
source. Here each catalog is compiled in memory, once, when the first page in its language is
asked for.
"""

import io
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

# Tag and own name of each language of the respondent's pages.
LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "zh": "中文",
    "ar": "العربية",
}

FOLDER = Path(__file__).resolve().parent

MESSAGES, LAB, INSTRUCTORS = "messages", "lab", "instructors"  # the domains: one file each

ENGLISH = NullTranslations()

_one_at_a_time = threading.Lock()


@cache
def languages_of(domain: str) -> dict[str, str]:
    """Tag and own name of English and of each language that has a catalog of this domain."""
    return {
        tag: name for tag, name in LANGUAGES.items() if tag == "en" or _path(tag, domain).exists()
    }


def read_catalog(tag: str, domain: str = MESSAGES) -> Catalog:
    """The catalog of a language, as translators wrote it."""
    with _path(tag, domain).open("rb") as file:
        return read_po(file, locale=tag)


def _path(tag: str, domain: str) -> Path:
    return FOLDER / tag / "LC_MESSAGES" / f"{domain}.po"


@cache
def _compiled(tag: str, domain: str) -> Translations:
    file = io.BytesIO()
    write_mo(file, read_catalog(tag, domain))
    file.seek(0)
    compiled = Translations(file)
    if domain != MESSAGES:  # each page's frame uses the respondents' texts, too
        compiled.add_fallback(_compiled(tag, MESSAGES))
    return compiled


def gettexts(most: int) -> dict[str, Callable[[str], str]]:
    """The function that translates a text, for each of the first `most` languages but English."""
    _, *others = list(LANGUAGES)[:most]
    return {tag: translations(tag).gettext for tag in others}


def translations(tag: str, domain: str = MESSAGES) -> NullTranslations:
    """The translations of a language; in English they are the messages themselves.

    A language without this catalog gets the catalog of respondents' texts.
    """
    if tag == "en":
        return ENGLISH
    if tag not in languages_of(domain):
        domain = MESSAGES
    with _one_at_a_time:
        return _compiled(tag, domain)
