"""A forest plot: one line through all groups, at the estimate of all together."""

import pytest
from instruments import make_instrument, make_mixed_instrument

from survey.core.pooling.pooled import Group, pool
from survey.core.responses.tally import tally_from
from survey.text.translator import ENGLISH
from survey.web.charts.axis import CARD, GLANCE, HERO, PAGE_ROOM
from survey.web.charts.forest import forests_of


def group(yes: int, respondents: int, gamma="1/4", hidden=True) -> Group:
    counted = tally_from(make_instrument(gamma), [[respondents - yes, yes]])
    return Group("One", make_instrument(gamma), counted, hidden)


def plots(*groups: Group):
    return [forest for each in pool(groups, 0.95) for forest in forests_of(each, ENGLISH)]


def test_rows_and_all_together_share_a_line_at_the_estimate_of_all():
    [forest] = plots(group(16, 40), group(20, 40), group(12, 40))
    assert [row.figure for row in forest.rows] == ["30%", "50%", "10%"]
    assert [row.answered for row in forest.rows] == [40, 40, 40]
    assert (forest.figure, forest.respondents) == ("30%", 120)
    assert {each.guide for each in (*(row.band for row in forest.rows), forest.band)} == {30}
    assert forest.band.mark == pytest.approx(30)
    assert {row.band.size for row in forest.rows} == {GLANCE}
    assert forest.band.size == HERO
    assert "All together" in forest.sentence
    assert "Estimate 30%" in forest.band.description


def test_the_line_stays_on_the_scale():
    [low], [high] = plots(*[group(0, 40)] * 2), plots(*[group(40, 40)] * 2)
    assert (low.band.guide, high.band.guide) == (0, 100)


def test_a_group_of_which_nothing_is_known_has_its_row():
    [forest] = plots(group(16, 40), group(1, 1))
    row = forest.rows[1]
    assert (row.figure, row.band.whole, row.band.mark) == ("–", True, None)
    [nobody] = plots(group(0, 0), group(0, 0))
    assert (nobody.figure, nobody.band.guide) == ("–", None)


def test_where_no_range_is_known_hoeffdings_line_is_drawn_alone():
    [forest] = plots(group(20, 40, hidden=False), group(20, 40, "2/5", hidden=False))
    band = forest.band
    assert (band.told, band.mark, band.is_wide) == (None, None, True)
    assert band.announced is not None
    assert [label.text for label in band.labels] == ["0%", "100%"]
    assert "No range is known" in band.description


def test_the_options_and_the_mean_of_a_question_have_a_plot_each():
    instrument = make_mixed_instrument()
    counts = [[20] * item.options for item in instrument.items]
    most = max(map(sum, counts))
    counted = tally_from(instrument, [[row[0] + most - sum(row), *row[1:]] for row in counts])
    questions = [
        forests_of(each, ENGLISH) for each in pool([Group("One", instrument, counted)] * 2, 0.95)
    ]
    assert list(map(len, questions)) == [1, 3, 2, 1, 1 + 5]
    assert {each.band.size for each in questions[1]} == {CARD}
    assert [each.option for each in questions[2]] == ["Algebra", "Analysis"]


def test_the_lines_of_rows_meet_and_words_stay_free():
    row, large = PAGE_ROOM.measures(GLANCE), PAGE_ROOM.measures(HERO)
    assert (row.guide_top, row.guide_end) == ("-1.25em", "2.75em")
    assert large.guide_end == large.band
