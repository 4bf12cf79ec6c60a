"""What if some always say no: the page against the formula."""

import re

import pytest

from survey.core.responses.tally import Tally
from survey.text.translator import ENGLISH

PAGE = "/surveys/bcd234/what-if"


def rows(page: str) -> dict[str, list[str]]:
    page = re.sub("</?bdi[^>]*>", "", page)
    found = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', page, re.S)
    return {text: re.findall(r"<td>([^<]*)", cells) for text, cells in found}


@pytest.mark.parametrize("always_no", [0, 10, 30])
def test_every_share_of_yes_moves_by_the_formula(instructor, store, mixed_survey, always_no):
    counts = store.responses.tally("bcd234").counts
    shown = rows(instructor.get(f"{PAGE}?always_no={always_no}").text)
    s = always_no / 100
    expected = {}
    for text, (no, yes), gamma in [
        ("Did you cheat?", counts[0], 1 / 4),
        ("Which exams? Algebra", counts[2], 1 / 3),
        ("Which exams? Analysis", counts[3], 1 / 3),
    ]:
        estimate = (yes / (yes + no) - 1 / 2 + gamma) / (2 * gamma)
        moved = estimate + s * (1 / 2 - gamma) / (2 * gamma)
        shares = estimate, moved, min(moved + s, 1)
        expected[text] = [ENGLISH.percent(share, 1) for share in shares]
    assert shown == expected


def test_slider_starts_at_ten_percent_and_keeps_what_was_asked(instructor, mixed_survey):
    assert 'max="50" step="1" value="10"' in instructor.get(PAGE).text
    assert 'max="50" step="1" value="37"' in instructor.get(f"{PAGE}?always_no=37").text


@pytest.mark.parametrize("typed", ["51", "-1", "x", "", "1.5", "１", "9" * 5000])
def test_other_shares_are_refused(instructor, mixed_survey, typed):
    answer = instructor.get(f"{PAGE}?always_no={typed}")
    assert answer.status_code == 422
    assert "whole percentage from 0 to 50" in answer.text


def test_nothing_is_shown_below_the_threshold(instructor, store, mixed_survey):
    store.surveys.set_sharing("bcd234", False, 201)
    assert instructor.get(PAGE).status_code == 403


def test_what_the_reports_contradict_is_said(instructor, store, mixed_survey, monkeypatch):
    """All 200 report yes on cheating: nobody can always say no."""
    everyone = Tally(200, ((0, 200), *store.responses.tally("bcd234").counts[1:]))
    monkeypatch.setattr(store.responses, "tally", lambda code: everyone)
    page = instructor.get(f"{PAGE}?always_no=50").text
    assert "The reports contradict this" in page
