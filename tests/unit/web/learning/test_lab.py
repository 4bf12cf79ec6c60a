"""The lab's pages: open to all, settings in the address, and of no survey but what it shows."""

import re
from fractions import Fraction
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from grids import usually
from markupsafe import escape

from survey.lab import catalog
from survey.lab.assignments import HINTS
from survey.lab.catalog import LESSONS
from survey.lab.experiments.simulated_classes import distances
from survey.lab.lesson import Axis, Chart, Series
from survey.web.charts.lab_picture import picture_of, scale_of
from survey.web.learning.lesson_words import formula, page_speaker


def test_the_index_lists_every_lesson_in_order(stranger):
    text = stranger.get("/lab").text
    places = [text.index(f'href="/lab/{lesson.name}"') for lesson in LESSONS]
    assert places == sorted(places)
    for lesson, place in zip(LESSONS, places, strict=True):
        assert f"</a>\n<p>{escape(lesson.point)}</p></li>" in text[place:].partition("<li>")[0]


@pytest.mark.first_cell
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_settings_are_in_the_address_and_begin_as_at_first(stranger, lesson):
    slider = lesson.settings[0]
    at_first = stranger.get(f"/lab/{lesson.name}")
    assert at_first.status_code == 200
    moved = stranger.get(f"/lab/{lesson.name}?{slider.name}={float(slider.values[-1]):g}")
    assert moved.status_code == 200
    assert f"survey lab {lesson.name} --{slider.name} {float(slider.values[-1]):g}" in moved.text
    assert lesson.title in at_first.text


@pytest.mark.parametrize("tag", usually(["de"], ["de", "es"]))
@pytest.mark.parametrize("lesson", usually(LESSONS[::3], LESSONS), ids=lambda lesson: lesson.name)
def test_no_figure_is_written_as_english_does(stranger, lesson, tag):
    """Formulas, sources and numbers with thousands apart: 3.14, but 1.234 and doi:10.1080 may."""
    page = stranger.get(f"/lab/{lesson.name}", headers={"Accept-Language": tag}).text
    main = page.partition("<main")[2].partition("</main")[0]
    text = re.sub(r"<(math|code|script|style).*?</\1>", " ", main, flags=re.S)
    figures = re.findall(r"(?<![\d.:/])\d+\.\d+(?![\d./])", re.sub(r"<[^>]*>", "|", text))
    assert [each for each in figures if not re.fullmatch(r"\d{1,3}\.\d{3}|10\.\d{4}", each)] == []


def test_what_is_no_setting_is_refused_in_a_sentence(stranger):
    answer = stranger.get("/lab/attempts?gamma=7")
    assert answer.status_code == 422
    assert "γ, how much truth: give a number from 0 to 0.5, in steps of 0.01." in answer.text


def test_unknown_lesson_is_not_found(stranger):
    answer = stranger.get("/lab/nothing")
    assert answer.status_code == 404
    assert "There is no such lesson" in answer.text


@pytest.mark.parametrize("path", ["/lab/attempts?gamma=7", "/lab/nothing"])
def test_from_an_error_one_finds_back_to_the_lab(stranger, path):
    assert 'href="/lab"' in stranger.get(path).text.split("<footer>")[0]


@pytest.mark.parametrize("path", ["/lab/", "/lab/teaching/", "/lab/attempts/"])
def test_a_slash_at_the_end_does_not_matter(stranger, path):
    assert stranger.get(path).status_code == 200


def chart(*series, words=(), mark=None):
    return Chart("", Axis("x", 0, 4, words=words), Axis("y", 0, 10), series, mark)


def test_bars_lie_where_places_have_words_and_stand_among_lines():
    bars = Series("bars", ((0, 5.0), (2, 20.0)), "bars")
    lying = picture_of(chart(bars, words=("a", "b", "c"), mark=2))
    assert lying.lying
    assert [len(row.bars) for row in lying.rows] == [1, 0, 1]
    assert [row.marked for row in lying.rows] == [False, False, True]
    # Half the scale, and all of it for what lies beyond.
    assert lying.rows[0].bars[0].length * 2 == lying.rows[2].bars[0].length
    assert lying.rows[2].bars[0].value == "20"
    line = Series("line", ((0, 1.0), (4, 2.0)))
    assert not picture_of(chart(bars, line, words=("a", "b", "c"))).lying
    assert not picture_of(chart(bars)).lying


@pytest.mark.parametrize(
    ("axis", "labels"),
    [(Axis("", 0, 0.5), ["0", "0.1", "0.2", "0.3", "0.4", "0.5"]),
     (Axis("", 0, 1), ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
     (Axis("", 0, 200), ["0", "50", "100", "150", "200"]),
     (Axis("", 10, 10_000, logarithmic=True), ["10", "100", "1,000", "10⁴"]),
     (Axis("", 1, 1e10, logarithmic=True), ["1", "100", "10⁴", "10⁶", "10⁸", "10¹⁰"]),
     (Axis("", 0, 2, words=("a", "b", "c")), ["a", "b", "c"])],
)  # fmt: skip
def test_ticks_are_round_and_few(axis, labels):
    ticks = scale_of(axis, 0, 100).ticks
    assert [label for _, label in ticks] == labels
    assert [place for place, _ in ticks] == sorted(place for place, _ in ticks)
    assert ticks[-1][0] == 100


def test_logarithms_are_placed_by_their_ratio():
    scale = scale_of(Axis("", 1, 100, logarithmic=True), 0, 200)
    assert [scale.place(value) for value in (0, 1, 10, 100, 1e9)] == [0, 0, 100, 200, 200]


def test_the_seed_is_seen_typed_and_drawn_again(stranger):
    for query, seed in (("", 1), ("?seed=7", 7), ("?seed=7&again=1", 8), ("?seed=999&again=1", 1)):
        page = stranger.get(f"/lab/attempts{query}").text
        assert re.search(rf'name="seed" [^>]*value="{seed}"', page)
        assert f"survey lab attempts --gamma 0.25 --respondents 100 --seed {seed}<" in page
        crowd = catalog.lesson_named("attempts").run(Fraction(1, 4), 100, seed).crowds[0]
        assert page.count('<circle class="person says"') == sum(crowd.filled)
        assert page.count('<circle class="turned"') == sum(crowd.turned)
    assert stranger.get("/lab/attempts?seed=0").status_code == 422
    assert 'name="seed"' not in stranger.get("/lab/linkage").text


def test_the_tree_is_drawn_with_its_lit_nodes(stranger):
    lesson = catalog.lesson_named("interval-tree")
    for seed in (1, 2):
        tree = lesson.outcome(lesson.initial | {"seed": seed}).tree
        page = stranger.get(f"/lab/interval-tree?seed={seed}").text
        assert page.count('<circle class="node') == 2 * tree.places - 1
        assert len(re.findall(r'class="node lit[ "]', page)) == len(tree.lit)
        assert len(re.findall(r'class="node[a-z ]* inside"', page)) == tree.end - tree.first
    assert '<circle class="node' not in stranger.get("/lab/attempts").text


@pytest.mark.parametrize(
    ("language", "tag", "words"),
    [("de", "de", "Wie viele Befragte"), ("es-MX", "es", "Cuántas personas encuestadas"),
     ("fr", "en", "How many respondents"), ("en", "en", "How many respondents")],
)  # fmt: skip
def test_a_lesson_speaks_the_languages_of_its_catalog(stranger, language, tag, words):
    answer = stranger.get("/lab/sample-size", headers={"Accept-Language": language})
    assert f'<html lang="{tag}"' in answer.text
    assert f">{words}</h1>" in answer.text
    assert "Accept-Language" in answer.headers["Vary"]
    offered = re.findall(r'hreflang="(\w+)"', answer.text)
    assert offered == ["en", "de", "es"]


def test_a_language_that_is_asked_for_travels_through_the_lab(stranger):
    text = stranger.get("/lab?lang=de").text
    assert 'href="/lab/sample-size?lang=de"' in text
    lesson = stranger.get("/lab/sample-size?lang=de").text
    assert '<input type="hidden" name="lang" value="de">' in lesson
    assert 'href="/lab?lang=de"' in lesson


def test_figures_that_a_slider_sets_can_be_dragged(stranger):
    text = stranger.get("/lab/sample-size?gamma=0.3&lang=de").text
    says = text.partition('id="says"')[2].partition("</p>")[0]
    assert '<span class="adjustable" data-adjusts="gamma">0,3</span>' in says
    assert re.findall(r'data-adjusts="(\w+)"', says) == ["respondents", "gamma", "confidence"]


def test_every_hint_of_the_assignments_comes_with_the_page(stranger):
    script = (Path(__file__).parents[4] / "static/pages/lab/assignment_tasks.js").read_text()
    said = set(re.findall(r'"([A-Z][^"\n]{4,}\.)"', script))
    assert said == set(HINTS)
    page = stranger.get("/lab/assignments?lang=es").text
    assert "Divide entre 2γ, no entre γ." in unescape(page)


@pytest.mark.parametrize(("tag", "written"), [("de", "1,96"), ("es", "1,96"), ("en", "1.96")])
def test_formulas_have_the_decimal_sign_of_their_page(app, tag, written):
    with app.test_request_context(f"/lab?lang={tag}"):
        lines = [
            formula(page_speaker().text(line))
            for each in LESSONS
            for line in each.formula
            if re.search(r"\d\.\d", line)
        ]
    numbers = re.findall(r"<mn>(.*?)</mn>", "".join(lines))
    other = "," if tag == "en" else "."
    assert written in numbers and not any(other in each for each in numbers)


def test_estimates_that_hit_their_share_are_at_no_distance_from_it():
    """A float's own error, 5.55 · 10⁻¹⁷, is no distance; many classes of 50 hit theirs."""
    lesson = next(each for each in LESSONS if each.name == "sample-size")
    gamma, respondents, _ = lesson.settings
    for one in gamma.values:
        for many in respondents.values:
            found = np.array(distances(many, one, seed=1))
            assert not np.any((found > 0) & (found < 1e-9)), (one, many)
    assert 0 in distances(200, Fraction(1, 4), seed=1)
