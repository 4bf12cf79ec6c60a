"""The plan of a class, its slides and notes: three pages that say the same."""

import re
from html import unescape

import pytest
from markupsafe import escape

from survey.lab.catalog import LESSONS
from survey.lab.teaching.hour import before, hour
from survey.web.learning import teaching

PAGES = ["/lab/teaching", "/lab/teaching/slides", "/lab/teaching/notes"]
SLIDES = [slide for step in hour() for slide in step.slides]


def test_plan_slides_and_notes_have_the_same_minutes_and_titles(stranger):
    plan, slides, notes = (stranger.get(path).text for path in PAGES)
    for step in hour():
        assert f"{step.begin}–{step.end}<span" in plan
        assert str(escape(step.step.does)) in plan
    for placed in SLIDES:
        title = str(escape(placed.slide.title))
        level = "h1" if placed.number == 1 else "h2"
        assert f'<{level} id="title-{placed.number}">{title}</{level}>' in slides
        assert f'href="/lab/teaching/slides#{placed.number}"' in notes
        assert f"Minutes {placed.begin} to {placed.end}" in notes
        for said in vars(placed.slide.notes).values():
            assert str(escape(said)) in notes
    assert all(str(escape(each)) in plan for each in before())


def test_each_slide_leads_to_its_neighbours_without_a_script(stranger):
    text = stranger.get("/lab/teaching/slides").text
    parts = re.split('<section class="slide" ', text)[1:]
    assert len(parts) == len(SLIDES)
    for number, part in enumerate(parts, 1):
        assert part.startswith(f'id="{number}"')
        around = re.findall(r'href="#(\d+)"', part)
        assert around == [str(max(number - 1, 1)), str(min(number + 1, len(parts)))]


def test_every_lesson_is_linked_from_the_plan(stranger):
    text = stranger.get("/lab/teaching").text
    linked = {unescape(link) for link in re.findall(r'href="/lab/([\w-]+)"', text)}
    assert linked == {lesson.name for lesson in LESSONS} | {"accusation", "assignments"}


def test_the_plan_names_a_new_lesson_too(stranger, monkeypatch):
    new = [each for each in LESSONS if each.name == "census"]
    monkeypatch.setattr(teaching, "LESSONS", new)
    assert f'Further: <a href="/lab/census">{new[0].title}</a>.' in stranger.get(PAGES[0]).text


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("tag", ["de", "es"])
def test_the_pages_speak_the_languages_of_the_lab(stranger, path, tag):
    text = stranger.get(f"{path}?lang={tag}").text
    assert f'<html lang="{tag}"' in text
    assert str(escape(hour()[0].slides[0].slide.title)) not in text
