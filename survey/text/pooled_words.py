"""What is said of several groups together, in the terminal and on their page."""

from collections.abc import Sequence

from survey.core.pooling.pooled import Group, PooledShare
from survey.core.pooling.together import together
from survey.text.result import ResultText
from survey.text.translator import ENGLISH

_ALL = {2: "Both together"} | {
    number: f"All {word} together"
    for number, word in enumerate(
        ("three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 3
    )
}
LIKE_THESE = "Classes like these"
OF_LIKE_THESE = (
    "What more such classes would say on average, each counted once, whatever its size. It takes "
    "these for a random sample of such classes, which no statistics can check, and is approximate."
)


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
    counted = f"{len(groups)} group{'' if len(groups) == 1 else 's'}"
    return f"{counted}, {people:,} {'person' if people == 1 else 'people'}. {seen}"


def pooled_text(share: PooledShare) -> ResultText:
    """All that is said of exactly these people; nobody else answers any more."""
    return ResultText(together(share), closed=True)


def together_in_words(share: PooledShare) -> str:
    """ "All five together: about 70 of the 200, between 46 and 94 (95%); Hoeffding …"."""
    if not share.respondents or share.announced is None:
        return "Nobody has responded yet."
    low, high = share.announced
    hoeffding = (
        f"Hoeffding {ENGLISH.percent_end(low, False, 1)} to {ENGLISH.percent_end(high, True, 1)}"
    )
    text, number = pooled_text(share), len(share.counts)
    if share.persons is None:
        return (
            "No range is known of people of unlike γ whose figures were seen and who have no "
            f"limit, or none is plausible; {hoeffding} for one look ({text.confidence})."
        )
    said = text.too_few.lower() or f"{_about(text)}, {text.spoken}"
    all_together = _ALL.get(number, f"All {number} together")
    return f"{all_together}: {said} ({text.confidence}); {hoeffding}."


def _about(text: ResultText) -> str:
    """ "about 70 of the 200"; an estimate beyond what can be is told, and not only moved there."""
    quantity = text.quantity
    assert quantity.estimate is not None  # somebody responded
    share = round(quantity.scale.nearest(quantity.estimate) * quantity.respondents)
    beyond = f" (the estimate is {text.exact_estimate})" if text.off_the_scale else ""
    return f"about {ENGLISH.whole(share)} of the {ENGLISH.whole(quantity.respondents)}{beyond}"


def like_these_in_words(share: PooledShare) -> str:
    """What more such classes would say on average; "" where too few groups tell."""
    found = share.like_these
    if found is None:
        return ""
    low, high = found.interval
    ends = f"{ENGLISH.percent_end(low, False, 1)} to {ENGLISH.percent_end(high, True, 1)}"
    return (
        f"{LIKE_THESE}: {ENGLISH.percent(found.mean, 1)} on average, {ends}, approximately; "
        f"they differ by about {ENGLISH.percent(found.deviation, 1)}."
    )


def left_out_in_words(names: Sequence[str]) -> str:
    """Which groups are left out, with what that may do; "" if none is."""
    if not names:
        return ""
    return f"Left out: {'; '.join(names)}. Choosing groups by their results is choosing results."
