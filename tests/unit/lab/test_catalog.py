"""What every lesson owes, at the ends and the middle of all its settings."""

import math
from itertools import islice, product

import pytest

from survey.errors import LessonNotFound
from survey.lab.catalog import LESSONS, lesson_named
from survey.lab.lesson import Lesson, Slider, typed

MOST_OUTCOMES = 1600  # of a lesson: what strangers can make the server compute is bounded


@pytest.fixture(params=LESSONS, ids=lambda lesson: lesson.name)
def lesson(request) -> Lesson:
    return request.param


def ends_and_middle(slider: Slider) -> list:
    return sorted({slider.values[0], slider.initial, slider.values[-1]})


def test_names_are_unique_and_found():
    assert len({each.name for each in LESSONS}) == len(LESSONS)
    assert all(lesson_named(each.name) is each for each in LESSONS)
    with pytest.raises(LessonNotFound):
        lesson_named("nothing")


def test_everything_is_said(lesson):
    assert len(lesson.sentences) == 3
    words = (
        lesson.point,
        *lesson.sentences,
        *lesson.formula,
        lesson.source,
        lesson.failure,
        lesson.here,
    )
    assert all(each.strip() for each in words)
    assert not lesson.source.endswith(".")  # the page ends the sentence
    assert all(
        each.endswith((".", "?")) for each in (lesson.point, *lesson.sentences, lesson.failure)
    )


def test_settings_are_few_and_begin_at_one_of_them(lesson):
    assert math.prod(len(each.values) for each in lesson.settings) <= MOST_OUTCOMES
    for slider in lesson.settings:
        assert slider.initial in slider.values
        assert len(slider.values) > 1
        assert len(slider.words) in {0, len(slider.values)}


def test_labels_and_words_fit_beside_a_slider_and_are_understood(lesson):
    """What is shown can be typed, and a number never means two values."""
    for slider in lesson.settings:
        assert len(slider.label) <= 20
        assert all(0 < len(words) <= 28 for words in slider.words)
        for value in slider.values:
            assert slider.parse(typed(value)) == value
            assert slider.parse(slider.in_words(value)) == value


def test_every_corner_is_drawn(lesson, exhaustive):
    names = [each.name for each in lesson.settings]
    corners = product(*map(ends_and_middle, lesson.settings))
    for values in islice(corners, 0, None, 1 if exhaustive else 5):
        outcome = lesson.outcome(dict(zip(names, values, strict=True)))
        chart = outcome.chart
        assert outcome.says.endswith(".")
        assert chart.description.endswith(outcome.says)
        assert 1 <= len(chart.series) <= 4
        assert any(each.points for each in chart.series)
        for series in chart.series:
            assert 0 < len(series.label) <= 24
            assert len(series.points) <= 130
            assert all(math.isfinite(x) and math.isfinite(y) for x, y in series.points)
            for axis, place in ((chart.x, 0), (chart.y, 1)):
                assert not axis.logarithmic or all(point[place] > 0 for point in series.points)
                assert not axis.logarithmic or axis.low > 0
        for table in outcome.tables:
            assert all(len(row) == len(table.columns) for row in table.rows)
            assert all(0 <= each < len(table.rows) for each in table.marked)


def test_each_setting_changes_what_is_said(lesson):
    for slider in lesson.settings:
        said = {
            lesson.outcome(lesson.initial | {slider.name: value}).says
            for value in ends_and_middle(slider)
        }
        assert len(said) > 1, slider.name


def test_a_seed_changes_what_is_drawn_and_the_same_one_does_not(lesson):
    if not lesson.seeded:
        assert "seed" not in lesson.initial
        return
    first = lesson.outcome(lesson.initial)
    assert lesson.outcome(lesson.initial | {"seed": 1}) == first
    assert lesson.outcome(lesson.initial | {"seed": 2}) != first
    assert lesson.command(lesson.initial).endswith(" --seed 1")


def test_crowds_are_said_and_only_what_a_coin_turned_is_hatched(lesson):
    for crowd in lesson.outcome(lesson.initial).crowds:
        marked = crowd.turned or crowd.crossed
        assert len(crowd.filled) == len(marked) <= 500
        assert f"({sum(crowd.filled)})" in crowd.caption
        assert f"({sum(marked)})" in crowd.caption
        assert bool(crowd.turned) == ("Hatched: the coin changed" in crowd.caption)
        assert bool(crowd.crossed) == ("crossed" in crowd.caption.lower())
