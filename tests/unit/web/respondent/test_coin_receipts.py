"""What a receipt of coin mode concludes from a report."""

from survey.core.instrument.instrument import validate
from survey.web.respondent.coin_receipts import coin_receipt

NUMBER = {"kind": "number", "text": "How often?", "gamma": "1/4", "low": 0, "high": 40}


def test_what_is_said_to_be_the_most_is_not_rounded_down(app):
    """A guess of 30 becomes 56.25 in 100 for the number that the report fits best."""
    with app.test_request_context():
        (line,) = coin_receipt(validate({"title": "T", "questions": [NUMBER]}), [1]).lines
    assert line.concluded == "Who guessed 30% for any number before would now say 57% at most."
