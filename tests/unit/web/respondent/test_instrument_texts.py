"""Respondents' pages in the words that the visitor reads best; all else in the original's."""

import html
import json
import re
import secrets

import pytest
from translated import make_translated_instrument

from survey.core.responses.response import Response
from survey.store import State, Survey

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
REPORTS = (1, 2, 1, 0, 0, 4)


@pytest.fixture
def translated(store) -> Survey:
    """An open survey in English, German and Arabic at /s/bcd234, with six responses."""
    survey = Survey("bcd234", make_translated_instrument(), State.OPEN)
    store.surveys.add(survey)
    for _ in range(6):
        response = Response(survey.instrument.digest, secrets.token_hex(16), REPORTS)
        store.responses.add("bcd234", response)
    store.surveys.set_sharing("bcd234", True, 5)
    return survey


def script_data(page: str) -> dict:
    return json.loads(
        re.search(r'<script type="application/json" id="survey">(.*?)</script>', page)[1]
    )


@pytest.mark.parametrize(
    ("query", "headers", "title"),
    [("", {}, "After the final"), ("", GERMAN, "Nach der Klausur"),
     ("", {"Accept-Language": "ar"}, "بعد الامتحان"),
     ("", {"Accept-Language": "nl"}, "After the final"),
     ("?lang=de", {"Accept-Language": "ar"}, "Nach der Klausur"),
     ("?lang=nl", GERMAN, "Nach der Klausur"), ("?lang=en", GERMAN, "After the final"),
     ("?lang=%00", {}, "After the final")],
)  # fmt: skip
@pytest.mark.parametrize("path", ["", "/coin", "/results"])
def test_address_chooses_the_language_and_else_the_browser(
    respondent, translated, path, query, headers, title
):
    answer = respondent.get(f"/s/bcd234{path}{query}", headers=headers)
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", answer.text)[1]
    assert re.sub(r"<[^>]*>", "", heading) == title
    assert "Accept-Language" in answer.headers["Vary"]


def test_page_has_no_word_of_another_language(respondent, translated):
    page = html.unescape(respondent.get("/s/bcd234", headers=GERMAN).text)
    for words in ("Wessen Notizen?", "Von anderen", "Analysis", "Wie fair war es?"):
        assert words in page
    for words in ("Whose notes?", "A friend's", "Prefer not", "After the final", "How common"):
        assert words not in page


def test_script_gets_the_same_survey_in_other_words(respondent, translated):
    english = script_data(respondent.get("/s/bcd234").text)
    german = script_data(respondent.get("/s/bcd234", headers=GERMAN).text)
    assert german["instrument"] == english["instrument"] == translated.instrument.digest
    assert [each["text"] for each in german["questions"]] == [
        each.text for each in translated.instrument.worded_in("de").questions
    ]
    for data in (english, german):
        for words in ("title", "language"):
            data.pop(words, None)
        for question in data["questions"]:
            del question["text"], question["items"]
        # Where to go on is in the same language.
        data.pop("reports_at", None)
    assert german == english


def hidden_fields(page: str) -> dict[str, str]:
    fields = re.findall(r"<input ([^>]*type=\"hidden\"[^>]*)>", page)
    return {
        re.search(r'name="([^"]*)"', each)[1]: re.search(r'value="([^"]*)"', each)[1]
        for each in fields
    }


def test_coins_are_answered_and_receipted_in_german(respondent, store, translated):
    page = respondent.get("/s/bcd234/coin?lang=de").text
    assert "Welche Klausuren? Algebra" in html.unescape(page)
    outcomes = {f"report_{number}": str(each) for number, each in enumerate(REPORTS, start=1)}
    form = hidden_fields(page) | outcomes
    receipt = respondent.post("/s/bcd234/coin?lang=de", data=form)
    assert receipt.status_code == 200
    assert "Wessen Notizen?" in receipt.text
    assert "Keine Angabe" in receipt.text
    assert (form["response_id"], REPORTS) in list(store.responses.all("bcd234"))


def test_closed_page_has_the_german_title(respondent, store, translated):
    store.surveys.set_state("bcd234", State.CLOSED)
    for path in ("", "/coin"):
        assert "Nach der Klausur" in respondent.get(f"/s/bcd234{path}", headers=GERMAN).text


def test_results_are_kept_apart_by_language(respondent, translated):
    """A browser that changes its language must not be told that nothing has changed."""
    german = respondent.get("/s/bcd234/results", headers=GERMAN)
    assert "Wessen Notizen?" in german.text
    etag = german.headers["ETag"]
    unchanged = respondent.get("/s/bcd234/results", headers=GERMAN | {"If-None-Match": etag})
    assert unchanged.status_code == 304
    assert "Accept-Language" in unchanged.headers["Vary"]
    english = respondent.get("/s/bcd234/results", headers={"If-None-Match": etag})
    assert english.status_code == 200
    assert "Whose notes?" in english.text


def test_list_of_reports_is_in_german_too(respondent, translated):
    assert "Keine Angabe" in respondent.get("/s/bcd234/reports", headers=GERMAN).text


@pytest.mark.parametrize(
    "path",
    [
        "instrument.json",
        "results.json",
        "reports.json",
        "reports.csv",
        "codebook.csv",
        "codebook.json",
    ],
)  # fmt: skip
def test_files_are_the_same_whoever_asks(respondent, translated, path):
    english = respondent.get(f"/s/bcd234/{path}")
    german = respondent.get(f"/s/bcd234/{path}?lang=de", headers=GERMAN)
    assert english.status_code == 200
    assert german.data == english.data


def test_instrument_json_has_all_languages(respondent, translated):
    document = respondent.get("/s/bcd234/instrument.json").get_json()
    assert document["language"] == "en"
    assert set(document["translations"]) == {"ar", "de"}


def test_preview_is_worded_and_dashboard_is_not(instructor, store, translated):
    store.surveys.add(Survey("drft34", translated.instrument))
    assert "Nach der Klausur" in instructor.get("/surveys/drft34/preview?lang=de").text
    dashboard = instructor.get("/surveys/bcd234", headers=GERMAN).text
    assert "Whose notes?" in dashboard
    assert "Wessen" not in dashboard


def test_wave_is_kept_by_the_words_of_the_original(respondent, store):
    """In whichever language a wave is read, its tables are the same."""
    instrument = make_translated_instrument(waves_of="Algebra")
    store.surveys.add(Survey("wave34", instrument, State.OPEN))
    english = script_data(respondent.get("/s/wave34").text)["questions"]
    german = script_data(respondent.get("/s/wave34?lang=de").text)["questions"]
    assert [each["text"] for each in german] != [each["text"] for each in english]
    assert [each["original"] for each in german] == [
        {"text": each["text"], "items": each["items"]} for each in english
    ]
    assert all("original" not in each for each in english)
