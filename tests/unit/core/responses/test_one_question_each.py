"""One question each: what such a questionnaire is, what a response to it is, what follows."""

import math
from dataclasses import replace

import numpy as np
import pytest
from instruments import make_mixed_instrument, make_one_question_each

from survey.core.estimates.uneven import unevenness
from survey.core.instrument.parsing import from_canonical_json, validate
from survey.core.responses.merkle_tree import leaf_hash
from survey.core.responses.reports import answered, only
from survey.core.responses.response import (
    LARGEST_RESPONSE,
    Response,
    check_response,
    parse_response,
)
from survey.core.responses.statement import parse_statement, state_results
from survey.core.responses.tally import tally
from survey.core.results.results import question_results
from survey.core.simulation.class_truths import proposed_truth, shares_of
from survey.core.simulation.students import simulated_respondents, simulated_responses, truths_of
from survey.errors import DataError, InstrumentInvalid, ReportRejected
from survey.text.caveats import uneven
from survey.text.question_text import QuestionText

EACH = make_one_question_each()  # items q1, q2, q3_1, q3_2, q4, q5
ANSWERED = [
    (1, None, None, None, None, None),
    (None, 2, None, None, None, None),
    (None, None, 0, 1, None, None),
    (None, None, None, None, 1, None),
    (None, None, None, None, None, 4),
]
NOT_ONE = [
    (None,) * 6,
    (1, 2, None, None, None, None),
    (None, None, 0, None, None, None),
    (1, 2, 0, 1, 1, 4),
]


def sent(*reports, instrument=EACH) -> Response:
    return Response(instrument.digest, "ab" * 16, reports)


def test_it_is_in_the_digest_and_comes_back():
    assert '"one_question_each":true' in EACH.canonical_json
    assert from_canonical_json(EACH.canonical_json) == EACH
    plain = validate({**EACH.raw(), "one_question_each": False})
    assert "one_question_each" not in plain.canonical_json
    assert plain.digest == replace(EACH, one_question_each=False).digest != EACH.digest


def test_its_epsilon_is_the_largest_of_a_question():
    assert EACH.epsilon == max(question.epsilon for question in EACH.questions)
    assert EACH.epsilon == pytest.approx(2 * math.log(5))  # two options at γ = 1/3
    assert [item.name for item in EACH.exposed_items] == ["q3_1", "q3_2"]
    assert make_mixed_instrument().exposed_items == make_mixed_instrument().items


def test_it_needs_two_questions():
    one = {**EACH.raw(), "questions": EACH.raw()["questions"][:1]}
    with pytest.raises(InstrumentInvalid) as refused:
        validate(one)
    assert set(refused.value.errors) == {"one_question_each"}
    known = {"text": "Does your slip bear a star?", "known": "1/4"}
    with pytest.raises(InstrumentInvalid) as refused:
        validate({**EACH.raw(), "questions": [*EACH.raw()["questions"], known]})
    assert set(refused.value.errors) == {"one_question_each"}


@pytest.mark.parametrize("reports", ANSWERED)
def test_response_answers_one_question_with_all_of_its_items(reports):
    response = parse_response(sent(*reports).body())
    check_response(response, EACH)
    assert response.reports == reports
    ((question, pairs),) = answered(EACH, reports)
    place = EACH.questions.index(question)
    assert only(EACH, place, [report for _, report in pairs]) == reports


@pytest.mark.parametrize("reports", NOT_ONE)
def test_response_to_another_number_of_questions_is_refused(reports):
    with pytest.raises(ReportRejected, match="^reports must answer one question") as refused:
        check_response(parse_response(sent(*reports).body()), EACH)
    assert refused.value.field == "reports"


def test_null_is_no_report_where_everybody_is_asked_everything():
    mixed = make_mixed_instrument()
    with pytest.raises(ReportRejected, match="list of whole numbers"):
        check_response(sent(1, 2, None, 1, 1, 4, instrument=mixed), mixed)


def test_tally_counts_those_who_were_asked():
    counted = tally(EACH, [*ANSWERED, ANSWERED[0]])
    assert counted.responses == 6
    assert [sum(row) for row in counted.counts] == [2, 1, 1, 1, 1, 1]
    assert counted.counts[0] == (0, 2)


def test_results_are_of_the_asked_drawn_from_all():
    shares = shares_of(EACH, proposed_truth(EACH))
    counted = tally(EACH, [each.reports for each in simulated_responses(EACH, shares, 200)])
    for result, asked in zip(
        question_results(EACH, counted, 0.95),
        (sum(counted.counts[item]) for item in EACH.first_items), strict=True,
    ):  # fmt: skip
        estimate = result.quantities[0]
        assert (estimate.respondents, estimate.drawn_from) == (asked, 200)
        assert estimate.count.expected == 12  # of a class of 60
        assert QuestionText(result).of_whom.startswith(
            f"{asked} of the 200 respondents were asked this"
        )
        if estimate.scale.share:
            low, _ = estimate.interval("class")
            assert low * 200 == pytest.approx(round(low * 200))  # of all, not of the asked


def test_intervals_cover_the_whole_class():
    """2,000 classes of 40: the class interval misses in 2.5 % at most, Hoeffding's hardly ever.

    At a true 5 % the chance of more than 150 misses among 2,000 is 1e-6.
    """
    document = make_mixed_instrument().raw()
    questions = [{"text": f"Question {number}?", "gamma": "2/5"} for number in (1, 2, 3)]
    instrument = validate({**document, "questions": questions, "one_question_each": True})
    generator = np.random.default_rng(20)
    misses = dict.fromkeys(("hoeffding", "class"), 0)
    shares = [[0.3], [0.5], [0.9]]
    for _ in range(2000):
        answers, rows = simulated_respondents(instrument, shares, 40, generator)
        sent_rows = [tuple(None if each < 0 else each for each in row) for row in rows.tolist()]
        result = question_results(instrument, tally(instrument, sent_rows), 0.95)[1]
        (truth,) = truths_of(result.question, answers[1])
        for name in misses:
            ends = result.headline.interval(name)
            misses[name] += ends is not None and not ends[0] <= truth <= ends[1]
    assert misses["class"] <= 150
    assert misses["hoeffding"] <= misses["class"]


def test_statement_of_such_a_survey_is_read_again():
    rows = [(f"{number:032x}", reports) for number, reports in enumerate(ANSWERED)]
    stated = state_results("abc234", EACH, rows, None, "ab" * 32, "cd" * 32)
    assert stated.tally.responses == 5
    assert parse_statement(stated.text) == stated
    assert "\nasked [1,1,1,1,1]\n" in stated.text
    for line in ("asked [1,1,1,1,2]", "asked [5]", "asked [2,1,1,1]", "asked []"):
        with pytest.raises(DataError):
            parse_statement(stated.text.replace("asked [1,1,1,1,1]", line))
    assert leaf_hash("ab" * 16, (None, 1), "cd" * 32) != leaf_hash("ab" * 16, (1, None), "cd" * 32)


def test_unequal_numbers_are_said():
    even = tally(EACH, [reports for reports in ANSWERED for _ in range(12)])
    assert uneven(EACH, even) == ""
    chosen = tally(EACH, [ANSWERED[0]] * 40 + [each for each in ANSWERED for _ in range(8)])
    assert uneven(EACH, chosen).startswith("The questions were answered by unequal numbers, from 8")
    assert uneven(make_mixed_instrument(), tally(make_mixed_instrument(), [])) == ""


def test_unevenness_is_pearsons():
    """By hand: 10 and 20 of 30 give (25 + 25)/15 = 10/3, at one degree of freedom."""
    assert unevenness([10, 20]) == pytest.approx(math.erfc(math.sqrt(10 / 3 / 2)))
    assert unevenness([15, 15]) == 1
    assert unevenness([0, 9]) == 1  # too few to say
    assert unevenness([0, 10]) < 1


def test_largest_questionnaire_has_a_response_that_fits():
    """Of fifty questions with twenty options to tick each, one is answered."""
    options = [f"Option {number}" for number in range(20)]
    asked = [{"kind": "several", "text": f"{number}?", "options": options} for number in range(50)]
    largest = validate({"title": "All", "one_question_each": True, "questions": asked})
    response = Response(largest.digest, "ab" * 16, only(largest, 7, [1] * 20), "token" * 8)
    assert len(response.body()) <= LARGEST_RESPONSE
    check_response(parse_response(response.body()), largest)
