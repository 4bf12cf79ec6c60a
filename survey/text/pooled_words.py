"""What is said of several groups together, in the terminal and on their page."""

from collections.abc import Sequence

from survey.core.pooling.pooled import Group, Pooled
from survey.core.pooling.simulated_coverage import STUDIES
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


def pooled_text(pooled: Pooled) -> ResultText:
    """All that is said of exactly these people; nobody else answers any more."""
    return ResultText(pooled.together, closed=True)


def together_in_words(pooled: Pooled) -> str:
    """ "All five together: about 70 of the 200, between 46 and 94 (95%); Hoeffding …"."""
    if not pooled.respondents or pooled.announced is None:
        return "Nobody has responded yet."
    text, (low, high), number = pooled_text(pooled), pooled.announced, len(pooled.groups)
    hoeffding = f"Hoeffding {text.end(low, False, 1)} to {text.end(high, True, 1)}"
    if not pooled.known:
        return (
            "No range is known of people of unlike γ whose figures were seen and who have no "
            f"limit, or none is plausible; {hoeffding} for one look ({text.confidence})."
        )
    said = text.too_few.lower() or f"{_about(text)}, {text.spoken}"
    all_together = _ALL.get(number, f"All {number} together")
    return f"{all_together}: {said} ({text.confidence}); {hoeffding}."


def _about(text: ResultText) -> str:
    """ "about 70 of the 200", "3.2 on average"; an estimate beyond what can be is told, too."""
    quantity = text.quantity
    assert quantity.estimate is not None  # somebody responded
    beyond = f" (the estimate is {text.exact_estimate})" if text.off_the_scale else ""
    if not quantity.scale.share:
        return f"{text.figure or text.estimate} on average{beyond}"
    share = round(quantity.scale.nearest(quantity.estimate) * quantity.respondents)
    return f"about {ENGLISH.whole(share)} of the {ENGLISH.whole(quantity.respondents)}{beyond}"


def like_these_in_words(pooled: Pooled) -> str:
    """What more such classes would say on average; "" where too few groups tell."""
    found, held = pooled.like_these, pooled.simulated_coverage
    if found is None or held is None:
        return ""
    low, high = found.interval
    ends = f"{ENGLISH.percent_end(low, False, 1)} to {ENGLISH.percent_end(high, True, 1)}"
    studies = f"{ENGLISH.whole(round(held * STUDIES))} of {ENGLISH.whole(STUDIES)}"
    return (
        f"{LIKE_THESE}: {ENGLISH.percent(found.mean, 1)} on average, {ends}, approximately; "
        f"they differ by about {ENGLISH.percent(found.deviation, 1)}. In {studies} simulated "
        "studies of such classes the range held the true average."
    )


def left_out_in_words(names: Sequence[str]) -> str:
    """Which groups are left out, with what that may do; "" if none is."""
    if not names:
        return ""
    return f"Left out: {'; '.join(names)}. Choosing groups by their results is choosing results."
