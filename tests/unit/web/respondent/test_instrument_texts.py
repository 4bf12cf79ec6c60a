"""Respondents' pages in the words that the visitor reads best; all else in the original's."""

import html
import re
import secrets

import pytest
from public_figures import show_to_all
from translated import make_translated_instrument

from survey.core.responses.response import Response, shared_response_id
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


ASKED = pytest.mark.parametrize(
    ("query", "headers", "title"),
    [("", {}, "After the final"), ("", GERMAN, "Nach der Klausur"),
     ("", {"Accept-Language": "ar"}, "بعد الامتحان"),
     ("", {"Accept-Language": "nl"}, "After the final"),
     ("?lang=de", {"Accept-Language": "ar"}, "Nach der Klausur"),
     ("?lang=nl", GERMAN, "Nach der Klausur"), ("?lang=en", GERMAN, "After the final"),
     ("?lang=%00", {}, "After the final")],
)  # fmt: skip


@ASKED
@pytest.mark.parametrize("path", ["/coin", "/results"])
def test_address_chooses_the_language_and_else_the_browser(
    respondent, translated, path, query, headers, title
):
    answer = respondent.get(f"/s/bcd234{path}{query}", headers=headers)
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", answer.text)[1]
    assert re.sub(r"<[^>]*>", "", heading) == title
    assert "Accept-Language" in answer.headers["Vary"]


TAGS = {"After the final": "en", "Nach der Klausur": "de", "بعد الامتحان": "ar"}


@ASKED
def test_the_clients_own_words_are_in_that_language_and_none_is_the_surveys(
    respondent, store, translated, instrument, query, headers, title
):
    """In which language it shows the questionnaire: tests/browser/respondent/."""
    store.surveys.add(Survey("else34", instrument, State.OPEN))
    answer = respondent.get(f"/s/bcd234{query}", headers=headers)
    assert answer.status_code == 200
    assert re.search(r'<html lang="(\w+)"', answer.text)[1] == TAGS[title]
    assert answer.headers["Content-Language"] == TAGS[title]
    assert set(answer.headers["Vary"].split(", ")) >= {"Accept-Language", "Accept-Encoding"}
    assert respondent.get(f"/s/else34{query}", headers=headers).data == answer.data
    unknown = respondent.get(f"/s/nosuch{query}", headers=headers)
    assert (unknown.status_code, unknown.data) == (404, answer.data)


def test_the_client_has_no_word_of_a_survey_in_any_language(respondent, translated):
    own = translated.instrument
    for tag in own.languages:
        page = html.unescape(respondent.get(f"/s/bcd234?lang={tag}").text)
        worded = own.worded_in(tag)
        texts = [worded.title, worded.introduction]
        for question in worded.questions:
            texts += [question.text, *question.listed]
        assert len(texts) > 8
        assert [text for text in texts if text and text in page] == []
        assert "bcd234" not in page
        assert own.digest not in page


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
    form = hidden_fields(page) | outcomes | {"typed": "acht Zeichen"}
    receipt = respondent.post("/s/bcd234/coin?lang=de", data=form)
    assert receipt.status_code == 200
    assert "Wessen Notizen?" in receipt.text
    assert "Keine Angabe" in receipt.text
    assert (shared_response_id(form["form_part"], form["typed"]), REPORTS) in list(
        store.responses.all("bcd234")
    )


def test_closed_page_has_the_german_title(respondent, store, translated):
    store.surveys.set_state("bcd234", State.CLOSED)
    assert "Nach der Klausur" in respondent.get("/s/bcd234/coin", headers=GERMAN).text


def test_results_are_kept_apart_by_language(respondent, store, translated):
    """A browser that changes its language must not be told that nothing has changed."""
    show_to_all(store, "bcd234")
    german = respondent.get("/s/bcd234/results", headers=GERMAN)
    assert "Wessen Notizen?" in german.text
    etag = german.headers["ETag"]
    unchanged = respondent.get("/s/bcd234/results", headers=GERMAN | {"If-None-Match": etag})
    assert unchanged.status_code == 304
    assert "Accept-Language" in unchanged.headers["Vary"]
    english = respondent.get("/s/bcd234/results", headers={"If-None-Match": etag})
    assert english.status_code == 200
    assert "Whose notes?" in english.text


def test_list_of_reports_is_in_german_too(respondent, store, translated):
    store.surveys.set_state("bcd234", State.CLOSED)
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
def test_files_are_the_same_whoever_asks(respondent, store, translated, path):
    store.surveys.set_state("bcd234", State.CLOSED)
    english = respondent.get(f"/s/bcd234/{path}")
    german = respondent.get(f"/s/bcd234/{path}?lang=de", headers=GERMAN)
    assert english.status_code == 200
    assert german.data == english.data


def test_instrument_json_has_all_languages(respondent, translated):
    document = respondent.get("/s/bcd234/instrument.json").get_json()
    assert document["language"] == "en"
    assert set(document["translations"]) == {"ar", "de"}


def test_preview_has_all_languages_and_dashboard_has_one(instructor, store, translated):
    store.surveys.add(Survey("drft34", translated.instrument))
    previewed = instructor.get("/surveys/drft34/preview/instrument.json", headers=GERMAN)
    assert previewed.data == instructor.get("/s/bcd234/instrument.json").data
    assert '<html lang="de">' in instructor.get("/surveys/drft34/preview?lang=de").text
    dashboard = instructor.get("/surveys/bcd234", headers=GERMAN).text
    assert "Whose notes?" in dashboard
    assert "Wessen" not in dashboard
