"""Flask-Babel's source of translations: the .po files themselves."""

from babel.support import NullTranslations
from flask_babel import Domain, get_locale

from survey.translations.catalogs import MESSAGES, translations
from survey.web.i18n.page_domain import page_domain


class Catalogs(Domain):
    """The catalog of the page's language and domain."""

    def get_translations(self) -> NullTranslations:
        locale = get_locale()
        return translations("en" if locale is None else str(locale), page_domain() or MESSAGES)
