"""The language of a page, its catalog and its translator.

The language is the address's, otherwise a signed-in instructor's choice, otherwise the browser's,
otherwise English. Every request decides it again, and no cookie, storage or log has a respondent's.
Only links of the respondent's pages carry `?lang=`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import flask_babel
from babel import Locale, UnknownLocaleError
from babel.support import NullTranslations
from flask import Flask, Response, current_app, g, has_request_context, request
from flask_babel import Domain, get_locale, gettext
from markupsafe import Markup
from werkzeug.wrappers import Request as Asked

from survey.core.instrument.instrument import Instrument, Question
from survey.core.instrument.language_tags import direction
from survey.core.kinds.item import Item
from survey.text.kinds.item_words import words_of
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH, Translator
from survey.translations import catalogs
from survey.translations.catalogs import (
    INSTRUCTORS,
    LANGUAGES,
    MESSAGES,
    languages_of,
)
from survey.translations.marked import N_, Sentence, Whole
from survey.web.http.audiences import domain_of
from survey.web.http.sessions import signed_in
from survey.web.i18n.script_sentences import script_sentences

ENGLISH_TAG = "en"

# Anybody can write any wishes into a request: so neither a long tag nor the hundredth wish costs
# anything. Limits above what browsers send:
LONGEST_TAG = 35  # characters, RFC 5646 section 4.4.1
MOST_WISHES = 10
LONGEST_WISHES = 1000  # characters of Accept-Language; a longer header is ignored


@dataclass(frozen=True)
class Language:
    """A language of pages, with its own name; `direction` is "ltr" or "rtl"."""

    tag: str
    name: str
    direction: str

    @classmethod
    def of(cls, tag: str) -> "Language":
        return cls(tag, LANGUAGES.get(tag) or _own_name(tag), direction(tag))


def register_languages(app: Flask) -> None:
    """Lets pages speak the languages, and sets the headers that name a page's language."""
    babel = flask_babel.Babel(app, default_locale=ENGLISH_TAG, locale_selector=current_tag)
    babel.domain_instance = Catalogs()
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    # The texts for scripts are UTF-8, as the page is: an escape takes six bytes a letter.
    app.jinja_env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
    app.jinja_env.globals.update(
        language=language,
        asked_language=asked_language,
        other_languages=other_languages,
        in_its_language=in_its_language,
        script_sentences=lambda: script_sentences() if _has_script_sentences() else {},
    )
    app.url_defaults(_keep_asked_language)
    app.after_request(_set_headers)


def language_for(offered: Sequence[str]) -> str:
    """The best of the offered tags for the address, the instructor, or the browser."""
    if "wanted" not in g:  # cached, since every link of a page needs it
        asked, *accepted = tags_wanted(request)
        instructor = signed_in() if page_domain() == INSTRUCTORS else None
        g.wanted = [asked, instructor.language if instructor else "", *accepted]
    return best_of(g.wanted, offered)


def tag_in_address(request: Asked) -> str:
    """The tag after ?lang=; "" if it is too long to be one."""
    asked = request.args.get("lang", "")
    return asked if len(asked) <= LONGEST_TAG else ""


def tags_wanted(request: Asked) -> list[str]:
    """The tags that a request prefers, best first."""
    header = request.headers.get("Accept-Language", "")
    preferred = request.accept_languages if len(header) <= LONGEST_WISHES else ()
    tags = [tag for tag, quality in preferred if quality > 0 and len(tag) <= LONGEST_TAG]
    return [tag_in_address(request), *tags[:MOST_WISHES]]


def best_of(wanted: Sequence[str], offered: Sequence[str]) -> str:
    """The best of the offered tags for these wanted ones, otherwise the first offered."""
    return next((found for tag in wanted if (found := match(tag, offered))), offered[0])


def match(wanted: str, offered: Sequence[str]) -> str | None:
    """The offered tag for a wanted one: de-CH finds de (RFC 4647, lookup), and de finds de-CH."""
    subtags = wanted.lower().replace("_", "-").split("-")
    for length in range(len(subtags), 0, -1):
        for tag in offered:
            if tag.lower() == "-".join(subtags[:length]):
                return tag
    return next((tag for tag in offered if tag.lower().split("-")[0] == subtags[0]), None)


def asked_language() -> str | None:
    """The tag after ?lang=, if the pages or the questionnaire have that language."""
    if not has_request_context():
        return None
    return match(tag_in_address(request), (*g.get("questionnaire", ()), *LANGUAGES))


def current_tag() -> str:
    """The tag of this page's language."""
    offered = _offered()
    return g.get("language") or language_for(tuple(offered)) if offered else ENGLISH_TAG


def language() -> Language:
    """The language that this page speaks."""
    return Language.of(current_tag())


def speak_for(instrument: Instrument) -> None:
    """Sets the page's language to the one in which it shows this instrument, if pages have it.

    A questionnaire in German has German buttons, whatever the browser prefers; one in a
    language that the pages do not speak has buttons in the browser's.
    """
    shown = shown_language(instrument)
    g.questionnaire = instrument.languages
    g.language = (shown and match(shown, tuple(LANGUAGES))) or language_for(tuple(LANGUAGES))
    flask_babel.refresh()


def shown_language(instrument: Instrument) -> str:
    """The tag of the language in which the instrument's own words are shown, "" if unknown."""
    if not instrument.languages:
        return ""
    return language_for(instrument.languages) if _is_for_respondents() else instrument.language


def language_attributes(instrument: Instrument) -> dict[str, str]:
    """`lang` and `dir` of the instrument's own words, unless they are in the page's language."""
    tag = shown_language(instrument)
    if tag == current_tag():
        return {}
    return {"lang": tag, "dir": direction(tag) if tag else "auto"}


def in_its_language(instrument: Instrument) -> Markup:
    """`language_attributes` as HTML attributes, with a space before each."""
    attributes = language_attributes(instrument).items()
    return Markup("").join(Markup(' {}="{}"').format(*each) for each in attributes)


def other_languages(keep_query: bool = True) -> list[tuple[Language, str, bool]]:
    """(language, this page's query in it, whether it is the current one) for each language.

    These are the questionnaire's languages if it names some, since the page follows it. A page
    that answers a POST has none. An error page does not keep the query, which may be the error, and
    one that readers share keeps what it reads.
    """
    if not _offered() or request.method == "POST":
        return []
    asked = g.get("kept_query", request.args.to_dict()) if keep_query else {}
    offered = g.get("questionnaire", ())
    current = language_for(offered) if offered else current_tag()
    return [
        (Language.of(tag), "?" + urlencode({**asked, "lang": tag}), tag == current)
        for tag in offered or _offered()
    ]


def _own_name(tag: str) -> str:
    try:
        return Locale.parse(tag, sep="-").display_name or tag
    except (ValueError, UnknownLocaleError):
        return tag


def _has_script_sentences() -> bool:
    """Whether this is an instructor's page in another language than English."""
    return page_domain() == INSTRUCTORS and current_tag() != ENGLISH_TAG


def _is_for_respondents() -> bool:
    """Whether this is a page in the respondent's language, or an error at an unknown address."""
    return page_domain() == MESSAGES


def _offered() -> dict[str, str]:
    """The languages that this page can speak; none if it is English alone."""
    domain = page_domain()
    return languages_of(domain) if domain else {}


def _keep_asked_language(endpoint: str, values: dict[str, Any]) -> None:
    if language_domain(endpoint) and page_domain() and (asked := asked_language()):
        values.setdefault("lang", asked)


def _set_headers(response: Response) -> Response:
    if response.mimetype == "text/html" and page_domain():
        response.vary.add("Accept-Language")
        response.headers["Content-Language"] = current_tag()
    return response


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
    """Writes sentences in the language of the page that is being made, by its catalog."""

    def __init__(self, locale: Locale, catalog: NullTranslations):
        super().__init__(locale)
        self._catalog = catalog

    def gettext(self, sentence: str, **values: str) -> str:
        said = self._catalog.gettext(sentence)
        return said % values if values else said

    def ngettext(self, one: str, many: str, number: int, **values: str) -> str:
        said = self._catalog.ngettext(one, many, number)
        return said % values if values else said

    def quoted(self, words: str) -> str:
        """The words in this language's quotation marks, isolated from its direction."""
        if self.locale == ENGLISH.locale:
            return super().quoted(words)
        isolated = f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"
        return self.gettext("“%(words)s”", words=isolated)


def page_translator() -> Translator:
    """The translator of the page that is being made."""
    return _translator(get_locale() or ENGLISH.locale, page_domain() or MESSAGES)


@lru_cache(maxsize=64)
def _translator(locale: Locale, domain: str) -> Translator:
    return PageTranslator(locale, _catalog(locale, domain))


def _catalog(locale: Locale | None, domain: str) -> NullTranslations:
    english = locale is None or locale.language == "en"
    return catalogs.ENGLISH if english else catalogs.translations(str(locale), domain)


class Catalogs(Domain):
    """The catalog of the page's language and domain."""

    def get_translations(self) -> NullTranslations:
        if not has_request_context():
            return catalogs.ENGLISH
        catalogs_of: dict[Locale | None, NullTranslations] = g.setdefault("catalogs", {})
        locale = get_locale()
        if locale not in catalogs_of:  # each sentence of a page asks for it
            catalogs_of[locale] = _catalog(locale, page_domain() or MESSAGES)
        return catalogs_of[locale]


def labels(item: Item) -> tuple[str, ...]:
    """The label of each report: "No" and "Yes" in the page's language, else the instrument's."""
    return words_of(item).labels(item, page_translator())


def asked_by(question: Question, item: Item) -> str:
    """The question's text, with the item's option if it has one."""
    return item.asked_within(question.text)


def as_epsilon(value: float) -> Markup:
    """ "ε = 1.10", in German "ε = 1,10", from left to right on every page."""
    return Markup('<bdi dir="ltr">ε = {}</bdi>').format(page_translator().epsilon(value))


def suspicion(instrument: Instrument) -> str:
    """ "30 → 92%": before and after all reports of one response, at worst."""
    return suspicion_in_words((item.odds for item in instrument.exposed_items), page_translator())


# Sentences of werkzeug, of the store and of the server.
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
    known = tag == "en" or translated(sentence) != sentence
    return Markup("") if known else Markup(' lang="en" dir="ltr"')


def translated(sentence: str) -> str:
    """A variable's text in the page's language; unchanged if the catalog lacks it."""
    if isinstance(sentence, Sentence):
        values = {name: translated(each) for name, each in sentence.values.items()}
        return gettext(sentence.message, **values)
    if isinstance(sentence, Whole):
        return page_translator().whole(sentence.number)
    return gettext(str(sentence)) if sentence else ""


def said(words: Callable[..., str | None]) -> Callable[..., str | None]:
    """Wraps a function of words so that it writes in the language of the page."""
    return lambda *arguments: words(*arguments, say=page_translator())


def writer_of(way: str) -> Callable[..., str]:
    """A function that writes a figure by this method of Figures, in the language of the page."""

    def written(*arguments: Any) -> str:
        figure: str = getattr(page_translator(), way)(*arguments)
        return figure

    return written
