"""Results of every kind of question: intervals together, public results."""

import pytest

from survey.core.results.results import question_results
from survey.text.translator import ENGLISH

PAGE = "/surveys/bcd234"


def test_intervals_together_share_alpha_among_all_statements(instructor, store, mixed_survey):
    page = instructor.get(f"{PAGE}?together=1").text
    # 1 yes/no, 3 options, 2 options, 1 mean, 5 ratings and their mean
    assert "All 13 intervals hold together with 95% confidence" in page
    alone = question_results(
        mixed_survey.instrument, store.responses.tally("bcd234"), 1 - 0.05 / 13
    )
    low, high = alone[0].headline.interval("hoeffding")
    assert " to ".join(ENGLISH.percent_ends(low, high, 1)) in page
    document = instructor.get(f"{PAGE}/results.json?together=1").json
    assert document["simultaneous"] is True
    assert document["confidence_each"] == pytest.approx(1 - 0.05 / 13)


def test_projected_shares_sum_to_one_and_are_said_to_be_biased(instructor, mixed_survey):
    page = instructor.get(PAGE).text
    assert "so average the estimates" in page
    document = instructor.get(f"{PAGE}/results.json").json
    for question in document["questions"]:
        parts = [option["projected"] for option in question.get("options", [])
                 if "projected" in option]  # fmt: skip
        if question["kind"] in {"choice", "rating"}:
            assert sum(parts) == pytest.approx(1)
            assert min(parts) >= 0
        else:
            assert parts == []
