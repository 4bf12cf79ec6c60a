"""Every report in public: only where that is agreed, and all that it takes to recompute."""

import json
import random
import re

import pytest
from instruments import make_mixed_instrument
from opened_again import force_state

from survey.core.responses.response import Response
from survey.exports.verification.verify import verify
from survey.store import State, Survey

PATHS = ["/reports", "/reports/3f", "/reports.csv", "/reports.json", "/hashes.bin"]
AT = "/s/mixd34"


@pytest.fixture
def shared(store) -> Survey:
    """A closed survey of every kind with 40 responses and public results."""
    survey = Survey("mixd34", make_mixed_instrument(), State.OPEN)
    store.surveys.add(survey)
    drawn = random.Random("reports")  # the same in every run
    for _ in range(40):
        reports = tuple(drawn.randrange(item.options) for item in survey.instrument.items)
        response = Response(survey.instrument.digest, drawn.randbytes(16).hex(), reports)
        store.responses.add("mixd34", response)
    store.surveys.set_state("mixd34", State.CLOSED)
    store.surveys.set_sharing("mixd34", True, 5)
    return survey


def rows(page: str) -> dict[str, list[str]]:
    found = re.findall(r'<tr id="(\w+)"[^>]*>.*?</th>(.*?)</tr>', page, re.S)
    return {response_id: re.findall(r"<td>(.*?)</td>", cells) for response_id, cells in found}


def test_page_lists_every_response_in_words(respondent, store, shared):
    shown = rows(respondent.get(f"{AT}/reports").text)
    labels = [item.labels for item in shared.instrument.items]
    expected = {
        response_id: [
            label[report].replace("'", "&#39;")
            for label, report in zip(labels, reports, strict=True)
        ]
        for response_id, reports in store.responses.all("mixd34")
    }
    assert list(shown.items()) == list(expected.items())


def test_an_id_that_was_agreed_on_is_public_with_its_reports(respondent, store):
    """What the threat model says of buyers: the sender chooses the response id."""
    survey = Survey("sold34", make_mixed_instrument(), State.OPEN)
    store.surveys.add(survey)
    named, reports = "5e11" * 8, [0] * len(survey.instrument.items)
    body = {"instrument": survey.instrument.digest, "response_id": named, "reports": reports}
    assert respondent.post("/s/sold34/responses", json=body).status_code == 201
    store.surveys.set_state("sold34", State.CLOSED)
    store.surveys.set_sharing("sold34", True, 1)
    assert list(rows(respondent.get("/s/sold34/reports/5e").text)) == [named]


def test_page_of_a_prefix_holds_those_that_begin_so(respondent, store, shared):
    for prefix in "0123456789abcdef":
        shown = rows(respondent.get(f"{AT}/reports/{prefix}").text)
        ids = [response_id for response_id, _ in store.responses.all("mixd34")]
        assert list(shown) == [each for each in ids if each.startswith(prefix)]


def test_many_responses_are_divided_by_how_they_begin(respondent, shared, monkeypatch):
    monkeypatch.setattr("survey.core.responses.id_pages.FEWEST_ROWS", 2)
    page = respondent.get(f"{AT}/reports").text
    assert rows(page) == {}
    ways = re.findall(r'<a href="(/s/mixd34/reports/\w)">', page)
    assert len(ways) == 16
    assert sum(len(rows(respondent.get(way).text)) for way in ways) == 40


def test_export_verifies_and_the_table_holds_the_same(respondent, shared):
    document = json.loads(respondent.get(f"{AT}/reports.json").text)
    found = verify(document)
    assert found.faults == ()
    assert len(found.responses) == 40
    lines = respondent.get(f"{AT}/reports.csv").text.splitlines()
    table = [line for line in lines if not line.startswith("#")][1:]
    assert table == [",".join([each, *map(str, reports)]) for each, reports in found.responses]


@pytest.mark.parametrize("path", PATHS)
def test_reports_are_as_public_as_the_results(respondent, store, shared, path):
    assert respondent.get(AT + path).status_code == 200
    store.surveys.set_sharing("mixd34", False, 5)
    assert respondent.get(AT + path).status_code == 403
    store.surveys.set_sharing("mixd34", True, 41)
    assert respondent.get(AT + path).status_code == 403


@pytest.mark.parametrize("path", [*PATHS, "/reports.xlsx", "/reports.parquet"])
def test_reports_are_public_only_while_it_is_closed(respondent, store, shared, path):
    force_state(store, "mixd34", "open")
    answer = respondent.get(AT + path)
    assert answer.status_code == 403
    assert "public once the survey is closed" in answer.text
    assert f"{AT}/reports" not in respondent.get(f"{AT}/results").text
    store.surveys.set_state("mixd34", State.CLOSED)
    assert respondent.get(AT + path).status_code == 200
    assert f"{AT}/reports" in respondent.get(f"{AT}/results").text


@pytest.mark.parametrize("prefix", ["g", "3F", "0" * 9, "..", "%2e%2e"])
def test_other_prefixes_are_not_found(respondent, shared, prefix):
    assert respondent.get(f"{AT}/reports/{prefix}").status_code in {404, 308}


def test_a_prefix_with_a_line_end_is_led_to_that_without(respondent, shared):
    answer = respondent.get(f"{AT}/reports/3f%0a")
    assert (answer.status_code, answer.location) == (302, f"{AT}/reports/3f")


def test_draft_has_none(respondent, store):
    store.surveys.add(Survey("drft34", make_mixed_instrument()))
    assert respondent.get("/s/drft34/reports").status_code == 404


def test_results_list_what_else_there_is_one_link_an_item(respondent, shared):
    after = respondent.get(f"{AT}/results").text.split('<div id="after"')[1]
    (listed,) = re.findall(r"<ul>(.*?)</ul>", after, re.S)
    ends = ["/reports", "/lab", "/results.json"]
    items = re.findall(r'<li><a href="([^"?]*)', listed)
    assert [each.removeprefix(AT) for each in items] == ends
