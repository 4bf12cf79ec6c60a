"""Respondents' pages in English are easy to read: Flesch's reading ease is at least 60."""

import re
from dataclasses import replace
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


@pytest.fixture
def surveys(store):
    """With every text that a respondent's page can have; open, a wave, and closed."""
    asks = replace(make_mixed_instrument(), check_understanding=True)
    store.surveys.add(Survey("bcd234", asks, State.OPEN))
    store.surveys.add(Survey("wav234", make_wave(asks), State.OPEN))
    for code in ("cls234", "pub234"):
        store.surveys.add(Survey(code, asks, State.OPEN))
        store.surveys.set_state(code, State.CLOSED)
        store.surveys.set_sharing(code, True, 1)


def check_easy(name: str, page: str) -> None:
    """The page in all, and each long sentence of it."""
    words = words_of(page)
    assert len(words.split()) > 15
    print(f"{name}: {flesch(words):.0f}")
    assert flesch(words) >= LEAST
    sentences = re.split(r"(?<=[.:?])\s|\n", words)
    long = [each for each in sentences if len(each.split()) >= FEWEST_WORDS]
    assert [each for each in long if flesch(each) < LEAST] == []


@pytest.mark.parametrize(
    "path",
    ["/", "/join?code=zzz", "/how", "/ledger", "/s/bcd234", "/s/bcd234/coin", "/s/wav234/coin",
     "/s/cls234/coin", "/s/cls234/results", "/s/pub234/reports"],
)  # fmt: skip
def test_each_page_is_easy(app, surveys, path):
    check_easy(path, app.test_client().get(path, headers={"Accept-Language": "en"}).text)


def test_the_receipt_of_coin_mode_is_easy(app, surveys):
    client, english = app.test_client(), {"Accept-Language": "en"}
    page = client.get("/s/bcd234/coin", headers=english).text
    form = dict(re.findall(r'name="(\w+)" type="hidden" value="([^"]+)"', page))
    form |= {f"report_{number}": "0" for number in range(1, 7)} | {"typed": "eight letters"}
    receipt = client.post("/s/bcd234/coin", data=form, headers=english)
    assert receipt.status_code == 200
    check_easy("receipt", receipt.text)


def test_a_text_of_an_authority_is_caught():
    hard = "Respondents' individual confidentiality is guaranteed by randomization mechanisms."
    assert flesch(hard) < 10
    assert flesch("The cat sat on the mat.") == pytest.approx(116, abs=1)  # Flesch's own scale
