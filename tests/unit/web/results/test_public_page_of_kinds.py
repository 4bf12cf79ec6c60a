"""Results of every kind of question: pictures as files, intervals together, public results."""

import html
import re
from xml.etree import ElementTree

import pytest

from survey.core.estimation.results import question_results
from survey.text.number_format import percent

PAGE = "/surveys/bcd234"
PICTURES = ["q1", "q2", "q3", "q4-mean", "q5", "q5-mean"]


def texts(svg: str) -> list[str]:
    return [
        element.text
        for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_a_file_that_needs_no_stylesheet(instructor, mixed_survey, name):
    answer = instructor.get(f"{PAGE}/pictures/{name}.svg")
    assert answer.status_code == 200
    assert answer.content_type == "image/svg+xml"
    assert "class=" not in answer.text
    assert ElementTree.fromstring(answer.text).get("viewBox")
    assert "#3d3a8c" in answer.text


def test_pictures_of_the_page_are_these_files(instructor, mixed_survey):
    page = instructor.get(f"{PAGE}?confidence=90&together=1").text
    links = [html.unescape(link) for link in re.findall(r'href="([^"]*\.svg[^"]*)"', page)]
    pictures = [link for link in links if "/pictures/" in link]
    assert pictures == [f"{PAGE}/pictures/{name}.svg?confidence=90&together=1" for name in PICTURES]
    for picture in pictures:
        assert instructor.get(picture).status_code == 200


def test_picture_names_the_options(instructor, mixed_survey):
    words = texts(instructor.get(f"{PAGE}/pictures/q2.svg").text)
    assert {"Mine", "A friend's", "Prefer not to answer", "0%", "100%"} <= set(words)
    ratings = texts(instructor.get(f"{PAGE}/pictures/q5-mean.svg").text)
    assert ratings[-5:] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("name", ["q9", "q3_1", "../q1", "Q1"])
def test_other_pictures_are_not_found(instructor, mixed_survey, name):
    assert instructor.get(f"{PAGE}/pictures/{name}.svg").status_code == 404


def test_pictures_are_hidden_below_the_threshold_and_from_the_public(
    instructor, respondent, store, mixed_survey
):
    assert respondent.get("/s/bcd234/results/q1.svg").status_code in {403, 404}
    store.surveys.set_sharing("bcd234", True, 5)
    results = respondent.get("/s/bcd234/results").text
    (first, *_) = [
        html.unescape(link)
        for link in re.findall(r'href="([^"]*\.svg[^"]*)"', results)
        if "icon" not in link
    ]
    assert respondent.get(first).status_code == 200
    store.surveys.set_sharing("bcd234", True, 201)
    assert instructor.get(f"{PAGE}/pictures/q1.svg").status_code == 403
    assert respondent.get(first).status_code == 403


def test_intervals_together_share_alpha_among_all_statements(instructor, store, mixed_survey):
    page = instructor.get(f"{PAGE}?together=1").text
    # 1 yes/no, 3 options, 2 options, 1 mean, 5 ratings and their mean
    assert "All 13 intervals hold together with 95% confidence" in page
    alone = question_results(
        mixed_survey.instrument, store.responses.tally("bcd234"), 1 - 0.05 / 13
    )
    low, high = alone[0].estimate.hoeffding
    assert f"{percent(low, 1)} to {percent(high, 1)}" in page
    document = instructor.get(f"{PAGE}/results.json?together=1").json
    assert document["simultaneous"] is True
    assert document["confidence_each"] == pytest.approx(1 - 0.05 / 13)


def test_projected_shares_sum_to_one_and_are_said_to_be_biased(instructor, mixed_survey):
    page = instructor.get(PAGE).text
    assert "average the estimates, not these" in page
    document = instructor.get(f"{PAGE}/results.json").json
    for question in document["questions"]:
        parts = [option["projected"] for option in question.get("options", [])
                 if "projected" in option]  # fmt: skip
        if question["kind"] in {"choice", "rating"}:
            assert sum(parts) == pytest.approx(1)
            assert min(parts) >= 0
        else:
            assert parts == []
