"""Means within groups by hand, in exact fractions; groups that have none."""

import math
from fractions import Fraction

import pytest

from survey.core.groups import Relation
from survey.core.privacy import OPENLY
from survey.core.questions import Kind
from survey.core.questions import Question
from survey.core.relations import CrossTable

QUARTER, TWO_FIFTHS = Fraction(1, 4), Fraction(2, 5)
YEAR = Question("Your year?", OPENLY, Kind.CHOICE, ("First", "Later"))
YEARS = Question("Your year?", OPENLY, Kind.CHOICE, ("First", "Second", "Third"))
CHEATED = Question("Did you cheat?", QUARTER)
HOURS = Question("How many hours?", QUARTER, Kind.NUMBER, low=0, high=40)
BALANCE = Question("Your balance?", QUARTER, Kind.NUMBER, low=-10, high=30)
FAIR = Question("How fair was it?", TWO_FIFTHS, Kind.RATING, low=1, high=3)

# Second reports 0 and 1 of the first group, and of the second.
COUNTS = ((30, 20), (10, 40))


def relate(first: Question, second: Question, counts, confidence=0.95) -> Relation:
    items = first.items("q1")[0], second.items("q2")[0]
    return Relation(CrossTable(*items, tuple(map(tuple, counts)), confidence), first, second)


def transposed(counts):
    return tuple(zip(*counts, strict=True))


@pytest.mark.parametrize(
    ("second", "counts", "by_hand"),
    [
        # p̂ = (2/5 − 1/4)/(1/2) = 3/10 and (4/5 − 1/4)/(1/2) = 11/10 of the range
        (HOURS, COUNTS, [Fraction(12), Fraction(44)]),
        (BALANCE, COUNTS, [Fraction(2), Fraction(34)]),
        # keep 9/11, other 1/11: (23/10 − 6/11)/(8/11) and (7/5 − 6/11)/(8/11)
        (FAIR, ((2, 3, 5), (4, 0, 1)), [Fraction(193, 80), Fraction(47, 40)]),
    ],
    ids=["0..40", "-10..30", "rating"],
)
def test_means_of_groups_asked_openly(second, counts, by_hand):
    relation = relate(YEAR, second, counts)
    assert [mean.estimate for mean in relation.means] == pytest.approx(list(map(float, by_hand)))
    assert [mean.respondents for mean in relation.means] == [sum(row) for row in counts]
    difference, _ = relation.difference_of_means(1)
    assert difference == pytest.approx(float(by_hand[1] - by_hand[0]))


@pytest.mark.parametrize(("confidence", "two_by_alpha"), [(0.95, 40), (0.9, 20), (0.99, 200)])
@pytest.mark.parametrize(
    ("second", "counts", "term_width"),
    [
        (HOURS, ((30, 20), (5, 20)), 80),  # 40 / (1/2)
        (BALANCE, ((30, 20), (5, 20)), 80),
        (FAIR, ((20, 10, 20), (5, 5, 15)), Fraction(11, 4)),  # 2 / (8/11)
    ],
    ids=["0..40", "-10..30", "rating"],
)
def test_intervals_of_means_have_the_confidence_of_the_table(
    second, counts, term_width, confidence, two_by_alpha
):
    relation = relate(YEAR, second, counts, confidence)
    for mean, size in zip(relation.means, (50, 25), strict=True):
        half_width = float(term_width) * math.sqrt(math.log(two_by_alpha) / (2 * size))
        assert mean.interval("hoeffding") == pytest.approx(
            (mean.estimate - half_width, mean.estimate + half_width)
        )
    difference, ends = relation.difference_of_means(1)
    half_width = float(term_width) * math.sqrt(math.log(two_by_alpha) * Fraction(3, 50) / 2)
    assert ends == pytest.approx((difference - half_width, difference + half_width))


def test_the_first_group_is_the_reference():
    relation = relate(YEAR, HOURS, COUNTS)
    difference, (low, high) = relation.difference_of_means(1)
    other_way, ends = relate(YEAR, HOURS, COUNTS[::-1]).difference_of_means(1)
    assert difference == pytest.approx(32)
    assert other_way == pytest.approx(-32)
    assert ends == pytest.approx((-high, -low))
    assert relation.difference_of_means(0)[0] == 0


@pytest.mark.parametrize(
    ("first", "second", "counts"),
    [
        (CHEATED, HOURS, COUNTS),
        (CHEATED, FAIR, ((2, 3, 5), (4, 0, 1))),
        (HOURS, BALANCE, COUNTS),
        (YEAR, CHEATED, COUNTS),
        (YEAR, YEARS, ((2, 3, 5), (4, 0, 1))),
        (YEAR, Question("Which?", QUARTER, Kind.SEVERAL, ("Algebra",)), COUNTS),
        # Each item of such a question has a table of its own: the others are not in it.
        (YEAR, Question("Which?", QUARTER, Kind.SEVERAL, ("Algebra", "Analysis")), COUNTS),
    ],
    ids=["number in randomized groups", "rating in randomized groups", "two numbers",
         "yes/no", "choice", "several of one", "several of two"],
)  # fmt: skip
def test_no_means_in_randomized_groups_nor_of_other_kinds(first, second, counts):
    assert relate(first, second, counts).means is None


def test_means_are_in_one_direction_only():
    assert relate(YEAR, HOURS, COUNTS).means is not None
    assert relate(HOURS, YEAR, transposed(COUNTS)).means is None


@pytest.mark.parametrize(
    ("second", "nobody", "some", "by_hand"),
    [
        (HOURS, (0, 0), ((30, 20), (10, 40)), (12, 44)),
        (FAIR, (0, 0, 0), ((2, 3, 5), (4, 0, 1)), (193 / 80, 47 / 40)),
    ],
    ids=["number", "rating"],
)
@pytest.mark.parametrize("empty", [0, 1, 2])
def test_an_empty_group_has_no_mean_and_the_others_keep_theirs(
    second, nobody, some, by_hand, empty
):
    counts, expected = list(some), list(by_hand)
    counts.insert(empty, nobody)
    expected.insert(empty, None)
    relation = relate(YEARS, second, counts)
    assert relation.means[empty].estimate is relation.means[empty].interval("hoeffding") is None
    for group in (1, 2):
        found = relation.difference_of_means(group)
        if empty in (0, group):
            assert found is None
        else:
            assert found[0] == pytest.approx(expected[group] - expected[0])
    left = [mean.estimate for mean in relation.means if mean.respondents]
    assert left == pytest.approx(list(by_hand))


def test_nobody_at_all():
    relation = relate(YEAR, HOURS, ((0, 0), (0, 0)))
    assert [mean.estimate for mean in relation.means] == [None, None]
    assert relation.difference_of_means(1) is None


def test_a_rating_asked_openly_is_counted():
    fair = Question("How fair was it?", OPENLY, Kind.RATING, low=1, high=3)
    relation = relate(YEAR, fair, ((1, 0, 3), (0, 4, 0)))
    assert [mean.estimate for mean in relation.means] == [2.5, 2]
    assert relation.difference_of_means(1) == (-0.5, (-0.5, -0.5))


@pytest.mark.parametrize(
    ("group_gamma", "forward", "backward"),
    [
        # Joint shares [[7/20, 3/20], [−1/20, 11/20]], margins 1/2, 1/2 and 3/10, 7/10
        (OPENLY, (Fraction(11, 10), Fraction(4, 5)), (Fraction(11, 14), Fraction(20, 21))),
        # [[11/20, −1/20], [−1/4, 3/4]], by M⁻¹ = [[3/2, −1/2], [−1/2, 3/2]] on both sides
        (QUARTER, (Fraction(3, 2), Fraction(8, 5)), (Fraction(15, 14), Fraction(40, 21))),
    ],
    ids=["openly", "randomized"],
)
def test_each_direction_has_shares_of_its_own(group_gamma, forward, backward):
    group = Question("?", group_gamma)
    there, back = relate(group, CHEATED, COUNTS), relate(CHEATED, group, transposed(COUNTS))
    assert there.table.joint[0][1] == pytest.approx(back.table.joint[1][0])
    for relation, (share, difference) in ((there, forward), (back, backward)):
        assert relation.table.conditional(1, 1) == pytest.approx(float(share))
        assert relation.table.difference(1, 0, 1) == pytest.approx(float(difference))
