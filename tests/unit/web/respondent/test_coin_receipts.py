"""What a receipt of coin mode concludes from a report."""

import pytest

from survey.core.instrument.parsing import validate
from survey.text.kinds.item_words import words_of
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH
from survey.web.respondent.coin import why_no_proof
from survey.web.respondent.coin_receipts import coin_receipt

NUMBER = {"kind": "number", "text": "How often?", "gamma": "1/4", "low": 0, "high": 40}


def test_a_number_s_receipt_has_the_figure_of_the_page_s_protection(app):
    """A guess of 30 becomes 56.25 in 100: "30 → 56%" stood beside "57% at most"."""
    with app.test_request_context():
        (line,) = coin_receipt(validate({"title": "T", "questions": [NUMBER]}), [1]).lines
    assert line.concluded == (
        "Only 0 or 40 is sent, the nearer the likelier. "
        "Someone who gave any number a 30% chance now gives it 56% at most."
    )
    assert suspicion_in_words([(3, 1)]).endswith("56%")


def test_ends_of_a_range_have_the_page_s_digits_and_minus(app):
    """They were "-5000–50000", beside "−5,000 – 50,000" elsewhere."""
    wide = validate({"title": "T", "questions": [NUMBER | {"low": -5000, "high": 50_000}]})
    with app.test_request_context():
        (line,) = coin_receipt(wide, [0]).lines
    assert line.concluded.startswith("Only −5,000 or 50,000 is sent")
    assert line.said[0].label == "The low end of −5,000 – 50,000"
    assert words_of(wide.items[0]).labels(wide.items[0], ENGLISH) == ("−5,000", "50,000")
    steps = " ".join(words_of(wide.items[0]).steps(wide.items[0], ENGLISH))
    assert "number plus 5,000." in steps and "from 1 to 55,000 " in steps
    assert "the other one of −5,000 and 50,000" in steps


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
