"""Instructors' pages say everything in the language that they speak."""

import html
import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from closed_survey import rows_of
from grids import usually
from instruments import make_mixed_instrument

from survey.core.instrument.texts import phrases
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.web.i18n.script_sentences import SENTENCES

ROOT = Path(__file__).parents[4]
CODE = "lng234"
DRAFT, OPEN = "lng345", "lng456"
RESULTS = ["", "/files", "/relations?first=q1&second=q3", "/what-if", "/report", "/pooled"]
PAGES = [
    *(f"/surveys/{CODE}{path}" for path in [*RESULTS, "/settings", "/share", "/group", "/delete"]),
    *(f"/surveys/{OPEN}{path}" for path in ["", "/settings", "/share", "/share/poster", "/tokens"]),
    *(f"/surveys/{OPEN}/present?slide={slide}&results=shown" for slide in (0, 1, 99)),
    *(f"/surveys/{DRAFT}{path}" for path in ["", "/edit", "/limits", "/translations", "/tokens"]),
    "/surveys",
    "/surveys?q=nothing",
    "/surveys/new",
    "/surveys/ready-made",
    "/plan",
    "/plan?respondents=30&margin=5",
    "/plan?respondents=0",
    "/settings",
    "/settings/colleagues",
    "/password",
    "/shortcuts",
    f"/surveys/{CODE}/people",
    "/surveys/zzz234",
]
SPOKEN = ("alt", "aria-label", "placeholder", "title", "data-unreachable")
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}
# The source of a formula is the same in all languages, as are some words.
NAMES = re.compile(
    r"S\. J\. Clark|Psychological Methods|^Instrument \(SHA-256\):$|^Handout: |SHA-256$"
    r"|[0-9A-Z]{4}( [0-9A-Z]{4})+"  # short forms of digests
    r"|lng \d|l n g"  # codes
    r"|^(Code|Deniable|English|Deutsch|Español|Hoeffding|instructor|Link|Name|PDF|PNG|SVG|UTC)$"
    r"|^(End|Enter|Esc|Home|Page Down|Page Up|Space)$"  # keys
    r"|^(Hindi|Urdu) "
)

# Between quotation marks beside a sentence.
NOT_SAID = {
    *("./sentences.js", "../sentences.js", "[data-number]", "aria-label"),
    *("coin", "freeze", "legend", "results", "up", " "),
}


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
    """What stands on a page word for word as on the English one, in a word or more.

    The questionnaire's `own` words stay as they are.
    """
    for words in own:
        for written in (html.escape(words), words.replace("'", "&#39;"), words):
            page, english = (each.replace(written, "") for each in (page, english))
    known = set(Spoken(english).words)
    return [
        each
        for each in Spoken(page).words
        if each in known and len(re.findall(r"[A-Za-z]{3,}", each)) > 0 and not NAMES.search(each)
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


@pytest.fixture
def draft(store) -> Survey:
    survey = Survey(DRAFT, make_mixed_instrument())
    store.surveys.add(survey)
    return survey


@pytest.fixture
def opened(store) -> Survey:
    """An open survey without responses."""
    survey = Survey(OPEN, make_mixed_instrument())
    store.surveys.add(survey)
    store.surveys.set_state(OPEN, State.OPEN)
    return survey


@pytest.mark.parametrize("tag", usually(["de"], ["de", "es"]))
@pytest.mark.parametrize("path", PAGES)
def test_pages_say_everything_in_their_language(instructor, closed, draft, opened, path, tag):
    page, english = (
        instructor.get(path, headers={"Accept-Language": each}) for each in (tag, "en")
    )
    assert page.status_code == english.status_code
    assert f'<html lang="{tag}"' in page.text
    left = english_in(page.text, english.text, own_words_of(closed))
    assert not left, "\n".join(left)


@pytest.mark.parametrize(("tag", "word"), [("de", "Code"), ("es", "Código")])
def test_a_code_is_spoken_in_the_language_of_its_page(instructor, opened, tag, word):
    spelled = " ".join(OPEN)
    for path in ("share", "present?slide=0"):
        page = instructor.get(f"/surveys/{OPEN}/{path}", headers={"Accept-Language": tag}).text
        assert f'aria-label="{word} {spelled}"' in page


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [("de", "Die Konfidenz kann 90, 95 oder 99 sein."),
     ("es", "La confianza puede ser 90, 95 o 99.")],
)  # fmt: skip
def test_a_confidence_that_is_not_offered_is_refused_in_the_language(
    instructor, closed, tag, sentence
):
    spoken = {"Accept-Language": tag}
    page = instructor.get(f"/surveys/{CODE}?confidence=80", headers=spoken)
    assert page.status_code == 422
    assert sentence in page.text


def test_what_scripts_say_stands_beside_them(instructor):
    """Each English sentence in a call of `say`, or that is chosen just before it."""
    asked = set()
    for path in (ROOT / "static" / "pages").rglob("*.js"):
        for line in path.read_text("utf-8").splitlines():
            if re.search(r"\bsay\(|const (missing|end|QUESTION) =", line):
                asked |= set(re.findall(r'"([^"]+)"', line)) - NOT_SAID
    assert len(asked) > 20
    assert asked <= set(SENTENCES), asked - set(SENTENCES)
    page = instructor.get("/surveys", headers={"Accept-Language": "de"}).text
    said = json.loads(re.search(r'id="sentences">(.*?)</script>', page)[1])
    assert said["Undo"] == "Rückgängig"
    assert 'id="sentences"' not in instructor.get("/surveys").text
