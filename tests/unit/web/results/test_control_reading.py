"""What the control question tells on the dashboard, the handout and the what-if page."""

import re
from fractions import Fraction

import pytest
from control_survey import CODE, QUESTION, add_star_survey, counted
from quantities import make_share

from survey.core.compliance.control import Control
from survey.core.compliance.deviations import Deviation
from survey.core.instrument.known_share import KnownShare
from survey.text import control_words as words

PAGES = [f"/surveys/{CODE}", f"/surveys/{CODE}/report", f"/surveys/{CODE}/what-if"]


@pytest.fixture
def shown(instructor, store, monkeypatch):
    """The text of a page, given the slips issued and the yes reports of 1,400."""

    def shown(page: str, slips: int = 1600, starred: int = 460, respondents: int = 1400, **changes):
        add_star_survey(store, slips, **changes)
        if slips < respondents:  # only a changed database has more responses than slips
            store.database.write(lambda rows: rows.execute("UPDATE survey SET cap = NULL"))
        tally = counted(respondents, respondents * 3 // 10, starred)
        monkeypatch.setattr(store.responses, "tally", lambda code: tally)
        return re.sub(r"<[^>]+>", " ", instructor.get(page).text)

    return shown


@pytest.mark.parametrize("page", PAGES)
def test_each_page_says_how_many_deviate_and_corrects(shown, page):
    """The figures of the example in mathematics.md; 30 % yes reports are p̂ = 25 %."""
    text = " ".join(shown(page).split())
    assert "25% are known to say yes: 400 of the 1,600 slips bear a star." in text
    assert "Estimated from 1,400 reports: 28.6%." in text
    assert "answer at random 14.3% 5.1% to 25.0% below 0.1%" in text
    assert "always answer no −14.3% the reports do not fit this" in text
    # (p̂ − s/2)/(1 − s) = (0.25 − 1/14)/(6/7); those who say no are not there to correct for.
    assert re.search(r"Did you cheat\? +25.0% 20.8% \([0-9.]+% to [0-9.]+%\) –", text)
    assert "hold for one look only" in text
    assert "It also misses people who lie only about a sensitive matter" in text


@pytest.mark.parametrize(("respondents", "starred"), [(16, 5), (40, 10)])
def test_few_respondents_correct_nothing(shown, respondents, starred):
    """Of 40 at most 19 answer at random, but the share among the others is not known by half."""
    text = shown(PAGES[0], slips=respondents, starred=starred, respondents=respondents)
    assert "Nothing is corrected" in text
    assert "among those who use the coin" not in text


def test_one_response_tells_nothing():
    """ŝ is 350 %, and anything between 0 and 100 % is possible."""
    alone = make_share(1, 1, Fraction(2, 5), 0.95)
    known = KnownShare(Fraction(1, 4))
    row = words.model_row(Control(alone.count, known.share, 4), Deviation.AT_RANDOM)
    assert (row.share, row.interval, row.chance) == ("–", "0.0% to 100.0%", "30.0%")
    assert words.known_share(known, 4) == "25% are known to say yes: 1 of the 4 slips bears a star."
    assert words.estimated(alone) == "Estimated from 1 report: 112.5%."


def test_reports_that_fit_no_line_are_not_told_as_few(shown):
    text = " ".join(shown(PAGES[0], slips=40, starred=40, respondents=40).split())
    assert "answer at random 350.0% the reports do not fit this below 0.1%" in text
    assert "Nothing is corrected. Either the reports fit no line, or" in text


def test_a_figure_from_outside_needs_no_slips(shown):
    text = shown(PAGES[0], slips=0, known_source="births by month, 2004")
    assert "25% are known to say yes: births by month, 2004." in text
    assert "answer at random" in text


def test_without_slips_it_tells_nothing(shown):
    text = shown(PAGES[0], slips=0)
    assert "No slips were issued" in text
    assert "answer at random" not in text


def test_slips_that_fit_no_responses_tell_nothing(shown):
    assert "do not match these responses" in shown(PAGES[0], slips=1200)


def test_no_slip_is_told_to_bear_half_a_star(shown):
    text = shown(PAGES[0], slips=1402)
    assert "do not match these responses" in text
    assert "25% of the slips should bear a star." in text


def test_slider_starts_at_the_estimate(shown):
    """ȳ = 0.24, q = 0.3: a fifth reports no whatever the coin says."""
    assert "always report no:  20%" in shown(PAGES[2], starred=336)


def test_other_surveys_have_no_such_section(instructor, mixed_survey):
    assert (
        "How many do not use the coin" not in instructor.get(f"/surveys/{mixed_survey.code}").text
    )


def test_question_is_named(shown):
    assert QUESTION in shown(PAGES[0])
