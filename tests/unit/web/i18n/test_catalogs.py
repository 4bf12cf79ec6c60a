"""Every language says everything that the pages say, with the same values and markup."""

import re
from collections import Counter
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from extracted import Found, of_instructors, of_respondents, of_the_lab

from survey.client_build import refusals
from survey.core.responses import response as responses
from survey.core.responses import tokens
from survey.errors import SurveyNotFound
from survey.translations.catalogs import (
    INSTRUCTORS,
    LAB,
    MESSAGES,
    languages_of,
    read_catalog,
)
from survey.web.http import errors
from survey.web.i18n import page_language
from survey.web.operations.openapi import OPERATIONS
from survey.wire.problems import STATUS

ROOT = Path(__file__).parent.parent.parent.parent.parent
PERCENT = re.compile(r"%\((\w+)\)s")
BRACES = re.compile(r"\{(\w+)\}")
TAG = re.compile(r"<[^<>]+>")
FORMULA = re.compile(r"\$[^$]+\$")


CATALOGS = [
    (tag, domain)
    for domain in (MESSAGES, LAB, INSTRUCTORS)
    for tag in languages_of(domain)
    if tag != "en"
]


@pytest.fixture(scope="module")
def extracted() -> dict[str, Found]:
    """What pybabel extract finds for each domain."""
    return {MESSAGES: of_respondents(), LAB: of_the_lab(), INSTRUCTORS: of_instructors()}


@pytest.fixture(scope="module", params=CATALOGS, ids="-".join)
def named(request) -> tuple[str, str]:
    """A language and a domain."""
    return request.param


@pytest.fixture(scope="module")
def catalog(named) -> Catalog:
    return read_catalog(*named)


def faults(message) -> list[str]:
    """What is wrong with a translation, whatever the language."""
    ids = message.id if message.pluralizable else (message.id,)
    texts = message.string if message.pluralizable else (message.string,)
    found = ["fuzzy"] if message.fuzzy else []
    for text in texts:
        if not text.strip():
            found.append("empty")
        for pattern in (PERCENT, BRACES, TAG, FORMULA):
            # A singular may leave out its number; nothing may be added or misspelled.
            allowed = [Counter(pattern.findall(each)) for each in ids]
            if Counter(pattern.findall(text)) not in allowed:
                found.append(f"{pattern.pattern} in {text}")
        if '"' in TAG.sub("", text):
            found.append("a straight quote would end an attribute")
        # Where a message goes on with ; French has a narrow blank before it.
        if text.replace("\u202f;", ";") != text.strip().replace("\u202f;", ";") or "  " in text:
            found.append("stray blanks")
        if re.search("[٠-٩۰-۹]", text):
            found.append("digits are 0 to 9 everywhere")
    return found


def test_every_catalog_holds_exactly_what_is_extracted(named, catalog, extracted):
    ids = {message.id for message in catalog if message.id}
    assert ids == extracted[named[1]].keys()
    assert not catalog.obsolete


def test_every_message_names_the_files_that_say_it(named, catalog, extracted):
    for message in catalog:
        if message.id:
            files = {path for path, _ in message.locations}
            assert files == extracted[named[1]][message.id], message.id


def test_every_translation_is_complete(catalog):
    assert [(m.id, faults(m)) for m in catalog if m.id and faults(m)] == []


@pytest.mark.parametrize(
    "broken",
    ["", "{sum}", "%(n)s und %(x)s", "%(n)s <b>mehr</b>", '%(n)s "so"', "%(n)s  zwei", "%(n)s ٣"],
)
def test_a_broken_translation_is_caught(broken):
    catalog = Catalog(locale="de")
    catalog.add("%(n)s of them", broken)
    assert faults(catalog["%(n)s of them"])


# Blanks that let a sign begin a line, straight apostrophes, and words taken over from English.
NOT_WRITTEN_SO = {
    # Before ; ! and ? such a blank is needed, also where a message begins with one.
    "fr": re.compile(
        r"\w'| [;!?»]|\u202f:|(?<![\xa0\u202f;!?])[;!?](?=\s|$)| :(?=\s|$)|« "
        r"|\brapports?\b|à découvert",
        re.I,
    ),
    "es": re.compile(r"\binformes?\b", re.I),
    "de": re.compile(r"dieser %\(count\)s befragten Person"),
    "zh": re.compile(r"[\u4e00-\u9fff][,:;?!()]|[,:;?!()][\u4e00-\u9fff]"),
}


def written_badly(language: str, text: str) -> bool:
    return bool(NOT_WRITTEN_SO[language].search(text))


@pytest.mark.parametrize(
    ("language", "domain"), [each for each in CATALOGS if each[0] in NOT_WRITTEN_SO]
)
def test_each_language_is_written_as_it_is_written(language, domain):
    texts = [
        text
        for message in read_catalog(language, domain)
        if message.id
        for text in (message.string if message.pluralizable else (message.string,))
    ]
    assert [text for text in texts if written_badly(language, text)] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [("fr", "l'autre"), ("fr", "Envoyé !"), ("fr", "Rien : tout"), ("fr", "« oui\xa0»"),
     ("fr", "; puis"), ("fr", "Envoyé!"),
     ("fr", "vos rapports"), ("fr", "posée à découvert"), ("es", "un informe"),
     ("fr", "Rien\u202f: tout"), ("de", "dieser %(count)s befragten Person sagen"),
     ("zh", "一次,只"), ("zh", "先掷(骰子"), ("zh", "骰子:1")],
)  # fmt: skip
def test_what_is_written_badly_is_caught(language, text):
    assert written_badly(language, text)


def test_plural_forms_are_as_many_as_the_language_has(named, catalog):
    categories = {Locale.parse(str(catalog.locale)).plural_form(n) for n in range(200)}
    assert catalog.num_plurals == len(categories)
    plurals = [message for message in catalog if message.pluralizable]
    assert plurals or named[1] != MESSAGES
    assert all(len(message.string) == catalog.num_plurals for message in plurals)


def test_every_catalog_begins_with_its_words(named, catalog):
    words = {MESSAGES: "report response answer randomize odds token ledger",
             LAB: "report answer respondent class lesson share noise",
             INSTRUCTORS: "survey report answer class share margin draft"}  # fmt: skip
    for word in words[named[1]].split():
        assert f"{word}:" in catalog.header_comment


def test_braces_and_percents_are_never_mixed(extracted):
    """A message is filled in by a script or by the server, never by both."""
    for domain, messages in extracted.items():
        for message in messages:
            text = " ".join(message) if isinstance(message, tuple) else message
            assert not (PERCENT.search(text) and BRACES.search(text)), message
            # What is filled in has no other percent signs; the lab says "95%" where nothing is.
            if domain != LAB or PERCENT.search(text):
                assert not re.search(r"%(?!\()", text.replace("%%", "")), message


def test_refusals_are_those_that_the_wire_gives():
    said = {tokens.MISSING, tokens.UNKNOWN, tokens.SPENT, tokens.FOREIGN, tokens.NOT_NEEDED}
    said |= {SurveyNotFound().message, errors.SENTENCES[413]}
    said.add(responses.ANOTHER_VERSION)
    rules = (ROOT / "survey/store/rules.py").read_text()
    for sentence in refusals.OF_A_RESPONSE:
        assert sentence in said or f'"{sentence}"' in rules, sentence
    assert said <= set(refusals.OF_A_RESPONSE)
    begun = {sentence[: refusals.BEGINNING] for sentence in refusals.OF_A_RESPONSE}
    assert len(begun) == len(refusals.OF_A_RESPONSE)


def test_refusals_without_a_known_sentence_are_said_by_their_status():
    described = set(OPERATIONS["respond.responses"]["refusals"])
    assert set(refusals.OF_A_STATUS) <= described
    # Those that are sent again by themselves, or that no client of ours can meet.
    assert described - set(refusals.OF_A_STATUS) == {408, 415, 429}


def test_titles_and_sentences_of_errors_are_marked(extracted):
    marked = extracted[MESSAGES].keys()
    # A respondent's page meets these; the others are an instructor's or a program's.
    for status in (400, 404, 405, 413):
        assert errors.SENTENCES[status] in marked
    for error in ("SurveyNotFound", "SurveyNotOpen", "ResultsHidden", "ReportRejected",
                  "ResponseConflict", "TokenRejected", "TokenThrottled", "StoreUnavailable",
                  "ParameterError"):  # fmt: skip
        assert STATUS[getattr(errors.errors, error)][1] in marked
    for error in ("SurveyNotFound", "ResponseTooLarge", "HostUnknown", "LabBusy"):
        assert getattr(errors.errors, error).message in marked
    for path in (ROOT / "survey" / "web").rglob("*.py"):
        assert not re.search(r'ResultsHidden\(\s*f?"', path.read_text()), path
    sources = re.sub(
        r'"\s*\n\s*f?"', "", "".join(p.read_text() for p in (ROOT / "survey").rglob("*.py")
                                    if p.name not in {"page_language.py", "refusals.py"}),
    )  # fmt: skip
    werkzeugs = {"Bad Request", "Not Found", "Method Not Allowed"}
    for sentence in set(page_language.OF_A_PAGE) - werkzeugs:
        assert f'"{sentence}"' in sources, sentence


def test_glossaries_are_kept():
    """Of words with one meaning, the same translation throughout."""
    for tag, word, translation in (("de", "ledger", "verraten|Liste"), ("fr", "ledger", "registre"),
                                   ("es", "ledger", "cuentas"), ("zh", "ledger", "账本"),
                                   ("ar", "ledger", "دفتر"), ("de", "token", "Token"),
                                   ("fr", "token", "jeton"), ("es", "token", "token"),
                                   ("zh", "token", "参与码"), ("ar", "token", "رمز مشاركة|رم(و?)ز"),
                                   ("de", "reports", "Meldung"),
                                   ("fr", "reports", "brouillée|fausses réponses|oui"),
                                   ("es", "reports", "aleatorizada|respuestas falsas|sí"),
                                   ("zh", "reports", "报告"),
                                   ("ar", "reports", "ت[قـ]"),
                                   # What is no proof may well be evidence.
                                   ("de", "no proof", "Beweis|beweist"),
                                   ("fr", "no proof", "preuve|prouve"),
                                   ("es", "no proof", "prueba"), ("ar", "no proof", "برهان"),
                                   ("zh", "no proof", "证明")):  # fmt: skip
        for message in read_catalog(tag):
            ids = message.id if message.pluralizable else (message.id,)
            texts = message.string if message.pluralizable else (message.string,)
            plain = TAG.sub("", " ".join(ids))
            if re.search(rf"\b{word}\b", plain):
                assert re.search(translation, " ".join(texts), re.IGNORECASE), (tag, message.id)
