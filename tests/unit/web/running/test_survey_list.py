"""The list of surveys: states, dates, copies, search, archive."""

from dataclasses import replace
from datetime import date

import pytest
from instruments import make_instrument

from survey.core.ready_made.demo_survey import DEMO
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.web.running.survey_list import PAGE

LIST = "/surveys"


@pytest.fixture
def listed(store):
    """Adds surveys of these titles, the first the oldest, with codes bcd23a, bcd23b, …"""

    def listed(*titles: str, **settings) -> list[str]:
        codes = [f"bcd23{letter}" for letter in "bcdfghjk"[: len(titles)]]
        for code, title in zip(codes, titles, strict=True):
            instrument = replace(make_instrument("1/4"), title=title)
            store.surveys.add(Survey(code, instrument, **settings))
        return codes

    return listed


def shown(instructor, query: str = "") -> str:
    return instructor.get(LIST + query).text


def test_each_survey_has_its_state_its_day_and_its_responses_against_the_class(
    instructor, store, listed
):
    (code,) = listed("After the final", since=date(2026, 11, 3))
    size = store.surveys.get(code).instrument.class_size
    assert f"class of {size}" in shown(instructor)
    assert '<time datetime="2026-11-03">Nov 3, 2026</time>' in shown(instructor)
    store.surveys.set_state(code, State.OPEN)
    page = shown(instructor)
    assert f"0 of {size} responses" in page
    assert "since <time" in page
    assert "2026-11-03" not in page


def respond(store, code: str, yes: int, no: int) -> None:
    instrument = store.surveys.get(code).instrument
    for number, report in enumerate([1] * yes + [0] * no):
        response = Response(instrument.digest, f"{number:032x}", (report,))
        store.responses.add(code, response)


def test_an_open_survey_shows_letters_and_a_closed_one_its_band(instructor, store, listed):
    """17 of 40 say yes: about 35 of 100 would truthfully say so."""
    letters, bands = 'href="#little-letter"', 'class="band-ring"'
    (code,) = listed("After the final", state=State.OPEN)
    size = store.surveys.get(code).instrument.class_size
    respond(store, code, 17, 23)
    page = shown(instructor)
    assert (page.count(letters), page.count(bands)) == (40 * 10 // size, 0)
    assert "35%" not in page
    store.surveys.set_state(code, State.CLOSED)
    page = shown(instructor)
    assert (page.count(letters), page.count(bands)) == (0, 1)
    assert ">35%</span>" in page
    assert "Did you cheat" in page


def test_a_closed_survey_whose_figures_are_hidden_shows_none(instructor, store, listed):
    (code,) = listed("After the final", state=State.OPEN, fewest_responses=5)
    respond(store, code, 3, 1)
    store.surveys.set_state(code, State.CLOSED)
    assert 'class="band-ring"' not in shown(instructor)


def test_a_survey_of_an_earlier_release_has_no_day(instructor, listed):
    listed("After the final")
    assert "<time" not in shown(instructor)


def test_surveys_of_one_title_are_numbered_until_they_have_titles_of_their_own(
    instructor, store, listed
):
    (code,) = listed("After the final")
    assert "of this title<" not in shown(instructor)
    for called in (">no. 2 of this title</span>", ">no. 3 of this title</span>"):
        instructor.post(f"/surveys/{code}/duplicate")
        assert shown(instructor).count(called) == 1
    newest, *_ = store.surveys.all()
    assert newest.since is not None
    renamed = replace(newest.instrument, title="Before the final")
    store.surveys.replace_instrument(newest.code, renamed, newest.instrument.digest)
    assert ">no. 3 of" not in shown(instructor)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("final", ["bcd23b", "bcd23c"]),
        ("THE  after", ["bcd23b"]),
        ("bcd23d", ["bcd23d"]),
        ("vor", ["bcd23d"]),
        ("nothing", []),
    ],
)
def test_words_of_a_title_and_codes_are_found(instructor, listed, wanted, found):
    codes = listed("After the final", "Final hours", "Vor der Klausur")
    page = instructor.get(LIST, query_string={"q": wanted}).text
    assert [code for code in codes if f'href="/surveys/{code}"' in page] == found
    assert f"{len(found)} found." in page


def test_what_is_typed_is_shown_as_text(instructor, listed):
    listed("After the final")
    assert "<b>" not in shown(instructor, "?q=%3Cb%3E")


def test_a_search_is_offered_where_the_list_is_long(instructor, listed):
    listed(*"ABCDE")
    assert 'role="search"' not in shown(instructor)
    listed(*"ABCDEF")
    assert 'role="search"' in shown(instructor)


def test_a_long_list_has_pages_and_counts_the_responses_of_one_page_alone(
    instructor, store, monkeypatch
):
    for number in range(PAGE + 3):
        instrument = replace(make_instrument("1/4"), title=f"Survey {number}")
        code = f"bcd{'23456789'[number // 8]}{'23456789'[number % 8]}c"
        store.surveys.add(Survey(code, instrument, archived=number == 0))
    counted = []
    tally = store.responses.tally
    monkeypatch.setattr(store.responses, "tally", lambda code: counted.append(code) or tally(code))
    first = shown(instructor)
    assert len(counted) <= PAGE
    assert first.count('class="card survey"') == PAGE
    assert "Page 1 of 2" in first and 'rel="prev"' not in first
    assert f">Survey {PAGE + 2}<" in first
    last = shown(instructor, "?page=2")
    assert last.count('class="card survey"') == 3
    assert ">Survey 0<" in last.partition("Archived (1)")[2]
    assert "Page 2 of 2" in last and 'rel="next"' not in last
    for query in ("?page=0", "?page=-1", "?page=x", "?page=1000000"):
        assert instructor.get(LIST + query).status_code == 200
    assert "Page" not in shown(instructor, "?q=Survey+7")
    assert f"{PAGE + 3} found" in shown(instructor, "?q=survey&page=2")


def test_archived_surveys_are_folded_away_and_come_back(instructor, store, listed):
    kept, put_away = listed("Kept", "Put away")
    assert instructor.post(f"/surveys/{put_away}/archive").location == LIST
    before, _, archived = shown(instructor).partition("Archived (1)")
    assert (f"/surveys/{kept}" in before, f"/surveys/{put_away}" in before) == (True, False)
    assert f"/surveys/{put_away}" in archived
    assert instructor.post(f"/surveys/{put_away}/bring-back").location == LIST
    assert "Archived" not in shown(instructor)


def test_an_open_survey_is_not_archived(instructor, store, listed):
    (code,) = listed("After the final", state=State.OPEN)
    assert "Archive" not in shown(instructor)
    refused = instructor.post(f"/surveys/{code}/archive")
    assert refused.status_code == 409
    assert "Close it before you archive it." in refused.text


def test_an_empty_list_says_how_to_begin(instructor):
    page = shown(instructor)
    assert "No survey yet" in page
    for way in ("/surveys/new", "/surveys/ready-made", "/lab/teaching"):
        assert f'href="{way}"' in page
    assert "role=search" not in page


def test_the_demo_says_what_it_is(instructor, store):
    store.surveys.add(Survey("bcd234", DEMO, State.OPEN))
    assert "A demo to try things with" in shown(instructor)


def test_the_way_to_the_projector_is_one_press(instructor, store, listed):
    (code,) = listed("After the final")
    path = f"/surveys/{code}/present"
    assert path not in shown(instructor)
    for state in (State.OPEN, State.CLOSED):
        store.surveys.set_state(code, state)
        assert f'href="{path}">Present<' in shown(instructor)  # Share is a page of the survey
