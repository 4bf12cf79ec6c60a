"""A class's own reports, replayed: from what is public, and only while it is."""

import random
import re
from fractions import Fraction

import pytest
from instruments import alone, make_instrument, make_mixed_instrument
from opened_again import force_state
from page_words import words_of

from survey.core.intervals.counts import ReportCount
from survey.core.responses.response import Response
from survey.errors import LabBusy
from survey.lab.replay import wall
from survey.store import State, Survey
from survey.web.learning.replay import MOST_DOTS

ENGLISH = {"Accept-Language": "en"}


def closed(store, code, instrument, responses=40) -> list[tuple[int, ...]]:
    """A closed survey with public results; returns its reports in the public order."""
    survey = Survey(code, instrument, State.OPEN)
    store.surveys.add(survey)
    drawn = random.Random("replay")  # the same in every run
    for _ in range(responses):
        reports = tuple(drawn.randrange(item.options) for item in instrument.items)
        response = Response(instrument.digest, drawn.randbytes(16).hex(), reports)
        store.responses.add(code, response)
    store.surveys.set_state(code, State.CLOSED)
    store.surveys.set_sharing(code, True, 5)
    return [reports for _, reports in store.responses.all(code)]


def text_of(answer) -> str:
    """The page in words."""
    assert answer.status_code == 200, answer.text
    return words_of(answer.text)


def test_squares_are_the_published_reports(respondent, store):
    reports = closed(store, "rply34", make_instrument("1/4"))
    page = respondent.get("/s/rply34/lab", headers=ENGLISH)
    yes = sum(first for (first,) in reports)
    drawn = re.findall(r'class="report" [^>]*/>(<rect class="report-core")?', page.text)
    assert [bool(each) for each in drawn] == [first == 1 for (first,) in reports]
    assert f"{yes} of these 40 reports say “Yes”" in text_of(page)
    assert "That costs no more privacy: ε = 1.10 stays ε = 1.10." in text_of(page)
    assert 'href="/s/rply34/lab"' in respondent.get("/s/rply34/results").text


def test_the_line_is_dragged_to_the_estimate(respondent, store):
    reports = closed(store, "rply34", make_instrument("1/4"))
    yes = sum(first for (first,) in reports)
    estimate = ReportCount.of(40, yes, Fraction(1, 4)).estimate
    hit = round(100 * estimate)
    assert 1 < hit < 99
    for share, said in ((hit, f"the estimate is {100 * estimate:.1f}%"), (0, "Too low"),
                        (100, "Too high")):  # fmt: skip
        page = text_of(respondent.get(f"/s/rply34/lab?share={share / 100}", headers=ENGLISH))
        assert f"If {share}% would truthfully say so, {25 + share / 2:.1f}% of the reports" in page
        assert said in page


def test_wall_is_that_of_the_seed_and_drawn_again_by_the_next(respondent, store):
    reports = closed(store, "rply34", make_instrument("1/4"))
    counted = ReportCount.of(40, sum(first for (first,) in reports), Fraction(1, 4))
    for query, seed in (("", 1), ("?seed=7", 7), ("?seed=7&again=1", 8), ("?seed=999&again=1", 1)):
        page = respondent.get(f"/s/rply34/lab{query}", headers=ENGLISH)
        drawn = wall(counted, 0.95, seed)
        assert re.search(rf'name="seed" [^>]*value="{seed}"', page.text)
        missed = drawn.missed + drawn.on_sight.missed
        assert page.text.count('class="held missed"') == missed
        chance = f"In the long run it is {100 * drawn.on_sight.chance:.1f}%"
        assert chance in text_of(page)
        assert f"Suppose {drawn.truthful} of 40 would truthfully say so," in text_of(page)


def test_every_picture_has_its_figures(respondent, store):
    reports = closed(store, "rply34", make_instrument("1/4"))
    estimate = ReportCount.of(40, sum(first for (first,) in reports), Fraction(1, 4))
    page = respondent.get("/s/rply34/lab?seed=2", headers=ENGLISH).text
    tables = [
        [
            re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row)
            for row in re.findall(r"<tr>.*?</tr>", each)
        ]
        for each in re.findall(r"<table>.*?</table>", page, re.S)
    ]
    path, walled, looked, tens = tables
    assert path[0] == ["True share", "Reports, on average"]
    assert (path[1], path[-1]) == (["0%", "25.0%"], ["100%", "75.0%"])
    redrawn = wall(estimate, 0.95, 2)
    assert len(walled) == 1 + len(redrawn.redraws)
    assert [row[-1] for row in walled[1:]].count("No") == redrawn.missed
    assert [row[-1] for row in looked[1:]].count("No") == redrawn.on_sight.missed
    assert walled[1][1] == f"{100 * redrawn.redraws[0].estimate:.1f}%"
    assert [row[1] for row in tens[1:]] == [
        f"{100 * (sum(first for (first,) in reports[at : at + 10]) / 10 - 0.25) / 0.5:.1f}%"
        for at in range(0, 40, 10)
    ]


def test_every_option_can_be_replayed_and_no_end_of_a_number(respondent, store):
    closed(store, "mixd34", make_mixed_instrument())
    page = respondent.get("/s/mixd34/lab", headers=ENGLISH).text
    names = re.findall(r'<option value="([^"]+)"', page)
    assert names == ["q1", "q2-0", "q2-1", "q2-2", "q3_1", "q3_2", *(f"q5-{n}" for n in range(5))]
    assert "say “A friend's”" in text_of(respondent.get("/s/mixd34/lab?of=q2-1", headers=ENGLISH))
    for wrong in ("of=q4", "of=x", "seed=0", "seed=1000", "share=1.5"):
        assert respondent.get(f"/s/mixd34/lab?{wrong}").status_code == 422


def test_a_survey_of_numbers_has_nothing_to_replay(respondent, store):
    closed(store, "nmbr34", alone(make_mixed_instrument().questions[3]))
    assert respondent.get("/s/nmbr34/lab").status_code == 403
    assert "/s/nmbr34/lab" not in respondent.get("/s/nmbr34/results").text


def test_it_is_as_public_as_the_reports(respondent, store):
    closed(store, "rply34", make_instrument("1/4"))
    store.surveys.set_sharing("rply34", False, 5)
    assert respondent.get("/s/rply34/lab").status_code == 403
    store.surveys.set_sharing("rply34", True, 41)
    assert respondent.get("/s/rply34/lab").status_code == 403
    store.surveys.set_sharing("rply34", True, 5)
    force_state(store, "rply34", "open")
    assert respondent.get("/s/rply34/lab").status_code == 403


def test_of_many_the_first_are_drawn(respondent, store):
    reports = closed(store, "many34", make_instrument("1/4"), MOST_DOTS + 15)
    page = respondent.get("/s/many34/lab", headers=ENGLISH)
    assert page.text.count('class="report"') == MOST_DOTS
    share = sum(first for (first,) in reports) / len(reports)
    assert f"They are the first of 215, in a random order; of all, {100 * share:.1f}% do." in (
        text_of(page)
    )


def test_a_busy_lab_is_told_in_the_readers_language(respondent, store, monkeypatch):
    def busy(counted, confidence, seed):
        raise LabBusy

    closed(store, "rply34", make_instrument("1/4"))
    worker = type("Busy", (), {"wall": staticmethod(busy)})
    monkeypatch.setattr("survey.web.learning.replay.lesson_worker", lambda: worker)
    answer = respondent.get("/s/rply34/lab", headers={"Accept-Language": "de"})
    assert answer.status_code == 503


@pytest.mark.parametrize("tag", ["de", "fr", "es", "zh", "ar"])
def test_it_speaks_every_language(respondent, store, tag):
    closed(store, "mixd34", make_mixed_instrument())
    page = text_of(respondent.get(f"/s/mixd34/lab?lang={tag}"))
    assert "truthfully" not in page
    assert "%(" not in page
