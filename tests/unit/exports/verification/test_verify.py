"""An export is checked against itself: whatever is altered in it is told."""

import copy
import json
from functools import cache

import numpy as np
import pytest
from demos import DEMOS
from doctored_results import EACH, restated
from instruments import make_mixed_instrument

from survey.core.ready_made.demo_survey import demo_responses
from survey.errors import DataError
from survey.exports.result_terms import ResultTerms
from survey.exports.results_json import everything_json
from survey.exports.verification.findings import MOST_TOLD
from survey.exports.verification.verify import verify

INSTRUMENT = make_mixed_instrument()


@cache
def export(simultaneous: bool = False, respondents: int = 60) -> str:
    options = [item.options for item in INSTRUMENT.items]
    drawn = np.random.default_rng(7).integers(0, options, (respondents, len(options))).tolist()
    responses = [(f"{number:032x}", tuple(reports)) for number, reports in enumerate(drawn)]
    return "".join(everything_json(INSTRUMENT, responses, ResultTerms(simultaneous=simultaneous)))


@pytest.fixture
def document() -> dict:
    return json.loads(export())


@pytest.mark.parametrize("simultaneous", [False, True])
@pytest.mark.parametrize("respondents", [0, 1, 60])
def test_every_export_agrees_with_itself(simultaneous, respondents):
    found = verify(json.loads(export(simultaneous, respondents)))
    assert found.faults == ()
    assert len(found.responses) == respondents
    assert found.figures > 30


@pytest.mark.parametrize("demo", DEMOS.values(), ids=DEMOS)
def test_an_export_of_the_demo_agrees_with_itself(demo):
    responses = demo_responses(demo, 5)
    rows = [(each.response_id, each.reports) for each in responses]
    assert verify(json.loads("".join(everything_json(demo, rows)))).faults == ()


def places(value, path=()):
    """The path of every number in a document."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*path, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from places(each, (*path, number))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path


def altered(document: dict, path, change) -> dict:
    document = copy.deepcopy(document)
    *way, last = path
    place = document
    for step in way:
        place = place[step]
    place[last] = change(place[last])
    return document


def test_any_altered_figure_is_told(document):
    paths = [path for path in places(document) if path[0] not in {"instrument", "reports"}]
    assert {path[0] for path in paths} >= {"confidence", "questions"}
    unnoticed = [
        path
        for path in paths
        if path != ("confidence",)
        and not verify(altered(document, path, lambda x: x * (1 + 1e-6) + 1e-6)).faults
    ]
    assert unnoticed == []


def test_any_altered_report_is_told(document, exhaustive):
    for number, entry in enumerate(document["reports"]):
        if number % 5 and not exhaustive:
            continue
        for item in range(len(entry["reports"])):
            path = ("reports", number, "reports", item)
            assert verify(altered(document, path, lambda report: 1 - report)).faults, path


@pytest.mark.parametrize(
    ("path", "change", "sentence"),
    [
        (("instrument", "title"), str.upper, "The questionnaire's digest is"),
        (("instrument", "questions", 0, "gamma"), lambda _: "1/3", "The questionnaire's digest is"),
        (("instrument_sha256",), lambda _: "0" * 64, "The questionnaire's digest is"),
        (("reports", 3, "response_id"), lambda _: f"{2:032x}", "has the id of another one"),
        (("reports", 3, "response_id"), lambda _: "3", "32 lower-case hex digits"),
        (("reports", 3, "reports"), lambda _: [], "this questionnaire needs 6"),
        (("reports", 3, "reports", 0), lambda _: 2, "the report of q1 must be between 0 and 1"),
        (("reports", 3, "reports", 0), lambda _: True, "whole numbers"),
        (("reports", 3), lambda _: [1], "it must hold response_id and reports"),
        (("reports",), lambda listed: listed[:-1], "responses is 60; from the reports it is 59"),
        (("questions",), lambda listed: listed[:-1], "the length of questions is 4"),
        (("confidence_each",), lambda _: None, "confidence_each is missing"),
        (("items", 0), lambda _: "q9", 'items.1 is "q9"; from the reports it is "q1"'),
    ],
)
def test_what_else_is_wrong_is_told(document, path, change, sentence):
    faults = verify(altered(document, path, change)).faults
    assert any(sentence in fault for fault in faults), faults


def test_only_the_first_faults_are_listed(document):
    document["questions"] = []
    assert verify(document).faults == ("the length of questions is 0; from the reports it is 5.",)
    document["reports"] = [{}] * 100
    faults = verify(document).faults
    assert len(faults) == MOST_TOLD + 1
    # 100 responses, their number, and the length of questions: 20 of these are listed.
    assert faults[-1] == "… and 82 more."


@pytest.mark.parametrize(
    "change",
    [
        {"instrument": None}, {"instrument": {}}, {"instrument": {"questions": "x"}},
        {"instrument": {"format": "other", "questions": []}}, {"reports": None}, {"reports": {}},
        {"confidence": None}, {"confidence": 2.0}, {"confidence": True}, {"confidence": "0.95"},
    ],
)  # fmt: skip
def test_anything_else_is_no_export(document, change):
    with pytest.raises(DataError, match="not a survey's export"):
        verify(document | change)


@pytest.mark.parametrize("other", [None, [], 3, "text", {}])
def test_another_kind_of_document_is_no_export(other):
    with pytest.raises(DataError, match="not a survey's export"):
        verify(other)


def test_own_receipt_is_found(document):
    found = verify(document)
    assert found.reports_of(f"{5:032x}") == tuple(document["reports"][5]["reports"])
    assert found.reports_of("f" * 32) is None


def test_numbers_of_those_asked_are_compared():
    """They follow from the tallies, which the two short programs compare."""
    faults = verify(restated(EACH, asked=(12,) * 5)).faults
    assert faults
