"""Results in words that a class can read aloud."""

from collections.abc import Sequence

from survey.core.estimation.results import Estimated, Mean, QuestionResult, Share
from survey.core.estimation.scale import (
    contradicts_the_scale,
    fills_the_scale,
    more_responses,
    possible,
    told_name,
)
from survey.core.estimation.shares import Estimate
from survey.core.intervals.interval import covers, misses
from survey.core.intervals.registry import ANNOUNCED
from survey.text.caveats import impossible
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.rounding import rounded
from survey.text.translator import ENGLISH, Translator


def ends_in_words(estimated: Estimated, name: str, translator: Translator = ENGLISH) -> str:
    """The ends of an interval, not clipped, or why there are none."""
    if ends := estimated.interval(name):
        of_a_share = isinstance(estimated, Estimate)
        first, last = (
            translator.percent(end, 1) if of_a_share else translator.number(end) for end in ends
        )
        return translator.gettext("%(first)s to %(last)s", first=first, last=last)
    if not estimated.respondents:
        return "–"
    if isinstance(estimated, Estimate):
        return translator.gettext(
            "no class could plausibly have sent this: chance below %(chance)s, or false reports",
            chance=translator.exact_percent(1 - estimated.confidence),
        )
    return translator.gettext("none known")


def possible_ends_in_words(
    estimated: Estimated,
    translator: Translator = ENGLISH,
    spoken: bool = False,
    name: str = ANNOUNCED,
) -> str:
    """An interval by its possible ends: "16% to 44%", "at most 44%", "at least 81%".

    Leaves out an end that no class can have, rather than moving it, so that nothing is
    clipped silently. Says both ends if the interval holds everything that is possible, or
    nothing. `spoken` gives the form within a sentence, where shares are of a hundred:
    "between 16 and 44".
    """
    ends, scale = estimated.interval(name), possible(estimated)
    if ends is None:
        return "–"
    says_nothing = covers(ends, scale)
    named = scale if says_nothing else ends
    low, high = (_written(estimated, end, spoken, translator) for end in named)
    if not says_nothing and not misses(ends, scale):
        if ends[0] <= scale[0]:
            return translator.gettext("at most %(high)s", high=high)
        if ends[1] >= scale[1]:
            return translator.gettext("at least %(low)s", low=low)
    if spoken:
        return translator.gettext("between %(low)s and %(high)s", low=low, high=high)
    return translator.gettext("%(first)s to %(last)s", first=low, last=high)


def _written(estimated: Estimated, end: float, spoken: bool, translator: Translator) -> str:
    if not isinstance(estimated, Estimate):
        return translator.number(end)
    return _of_hundred(end, translator) if spoken else translator.percent(end)


def too_few_in_words(
    estimated: Estimated, told: str, translator: Translator = ENGLISH, closed: bool = False
) -> str:
    """Says "Too few yet: about 40 more": those until the told interval is below the whole scale.

    Once `closed`, no more can come, and it speaks of none.
    """
    more = None if closed else more_responses(estimated, told)
    if more is None:
        return translator.gettext("Too few to say anything")
    if not more:
        return translator.gettext("Too few yet")
    return translator.gettext("Too few yet: about %(more)s more", more=translator.about(more))


def read_aloud(
    result: QuestionResult, told: str = ANNOUNCED, translator: Translator = ENGLISH
) -> str:
    """The result of one question in a sentence, by the interval that a reader is told."""
    if not result.statements[0].respondents:
        return translator.gettext("Nobody has responded yet.")
    if result.mean is not None:
        return _read_mean(result.mean, told_name(result.mean, told), translator)
    if result.question.yes_no:
        return read_share(result.estimate, told, translator)
    return _read_largest(result.shares, told, translator)


def read_share(estimate: Estimate, told: str = ANNOUNCED, translator: Translator = ENGLISH) -> str:
    """The share of yes in a sentence."""
    if not estimate.respondents:
        return translator.gettext("Nobody has responded yet.")
    if fills_the_scale(estimate, told):
        return _any_share(translator)
    if contradicts_the_scale(estimate, told):
        return impossible(estimate, translator)
    values = _values(estimate, told, translator)
    if is_off_the_scale(estimate):
        return translator.gettext(
            "Chance carried the estimate to %(estimate)s: %(range)s of 100 would truthfully say "
            "yes, %(when)s (%(confidence)s).",
            **values,
        )
    return translator.gettext(
        "About %(share)s of 100 would truthfully say yes; %(range)s, %(when)s (%(confidence)s).",
        **values,
    )


def _read_mean(mean: Mean, told: str, translator: Translator) -> str:
    if fills_the_scale(mean, told):
        return translator.gettext(
            "Any mean from %(least)s to %(most)s is still possible.",
            least=translator.whole(mean.low),
            most=translator.whole(mean.high),
        )
    if contradicts_the_scale(mean, told):
        return impossible(mean, translator)
    values = _values(mean, told, translator)
    if is_off_the_scale(mean):
        return translator.gettext(
            "Chance carried the estimate to %(estimate)s: the mean is %(range)s, %(when)s "
            "(%(confidence)s).",
            **values,
        )
    return translator.gettext(
        "About %(estimate)s on average; %(range)s, %(when)s (%(confidence)s).", **values
    )


def _read_largest(shares: Sequence[Share], told: str, translator: Translator) -> str:
    """The option with the largest estimate."""
    if all(fills_the_scale(share.estimate, told) for share in shares):
        return _any_share(translator)
    largest = max(shares, key=lambda share: share.estimate.estimate or 0)
    option = translator.quoted(largest.option)
    if fills_the_scale(largest.estimate, told):
        return translator.gettext(
            "%(option)s has the largest estimate, but any share of it is still possible.",
            option=option,
        )
    if contradicts_the_scale(largest.estimate, told):
        return impossible(largest.estimate, translator)
    values = _values(largest.estimate, told, translator)
    if is_off_the_scale(largest.estimate):
        return translator.gettext(
            "Chance carried the largest estimate, that of %(option)s, to %(estimate)s: %(range)s "
            "of 100, %(when)s (%(confidence)s).",
            option=option,
            **values,
        )
    return translator.gettext(
        "The largest estimate is %(option)s: about %(share)s of 100; %(range)s, %(when)s "
        "(%(confidence)s).",
        option=option,
        **values,
    )


def _any_share(translator: Translator) -> str:
    return translator.gettext(
        "Any share from %(none)s to %(all)s is still possible.",
        none=translator.percent(0),
        all=translator.percent(1),
    )


def estimate_in_words(estimated: Estimated, translator: Translator = ENGLISH) -> str:
    """An estimate, not clipped: a whole percentage, or a mean in three digits."""
    if isinstance(estimated, Estimate):
        return translator.percent(estimated.estimate)
    return translator.number(estimated.estimate)


def _values(estimated: Estimated, told: str, translator: Translator) -> dict[str, str]:
    """What all sentences fill in; shares are of a hundred."""
    estimate = estimated.estimate
    assert estimate is not None  # somebody responded
    of_share = isinstance(estimated, Estimate)
    return {
        "estimate": estimate_in_words(estimated, translator),
        "share": _of_hundred(estimate, translator) if of_share else "",
        "range": possible_ends_in_words(estimated, translator, spoken=True, name=told),
        "when": translator.gettext(INTERVAL_WORDS[told].spoken),
        "confidence": translator.exact_percent(estimated.confidence),
    }


def _of_hundred(share: float, translator: Translator) -> str:
    return translator.whole(int(rounded(100 * share, 0)))


def is_off_the_scale(estimated: Estimated) -> bool:
    """Whether the estimate, as it is written, lies beyond the scale."""
    least, most = possible(estimated)
    estimate = estimated.estimate or 0
    if isinstance(estimated, Estimate):
        return not least <= rounded(100 * estimate, 0) / 100 <= most
    return not least <= estimate <= most
