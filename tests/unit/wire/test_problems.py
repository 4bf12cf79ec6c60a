"""Each error has a status and a document, which says its sentence and nothing of a request."""

import json
import logging

import pytest

from survey import errors
from survey.wire.problems import PROBLEM_TYPE, STATUS, Problem, mistake, problem_of

CANARY = "the answer is yes"


def subclasses(of: type) -> set[type]:
    return {of}.union(*map(subclasses, of.__subclasses__()))


def test_the_table_has_errors_of_this_app_with_statuses_that_are_refusals():
    assert set(STATUS) <= subclasses(errors.SurveyError)
    assert {status // 100 for status, _ in STATUS.values()} == {4, 5}


@pytest.mark.parametrize(
    ("error", "status"),
    [(errors.SurveyNotFound(), 404), (errors.SurveyNotOpen("It is closed."), 410),
     (errors.ResponseConflict("Another one."), 409), (errors.TokenRejected("Spent."), 403),
     (errors.ResponseTooLarge(), 413), (errors.ResponseNotJSON(), 415),
     (errors.ReportRejected("Wrong.", "reports"), 422), (errors.StoreUnavailable("Full."), 503)],
)  # fmt: skip
def test_what_a_respondent_meets_has_the_status_of_the_wire(error, status):
    assert problem_of(error).status == status


def test_the_document_is_that_of_rfc_9457():
    problem = problem_of(errors.ReportRejected("reports must be a list.", "reports"))
    assert json.loads(problem.body()) == {
        "type": "/docs/reference/wire#ReportRejected",
        "title": "The response is not valid",
        "status": 422,
        "detail": "reports must be a list.",
        "field": "reports",
    }
    assert problem.headers == ()
    assert PROBLEM_TYPE == "application/problem+json"


def test_no_field_is_named_where_none_is_at_fault():
    assert Problem(404, "No such survey", "There is none.").body() == (
        b'{"type":"about:blank","title":"No such survey","status":404,"detail":"There is none."}\n'
    )


def test_whoever_tried_too_often_is_told_when_to_come_again():
    problem = problem_of(errors.TokenThrottled("Too many.", 37))
    assert (problem.status, problem.headers) == (429, (("Retry-After", "37"),))


def test_storage_that_is_away_is_asked_again_soon():
    problem = problem_of(errors.StoreUnavailable("The disk is full."))
    assert problem.headers == (("Retry-After", "5"),)


def test_whoever_is_not_signed_in_is_told_how():
    problem = problem_of(errors.SignInRequired())
    assert problem.headers == (("WWW-Authenticate", 'Cookie realm="Deniable"'),)
    assert problem_of(errors.SignInRefused("Wrong.")).headers == ()


def test_a_mistake_is_logged_by_its_place_without_its_words(caplog):
    def fail():
        raise KeyError(CANARY)

    with caplog.at_level(logging.ERROR):
        try:
            fail()
        except KeyError as error:
            problem = mistake(error, "taking a response")
    assert problem.status == 500
    assert CANARY not in problem.detail
    assert CANARY not in caplog.text
    for words in ("KeyError", "taking a response", "in fail"):
        assert words in caplog.text
