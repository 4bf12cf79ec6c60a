"""Respondents' pages in English are easy to read: Flesch's reading ease is at least 60."""

import re
from html import unescape

import pytest
from babel import Locale
from instruments import make_mixed_instrument, make_wave
from readability import flesch

from survey.client_build.messages import client_messages, single_file_messages
from survey.store import State, Survey
from survey.translations.catalogs import translations

LEAST = 60
FEWEST_WORDS = 12  # of fewer words one long one decides

# Names, formulas, what is read by programs, and words of the instrument.
APART = r"<(script|style|title|nav|code|bdi|footer|head)\b.*?</\1>|<!--.*?-->"
BLOCK = r"</?(?:p|li|h\d|dt|dd|summary|button|label|legend|th|td|a|div|section|option|span)\b[^>]*>"


def words_of(html: str) -> str:
    """The page's own words, a line a sentence or label."""
    text = re.sub(APART, "", html, flags=re.DOTALL)
    text = re.sub(r"</?(?:a|span|strong|em|sup)\b[^>]*>", "", text)
    text = re.sub(r"\s+", " ", text)
    return unescape(re.sub(r"<[^>]*>", "", re.sub(BLOCK, "\n", text)))


def sentences_of_the_client() -> dict[str, str]:
    said, locale = translations("en"), Locale("en")
    messages = client_messages(said, locale) | single_file_messages(said.gettext)
    refusals = messages.pop("refusals")
    flat = {name: each for name, each in messages.items() if isinstance(each, str)}
    for kind, group in {**refusals, "throttled": messages["throttled"]}.items():
        flat |= {f"{kind}: {name}": text for name, text in group.items()}
    return {name: re.sub(r"\{\w+\}", "", text) for name, text in flat.items()}


def test_each_sentence_of_the_client_is_easy_and_all_together():
    said = sentences_of_the_client()
    assert len(said) > 90
    long = {name: text for name, text in said.items() if len(text.split()) >= FEWEST_WORDS}
    hard = {name: round(flesch(text)) for name, text in long.items() if flesch(text) < LEAST}
    assert hard == {}
    assert flesch("\n".join(said.values())) >= LEAST


@pytest.mark.parametrize(
    "path",
    ["/", "/how", "/ledger", "/s/bcd234", "/s/wav234/coin", "/s/cls234/coin", "/s/pub234/reports"],
)
def test_each_page_is_easy(app, store, path):
    store.surveys.add(Survey("bcd234", make_mixed_instrument(), State.OPEN))
    store.surveys.add(Survey("wav234", make_wave(make_mixed_instrument()), State.OPEN))
    for code in ("cls234", "pub234"):
        store.surveys.add(Survey(code, make_mixed_instrument(), State.OPEN))
        store.surveys.set_state(code, State.CLOSED)
        store.surveys.set_sharing(code, True, 1)
    answer = app.test_client().get(path, headers={"Accept-Language": "en"})
    words = words_of(answer.text)
    assert len(words.split()) > 15
    print(f"{path}: {flesch(words):.0f}")
    assert flesch(words) >= LEAST


def test_a_text_of_an_authority_is_caught():
    hard = "Respondents' individual confidentiality is guaranteed by randomization mechanisms."
    assert flesch(hard) < 10
    assert flesch("The cat sat on the mat.") == pytest.approx(116, abs=1)  # Flesch's own scale
