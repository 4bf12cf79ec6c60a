"""Results in words that a class can read aloud."""

from survey.core.estimation.hoeffding_summary import HoeffdingSummary, summarize
from survey.core.estimation.results import Mean, QuestionResult, Share
from survey.core.estimation.shares import Estimate
from survey.core.intervals.interval import Interval
from survey.core.planning.sample_size import respondents_for_margin
from survey.text.caveats import impossible
from survey.text.number_format import USEFUL_MARGIN
from survey.text.translator import ENGLISH, Translator


def ends_in_words(statement: Estimate | Mean, name: str, translator: Translator = ENGLISH) -> str:
    """The ends of an interval, not clipped, or why there are none."""
    if ends := statement.interval(name):
        of_a_share = isinstance(statement, Estimate)
        first, last = (
            translator.percent(end, 1) if of_a_share else translator.number(end) for end in ends
        )
        return translator.gettext("%(first)s to %(last)s", first=first, last=last)
    if not statement.respondents:
        return "–"
    if isinstance(statement, Estimate):
        return translator.gettext(
            "no class could plausibly have sent this: chance below %(chance)s, or false reports",
            chance=translator.exact_percent(1 - statement.confidence),
        )
    return translator.gettext("none known")


def possible_ends_in_words(
    statement: Estimate | Mean, translator: Translator = ENGLISH, spoken: bool = False
) -> str:
    """Hoeffding's interval by its possible ends: "16% to 44%", "at most 44%", "at least 81%".

    Leaves out an end that no class can have, rather than moving it, so that nothing is
    clipped silently. Says both ends if the interval holds everything that is possible, or
    nothing. `spoken` gives the form within a sentence, "between 16% and 44%".
    """
    found, (least, most) = summarize(statement), _possible(statement)
    if found is None:
        return "–"
    says_nothing = found.covers(least, most)
    ends = (least, most) if says_nothing else (found.low, found.high)
    written = translator.percent if isinstance(statement, Estimate) else translator.number
    low, high = (written(end) for end in ends)
    if not says_nothing and not found.contradicts(least, most):
        if found.low < least:
            return translator.gettext("at most %(high)s", high=high)
        if found.high > most:
            return translator.gettext("at least %(low)s", low=low)
    if spoken:
        return translator.gettext("between %(low)s and %(high)s", low=low, high=high)
    return translator.gettext("%(first)s to %(last)s", first=low, last=high)


def tells(statement: Estimate | Mean) -> bool:
    """Whether Hoeffding's interval rules anything out; if not, nothing is known yet."""
    found = summarize(statement)
    return found is not None and not found.covers(*_possible(statement))


def _possible(statement: Estimate | Mean) -> Interval:
    return (0, 1) if isinstance(statement, Estimate) else (statement.low, statement.high)


def read_aloud(result: QuestionResult, translator: Translator = ENGLISH) -> str:
    """The result of one question in one or two sentences."""
    if not result.statements[0].respondents:
        return _nobody_yet(translator)
    if result.question.yes_no:
        return read_share(result.estimate, translator)
    sentences = [] if result.mean is None else [_read_mean(result.mean, translator)]
    sentences += [_read_largest(result, translator)] if result.shares else []
    return " ".join(sentences)


def read_share(estimate: Estimate, translator: Translator = ENGLISH) -> str:
    """The share of yes in one or two sentences."""
    found = summarize(estimate)
    if found is None:
        return _nobody_yet(translator)
    share, count = translator.percent(found.estimate), translator.whole(estimate.respondents)
    if found.covers(0, 1):
        return _says_nothing_yet(estimate, translator)
    if found.contradicts(0, 1):
        return impossible(estimate, translator)
    values = {
        "share": share,
        "count": count,
        "confidence": translator.exact_percent(estimate.confidence),
        "range": possible_ends_in_words(estimate, translator, spoken=True),
    }
    if 0 <= found.estimate <= 1 or share in {translator.percent(0), translator.percent(1)}:
        return translator.ngettext(
            "We estimate that %(share)s of this %(count)s respondent would truthfully say yes: "
            "with %(confidence)s confidence, %(range)s.",
            "We estimate that %(share)s of these %(count)s respondents would truthfully say yes: "
            "with %(confidence)s confidence, %(range)s.",
            estimate.respondents,
            **values,
        )
    return translator.ngettext(
        "The estimate is %(share)s: chance has carried it outside %(none)s to %(all)s. Of this "
        "%(count)s respondent, with %(confidence)s confidence, %(range)s would truthfully say yes.",
        "The estimate is %(share)s: chance has carried it outside %(none)s to %(all)s. Of these "
        "%(count)s respondents, with %(confidence)s confidence, %(range)s would truthfully say "
        "yes.",
        estimate.respondents,
        none=translator.percent(0),
        all=translator.percent(1),
        **values,
    )


def more_respondents(estimate: Estimate) -> int:
    """How many more respondents would bring Hoeffding's interval to ±10 points; at least 0."""
    of_estimate = estimate.confidence, estimate.options
    needed = respondents_for_margin(estimate.gamma, USEFUL_MARGIN, *of_estimate)
    return max(0, needed - estimate.respondents)


def _nobody_yet(translator: Translator) -> str:
    return translator.gettext("Nobody has responded yet.")


def _says_nothing_yet(estimate: Estimate, translator: Translator) -> str:
    """What to say if every share from 0 to 1 lies inside the interval."""
    more = more_respondents(estimate)
    return translator.ngettext(
        "Hoeffding's interval says nothing yet: it holds every share from %(none)s to %(all)s. "
        "About %(more)s more respondent would bring it to ±10 points.",
        "Hoeffding's interval says nothing yet: it holds every share from %(none)s to %(all)s. "
        "About %(more)s more respondents would bring it to ±10 points.",
        more,
        none=translator.percent(0),
        all=translator.percent(1),
        more=translator.about(more),
    )


def _says_nothing_of_largest(share: Share, translator: Translator) -> str:
    """What to say if another option's interval rules something out, such as a rare option's."""
    return translator.gettext(
        "Hoeffding's interval says nothing yet of %(option)s, which has the largest estimate: it "
        "holds every share from %(none)s to %(all)s.",
        option=translator.quoted(share.option),
        none=translator.percent(0),
        all=translator.percent(1),
    )


def _read_mean(mean: Mean, translator: Translator) -> str:
    found = summarize(mean)
    if found is None:
        return _nobody_yet(translator)
    values = {
        "mean": translator.number(found.estimate),
        "count": translator.whole(mean.respondents),
    }
    ends = {"least": translator.whole(mean.low), "most": translator.whole(mean.high)}
    if found.covers(mean.low, mean.high):
        return translator.gettext(
            "Hoeffding's interval says nothing of the mean yet: it holds all of %(least)s to "
            "%(most)s.",
            **ends,
        )
    if found.contradicts(mean.low, mean.high):
        return impossible(mean, translator)
    values |= {
        "confidence": translator.exact_percent(mean.confidence),
        "range": possible_ends_in_words(mean, translator, spoken=True),
    }
    inside = mean.low <= found.estimate <= mean.high
    if inside or values["mean"] in {translator.number(mean.low), translator.number(mean.high)}:
        return translator.ngettext(
            "We estimate a mean of %(mean)s among this %(count)s respondent: with %(confidence)s "
            "confidence, %(range)s.",
            "We estimate a mean of %(mean)s among these %(count)s respondents: with %(confidence)s "
            "confidence, %(range)s.",
            mean.respondents,
            **values,
        )
    return translator.ngettext(
        "We estimate a mean of %(mean)s among this %(count)s respondent, which chance has carried "
        "outside %(least)s to %(most)s: with %(confidence)s confidence, %(range)s.",
        "We estimate a mean of %(mean)s among these %(count)s respondents, which chance has "
        "carried outside %(least)s to %(most)s: with %(confidence)s confidence, %(range)s.",
        mean.respondents,
        **values,
        **ends,
    )


def _read_largest(result: QuestionResult, translator: Translator) -> str:
    """The option with the largest estimate, its interval, and the next two options above zero."""
    summaries = [(share, summarize(share.estimate)) for share in result.shares]
    known = [(share, found) for share, found in summaries if found is not None]
    if not known:
        return _nobody_yet(translator)
    ordered = sorted(known, key=lambda each: -each[1].estimate)
    (share, largest), next_two = ordered[0], ordered[1:3]
    estimate = share.estimate
    if largest.covers(0, 1):
        if any(tells(other.estimate) for other, _ in ordered):
            return _says_nothing_of_largest(share, translator)
        return _says_nothing_yet(estimate, translator)
    others = translator.enumerated(
        [_named(*each, translator) for each in next_two if each[1].estimate > 0]
    )
    values = {
        "count": translator.whole(estimate.respondents),
        "largest": _named(share, largest, translator),
        "then": translator.gettext("; then %(others)s", others=others) if others else "",
    }
    if largest.contradicts(0, 1):
        return impossible(estimate, translator)
    return translator.ngettext(
        "Of this %(count)s respondent we estimate %(largest)s (with %(confidence)s confidence "
        "%(range)s)%(then)s.",
        "Of these %(count)s respondents we estimate %(largest)s (with %(confidence)s confidence "
        "%(range)s)%(then)s.",
        estimate.respondents,
        confidence=translator.exact_percent(estimate.confidence),
        range=possible_ends_in_words(estimate, translator, spoken=True),
        **values,
    )


def _named(share: Share, found: HoeffdingSummary, translator: Translator) -> str:
    return f"{translator.quoted(share.option)} {translator.percent(found.estimate)}"
