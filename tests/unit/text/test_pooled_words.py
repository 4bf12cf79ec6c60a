"""What is said of several groups together."""

import pytest
from instruments import make_instrument

from survey.core.intervals.registry import ANNOUNCED, INTERVALS, ONCE_CLOSED, WHILE_OPEN
from survey.core.pooling.pooled import Group, pool
from survey.core.responses.tally import tally_from
from survey.text.pooled_words import (
    about_groups,
    left_out_in_words,
    like_these_in_words,
    pooled_text,
    together_in_words,
)


def group(yes: int, respondents: int, gamma="1/4", hidden=True, cap=None) -> Group:
    counted = tally_from(make_instrument(gamma), [[respondents - yes, yes]])
    return Group("One", make_instrument(gamma), counted, hidden, cap)


def pooled(*groups: Group):
    [question] = pool(groups, 0.95)
    [share] = question.figures
    return share


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ([group(18, 40)] * 5, "All together: about 80 of the 200, between 56 and 104 (95%);"),
        ([group(18, 40)] * 2, "All together: about 32 of the 80, between "),
        ([group(18, 40)] * 13, "All together: about 208 of the 520, between "),
        ([group(5, 40)] * 5, "about 0 of the 200 (the estimate is −25.0%), at most "),
        ([group(0, 1)] * 2, "Too few to say anything (95%); Hoeffding "),
        ([group(18, 40), group(0, 0)], "All together: about 16 of the 40, "),
        ([group(0, 0)] * 2, "Nobody has responded yet."),
    ],
)
def test_how_many_they_may_be_is_said_in_persons(groups, said):
    assert said in together_in_words(pooled(*groups))


def test_an_estimate_beyond_what_can_be_is_told():
    share = pooled(group(5, 40), group(5, 40))
    assert pooled_text(share).figure == "0%"
    assert "(the estimate is −25.0%)" in together_in_words(share)


def test_the_terms_of_their_figures_are_said():
    assert about_groups([group(18, 40)]) == (
        "1 group, 40 people. Each group's figures waited until it had closed. The range is exact, "
        "unless somebody closed one group after seeing another's figures."
    )
    seen = about_groups([group(1, 1, hidden=False), group(0, 0)])
    assert seen.startswith("2 groups, 1 person. In some groups figures were seen while they ran.")
    all_seen = about_groups([group(1, 1, hidden=False), group(0, 0, hidden=False)])
    assert all_seen.startswith("2 groups, 1 person. Every group showed figures while it ran.")
    assert left_out_in_words([]) == ""
    assert left_out_in_words(["B", "C, late"]) == (
        "Left out: B; C, late. If you choose groups by their results, you choose the result."
    )
    assert like_these_in_words(pooled(group(18, 40), group(18, 40))) == ""


def test_together_they_are_a_quantity_with_the_same_figures():
    share = pooled(group(18, 40), group(12, 40, "2/5"))
    quantity = share.together
    assert quantity.told == ONCE_CLOSED
    assert quantity.ends == share.ends
    assert quantity.interval(ANNOUNCED) == share.announced
    assert (quantity.estimate, quantity.respondents) == (share.estimate, 80)
    assert (
        quantity.statistic.interval(ONCE_CLOSED, 0.99)
        == pool([group(18, 40), group(12, 40, "2/5")], 0.99)[0].figures[0].ends
    )
    assert [name for name in INTERVALS if quantity.statistic.has(name)] == [
        name for name in INTERVALS if name in (ANNOUNCED, ONCE_CLOSED)
    ]
    assert quantity.leverage == pytest.approx(2 / 80)  # 1/(a − b) of γ = 1/4


@pytest.mark.parametrize("cap", [40, None])
def test_seen_figures_are_told_by_what_holds_at_every_look(cap):
    share = pooled(group(18, 40, hidden=False, cap=cap), group(12, 40, hidden=False, cap=cap))
    quantity = share.together
    assert quantity.told == WHILE_OPEN
    assert quantity.ends == share.ends != pooled(group(18, 40), group(12, 40)).ends


def test_where_no_range_is_known_hoeffdings_is_said_for_one_look():
    share = pooled(group(18, 40, hidden=False), group(12, 40, "2/5", hidden=False))
    quantity = share.together
    assert (share.persons, quantity.told) == (None, ANNOUNCED)
    assert quantity.ends == share.announced
    assert "No range is known. Either the groups have different γ" in together_in_words(share)
