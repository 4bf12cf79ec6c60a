"""A pseudo-language with every message between ⟦ and ⟧, which shows what is not translated."""

import io
from functools import cache

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.support import Translations

from survey.client_build import build, pages, single_file
from survey.translations import catalogs
from survey.translations.catalogs import read_catalog, translations
from survey.web.i18n import page_language
from survey.web.respondent import served_client_files

OPEN, CLOSE = "⟦", "⟧"


def wrapped(catalog: Catalog) -> Catalog:
    """The English messages of a catalog, each between these brackets."""
    pseudo = Catalog(locale=catalog.locale)
    for message in catalog:
        if not message.id:
            continue
        if message.pluralizable:
            singular, plural = message.id
            forms = (f"{OPEN}{singular}{CLOSE}", f"{OPEN}{plural}{CLOSE}")
            pseudo.add(message.id, forms[: catalog.num_plurals], flags=message.flags)
        else:
            pseudo.add(message.id, f"{OPEN}{message.id}{CLOSE}", flags=message.flags)
    return pseudo


def speak_in_brackets(monkeypatch, tag: str = "de") -> None:
    """Replaces a language by the pseudo-language until the test ends."""
    file = io.BytesIO()
    write_mo(file, wrapped(read_catalog(tag)))
    file.seek(0)
    pseudo = Translations(file)
    for module in (catalogs, pages, build, single_file):
        monkeypatch.setattr(
            module,
            "translations",
            lambda asked, *domain: pseudo if asked == tag else translations(asked, *domain),
        )
    # Drops the translators that other tests have loaded, before the test and after it.
    monkeypatch.setattr(page_language, "_translator", page_language._translator.__wrapped__)
    # The shells are built again, and the shells of other tests stay unchanged.
    monkeypatch.setattr(served_client_files, "build_client", cache(build.build_client.__wrapped__))
