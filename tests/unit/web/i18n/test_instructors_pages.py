"""Instructors' pages say everything in the language that they speak."""

import html
import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest
from closed_survey import rows_of
from instruments import make_mixed_instrument

from survey.core.instrument.texts import phrases
from survey.core.responses.response import Response
from survey.store import State, Survey

CODE = "lng234"
RESULTS = ["", "/files", "/relations?first=q1&second=q3", "/what-if", "/report", "/pooled"]
SPOKEN = ("alt", "aria-label", "placeholder", "title", "data-unreachable")
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}
# The source of a formula is the same in all languages, as are some words.
NAMES = re.compile(r"S\. J\. Clark|Psychological Methods|^Instrument \(SHA-256\):$|^Handout: ")


class Spoken(HTMLParser):
    """The words of a page, but those that name a language of their own."""

    def __init__(self, page: str):
        super().__init__()
        self.words: list[str] = []
        self._open: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag not in VOID:
            own = "lang" in attributes and tag != "html"
            quiet = tag in {"script", "style", "code", "bdi"}
            self._open.append(own or quiet or self._quiet)
        if not self._quiet:
            self.words += [attributes[name] for name in SPOKEN if attributes.get(name)]

    def handle_endtag(self, tag):
        if tag not in VOID:
            self._open.pop()

    @property
    def _quiet(self) -> bool:
        return bool(self._open) and self._open[-1]

    def handle_data(self, data):
        if not self._quiet:
            self.words.append(" ".join(data.split()))


def english_in(page: str, english: str, own: Sequence[str] = ()) -> list[str]:
    """What stands on a page word for word as on the English one, in two words or more.

    The questionnaire's `own` words stay as they are.
    """
    for words in own:
        page, english = (each.replace(html.escape(words), "") for each in (page, english))
    known = set(Spoken(english).words)
    return [
        each
        for each in Spoken(page).words
        if each in known and len(re.findall(r"[A-Za-z]{3,}", each)) > 1 and not NAMES.search(each)
    ]


@pytest.fixture
def closed(store) -> Survey:
    """A closed survey of all kinds of questions, with sixty responses."""
    survey = Survey(CODE, make_mixed_instrument())
    store.surveys.add(survey)
    store.surveys.set_state(CODE, State.OPEN)
    for response_id, reports in rows_of(survey.instrument, 60):
        store.responses.add(CODE, Response(survey.instrument.digest, response_id, reports))
    store.surveys.set_state(CODE, State.CLOSED)
    return survey


def own_words_of(survey: Survey) -> list[str]:
    return [phrase.text for phrase in phrases(survey.instrument)]


def test_english_words_are_found():
    english = "<html><p>Back to the results</p><p title='Look closer'>x</p><b lang=en>Two words</b>"
    assert english_in(english, english) == ["Back to the results", "Look closer"]
    assert english_in("<html><p>Zurück</p>", english) == []


@pytest.mark.parametrize("tag", ["de", "es"])
@pytest.mark.parametrize("path", RESULTS)
def test_pages_of_results_say_everything_in_their_language(instructor, closed, path, tag):
    address = f"/surveys/{CODE}{path}"
    page, english = (
        instructor.get(address, headers={"Accept-Language": each}).text for each in (tag, "en")
    )
    assert f'<html lang="{tag}"' in page
    assert english_in(page, english, own_words_of(closed)) == []
