"""Results in words that a class can read aloud."""

from dataclasses import replace

from survey.core.estimation import Estimate
from survey.core.estimation import manipulation_bound
from survey.core.planning import respondents_for_margin
from survey.core.questions import Kind
from survey.core.results import Mean
from survey.core.results import QuestionResult
from survey.core.results import Share
from survey.core.sentences import USEFUL_MARGIN
from survey.core.sentences import exact_percent
from survey.core.sentences import number
from survey.core.sentences import percent
from survey.core.sentences import points
from survey.core.sentences import quoted
from survey.core.sentences import whole
from survey.core.stated import Stated
from survey.core.stated import stated

# With fewer than this many false respondents worth a whole margin, the page warns.
FEW_FALSE_RESPONDENTS = 10

NOBODY_YET = "Nobody has responded yet."


def ends_in_words(statement: Estimate | Mean, name: str) -> str:
    """The ends of an interval, not clipped; why there are none."""
    ends = statement.interval(name)
    if isinstance(statement, Estimate):
        low_high = [percent(end, 1) for end in ends or ()]
    else:
        low_high = [number(end) for end in ends or ()]
    if ends:
        return " to ".join(low_high)
    if not statement.respondents:
        return "–"
    if isinstance(statement, Estimate):
        chance = exact_percent(1 - statement.confidence)
        return f"no class could plausibly have sent this: chance below {chance}, or false reports"
    return "none known"


def read_aloud(result: QuestionResult) -> str:
    """The result of one question in one or two sentences."""
    if not result.statements[0].respondents:
        return NOBODY_YET
    if result.question.kind is Kind.YES_NO:
        return read_share(result.estimate)
    sentences = [] if result.mean is None else [_read_mean(result.mean)]
    sentences += [_read_largest(result)] if result.shares else []
    return " ".join(sentences)


def read_share(estimate: Estimate) -> str:
    """The share of yes in one or two sentences."""
    found = stated(estimate)
    if found is None:
        return NOBODY_YET
    who = _who(estimate.respondents)
    if estimate.openly:
        return f"{percent(found.estimate)} of these {who} say yes: asked openly, so no coin."
    if says_nothing(estimate):
        return _says_nothing_yet(estimate)
    certainty = f"with {exact_percent(estimate.confidence)} confidence"
    if found.contradicts(0, 1):
        return _impossible(estimate)
    between = f"between {percent(max(found.low, 0))} and {percent(min(found.high, 1))}"
    if 0 <= found.estimate <= 1 or percent(found.estimate) in {"0%", "100%"}:
        return (
            f"We estimate that {percent(found.estimate)} of these {who} would truthfully say "
            f"yes: {certainty}, {between}."
        )
    return (
        f"The estimate is {percent(found.estimate)}: chance has carried it outside 0% to 100%. "
        f"Of these {who}, {certainty}, {between} would truthfully say yes."
    )


def says_nothing(estimate: Estimate) -> bool:
    """Whether every share from 0 to 1 lies inside the interval."""
    found = stated(estimate)
    return found is None or found.covers(0, 1)


def _says_nothing_yet(estimate: Estimate) -> str:
    return (
        "Hoeffding's interval says nothing yet: it holds every share from 0% to 100%. About "
        f"{more_respondents(estimate):,} more respondents would bring it to ±10 points."
    )


def more_respondents(estimate: Estimate) -> int:
    """How many more would bring the interval to ±10 points; never negative."""
    of_estimate = estimate.confidence, estimate.options
    needed = respondents_for_margin(estimate.gamma, USEFUL_MARGIN, *of_estimate)
    return max(0, needed - estimate.respondents)


def false_reports(result: QuestionResult) -> str:
    """How far one dishonest respondent can move the shares, and the mean.

    A share by 1/((keep − other)n); a mean by as much of its range, since a
    report moves from one of its ends to the other at most.
    """
    bound = _bound(result)
    mean = ""
    if result.mean:
        mean = f"the mean by at most {number(bound * (result.mean.high - result.mean.low))}"
    share = f"{_what(result)} by at most {points(bound)} points" if result.shares else ""
    moved = " and ".join(part for part in (share, mean) if part)
    return f"One false respondent moves {moved}."


def _what(result: QuestionResult) -> str:
    return "this estimate" if result.question.kind is Kind.YES_NO else "a share"


def warnings(result: QuestionResult) -> list[str]:
    """What is wrong with these figures, as far as they show it: a sentence each."""
    first = stated(result.estimate)
    if first is None or result.question.openly:
        return []
    found = []
    for share in result.shares:
        # Of k options each gets alpha/k, so that all together alarm as rarely as one.
        alpha = (1 - share.estimate.confidence) / len(result.shares)
        estimate = replace(share.estimate, confidence=1 - alpha)
        if estimate.interval("class") is None:
            place = "" if result.question.kind is Kind.YES_NO else f"{quoted(share.option)}: "
            found.append(place + _impossible(share.estimate))
    if result.mean is not None and _is_impossible(result.mean):
        found.append(_impossible(result.mean))
    # The least number whose bounds add up to more than Hoeffding's half-width.
    few = int(first.half_width / _bound(result)) + 1
    if few <= FEW_FALSE_RESPONDENTS:
        found.append(
            f"{few} false respondents could together move this by more than its whole margin: "
            "with so few respondents trust it little."
        )
    return found


def _bound(result: QuestionResult) -> float:
    """The most that one false respondent moves a share, or a number's bit."""
    estimate = result.estimate
    return manipulation_bound(estimate.respondents, estimate.gamma, estimate.options)


def _is_impossible(mean: Mean) -> bool:
    found = stated(mean)
    return found is not None and found.contradicts(mean.low, mean.high)


def _impossible(statement: Estimate | Mean) -> str:
    return (
        f"No class of {_who(statement.respondents)} could plausibly have sent this: either a "
        f"chance of less than {exact_percent(1 - statement.confidence)} happened, or some reports "
        "are false."
    )


def _read_mean(mean: Mean) -> str:
    found = stated(mean)
    if found is None:
        return NOBODY_YET
    who = _who(mean.respondents)
    if found.low == found.high:
        return f"The mean of these {who} is {number(found.estimate)}: asked openly, so no coin."
    ends = f"{whole(mean.low)} to {whole(mean.high)}"
    if found.covers(mean.low, mean.high):
        return f"Hoeffding's interval says nothing of the mean yet: it holds all of {ends}."
    if found.contradicts(mean.low, mean.high):
        return _impossible(mean)
    inside = mean.low <= found.estimate <= mean.high
    at_an_end = number(found.estimate) in {number(mean.low), number(mean.high)}
    outside = "" if inside or at_an_end else f", which chance has carried outside {ends}"
    return (
        f"We estimate a mean of {number(found.estimate)} among these {who}{outside}: with "
        f"{exact_percent(mean.confidence)} confidence, between {number(max(found.low, mean.low))} "
        f"and {number(min(found.high, mean.high))}."
    )


def _read_largest(result: QuestionResult) -> str:
    """The option with the largest estimate, its interval, and the next two that are above zero."""
    all_stated = [(share, stated(share.estimate)) for share in result.shares]
    known = [(share, found) for share, found in all_stated if found is not None]
    if not known:
        return NOBODY_YET
    ordered = sorted(known, key=lambda each: -each[1].estimate)
    (share, largest), next_two = ordered[0], ordered[1:3]
    estimate, named = share.estimate, _named(share, largest)
    who = _who(estimate.respondents)
    if not estimate.openly and largest.covers(0, 1):
        return _says_nothing_yet(estimate)
    then = ", ".join(_named(*each) for each in next_two if each[1].estimate > 0)
    after = f"; then {then}" if then else ""
    if estimate.openly:
        return f"Of these {who}, {named}{after}: asked openly, so no coin."
    if largest.contradicts(0, 1):
        return _impossible(estimate)
    return (
        f"Of these {who} we estimate {named} (with "
        f"{exact_percent(estimate.confidence)} confidence between "
        f"{percent(max(largest.low, 0))} and {percent(min(largest.high, 1))}){after}."
    )


def _named(share: Share, found: Stated) -> str:
    return f"{quoted(share.option)} {percent(found.estimate)}"


def _who(respondents: int) -> str:
    return "1 respondent" if respondents == 1 else f"{respondents:,} respondents"
