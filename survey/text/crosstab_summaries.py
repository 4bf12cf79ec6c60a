"""The figures of a relation in words, the same on its page and in the terminal.

If the reports leave every share possible, neither the share nor a difference from it is
shown; exports hold all of them.
"""

from survey.core.intervals.counts import Interval
from survey.core.results.crosstab import CrossTable, Relation
from survey.text.translator import ENGLISH

EVERYTHING = (0.0, 1.0)


def group_in_words(relation: Relation, group: int) -> str:
    """A group with the name of its question: "q1 = Yes", since either question may have a yes."""
    return f"{relation.table.first.name} = {relation.groups[group]}"


def option_in_words(relation: Relation, option: int) -> str:
    """An answer to the second question with that question's name: "q2 = No"."""
    return f"{relation.table.second.name} = {relation.options[option]}"


def share_in_words(table: CrossTable, group: int, option: int) -> str:
    """The share of an option within a group; "–" if the reports rule out no share."""
    share = table.conditional(group, option)
    ends = table.conditional_interval(group, option)
    return ENGLISH.percent(None if ends == EVERYTHING else share, 1)


def share_ends_in_words(table: CrossTable, group: int, option: int) -> str:
    """The interval of that share; an end at 0% or 100% is left out: "at most 61.2%"."""
    ends = table.conditional_interval(group, option)
    if ends is None:
        return "–" if table.conditional(group, option) is None else "not plausible"
    low, high = _ends(ends)
    if ends == EVERYTHING or ends[0] > 0 and ends[1] < 1:
        return f"{low} to {high}"
    return f"at most {high}" if ends[0] == 0 else f"at least {low}"


def joint_ends_in_words(table: CrossTable, group: int, option: int) -> str:
    """The interval of a joint share."""
    ends = table.joint_interval(group, option)
    if ends is None:
        return "–" if table.joint is None else "not plausible"
    return "{} to {}".format(*_ends(ends))


def likely_ends_in_words(table: CrossTable, group: int, option: int) -> str:
    """The likelihood interval of a share within a group; "–" where there is none."""
    ends = table.likelihood_interval(group, option)
    if ends is None or ends == EVERYTHING:
        return "–"
    return "{} to {}".format(*_ends(ends))


def difference_in_words(table: CrossTable, group: int, reference: int, option: int) -> str:
    """The difference in points, "4.0"; "–" if a share is not shown or no share is plausible."""
    for each in (group, reference):
        if table.conditional_interval(each, option) in {None, EVERYTHING}:
            return "–"
    difference = table.difference(group, reference, option)
    return "–" if difference is None else _points(difference)


def difference_ends_in_words(table: CrossTable, group: int, reference: int, option: int) -> str:
    """The interval of that difference, in points."""
    return _in_points(table.difference_interval(group, reference, option))


def likely_difference_in_words(table: CrossTable, group: int, reference: int, option: int) -> str:
    """The likelihood interval of that difference, in points; "–" where there is none."""
    return _in_points(table.likely_difference(group, reference, option))


def _in_points(ends: Interval | None) -> str:
    if ends is None:
        return "–"
    low, high = (
        ENGLISH.points_end(end, upper) for end, upper in zip(ends, (False, True), strict=True)
    )
    return f"{low} to {high}"


def _ends(ends: Interval) -> tuple[str, str]:
    """Both ends in per cent, rounded outwards."""
    return ENGLISH.percent_end(ends[0], False, 1), ENGLISH.percent_end(ends[1], True, 1)


def _points(share: float) -> str:
    return ENGLISH.decimal(100 * share, 1)
