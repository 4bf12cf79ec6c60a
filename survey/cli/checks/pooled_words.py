"""What is said of several groups together."""

from collections.abc import Sequence

from survey.core.pooling.pooled import Group, PooledShare
from survey.text.translator import ENGLISH


def about_groups(groups: Sequence[Group]) -> str:
    """How many groups and people there are, and whether figures could be seen."""
    people = sum(each.counted.responses for each in groups)
    hidden = all(each.hidden for each in groups)
    seen = (
        "Each group's figures waited until it had closed: the range is exact, unless somebody "
        "closed one on sight of another's."
        if hidden
        else "Figures were seen while they ran: the range holds however each was closed."
    )
    return f"{len(groups)} groups, {people:,} people. {seen}"


def together_in_words(share: PooledShare) -> str:
    """ "Together: between 61 and 92 of these 200 would truthfully say yes (95%); Hoeffding …"."""
    if not share.respondents or share.announced is None:
        return "Nobody has responded yet."
    low, high = share.announced
    hoeffding = (
        f"Hoeffding {ENGLISH.percent_end(low, False, 1)} to {ENGLISH.percent_end(high, True, 1)}"
    )
    confidence = ENGLISH.exact_percent(share.confidence)
    if share.persons is None:
        return (
            "No range is known of people of unlike γ whose figures were seen and who have no "
            f"limit, or none is plausible; {hoeffding} for one look ({confidence})."
        )
    least, most = (ENGLISH.whole(each) for each in share.persons)
    people = ENGLISH.whole(share.respondents)
    return f"Between {least} and {most} of these {people} people ({confidence}); {hoeffding}."


def like_these_in_words(share: PooledShare) -> str:
    """What more such classes would say on average; "" where too few groups tell."""
    found = share.like_these
    if found is None:
        return ""
    low, high = found.interval
    ends = f"{ENGLISH.percent_end(low, False, 1)} to {ENGLISH.percent_end(high, True, 1)}"
    return (
        f"Classes like these: {ENGLISH.percent(found.mean, 1)} on average, {ends}, approximately; "
        f"they differ by about {ENGLISH.percent(found.deviation, 1)}."
    )
