"""The catalog and the translator of a page: its sentences, results and figures in its language."""

from functools import lru_cache

from babel import Locale
from babel.support import NullTranslations
from flask import current_app, g, has_request_context, request
from flask_babel import Domain, get_locale, gettext, ngettext
from markupsafe import Markup

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.questions import Question
from survey.core.kinds.item import Item
from survey.text.kinds.item_words import words_of
from survey.text.protection.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH, Translator
from survey.translations import catalogs
from survey.translations.catalogs import MESSAGES, translations
from survey.translations.marked import N_
from survey.web.http.audiences import domain_of

# The one instructor's page in a respondent's language, since it shows the respondent's page.
PREVIEW = "compose.preview"


def page_domain() -> str | None:
    """The catalog in whose languages this page speaks; None if it is English alone."""
    if not has_request_context():
        return None
    if "domain" not in g:  # each sentence of a page asks for it
        g.domain = language_domain(request.endpoint)
    domain: str | None = g.domain
    return domain


def language_domain(endpoint: str | None) -> str | None:
    """The catalog of a page; a file for respondents is the same in every language."""
    if endpoint == PREVIEW:
        return MESSAGES
    domain = domain_of(endpoint)
    if endpoint is None or domain is None:
        return domain
    files = any("." in rule.rule for rule in current_app.url_map.iter_rules(endpoint))
    return None if files else domain


class PageTranslator(Translator):
    """Says sentences in the language of the page that is being made."""

    def gettext(self, sentence: str, **values: str) -> str:
        return gettext(sentence, **values)

    def ngettext(self, one: str, many: str, number: int, **values: str) -> str:
        return ngettext(one, many, number, **values)

    def quoted(self, words: str) -> str:
        """The words in this language's quotation marks, isolated from its direction."""
        if self.locale == ENGLISH.locale:
            return super().quoted(words)
        isolated = f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"
        return gettext("“%(words)s”", words=isolated)


def page_translator() -> Translator:
    """The translator of the page that is being made."""
    return _of(get_locale() or ENGLISH.locale)


@lru_cache(maxsize=64)
def _of(locale: Locale) -> Translator:
    return PageTranslator(locale)


class Catalogs(Domain):
    """The catalog of the page's language and domain."""

    def get_translations(self) -> NullTranslations:
        locale = get_locale()
        if locale is None or locale.language == "en":
            return catalogs.ENGLISH
        return catalogs.translations(str(locale), page_domain() or MESSAGES)


def labels(item: Item) -> tuple[str, ...]:
    """The label of each report: "No" and "Yes" in the page's language, else the instrument's."""
    return words_of(item).labels(item, page_translator())


def asked_by(question: Question, item: Item) -> str:
    """The text of what one item asks: the question, with the item's option if it has one."""
    return item.asked_within(question.text)


def as_epsilon(value: float) -> Markup:
    """ "ε = 1.10", in German "ε = 1,10", from left to right on every page."""
    return Markup('<bdi dir="ltr">ε = {}</bdi>').format(page_translator().epsilon(value))


def suspicion(instrument: Instrument) -> str:
    """ "30 → 92%": before and after all reports of one response, at worst."""
    return suspicion_in_words((item.odds for item in instrument.exposed_items), page_translator())


# Said by werkzeug, by the store and by the server.
OF_A_PAGE = (
    N_("Bad Request"),
    N_("Not Found"),
    N_("Method Not Allowed"),
    N_("Too many are sending at once. Please try again."),
    # The states of a survey, as the results show them.
    N_("open"),
    N_("closed"),
)


def untranslated(sentence: str) -> Markup:
    """The attributes of a sentence that stays English, if the page's language does not have it."""
    tag = str(get_locale() or "en")
    known = tag == "en" or translations(tag).gettext(sentence) != sentence
    return Markup("") if known else Markup(' lang="en" dir="ltr"')
