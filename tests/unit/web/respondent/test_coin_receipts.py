"""What a receipt of coin mode concludes from a report."""

import pytest

from survey.core.instrument.parsing import validate
from survey.web.respondent.coin import why_no_proof
from survey.web.respondent.coin_receipts import coin_receipt

NUMBER = {"kind": "number", "text": "How often?", "gamma": "1/4", "low": 0, "high": 40}


def test_what_is_said_to_be_the_most_is_not_rounded_down(app):
    """A guess of 30 becomes 56.25 in 100 for the number that the report fits best."""
    with app.test_request_context():
        (line,) = coin_receipt(validate({"title": "T", "questions": [NUMBER]}), [1]).lines
    assert line.concluded == (
        "Only 0 or 40 is sent, the nearer the likelier. "
        "Someone who gave any number a 30% chance now gives it 57% at most."
    )


YES_NO = {"text": "Did you?", "gamma": "1/4"}
STRONG = {"kind": "choice", "text": "Whose?", "gamma": "9/20", "options": ["Mine", "Both", "His"]}
OTHERS = "With another answer, the same report still comes in {} of cases."
OF_NUMBER = "With any other number, the same report still comes in at least {} of cases."


@pytest.mark.parametrize(
    ("question", "explained"),
    [
        (YES_NO, f"It is no proof. {OTHERS.format('25%')}"),
        (STRONG, f"It is no proof, but strong evidence. {OTHERS.format('5%')}"),
        (NUMBER, f"It is no proof. {OF_NUMBER.format('25%')}"),
        (NUMBER | {"gamma": "1/3"}, f"It is no proof. {OF_NUMBER.format('16%')}"),
    ],
)
def test_why_a_report_is_no_proof_is_what_the_script_says(app, question, explained):
    document = {"title": "T", "questions": [question]}
    with app.test_request_context():
        asking = validate(document | {"check_understanding": True})
        assert why_no_proof(asking, asking.items[0]) == explained
        assert why_no_proof(validate(document), asking.items[0]) is None
