"""Results in words that a class can read aloud."""

from dataclasses import replace

from survey.core.estimation import Estimate
from survey.core.estimation import manipulation_bound
from survey.core.planning import respondents_for_margin
from survey.core.privacy import keep_and_other
from survey.core.questions import Kind
from survey.core.results import Mean
from survey.core.results import QuestionResult
from survey.core.results import Share
from survey.core.sentences import USEFUL_MARGIN
from survey.core.sentences import exact_percent
from survey.core.sentences import number
from survey.core.sentences import percent
from survey.core.sentences import points
from survey.core.sentences import whole

# With fewer than this many false respondents worth a whole margin, the page warns.
FEW_FALSE_RESPONDENTS = 10


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
        return "Nobody has responded yet."
    match result.question.kind:
        case Kind.YES_NO:
            return read_share(result.estimate)
        case Kind.NUMBER:
            return _read_mean(result.mean)
        case Kind.RATING:
            return f"{_read_mean(result.mean)} {_read_largest(result)}"
    return _read_largest(result)


def read_share(estimate: Estimate) -> str:
    """The share of yes in one or two sentences."""
    if not estimate.respondents:
        return "Nobody has responded yet."
    who = _who(estimate.respondents)
    if estimate.openly:
        return f"{percent(estimate.estimate)} of these {who} say yes: asked openly, so no coin."
    if says_nothing(estimate):
        return _says_nothing_yet(estimate)
    low, high = estimate.hoeffding
    certainty = f"with {exact_percent(estimate.confidence)} confidence"
    if high < 0 or low > 1:
        return _impossible(estimate)
    between = f"between {percent(max(low, 0))} and {percent(min(high, 1))}"
    if 0 <= estimate.estimate <= 1 or percent(estimate.estimate) in {"0%", "100%"}:
        return (
            f"We estimate that {percent(estimate.estimate)} of these {who} would truthfully say "
            f"yes: {certainty}, {between}."
        )
    return (
        f"The estimate is {percent(estimate.estimate)}: chance has carried it outside 0% to 100%. "
        f"Of these {who}, {certainty}, {between} would truthfully say yes."
    )


def says_nothing(estimate: Estimate) -> bool:
    """Whether every share from 0 to 1 lies inside the interval."""
    low, high = estimate.hoeffding or (0, 1)
    return low <= 0 and high >= 1


def _says_nothing_yet(estimate: Estimate) -> str:
    return (
        "Hoeffding's interval says nothing yet: it holds every share from 0% to 100%. About "
        f"{more_respondents(estimate):,} more respondents would bring it to ±10 points."
    )


def more_respondents(estimate: Estimate) -> int:
    """How many more would bring the interval to ±10 points; never negative."""
    keep, other = keep_and_other(estimate.gamma, estimate.options)
    needed = respondents_for_margin((keep - other) / 2, USEFUL_MARGIN, estimate.confidence)
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
    if not result.statements[0].respondents or result.question.openly:
        return []
    found = []
    for share in result.shares:
        # Of k options each gets alpha/k, so that all together alarm as rarely as one.
        alpha = (1 - share.estimate.confidence) / len(result.shares)
        estimate = replace(share.estimate, confidence=1 - alpha)
        if estimate.interval("class") is None:
            place = "" if result.question.kind is Kind.YES_NO else f"“{share.option}”: "
            found.append(place + _impossible(share.estimate))
    if result.mean is not None:
        low, high = result.mean.interval("hoeffding")
        if high < result.mean.low or low > result.mean.high:
            found.append(_impossible(result.mean))
    few = _false_respondents_worth_the_margin(result)
    if few <= FEW_FALSE_RESPONDENTS:
        found.append(
            f"{few} false respondents could together move this by more than its whole margin: "
            "with so few respondents trust it little."
        )
    return found


def _false_respondents_worth_the_margin(result: QuestionResult) -> int:
    """The least number whose 1/((keep−other)n) each add up to more than Hoeffding's half-width."""
    low, high = _first_estimate(result).hoeffding
    return int((high - low) / 2 / _bound(result)) + 1


def _bound(result: QuestionResult) -> float:
    """The most that one false respondent moves a share, or a number's bit."""
    estimate = _first_estimate(result)
    return manipulation_bound(estimate.respondents, estimate.gamma, estimate.options)


def _first_estimate(result: QuestionResult) -> Estimate:
    return result.shares[0].estimate if result.shares else result.mean.bit


def _impossible(statement: Estimate | Mean) -> str:
    return (
        f"No class of {_who(statement.respondents)} could plausibly have sent this: either a "
        f"chance of less than {exact_percent(1 - statement.confidence)} happened, or some reports "
        "are false."
    )


def _read_mean(mean: Mean) -> str:
    who = _who(mean.respondents)
    low, high = mean.interval("hoeffding")
    if low == high:
        return f"The mean of these {who} is {number(mean.estimate)}: asked openly, so no coin."
    ends = f"{whole(mean.low)} to {whole(mean.high)}"
    if low <= mean.low and high >= mean.high:
        return f"Hoeffding's interval says nothing of the mean yet: it holds all of {ends}."
    if high < mean.low or low > mean.high:
        return _impossible(mean)
    inside = mean.low <= mean.estimate <= mean.high
    at_an_end = number(mean.estimate) in {number(mean.low), number(mean.high)}
    outside = "" if inside or at_an_end else f", which chance has carried outside {ends}"
    return (
        f"We estimate a mean of {number(mean.estimate)} among these {who}{outside}: with "
        f"{exact_percent(mean.confidence)} confidence, between {number(max(low, mean.low))} and "
        f"{number(min(high, mean.high))}."
    )


def _read_largest(result: QuestionResult) -> str:
    """The option with the largest estimate, its interval, and the next two that are above zero."""
    ordered = sorted(result.shares, key=lambda share: -share.estimate.estimate)
    first, rest = ordered[0], [share for share in ordered[1:3] if share.estimate.estimate > 0]
    estimate = first.estimate
    who = _who(estimate.respondents)
    if not estimate.openly and says_nothing(estimate):
        return _says_nothing_yet(estimate)
    then = ", ".join(_named(share) for share in rest)
    after = f"; then {then}" if then else ""
    if estimate.openly:
        return f"Of these {who}, {_named(first)}{after}: asked openly, so no coin."
    low, high = estimate.hoeffding
    if low > 1 or high < 0:
        return _impossible(estimate)
    return (
        f"Of these {who} we estimate {_named(first)} (with "
        f"{exact_percent(estimate.confidence)} confidence between "
        f"{percent(min(max(low, 0), 1))} and {percent(max(min(high, 1), 0))}){after}."
    )


def _named(share: Share) -> str:
    return f"“{share.option}” {percent(share.estimate.estimate)}"


def _who(respondents: int) -> str:
    return "1 respondent" if respondents == 1 else f"{respondents:,} respondents"
