"""Every export on the web: who may have them, and what they hold."""

import io

import openpyxl
import pandas
import pytest
from instruments import make_mixed_instrument

from survey.core.responses.response import Response
from survey.exports.catalog import EXPORTS
from survey.store import State, Survey
from survey.web.results import downloads

OWN = {each.own: each.file_name("bcd234") for each in EXPORTS if each.own}
PUBLIC = {each.public: each.file_name("bcd234") for each in EXPORTS if each.results and each.public}
CODEBOOKS = [each.public for each in EXPORTS if not each.results]


@pytest.fixture
def shared(store) -> Survey:
    """A closed survey of every kind with eight responses and public results."""
    survey = Survey("bcd234", make_mixed_instrument(), State.OPEN)
    store.surveys.add(survey)
    for number in range(8):
        reports = tuple(number % item.options for item in survey.instrument.items)
        store.responses.add("bcd234", Response(survey.instrument.digest, f"{number:032x}", reports))
    store.surveys.set_state("bcd234", State.CLOSED)
    store.surveys.set_sharing("bcd234", True, 5)
    return survey


@pytest.mark.parametrize("name", OWN)
def test_instructor_downloads_named_files(instructor, shared, name):
    answer = instructor.get(f"/surveys/bcd234/{name}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{OWN[name]}"'
    assert f"/surveys/bcd234/{name}" in instructor.get("/surveys/bcd234/files").text


@pytest.mark.parametrize("name", PUBLIC)
def test_whoever_may_see_the_reports_may_have_the_files(respondent, shared, name):
    answer = respondent.get(f"/s/bcd234/{name}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{PUBLIC[name]}"'
    assert f"/s/bcd234/{name}" in respondent.get("/s/bcd234/reports").text


def test_public_files_are_the_instructors(respondent, instructor, shared):
    both = [each for each in EXPORTS if each.own and each.public]
    assert len(both) >= 4
    for each in both:
        mine = instructor.get(f"/surveys/bcd234/{each.own}").data
        assert mine == respondent.get(f"/s/bcd234/{each.public}").data


def test_files_hold_every_report(respondent, store, shared):
    expected = [[each, *reports] for each, reports in store.responses.all("bcd234")]
    book = openpyxl.load_workbook(io.BytesIO(respondent.get("/s/bcd234/reports.xlsx").data))
    assert [list(row) for row in book["reports"].iter_rows(min_row=2, values_only=True)] == expected
    frame = pandas.read_parquet(io.BytesIO(respondent.get("/s/bcd234/reports.parquet").data))
    assert frame.to_numpy().tolist() == expected


def test_confidence_is_chosen_in_the_address(instructor, shared):
    answer = instructor.get("/surveys/bcd234/results.xlsx?confidence=99&together=1")
    about = openpyxl.load_workbook(io.BytesIO(answer.data))["about"]
    assert [about["B6"].value, about["B7"].value] == [0.99, True]
    assert instructor.get("/surveys/bcd234/results.xlsx?confidence=1").status_code == 422


@pytest.mark.parametrize("name", PUBLIC)
def test_files_are_as_public_as_the_reports(respondent, store, shared, name):
    store.surveys.set_sharing("bcd234", False, 5)
    assert respondent.get(f"/s/bcd234/{name}").status_code == 403
    store.surveys.set_sharing("bcd234", True, 9)
    assert respondent.get(f"/s/bcd234/{name}").status_code == 403


@pytest.mark.parametrize("name", OWN)
def test_too_few_are_hidden_from_the_instructor_too(instructor, store, shared, name):
    store.surveys.set_sharing("bcd234", True, 9)
    assert instructor.get(f"/surveys/bcd234/{name}").status_code == 403
    assert name not in instructor.get("/surveys/bcd234/files").text


@pytest.mark.parametrize("name", OWN)
def test_a_stranger_is_sent_to_sign_in(stranger, shared, name):
    answer = stranger.get(f"/surveys/bcd234/{name}")
    assert answer.status_code == 302
    assert "/sign-in" in answer.headers["Location"]


@pytest.mark.parametrize("name", CODEBOOKS)
def test_codebook_is_as_public_as_the_questions(respondent, store, shared, name):
    store.surveys.set_sharing("bcd234", False, 1000)
    answer = respondent.get(f"/s/bcd234/{name}")
    assert answer.status_code == 200
    assert shared.instrument.digest in answer.text
    store.surveys.add(Survey("drf234", shared.instrument))
    assert respondent.get(f"/s/drf234/{name}").status_code == 404


def test_a_workbook_that_takes_too_long_is_left_to_the_command(instructor, shared, monkeypatch):
    monkeypatch.setattr(downloads, "MOST_CELLS", 8 * 6 - 1)
    answer = instructor.get("/surveys/bcd234/results.xlsx")
    assert answer.status_code == 404
    assert "survey export bcd234 --format xlsx --output bcd234.xlsx" in answer.text
    monkeypatch.setattr(downloads, "MOST_CELLS", 8 * 6)
    assert instructor.get("/surveys/bcd234/results.xlsx").status_code == 200


def test_without_pyarrow_parquet_is_not_offered(instructor, respondent, shared, monkeypatch):
    monkeypatch.setattr("survey.exports.parquet.find_spec", lambda name: None)
    assert "parquet" not in instructor.get("/surveys/bcd234/files").text.lower()
    assert "parquet" not in respondent.get("/s/bcd234/reports").text.lower()
    answer = respondent.get("/s/bcd234/reports.parquet")
    assert answer.status_code == 404
    assert "pip install pyarrow" in answer.text
