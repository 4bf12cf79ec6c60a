"""The results of several groups together, and of terms beside each other, in words."""

from collections.abc import Sequence
from decimal import Decimal

from survey.core.intervals.counts import Interval
from survey.core.pooling.pooled import Group, Pooled
from survey.core.pooling.simulated_coverage import STUDIES
from survey.core.pooling.terms import Change
from survey.text.crosstab_summaries import range_in_words
from survey.text.figures import outwards, rounded
from survey.text.result import ResultText
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_

LIKE_THESE = N_("Classes like these")
OF_LIKE_THESE = N_(
    "This is what more such classes would say on average, each counted once, whatever its "
    "size. It is approximate. It takes these classes for a random sample of such classes, "
    "which no statistics can check."
)

WAITED = N_(
    "Each group's figures waited until it had closed. The range is exact, unless somebody "
    "closed one group after seeing another's figures."
)
SEEN = N_("Every group showed figures while it ran. The range holds however each group was closed.")
SOME_SEEN = N_(
    "In some groups figures were seen while they ran. The range holds however each group was "
    "closed."
)


def about_groups(groups: Sequence[Group], say: Translator = ENGLISH) -> str:
    """How many groups and respondents there are, and whether figures were shown before closing."""
    people = sum(each.counted.responses for each in groups)
    hidden = {each.hidden for each in groups}
    seen = say.gettext(SOME_SEEN if len(hidden) > 1 else WAITED if True in hidden else SEEN)
    counted = say.ngettext(
        "%(groups)s group", "%(groups)s groups", len(groups), groups=say.whole(len(groups))
    )
    of_people = say.ngettext(
        "%(people)s person", "%(people)s people", people, people=say.whole(people)
    )
    return f"{counted}, {of_people}. {seen}"


def pooled_text(pooled: Pooled, say: Translator = ENGLISH) -> ResultText:
    """The sentences about exactly these respondents, when nobody else can respond any more."""
    return ResultText(pooled.together, say, closed=True)


def together_in_words(pooled: Pooled, say: Translator = ENGLISH) -> str:
    """ "All together: about 70 of the 200, between 46 and 94 (95%); Hoeffding …"."""
    if not pooled.respondents or pooled.announced is None:
        return say.gettext("Nobody has responded yet.")
    text = pooled_text(pooled, say)
    low, high = text.written_ends(pooled.announced, digits=1)
    hoeffding = say.gettext("Hoeffding %(low)s to %(high)s", low=low, high=high)
    if not pooled.known:
        return say.gettext(
            "No range is known. Either the groups have different γ and no limit, and their "
            "figures were seen, or no range is plausible. For one look: %(hoeffding)s "
            "(%(confidence)s).",
            hoeffding=hoeffding,
            confidence=text.confidence,
        )
    if text.too_few:
        return f"{text.too_few} ({text.confidence}); {hoeffding}."
    return say.gettext(
        "All together: %(about)s, %(range)s (%(confidence)s); %(hoeffding)s.",
        about=_about(text, say),
        range=text.spoken,
        confidence=text.confidence,
        hoeffding=hoeffding,
    )


def _about(text: ResultText, say: Translator) -> str:
    """ "about 70 of the 200", "3.2 on average"; with a note if the estimate is impossible."""
    quantity = text.quantity
    if quantity.scale.share:
        about = say.gettext(
            "about %(share)s of the %(all)s",
            share=text.persons,
            all=say.whole(quantity.respondents),
        )
    else:
        about = say.gettext("%(mean)s on average", mean=text.figure or text.estimate)
    if not text.off_the_scale:
        return about
    return say.gettext(
        "%(about)s (the estimate is %(estimate)s)", about=about, estimate=text.exact_estimate
    )


def like_these_in_words(pooled: Pooled, say: Translator = ENGLISH) -> str:
    """The mean of more classes like these, in a sentence; "" if there are too few groups."""
    found, held = pooled.like_these, pooled.simulated_coverage
    if found is None or held is None:
        return ""
    return say.gettext(
        "%(title)s: %(mean)s on average, approximately %(ends)s. The classes differ by about "
        "%(deviation)s. In %(held)s of %(studies)s simulated studies of such classes the range "
        "held the true average.",
        title=say.gettext(LIKE_THESE),
        mean=say.percent(found.mean, 1),
        ends=range_in_words(found.interval, say),
        deviation=say.percent(found.deviation, 1),
        held=say.whole(round(held * STUDIES)),
        studies=say.whole(STUDIES),
    )


def left_out_in_words(names: Sequence[str], say: Translator = ENGLISH) -> str:
    """Which groups are left out, and what that may change; "" if none is."""
    if not names:
        return ""
    return say.gettext(
        "Left out: %(names)s. If you choose groups by their results, you choose the result.",
        names="; ".join(names),
    )


MAYBE_OTHERS = N_("These may be the same or other people.")
NO_CHANGE_KNOWN = N_(
    "No range of the change from the first term to the last is known, since a term has none that "
    "holds however often one looks."
)


def change_in_words(change: Change, say: Translator = ENGLISH) -> str:
    """ "From the first term to the last: 27 points down; between 63 down and 10 up. …"."""
    if change.ends is None:
        return say.gettext(NO_CHANGE_KNOWN)
    scale, unit = change.first.scale, 100 if change.first.scale.share else 1
    digits = 0 if scale.share else say.mean_digits(scale.length)
    estimates = [scale.nearest(each.estimate or 0) for each in (change.first, change.last)]
    moved = rounded(unit * (estimates[1] - estimates[0]), digits)
    low, high = outwards(*_possible(change.ends, unit * scale.length, unit), digits)
    sentences = [
        say.gettext(
            "From the first term to the last: %(change)s; between %(least)s and %(most)s.",
            change=_points(moved, say) if scale.share else _direction(moved, say),
            least=_direction(low, say),
            most=_direction(high, say),
        )
    ]
    if low <= 0 <= high:
        sentences.append(say.gettext("So it may not have changed at all."))
    return " ".join(sentences)


def _possible(ends: Interval, most: float, unit: int) -> Interval:
    """The ends in points or in the scale's unit, within what a change can be: −most to most."""
    low, high = (min(max(unit * end, -most), most) for end in ends)
    return low, high


def _points(moved: Decimal, say: Translator) -> str:
    if not moved:
        return say.gettext("no change")
    points = abs(moved)
    if moved < 0:
        return say.ngettext(
            "%(points)s point down", "%(points)s points down", int(points), points=say.exact(points)
        )
    return say.ngettext(
        "%(points)s point up", "%(points)s points up", int(points), points=say.exact(points)
    )


def _direction(moved: Decimal, say: Translator) -> str:
    if not moved:
        return say.gettext("no change")
    by = say.exact(abs(moved))
    return say.gettext("%(by)s down", by=by) if moved < 0 else say.gettext("%(by)s up", by=by)
