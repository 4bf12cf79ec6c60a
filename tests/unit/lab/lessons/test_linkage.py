"""Linkage: the worked counts, and what generalizing may and may not do to them."""

from dataclasses import replace
from datetime import date

import pytest

from survey.lab.experiments.linkage_join import (
    AREA,
    DECADE,
    EXACT,
    GOVERNOR,
    MONTH,
    VISITS,
    VOTERS,
    WITHOUT_SEX,
    YEAR,
    Traits,
    counts,
    generalized,
    matches,
    right_matches,
    smallest_group,
)
from survey.lab.lessons.linkage import LESSON, LEVELS, SHORT

# Counted by hand in the two tables: (one voter, several, none), of the ones right, k.
BY_HAND = {
    EXACT: ((10, 1, 1), 10, 1),
    MONTH: ((5, 6, 1), 5, 1),
    YEAR: ((2, 10, 0), 1, 1),
    DECADE: ((1, 11, 0), 0, 1),
    AREA: ((0, 12, 0), 0, 2),
    WITHOUT_SEX: ((0, 12, 0), 0, 5),
}


@pytest.mark.parametrize("level", BY_HAND)
def test_the_counts_are_those_by_hand(level):
    expected, right, smallest = BY_HAND[level]
    assert counts(VISITS, VOTERS, level) == expected
    assert right_matches(VISITS, VOTERS, level) == right
    assert smallest_group(VISITS, level) == smallest


def test_each_level_hides_what_it_says():
    traits = Traits("02138", date(1953, 7, 9), "male")
    assert [generalized(traits, level) for level in range(len(LEVELS))] == [
        ("02138", "1953-07-09", "male"),
        ("02138", "1953-07", "male"),
        ("02138", "1953", "male"),
        ("02138", "1950s", "male"),
        ("021••", "1950s", "male"),
        ("021••", "1950s", "•"),
    ]


def never_fewer(levels: list[int]) -> bool:
    """Whether the groups and every row's matches only grow from each level to the next."""
    groups = [smallest_group(VISITS, level) for level in levels]
    found = [matches(VISITS, VOTERS, level) for level in levels]
    return groups == sorted(groups) and all(
        set(before) <= set(after)
        for earlier, later in zip(found, found[1:], strict=False)
        for before, after in zip(earlier, later, strict=True)
    )


def test_generalizing_never_tells_more():
    assert never_fewer(list(range(len(LEVELS))))


def test_levels_out_of_order_are_caught():
    """The broken variant: someone puts the year before the month."""
    assert not never_fewer([EXACT, YEAR, MONTH, DECADE, AREA, WITHOUT_SEX])


def test_the_join_is_that_of_all_pairs():
    for level in range(len(LEVELS)):
        for row, found in zip(VISITS, matches(VISITS, VOTERS, level), strict=True):
            wanted = generalized(row.traits, level)
            assert found == tuple(v for v in VOTERS if generalized(v.traits, level) == wanted)


def test_a_patient_who_does_not_vote_is_taken_for_someone_else():
    """Ken Kale is not on the list; by year of birth his row matches Leo Lime alone."""
    place = [row.patient for row in VISITS].index("Ken Kale")
    assert "Ken Kale" not in {voter.name for voter in VOTERS}
    assert [voter.name for voter in matches(VISITS, VOTERS, YEAR)[place]] == ["Leo Lime"]
    table = LESSON.outcome({"level": YEAR}).tables[0]
    assert place in table.marked
    assert "wrong" in table.rows[place][0]


def test_a_group_of_one_falls_to_the_smallest_k():
    """k is a minimum: one row that is alone undoes all other groups."""
    odd = replace(VISITS[0], traits=replace(VISITS[0].traits, zip_code="90210"))
    assert smallest_group((*VISITS, odd), WITHOUT_SEX) == 1


def test_the_data_are_what_the_lesson_says():
    assert (len(VISITS), len(VOTERS)) == (12, 20)
    assert len({voter.name for voter in VOTERS}) == len(VOTERS)
    listed = {voter.name: voter.traits for voter in VOTERS}
    for row in VISITS:
        assert listed.get(row.patient, row.traits) == row.traits


@pytest.mark.parametrize("level", LESSON.settings[0].values)
def test_every_setting_is_shown(level):
    outcome = LESSON.outcome({"level": level})
    assert outcome.chart.description.endswith(outcome.says)
    assert outcome.says.endswith(f"k = {BY_HAND[level][2]}.")
    bars = [series for series in outcome.chart.series if series.drawn == "bars"]
    for place in range(len(SHORT)):
        assert sum(dict(series.points)[place] for series in bars) == len(VISITS)
    table = outcome.tables[0]
    assert len(table.marked) == BY_HAND[level][0][0]
    for place, row in enumerate(table.rows):
        assert (place in table.marked) == row[0].startswith("only ")
    assert all(len(word) <= 12 for word in outcome.chart.x.words)


def test_the_governor_is_found_by_hand():
    """As L. Sweeney reports it: 54,805 voters, then six, three and one."""
    left = [known.left for known in GOVERNOR]
    assert left == [54_805, 6, 3, 1]
    table = LESSON.outcome(LESSON.initial).tables[1]
    assert [row[1] for row in table.rows] == ["54,805", "6", "3", "1"]
    assert table.marked == {3}
    (crowd,) = LESSON.outcome(LESSON.initial).crowds
    left = [man and not other for man, other in zip(crowd.filled, crowd.crossed, strict=True)]
    assert (len(crowd.filled), sum(crowd.filled), sum(left)) == (6, 3, 1)
