"""Slips of a survey with a control question: so many bear a star, and nothing keeps which."""

import csv
import re
import shutil

import pytest
from control_survey import CODE, add_star_survey, star_instrument

from survey.core.instrument.parsing import validate
from survey.core.responses.response import Response
from survey.core.responses.tokens import hash_token
from survey.store import State, Survey, TokenCounts
from survey.store.sqlite.engine import SQLiteStore
from survey.web.running import slips

PAGE = f"/surveys/{CODE}/tokens"
KEY = "k" * 64


def test_a_quarter_bears_a_star_in_both_formats(instructor, store):
    add_star_survey(store, 0)
    sheet = instructor.post(PAGE, {"count": "40", "format": "html"}, at=PAGE).text
    assert sheet.count("This slip bears a star.") == 10
    assert sheet.count("This slip bears no star.") == 30
    rows = csv.DictReader(
        instructor.post(PAGE, {"count": "8", "format": "csv"}, at=PAGE).text.splitlines()
    )
    assert sorted(row["star"] for row in rows) == [*[""] * 6, "★", "★"]
    assert store.surveys.token_counts(CODE) == TokenCounts(48, 0)


def test_a_count_that_leaves_no_whole_number_is_refused(instructor, store):
    add_star_survey(store, 0)
    answer = instructor.post(PAGE, {"count": "30", "format": "html"}, at=PAGE)
    assert answer.status_code == 422
    assert "print a multiple of 4, such as 32." in answer.text
    form = {"count": "30", "format": "html"}
    answer = instructor.post(PAGE, form, at=PAGE, headers={"Accept-Language": "de"})
    assert "Drucke ein Vielfaches von 4, etwa 32." in answer.text
    assert store.surveys.token_counts(CODE) == TokenCounts(0, 0)


def test_form_proposes_a_count_that_does(instructor, store):
    store.surveys.add(
        Survey(CODE, validate(star_instrument().raw() | {"class_size": 30}), State.OPEN)
    )
    assert re.search(r'value="32"', instructor.get(PAGE).text)


def test_a_draft_has_no_stars_yet(instructor, store):
    store.surveys.add(Survey(CODE, star_instrument()))
    assert "Publish it first" in instructor.get(PAGE).text
    assert (
        "Veröffentliche sie zuerst" in instructor.get(PAGE, headers={"Accept-Language": "de"}).text
    )
    answer = instructor.post(PAGE, {"count": "4", "format": "csv"}, at=PAGE)
    assert answer.status_code == 422
    assert store.surveys.token_counts(CODE) == TokenCounts(0, 0)


def test_stars_stand_in_any_order(store):
    """Of 2,000 slips: each place bears one with chance 1/4, and runs are those of chance."""
    survey = add_star_survey(store, 0)
    stars = slips.shuffled_stars(survey, 2000)
    assert sum(stars) == 500
    assert sum(stars[:1000]) == pytest.approx(250, abs=60)  # six standard deviations
    changes = sum(one != other for one, other in zip(stars, stars[1:], strict=False))
    assert changes == pytest.approx(750, abs=90)


def files_after(original, folder, drawn, stars, monkeypatch) -> dict[str, bytes]:
    """The bytes of all files, once these slips are issued and one is used."""
    folder.mkdir()
    shutil.copy(original, folder / "survey.db")
    store = SQLiteStore(folder / "survey.db")
    monkeypatch.setattr(slips, "draw_tokens", lambda count: drawn)
    monkeypatch.setattr(slips, "shuffled_stars", lambda survey, count: stars)
    survey = store.surveys.get(CODE)
    printed = slips.issue_slips(store, KEY, survey, len(drawn), lambda token: token)
    assert [slip.starred for slip in printed] == stars
    response = Response(survey.instrument.digest, "ab" * 16, (1, 0))
    store.responses.add(CODE, response, hash_token(KEY, drawn[0]))
    store.close()
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_nothing_stored_depends_on_which_slip_bears_a_star(store, config, tmp_path, monkeypatch):
    """The same tokens with other stars leave the same bytes; as control, another token does not."""
    add_star_survey(store, 0)
    tokens = [letter * 30 for letter in "bcdfghjk"]
    one, other = [True, True, *[False] * 6], [*[False] * 6, True, True]
    cases = (tokens, one), (tokens, other), ([*tokens[:-1], "m" * 30], one)
    found = [
        files_after(config.database, tmp_path / f"case{number}", *case, monkeypatch)
        for number, case in enumerate(cases)
    ]
    assert found[0] == found[1]
    assert found[0] != found[2]
