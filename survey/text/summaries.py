"""Results in words that a class can read aloud."""

from survey.core.estimation.hoeffding_summary import Stated, stated
from survey.core.estimation.results import Mean, QuestionResult, Share
from survey.core.estimation.shares import Estimate
from survey.core.intervals.interval import Interval
from survey.core.planning.sample_size import respondents_for_margin
from survey.text.caveats import impossible
from survey.text.number_format import USEFUL_MARGIN
from survey.text.translator import ENGLISH, Voice


def ends_in_words(statement: Estimate | Mean, name: str, voice: Voice = ENGLISH) -> str:
    """The ends of an interval, not clipped, or why there are none."""
    if ends := statement.interval(name):
        of_a_share = isinstance(statement, Estimate)
        first, last = (voice.percent(end, 1) if of_a_share else voice.number(end) for end in ends)
        return voice.gettext("%(first)s to %(last)s", first=first, last=last)
    if not statement.respondents:
        return "–"
    if isinstance(statement, Estimate):
        return voice.gettext(
            "no class could plausibly have sent this: chance below %(chance)s, or false reports",
            chance=voice.exact_percent(1 - statement.confidence),
        )
    return voice.gettext("none known")


def possible_ends_in_words(
    statement: Estimate | Mean, voice: Voice = ENGLISH, spoken: bool = False
) -> str:
    """Hoeffding's interval by its possible ends: "16% to 44%", "at most 44%", "at least 81%".

    Leaves out an end that no class can have, rather than moving it, so that nothing is
    clipped silently. Says both ends if the interval holds everything that is possible, or
    nothing. `spoken` gives the form within a sentence, "between 16% and 44%".
    """
    found, (least, most) = stated(statement), _possible(statement)
    if found is None:
        return "–"
    says_nothing = found.covers(least, most)
    ends = (least, most) if says_nothing else (found.low, found.high)
    written = voice.percent if isinstance(statement, Estimate) else voice.number
    low, high = (written(end) for end in ends)
    if not says_nothing and not found.contradicts(least, most):
        if found.low < least:
            return voice.gettext("at most %(high)s", high=high)
        if found.high > most:
            return voice.gettext("at least %(low)s", low=low)
    if spoken:
        return voice.gettext("between %(low)s and %(high)s", low=low, high=high)
    return voice.gettext("%(first)s to %(last)s", first=low, last=high)


def tells(statement: Estimate | Mean) -> bool:
    """Whether Hoeffding's interval rules anything out; if not, nothing is known yet."""
    found = stated(statement)
    return found is not None and not found.covers(*_possible(statement))


def _possible(statement: Estimate | Mean) -> Interval:
    return (0, 1) if isinstance(statement, Estimate) else (statement.low, statement.high)


def read_aloud(result: QuestionResult, voice: Voice = ENGLISH) -> str:
    """The result of one question in one or two sentences."""
    if not result.statements[0].respondents:
        return _nobody_yet(voice)
    if result.question.yes_no:
        return read_share(result.estimate, voice)
    sentences = [] if result.mean is None else [_read_mean(result.mean, voice)]
    sentences += [_read_largest(result, voice)] if result.shares else []
    return " ".join(sentences)


def read_share(estimate: Estimate, voice: Voice = ENGLISH) -> str:
    """The share of yes in one or two sentences."""
    found = stated(estimate)
    if found is None:
        return _nobody_yet(voice)
    share, count = voice.percent(found.estimate), voice.whole(estimate.respondents)
    if found.covers(0, 1):
        return _says_nothing_yet(estimate, voice)
    if found.contradicts(0, 1):
        return impossible(estimate, voice)
    values = {
        "share": share,
        "count": count,
        "confidence": voice.exact_percent(estimate.confidence),
        "range": possible_ends_in_words(estimate, voice, spoken=True),
    }
    if 0 <= found.estimate <= 1 or share in {voice.percent(0), voice.percent(1)}:
        return voice.ngettext(
            "We estimate that %(share)s of this %(count)s respondent would truthfully say yes: "
            "with %(confidence)s confidence, %(range)s.",
            "We estimate that %(share)s of these %(count)s respondents would truthfully say yes: "
            "with %(confidence)s confidence, %(range)s.",
            estimate.respondents,
            **values,
        )
    return voice.ngettext(
        "The estimate is %(share)s: chance has carried it outside %(none)s to %(all)s. Of this "
        "%(count)s respondent, with %(confidence)s confidence, %(range)s would truthfully say yes.",
        "The estimate is %(share)s: chance has carried it outside %(none)s to %(all)s. Of these "
        "%(count)s respondents, with %(confidence)s confidence, %(range)s would truthfully say "
        "yes.",
        estimate.respondents,
        none=voice.percent(0),
        all=voice.percent(1),
        **values,
    )


def more_respondents(estimate: Estimate) -> int:
    """How many more respondents would bring Hoeffding's interval to ±10 points; at least 0."""
    of_estimate = estimate.confidence, estimate.options
    needed = respondents_for_margin(estimate.gamma, USEFUL_MARGIN, *of_estimate)
    return max(0, needed - estimate.respondents)


def _nobody_yet(voice: Voice) -> str:
    return voice.gettext("Nobody has responded yet.")


def _says_nothing_yet(estimate: Estimate, voice: Voice) -> str:
    """What to say if every share from 0 to 1 lies inside the interval."""
    more = more_respondents(estimate)
    return voice.ngettext(
        "Hoeffding's interval says nothing yet: it holds every share from %(none)s to %(all)s. "
        "About %(more)s more respondent would bring it to ±10 points.",
        "Hoeffding's interval says nothing yet: it holds every share from %(none)s to %(all)s. "
        "About %(more)s more respondents would bring it to ±10 points.",
        more,
        none=voice.percent(0),
        all=voice.percent(1),
        more=voice.about(more),
    )


def _says_nothing_of_largest(share: Share, voice: Voice) -> str:
    """What to say if another option's interval rules something out, such as a rare option's."""
    return voice.gettext(
        "Hoeffding's interval says nothing yet of %(option)s, which has the largest estimate: it "
        "holds every share from %(none)s to %(all)s.",
        option=voice.quoted(share.option),
        none=voice.percent(0),
        all=voice.percent(1),
    )


def _read_mean(mean: Mean, voice: Voice) -> str:
    found = stated(mean)
    if found is None:
        return _nobody_yet(voice)
    values = {"mean": voice.number(found.estimate), "count": voice.whole(mean.respondents)}
    ends = {"least": voice.whole(mean.low), "most": voice.whole(mean.high)}
    if found.covers(mean.low, mean.high):
        return voice.gettext(
            "Hoeffding's interval says nothing of the mean yet: it holds all of %(least)s to "
            "%(most)s.",
            **ends,
        )
    if found.contradicts(mean.low, mean.high):
        return impossible(mean, voice)
    values |= {
        "confidence": voice.exact_percent(mean.confidence),
        "range": possible_ends_in_words(mean, voice, spoken=True),
    }
    inside = mean.low <= found.estimate <= mean.high
    if inside or values["mean"] in {voice.number(mean.low), voice.number(mean.high)}:
        return voice.ngettext(
            "We estimate a mean of %(mean)s among this %(count)s respondent: with %(confidence)s "
            "confidence, %(range)s.",
            "We estimate a mean of %(mean)s among these %(count)s respondents: with %(confidence)s "
            "confidence, %(range)s.",
            mean.respondents,
            **values,
        )
    return voice.ngettext(
        "We estimate a mean of %(mean)s among this %(count)s respondent, which chance has carried "
        "outside %(least)s to %(most)s: with %(confidence)s confidence, %(range)s.",
        "We estimate a mean of %(mean)s among these %(count)s respondents, which chance has "
        "carried outside %(least)s to %(most)s: with %(confidence)s confidence, %(range)s.",
        mean.respondents,
        **values,
        **ends,
    )


def _read_largest(result: QuestionResult, voice: Voice) -> str:
    """The option with the largest estimate, its interval, and the next two options above zero."""
    all_stated = [(share, stated(share.estimate)) for share in result.shares]
    known = [(share, found) for share, found in all_stated if found is not None]
    if not known:
        return _nobody_yet(voice)
    ordered = sorted(known, key=lambda each: -each[1].estimate)
    (share, largest), next_two = ordered[0], ordered[1:3]
    estimate = share.estimate
    if largest.covers(0, 1):
        if any(tells(other.estimate) for other, _ in ordered):
            return _says_nothing_of_largest(share, voice)
        return _says_nothing_yet(estimate, voice)
    others = voice.enumerated([_named(*each, voice) for each in next_two if each[1].estimate > 0])
    values = {
        "count": voice.whole(estimate.respondents),
        "largest": _named(share, largest, voice),
        "then": voice.gettext("; then %(others)s", others=others) if others else "",
    }
    if largest.contradicts(0, 1):
        return impossible(estimate, voice)
    return voice.ngettext(
        "Of this %(count)s respondent we estimate %(largest)s (with %(confidence)s confidence "
        "%(range)s)%(then)s.",
        "Of these %(count)s respondents we estimate %(largest)s (with %(confidence)s confidence "
        "%(range)s)%(then)s.",
        estimate.respondents,
        confidence=voice.exact_percent(estimate.confidence),
        range=possible_ends_in_words(estimate, voice, spoken=True),
        **values,
    )


def _named(share: Share, found: Stated, voice: Voice) -> str:
    return f"{voice.quoted(share.option)} {voice.percent(found.estimate)}"
