"""Two questions beside each other: what their answers mean, and shares by hand in fractions."""

from fractions import Fraction

import pytest

from survey.core.instrument.instrument import Question
from survey.core.kinds.registry import KINDS
from survey.core.results.crosstab import CrossTable, Relation

QUARTER = Fraction(1, 4)
CHEATED = Question("Did you cheat?", QUARTER)
HOURS = Question("How many hours?", QUARTER, KINDS["number"], low=0, high=40)

# Second reports 0 and 1 of the first group, and of the second.
COUNTS = ((30, 20), (10, 40))


def relate(first: Question, second: Question, counts) -> Relation:
    items = first.items("q1")[0], second.items("q2")[0]
    return Relation(CrossTable(*items, tuple(map(tuple, counts)), 0.95), first, second)


def test_a_number_is_said_to_be_rounded():
    relation = relate(CHEATED, HOURS, COUNTS)
    assert relation.groups == ["No", "Yes"]
    assert relation.options == ["rounded to 0", "rounded to 40"]


@pytest.mark.parametrize(
    ("group_gamma", "forward", "backward"),
    [
        # Joint shares [[11/20, −1/20], [−1/4, 3/4]], by M⁻¹ = [[3/2, −1/2], [−1/2, 3/2]] twice
        (QUARTER, (Fraction(3, 2), Fraction(8, 5)), (Fraction(15, 14), Fraction(40, 21))),
        # M₁⁻¹ = [[9/8, −1/8], [−1/8, 9/8]]: [[2/5, 1/10], [−1/10, 3/5]]
        (Fraction(2, 5), (Fraction(6, 5), Fraction(1)), (Fraction(6, 7), Fraction(25, 21))),
    ],
    ids=["1/4", "2/5"],
)
def test_each_direction_has_shares_of_its_own(group_gamma, forward, backward):
    group = Question("?", group_gamma)
    there = relate(group, CHEATED, COUNTS)
    back = relate(CHEATED, group, zip(*COUNTS, strict=True))
    assert there.table.joint[0][1] == pytest.approx(back.table.joint[1][0])
    for relation, (share, difference) in ((there, forward), (back, backward)):
        assert relation.table.conditional(1, 1) == pytest.approx(float(share))
        assert relation.table.difference(1, 0, 1) == pytest.approx(float(difference))
