"""The figures of a relation in words, the same on its page and in the terminal.

If the reports leave every share possible, neither the share nor a difference from it is
shown; exports hold all of them.
"""

from survey.core.intervals.counts import Interval
from survey.core.results.crosstab import CrossTable
from survey.text.translator import ENGLISH, Translator

EVERYTHING = (0.0, 1.0)


def share_in_words(table: CrossTable, group: int, option: int, say: Translator = ENGLISH) -> str:
    """The share of an option within a group; "–" if the reports rule out no share."""
    share = table.conditional(group, option)
    ends = table.conditional_interval(group, option)
    return say.percent(None if ends == EVERYTHING else share, 1)


def share_ends_in_words(
    table: CrossTable, group: int, option: int, say: Translator = ENGLISH
) -> str:
    """The interval of a share within a group, without ends at 0% or 100%: "at most 61.2%"."""
    ends = table.conditional_interval(group, option)
    if ends is None:
        return "–" if table.conditional(group, option) is None else say.gettext("not plausible")
    if ends == EVERYTHING or ends[0] > 0 and ends[1] < 1:
        return range_in_words(ends, say)
    low, high = say.percent_ends(*ends, 1)
    if ends[0] == 0:
        return say.gettext("at most %(end)s", end=high)
    return say.gettext("at least %(end)s", end=low)


def joint_ends_in_words(
    table: CrossTable, group: int, option: int, say: Translator = ENGLISH
) -> str:
    """The interval of a joint share, in per cent."""
    ends = table.joint_interval(group, option)
    if ends is None:
        return "–" if table.joint is None else say.gettext("not plausible")
    return range_in_words(ends, say)


def likely_ends_in_words(
    table: CrossTable, group: int, option: int, say: Translator = ENGLISH
) -> str:
    """The likelihood interval of a share within a group; "–" where there is none."""
    ends = table.likelihood_interval(group, option)
    if ends is None or ends == EVERYTHING:
        return "–"
    return range_in_words(ends, say)


def difference_in_words(
    table: CrossTable, group: int, reference: int, option: int, say: Translator = ENGLISH
) -> str:
    """The difference in points, "4.0"; "–" if a share is not shown or no share is plausible."""
    for each in (group, reference):
        if table.conditional_interval(each, option) in {None, EVERYTHING}:
            return "–"
    difference = table.difference(group, reference, option)
    return "–" if difference is None else say.decimal(100 * difference, 1)


def difference_ends_in_words(
    table: CrossTable, group: int, reference: int, option: int, say: Translator = ENGLISH
) -> str:
    """The interval of the difference between two groups, in points."""
    return _in_points(table.difference_interval(group, reference, option), say)


def likely_difference_in_words(
    table: CrossTable, group: int, reference: int, option: int, say: Translator = ENGLISH
) -> str:
    """The likelihood interval of a difference between groups, in points; "–" if there is none."""
    return _in_points(table.likely_difference(group, reference, option), say)


def range_in_words(ends: Interval, say: Translator) -> str:
    """ "14.0% to 41.3%", rounded outwards."""
    low, high = say.percent_ends(*ends, 1)
    return say.gettext("%(low)s to %(high)s", low=low, high=high)


def _in_points(ends: Interval | None, say: Translator) -> str:
    if ends is None:
        return "–"
    low, high = say.points_ends(*ends)
    return say.gettext("%(low)s to %(high)s", low=low, high=high)
